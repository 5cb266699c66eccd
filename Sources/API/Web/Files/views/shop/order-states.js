// What becomes of orders, in words.

import { element } from '../../core/dom.js';
import { hasText, text } from '../../core/texts.js';

/** Those that lists are narrowed by, and the states of orders that each holds. @type {Record<string, string>} */
export const groups = { pending: 'pending', paid: 'paid', cancelled: 'partlyCancelled,cancelled', closed: 'closed' };

/** Whether time is left to pay. @param {{state: string, pay_by: string}} order */
export const isInTime = (order) => order.state === 'pending' && Date.parse(order.pay_by) > Date.now();

/** Whether a payment window can be opened. @param {any} order */
export const isPayable = (order) => isInTime(order) && order.checkout !== null && order.reference !== null;

/** A pending order that has run out is as good as closed. */
const stateWord = (order) => (order.state === 'pending' && !isInTime(order) ? 'late' : order.state);

/** A state in a word or two. */
export const badge = (order) => {
  const word = stateWord(order);
  const key = hasText(`shop.state.${word}`) ? `shop.state.${word}` : 'shop.state.other';
  return element('span', { class: `order-state is-${word}` }, text(key));
};

/** A state in a sentence. */
export const sentence = (order) => {
  const word = stateWord(order);
  return text(hasText(`shop.about.${word}`) ? `shop.about.${word}` : 'shop.about.other');
};
