// The states of orders as texts, and the return addresses of payment windows.

import { element } from '../../core/dom.js';
import { hasText, text } from '../../core/texts.js';

/**
 * The states by which the list is filtered, and the server's states that each includes.
 * @type {Record<string, string>}
 */
export const stateGroups = { pending: 'pending', paid: 'paid', cancelled: 'partlyCancelled,cancelled' };

/** The days after the payment in which a refund can be requested, as the server has them. */
export const refundDays = 7;

/** Whether the buyer has the goods. @param {{state: string}} order */
export const isPurchased = (order) => order.state === 'paid' || order.state === 'partlyCancelled';

/** Whether a refund can be requested now. @param {{refund_by: string | null}} order */
export const isRefundable = (order) => order.refund_by !== null && Date.parse(order.refund_by) > Date.now();

/** The state of a refund request, as the buyer reads it. */
export const refundText = (order) => aboutRefund('shop.refund', order);

/** The same to the seller. */
export const saleRefundText = (sale) => aboutRefund('shop.saleRefund', sale);

/** @param {string} texts @param {{state: string, refund: {state: string}}} order */
function aboutRefund(texts, { state, refund }) {
  const key = `${texts}.${state === 'cancelled' && refund.state === 'accepted' ? 'done' : refund.state}`;
  return text(hasText(key) ? key : 'shop.about.other');
}

/** Whether the order can still be paid in time. @param {{state: string, pay_by: string}} order */
export const isInTime = (order) => order.state === 'pending' && Date.parse(order.pay_by) > Date.now();

/** Whether a payment window can be opened. @param {any} order */
export const isPayable = (order) => isInTime(order) && order.checkout !== null && order.reference !== null;

/** The name of a state in the texts: an expired pending order has its own. */
const stateName = (order) => (order.state === 'pending' && !isInTime(order) ? 'late' : order.state);

/** The state in a word or two. */
export const stateBadge = (order) => {
  const name = stateName(order);
  const key = hasText(`shop.state.${name}`) ? `shop.state.${name}` : 'shop.state.other';
  return element('span', { class: `order-state is-${name}` }, text(key));
};

/** The state in a sentence. */
export const stateText = (order) => {
  const name = stateName(order);
  return text(hasText(`shop.about.${name}`) ? `shop.about.${name}` : 'shop.about.other');
};

/** The address of an order. @param {string} id */
export const orderAddress = (id) => `/app/orders/${encodeURIComponent(id)}`;

/** The return address of an order's payment window. @param {string} id */
export const returnAddress = (id) => `${location.origin}${orderAddress(id)}/return`;
