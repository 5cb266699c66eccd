// What the shop sells: posts of two kinds, which have a price.

import { element } from '../../core/dom.js';
import { formatWon, text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { photo } from '../../widgets/photo.js';

/** The kinds of posts that are sold. */
export const kinds = ['album', 'frame'];

/** Whether anything can be paid for here, as the server has written it into the page. */
export const isOpen = () => document.documentElement.dataset.shop === 'open';

/** What goods are called; a text may have many lines, a name has one. @param {{title: string | null, text: string}} post */
export const goodsName = (post) => oneLine(post.title || post.text) || text('shop.nameless');

/** A text in one line, as receipts and payment windows want it. @param {string} written */
export const oneLine = (written) => written.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** What something costs. @param {number} price */
export const cost = (price) => (price > 0 ? formatWon(price) : text('shop.free'));

/** Goods in the list: one link, which says name, price and seller. */
export function tile(post) {
  // Posts of old applications may hold documents.
  const picture = post.photos.find((name) => !name.endsWith('.pdf'));
  return element('a', { class: 'goods-tile', href: `/app/shop/${post.id}`, 'data-post': post.id },
    element('span', { class: 'goods-photo' }, picture ? photo(picture, 320, '') : icon('shop')),
    element('span', { class: 'goods-name' }, goodsName(post)),
    element('b', { class: 'goods-price' }, cost(post.price)),
    element('span', { class: 'goods-seller' }, post.author.nickname));
}

/** That nothing can be paid for, where that is so. */
export const closedNote = () => !isOpen() && element('p', { class: 'shop-note' }, text('shop.closed'));
