// The pages of the shop, and the thumbnails of their lists.

import { element } from '../../core/dom.js';
import { member } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { photo } from '../../widgets/photo.js';

/** @type {[string, string][]} */
const pages = [
  ['/app/shop', 'shop.browse'], ['/app/shop/library', 'shop.library'], ['/app/orders', 'shop.orders'],
  ['/app/shop/sales', 'shop.sales'],
];

/** Links to the pages of the shop; for members, who have something on them. @param {string} current */
export function shopNav(current) {
  if (!member()) return null;
  const links = pages.map(([address, key]) =>
    element('a', { href: address, 'aria-current': address === current ? 'page' : null }, text(key)));
  // Once it is on the page: on a narrow screen the current one may be out of sight.
  queueMicrotask(() => links.find((it) => it.ariaCurrent)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  return element('nav', { class: 'shop-nav', 'aria-label': text('shop.pages') }, ...links);
}

/** The picture of an order in a list. @param {string | null} name */
export const thumbnail = (name) =>
  element('span', { class: 'order-photo' }, name ? photo(name, 320, '') : icon('shop'));
