// From goods to the payment window and back. Only the server says whether something is paid: what a window tells in the
// address is not read.

import { Problem, get } from '../../core/api.js';
import { sendOnce } from '../../core/idempotency.js';
import { go } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { oneLine } from './goods.js';
import { isPayable } from './order-states.js';

/**
 * Orders goods and leads to the payment window.
 * @param {string} post
 * @param {AbortSignal} signal of the view: whoever has left it is led nowhere
 */
export async function buy(post, signal) {
  const order = await sendOnce(`order.${member()?.id}.${post}`, '/api/orders', { post });
  if (signal.aborted) return;
  // The order's page lies before the window: whoever goes back finds the order, not a button that makes a second one.
  await go(`/app/orders/${order.id}`);
  if (isPayable(order)) pay(order);
}

/** Leads to the payment window of an order. */
export function pay(order) {
  location.assign(order.checkout.window ? windowAddress(order) : `/pay/${order.id}`);
}

/** Where an order's payment window leads back to. */
export const returnAddress = (order) => `${location.origin}/app/orders/${order.id}/return`;

function windowAddress(order) {
  const address = new URL(order.checkout.window);
  const told = {
    api: order.gateway === 'portone-v1' ? 'v1' : 'v2', reference: order.reference, amount: String(order.amount),
    name: oneLine(order.name), return: returnAddress(order),
  };
  for (const [name, value] of Object.entries(told)) address.searchParams.set(name, value);
  return address.href;
}

/**
 * Asks the server whether an order is paid.
 * @param {string} id
 * @returns {Promise<{order: any, refusal: Problem | null}>} the order as it is now, and why it is not paid where it is not
 */
export async function validated(id) {
  const path = `/api/orders/${encodeURIComponent(id)}`;
  try {
    return { order: await sendOnce(`validation.${id}`, `${path}/validation`, {}), refusal: null };
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status === 401 || failure.status === 404) throw failure;
    // It was said before that it is paid: the order says so itself.
    const isKnown = failure.code === 'payment-validated';
    return { order: await get(path), refusal: isKnown ? null : failure };
  }
}
