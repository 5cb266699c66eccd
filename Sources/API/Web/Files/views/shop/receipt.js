// /app/orders/{id}/receipt: a receipt that can be printed.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { formatDateTime, formatWon, hasText, text } from '../../core/texts.js';
import { orderAddress } from './order-states.js';

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {import('../../core/navigation.js').Visit} visit
 */
export async function showReceipt(root, id, { signal, setTitle }) {
  setTitle(text('shop.receipt'));
  const receipt = await get(`/api/orders/${encodeURIComponent(id)}/receipt`, {}, signal);
  const seller = receipt.seller ? await sellerName(receipt.seller, signal) : '';
  if (signal.aborted) return;
  const refunded = receipt.refunds.reduce((sum, it) => sum + it.amount, 0);
  const rows = [
    [text('shop.receiptGoods'), receipt.name], seller && [text('shop.seller'), seller],
    [text('shop.paidAt'), formatDateTime(receipt.paid_at)], [text('shop.amount'), formatWon(receipt.amount)],
    ...receipt.refunds.map((it) => [text('shop.refundedOn', { date: formatDateTime(it.refunded_at) }),
      `−${formatWon(it.amount)}`]),
    refunded > 0 && [text('shop.receiptLeft'), formatWon(receipt.amount - refunded)],
    receipt.method && [text('shop.method'), methodName(receipt.method)], [text('shop.reference'), receipt.reference],
  ];
  root.append(
    element('p', { class: 'no-print' },
      element('a', { class: 'back-link', href: orderAddress(id) }, text('shop.order'))),
    element('article', { class: 'receipt' },
      element('h2', {}, text('shop.receipt')), element('p', { class: 'faint' }, text('name')),
      element('dl', { class: 'facts' }, ...rows.filter(Boolean).map(([name, value]) =>
        element('div', {}, element('dt', {}, name), element('dd', {}, value)))),
      element('p', { class: 'faint' }, text('shop.receiptNote'))),
    element('div', { class: 'goods-actions no-print' },
      element('button', { type: 'button', class: 'button is-main', onclick: () => print() }, text('shop.print'))));
}

/** The name of a payment method; those of some providers have none but their own. @param {string} method */
const methodName = (method) => (hasText(`shop.method.${method}`) ? text(`shop.method.${method}`) : method);

/** The seller's nickname; empty if the account is gone or not visible. */
async function sellerName(id, signal) {
  try {
    return (await get(`/api/accounts/${id}`, {}, signal)).nickname;
  } catch {
    return '';
  }
}
