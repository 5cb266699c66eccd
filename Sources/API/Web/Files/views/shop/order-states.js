// The states of orders as texts, and the return addresses of payment windows.

import { element } from '../../core/dom.js';
import { hasText, text } from '../../core/texts.js';

/**
 * The states by which the list is filtered, and the server's states that each includes.
 * @type {Record<string, string>}
 */
export const stateGroups = { pending: 'pending', paid: 'paid', cancelled: 'partlyCancelled,cancelled',
  closed: 'closed' };

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
