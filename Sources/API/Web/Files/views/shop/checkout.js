// From goods to the payment window and back. Only the server decides whether an order is paid: parameters that a
// payment window adds to the address are ignored.

import { Problem, get } from '../../core/api.js';
import { sendOnce } from '../../core/idempotency.js';
import { go } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { oneLine } from './goods.js';
import { isPayable, returnAddress } from './order-states.js';

/**
 * Orders goods and goes to the payment window, unless the view was left meanwhile.
 * @param {string} post
 * @param {AbortSignal} signal of the view
 */
export async function buy(post, signal) {
  const order = await sendOnce(`order.${member()?.id}.${post}`, '/api/orders', { post });
  if (signal.aborted) return;
  // The order's page comes first, so that going back leads to the order and not to the button that orders again.
  await go(`/app/orders/${order.id}`);
  if (isPayable(order)) pay(order);
}

/** Goes to the payment window of an order. */
export function pay(order) {
  location.assign(order.checkout.window ? windowAddress(order) : `/pay/${order.id}`);
}

function windowAddress(order) {
  const address = new URL(order.checkout.window);
  const parameters = {
    api: order.gateway === 'portone-v1' ? 'v1' : 'v2', reference: order.reference, amount: String(order.amount),
    name: oneLine(order.name), return: returnAddress(order.id),
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

/**
 * Asks the server whether an order is paid.
 * @param {string} id
 * @returns {Promise<{order: any, refusal: Problem | null}>} the current order, and why it is not paid
 */
export async function validatePayment(id) {
  const path = `/api/orders/${encodeURIComponent(id)}`;
  try {
    return { order: await sendOnce(`validation.${id}`, `${path}/validation`, {}), refusal: null };
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status === 401 || failure.status === 404) throw failure;
    // The payment was already validated: not an error.
    const isPaid = failure.code === 'payment-validated';
    return { order: await get(path), refusal: isPaid ? null : failure };
  }
}
