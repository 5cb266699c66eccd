// /app/orders/{id}: the state of an order and what can be done. While the order is pending, the page polls it.

import { Problem, get } from '../../core/api.js';
import { element, present } from '../../core/dom.js';
import { formatDateTime, formatWon, text } from '../../core/texts.js';
import { errorText } from '../../widgets/error.js';
import { whileBusy } from '../../widgets/notice.js';
import { pay, validatePayment } from './checkout.js';
import { downloadButton, fileList, mayBeOverlay, orderFiles } from './files.js';
import {
  isInTime, isPayable, isPurchased, isRefundable, orderAddress, refundText, stateBadge, stateText,
} from './order-states.js';
import { polling } from './polling.js';
import { openRefundDialog } from './refund-dialog.js';

/** Errors after which it is unknown whether the payment happened. */
const isUncertain = (refusal) => refusal !== null && (refusal.status === 503 || refusal.status === 429);

/** Errors after which the payment may have happened: the pay button is not offered again. */
const mayHavePaid = (refusal) => isUncertain(refusal) || ['payment-mismatch', 'payment-used'].includes(refusal?.code);

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {boolean} isReturning whether the user returns from the payment window
 * @param {import('../../core/navigation.js').Visit} visit
 */
export async function showOrder(root, id, isReturning, { signal, setTitle }) {
  setTitle(text('shop.order'));
  const page = new OrderPage(root, id, signal);
  if (isReturning) {
    // Removes what the payment window has added to the address, before a login might pass it on.
    history.replaceState(history.state, '', `/app/orders/${encodeURIComponent(id)}/return`);
    page.message.textContent = text('shop.checking');
    const outcome = await validateOrNull(id).finally(() => { page.message.textContent = ''; });
    if (!outcome || signal.aborted) return;
    // Reloading the page must not validate again.
    history.replaceState(history.state, '', `/app/orders/${id}`);
    page.draw(outcome.order, outcome.refusal);
  } else {
    page.draw(await get(`/api/orders/${encodeURIComponent(id)}`, {}, signal), null);
  }
}

/** The validation; null if the session has ended, which redirects to the login. */
async function validateOrNull(id) {
  try {
    return await validatePayment(id);
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
    /** Read out by screen readers when it changes. */
    this.message = element('p', { class: 'order-message', role: 'status' });
    root.append(
      element('p', {}, element('a', { class: 'back-link', href: '/app/orders' }, text('shop.orders'))),
      element('h2', {}, text('shop.order')), this.message, this.body);
    this.polling = polling(() => this.refresh(), signal);
  }

  /** @param {any} order @param {Problem | null} refusal why it is not paid, right after a validation */
  draw(order, refusal) {
    this.order = order;
    this.refusal = refusal;
    this.message.textContent = refusal ? refusalText(refusal) : stateText(order);
    this.message.classList.toggle('is-good', order.state === 'paid');
    this.body.replaceChildren(
      element('div', { class: 'order-head' }, element('span', { class: 'order-name' }, order.name), stateBadge(order)),
      ...present([refundNote(order)]), isPurchased(order) ? this.delivery() : '', facts(order),
      isPurchased(order) ? this.links() : this.actions());
    if (order.state === 'pending') this.polling.start();
    else this.polling.stop();
  }

  /** Loads the order again; it is drawn only if it has changed, so that the focus stays. */
  async refresh() {
    const fresh = await get(`/api/orders/${this.id}`, {}, this.signal);
    const isSame = fresh.state === this.order.state && isPayable(fresh) === isPayable(this.order)
      && isInTime(fresh) === this.wasInTime;
    if (!isSame) this.draw(fresh, fresh.state === 'pending' ? this.refusal : null);
  }

  actions() {
    const { order, refusal } = this;
    this.wasInTime = isInTime(order);
    const payButton = isPayable(order) && !mayHavePaid(refusal) && element('button', {
      type: 'button', class: 'button is-main', onclick: () => pay(order),
    }, text('shop.pay', { cost: formatWon(order.amount) }));
    const check = element('button', {
      type: 'button', class: `button${payButton ? '' : ' is-main'}`,
      onclick: () => whileBusy(check, () => this.check()),
    }, text('shop.check'));
    return element('div', { class: 'goods-actions' }, payButton, order.state === 'pending' && check,
      element('a', { class: 'button', href: `/app/shop/${order.post}` },
        text(isOver(order) ? 'shop.orderAgain' : 'shop.seeGoods')));
  }

  /** What one has of a paid order: its files. */
  delivery() {
    const files = element('div', { class: 'order-delivery' });
    this.showFiles(files);
    return files;
  }

  /** What else can be done with a paid order. */
  links() {
    const { order } = this;
    const refund = isRefundable(order) && element('button', {
      type: 'button', class: 'order-refund link', onclick: () => this.requestRefund(),
    }, text('shop.refundRequest'));
    const link = (address, key) => element('a', { href: address }, text(key));
    return element('p', { class: 'order-links' },
      link(`${orderAddress(order.id)}/receipt`, 'shop.receipt'), refund, link('/app/shop/library', 'shop.library'),
      link(`/app/shop/${order.post}`, 'shop.seeGoods'));
  }

  /** Lists the files with the buttons that save them. */
  async showFiles(place) {
    const { order } = this;
    let files = [];
    try {
      files = await orderFiles(order.id, this.signal);
    } catch {
      // The button tries again, and says what is wrong.
      if (this.signal.aborted) return;
      place.append(element('div', { class: 'goods-actions' }, downloadButton(order)));
      return;
    }
    if (!files.length) {
      place.append(element('p', { class: 'shop-note' }, text('shop.noFiles')));
      return;
    }
    const canTry = files.some(mayBeOverlay);
    place.append(
      element('div', { class: 'goods-actions' }, downloadButton(order),
        canTry && element('a', { class: 'button', href: `${orderAddress(order.id)}/try` }, text('shop.tryOn'))),
      fileList(order, files));
  }

  async requestRefund() {
    const changed = await openRefundDialog(this.order);
    if (changed && !this.signal.aborted) this.draw(changed, null);
  }

  /** Has the server ask the gateway now. */
  async check() {
    const outcome = await validateOrNull(this.id);
    if (outcome && !this.signal.aborted) this.draw(outcome.order, outcome.refusal);
  }
}

/** Whether the order can no longer be paid. */
const isOver = (order) => order.state === 'closed' || order.state === 'cancelled';

/** What the buyer has asked, and was told. */
const refundNote = (order) => order.refund && element('p', { class: 'shop-note order-refund-note' },
  element('b', {}, refundText(order)), element('br'), text('shop.refundWhy', { reason: order.refund.reason }),
  order.refund.answer && element('br'),
  order.refund.answer && text('shop.refundAnswered', { answer: order.refund.answer }));

/** Why it is not paid. */
const refusalText = (refusal) => (isUncertain(refusal) ? text('shop.unsure') : errorText(refusal));

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
