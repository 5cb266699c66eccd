// /app/shop/sales: what the member has sold, with sums, and the decisions about refunds.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { requireMember } from '../../core/navigation.js';
import { formatDate, formatNumber, formatWon, text } from '../../core/texts.js';
import { endlessList } from '../../widgets/endless-list.js';
import { listHead } from '../../widgets/list-head.js';
import { notifyError } from '../../widgets/notice.js';
import { shopNav, thumbnail } from './nav.js';
import { saleRefundText, stateBadge } from './order-states.js';
import { openDecisionDialog } from './refund-dialog.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function showSales(root, { signal, setTitle }) {
  if (!requireMember('/app/shop', signal)) return;
  setTitle(text('shop.sales'));
  const sums = element('dl', { class: 'sales-total' });
  const drawSums = async () => {
    try {
      sums.replaceChildren(...totals(await get('/api/me/sales/total', {}, signal)));
    } catch (failure) {
      notifyError(failure);
    }
  };
  const list = endlessList({
    load: (cursor) => get('/api/me/sales', { cursor }, signal),
    item: (sale) => saleRow(sale, drawSums), empty, signal, label: text('shop.sales'), class: 'orders',
  });
  root.append(listHead(text('shop.sales')), shopNav('/app/shop/sales') || '', sums, list.root);
  await Promise.all([list.first, drawSums()]);
}

const totals = ({ count, amount, refunded }) => [
  ['shop.salesCount', formatNumber(count)], ['shop.salesAmount', formatWon(amount)],
  ['shop.salesRefunded', formatWon(refunded)], ['shop.salesLeft', formatWon(amount - refunded)],
].map(([key, value]) => element('div', {}, element('dt', {}, text(key)), element('dd', {}, value)));

/** A sale; it is drawn again after a decision. */
function saleRow(sale, onDecided) {
  const root = element('div', { class: 'sale', 'data-order': sale.id });
  const draw = (current) => root.replaceChildren(
    element('div', { class: 'sale-head' }, thumbnail(current.photo),
      element('span', { class: 'order-words' }, element('span', { class: 'order-name' }, current.name),
        element('span', { class: 'order-date' }, formatDate(current.paid_at))),
      element('span', { class: 'sale-sum' }, stateBadge(current), element('b', {}, formatWon(current.amount)))),
    ...refund(current));
  const decide = async (isAccepted) => {
    const decided = await openDecisionDialog(sale, isAccepted);
    if (!decided) return;
    draw(decided);
    onDecided();
  };
  function refund(current) {
    if (!current.refund) return [];
    const isOpen = current.refund.state === 'requested';
    const isStuck = current.refund.state === 'accepted' && current.state !== 'cancelled';
    return [
      element('p', { class: 'shop-note' }, element('b', {}, saleRefundText(current)), element('br'),
        text('shop.refundWhy', { reason: current.refund.reason })),
      (isOpen || isStuck) && element('div', { class: 'actions' },
        isOpen && decision('shop.refundDecline', '', () => decide(false)),
        decision(isOpen ? 'shop.refundAccept' : 'shop.refundRetry', 'is-main', () => decide(true))),
    ].filter(Boolean);
  }
  draw(sale);
  return root;
}

const decision = (key, style, onclick) =>
  element('button', { type: 'button', class: `small ${style}`, onclick }, text(key));

const empty = () => element('div', { class: 'empty' }, element('p', {}, text('shop.salesEmpty')),
  element('p', { class: 'actions' },
    element('a', { class: 'button is-main', href: '/app/posts/new?kind=album' }, text('shop.sell'))));
