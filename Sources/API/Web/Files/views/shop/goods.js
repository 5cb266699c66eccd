// Goods: posts with a price.

import { element } from '../../core/dom.js';
import { formatWon, text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { isPicture, loadFirst, photo } from '../../widgets/photo.js';

/** Whether the shop is open, as the server has set it in the page. */
const isShopOpen = () => document.documentElement.dataset.shop === 'open';

/** The name of goods, in one line. @param {{title: string | null, text: string}} post */
export const goodsName = (post) => oneLine(post.title || post.text) || text('shop.nameless');

/** A text in one line, as payment windows need it. @param {string} written */
export const oneLine = (written) => written.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** @param {number} price */
export const formatPrice = (price) => (price > 0 ? formatWon(price) : text('shop.free'));

/** Goods in the list: one link with photo, name, price and seller. @param {boolean} [isFirst] in view at once */
export function goodsTile(post, isFirst = false) {
  const name = post.photos.find(isPicture);
  const picture = name && photo(name, 320, '');
  if (picture && isFirst) loadFirst(picture);
  return element('a', { class: 'goods-tile', href: `/app/shop/${post.id}`, 'data-post': post.id },
    element('span', { class: 'goods-photo' }, picture ?? icon('shop')),
    element('span', { class: 'goods-name' }, goodsName(post)),
    element('b', { class: 'goods-price' }, formatPrice(post.price)),
    element('span', { class: 'goods-seller' }, post.author.nickname));
}

/** A note if the shop is closed; false otherwise. */
export const closedNote = () => !isShopOpen() && element('p', { class: 'shop-note' }, text('shop.closed'));
