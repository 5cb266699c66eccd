// The states of orders, in words, and the addresses that payment windows lead back to.

import { element } from '../../core/dom.js';
import { hasText, text } from '../../core/texts.js';

/**
 * The states by which the list is filtered, and the server's states that each includes.
 * @type {Record<string, string>}
 */
export const stateGroups = { pending: 'pending', paid: 'paid', cancelled: 'partlyCancelled,cancelled',
  closed: 'closed' };

/** Whether the time to pay is not over. @param {{state: string, pay_by: string}} order */
export const isInTime = (order) => order.state === 'pending' && Date.parse(order.pay_by) > Date.now();

/** Whether a payment window can be opened. @param {any} order */
export const isPayable = (order) => isInTime(order) && order.checkout !== null && order.reference !== null;

/** The name of a state in the texts: a pending order whose time is over has its own. */
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

/** Where an order's payment window leads back to. @param {string} id */
export const returnAddress = (id) => `${location.origin}${orderAddress(id)}/return`;
