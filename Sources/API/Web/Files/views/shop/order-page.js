// One order: where it stands, and what can be done. While it is not settled, the page looks again by itself.

import { Problem, get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { formatDateTime, formatWon, text } from '../../core/texts.js';
import { errorText } from '../../widgets/error.js';
import { whileBusy } from '../../widgets/notice.js';
import { pay, validated } from './checkout.js';
import { badge, isInTime, isPayable, sentence } from './order-states.js';
import { whileShown } from './polling.js';

/** Refusals after which nobody knows yet whether money has moved. */
const isUnsure = (refusal) => refusal !== null && (refusal.status === 503 || refusal.status === 429);

/** Refusals after which money may have moved: nobody is asked to pay once more. */
const mayHavePaid = (refusal) => isUnsure(refusal) || ['payment-mismatch', 'payment-used'].includes(refusal?.code);

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {boolean} isReturning whether the person comes from the payment window
 * @param {import('../../core/navigation.js').Visit} visit
 */
export async function order(root, id, isReturning, { signal, setTitle }) {
  setTitle(text('shop.order'));
  const page = new OrderPage(root, id, signal);
  if (isReturning) {
    // What the window has put behind the address is nobody's business, also not of the login that may come first.
    history.replaceState(history.state, '', `/app/orders/${encodeURIComponent(id)}/return`);
    page.told.textContent = text('shop.checking');
    const outcome = await asked(id).finally(() => { page.told.textContent = ''; });
    if (!outcome || signal.aborted) return;
    // The address of the return was good for one question.
    history.replaceState(history.state, '', `/app/orders/${id}`);
    page.draw(outcome.order, outcome.refusal);
  } else {
    page.draw(await get(`/api/orders/${encodeURIComponent(id)}`, {}, signal), null);
  }
}

/** Whether it is paid; null where one has to log in first, to which the session's end leads by itself. */
async function asked(id) {
  try {
    return await validated(id);
  } catch (failure) {
    if (failure instanceof Problem && failure.status === 401) return null;
    throw failure;
  }
}

class OrderPage {
  constructor(root, id, signal) {
    this.id = id;
    this.signal = signal;
    this.body = element('div', { class: 'order' });
    /** What is said of it, also when it changes while the page is open. */
    this.told = element('p', { class: 'order-told', role: 'status' });
    root.append(
      element('p', {}, element('a', { class: 'back-link', href: '/app/orders' }, text('shop.orders'))),
      element('h2', {}, text('shop.order')), this.told, this.body);
    this.watch = whileShown(() => this.look(), signal);
  }

  /** @param {any} order @param {Problem | null} refusal why it is not paid, where the gateway was just asked */
  draw(order, refusal) {
    this.order = order;
    this.refusal = refusal;
    this.told.textContent = refusal ? told(refusal) : sentence(order);
    this.told.classList.toggle('is-good', order.state === 'paid');
    this.body.replaceChildren(
      element('div', { class: 'order-head' }, element('span', { class: 'order-name' }, order.name), badge(order)),
      facts(order), this.acts());
    if (order.state === 'pending') this.watch.begin();
    else this.watch.end();
  }

  /** Looks again; draws only what has changed, so that nobody loses the place. */
  async look() {
    const fresh = await get(`/api/orders/${this.id}`, {}, this.signal);
    const isSame = fresh.state === this.order.state && isPayable(fresh) === isPayable(this.order)
      && isInTime(fresh) === this.wasInTime;
    if (!isSame) this.draw(fresh, fresh.state === 'pending' ? this.refusal : null);
  }

  acts() {
    const { order, refusal } = this;
    this.wasInTime = isInTime(order);
    const payButton = isPayable(order) && !mayHavePaid(refusal) && element('button', {
      type: 'button', class: 'button is-main', onclick: () => pay(order),
    }, text('shop.pay', { cost: formatWon(order.amount) }));
    const check = element('button', {
      type: 'button', class: `button${payButton ? '' : ' is-main'}`, onclick: () => whileBusy(check, () => this.check()),
    }, text('shop.check'));
    return element('div', { class: 'goods-acts' }, payButton, order.state === 'pending' && check,
      element('a', { class: 'button', href: `/app/shop/${order.post}` }, text(isOver(order) ? 'shop.orderAgain' : 'shop.seeGoods')));
  }

  /** Has the gateway asked at once. */
  async check() {
    const outcome = await asked(this.id);
    if (outcome && !this.signal.aborted) this.draw(outcome.order, outcome.refusal);
  }
}

/** Whether this order will not be paid any more. */
const isOver = (order) => order.state === 'closed' || order.state === 'cancelled';

/** Why it is not paid, in words that fit the moment. */
const told = (refusal) => (isUnsure(refusal) ? text('shop.unsure') : errorText(refusal));

function facts(order) {
  const rows = [
    ['shop.amount', formatWon(order.amount)], ['shop.orderedAt', formatDateTime(order.created_at)],
    order.paid_at ? ['shop.paidAt', formatDateTime(order.paid_at)] : null,
    isInTime(order) ? ['shop.payBy', formatDateTime(order.pay_by)] : null,
    order.reference ? ['shop.reference', order.reference] : null,
  ];
  return element('dl', { class: 'facts' }, ...rows.filter(Boolean).map(([name, value]) =>
    element('div', {}, element('dt', {}, text(name)), element('dd', {}, value))));
}
