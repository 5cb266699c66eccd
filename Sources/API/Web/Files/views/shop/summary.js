// What is bought, what one gets and the rule of refunds, before anything is ordered.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { closeRow, openDialog } from '../../widgets/dialog.js';
import { isPicture } from '../../widgets/photo.js';
import { formatPrice, goodsName } from './goods.js';
import { thumbnail } from './nav.js';
import { refundDays } from './order-states.js';

/**
 * Shows the summary. Resolves to whether the order is to be made.
 * @param {{title: string | null, text: string, price: number, photos: string[], author: {nickname: string}}} post
 */
export async function confirmPurchase(post) {
  const answer = await openDialog(text('shop.summary'), (close) => [
    element('div', { class: 'summary-head' }, thumbnail(post.photos.find(isPicture) ?? null),
      element('div', {}, element('p', { class: 'order-name' }, goodsName(post)),
        element('p', { class: 'faint' }, text('shop.soldBy', { name: post.author.nickname })))),
    element('dl', { class: 'facts' },
      row('shop.youPay', formatPrice(post.price)), row('shop.youGet', whatOneGets(post)),
      row('shop.use', text('shop.useTerms')), row('shop.refunds', text('shop.refundRule', { days: refundDays }))),
    element('p', { class: 'faint' }, text('shop.payNote')),
    closeRow(close, { after: element('button', {
      type: 'button', class: 'small is-main goods-order-now', onclick: () => close(true),
    }, text('shop.pay', { cost: formatPrice(post.price) })) }),
  ]);
  return answer === true;
}

const row = (key, value) => element('div', {}, element('dt', {}, text(key)), element('dd', {}, value));

/** The files by kind: `PNG, JPG`. */
function whatOneGets({ photos }) {
  if (!photos.length) return text('shop.getNothing');
  const kinds = [...new Set(photos.map((name) => name.split('.').pop()?.toUpperCase()))].join(', ');
  return text(photos.length === 1 ? 'shop.getFile' : 'shop.getFiles', { count: photos.length, kinds });
}
