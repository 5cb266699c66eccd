// /pay/{order}: the page on which a gateway's library opens its payment window. It is a document of its own, with a
// content security policy that allows the library.

import { get } from '../../core/api.js';
import { byId, element } from '../../core/dom.js';
import { loadTextsOfViews, text } from '../../core/texts.js';
import { errorText } from '../../widgets/error.js';
import { oneLine } from './goods.js';
import { isPayable, orderAddress, returnAddress } from './order-states.js';

const { gateway, library } = document.documentElement.dataset;
const id = location.pathname.split('/')[2] ?? '';

/** The window did not open; the message is shown to the person. */
class NotOpened extends Error {}

/** The libraries define globals. */
const globals = /** @type {any} */ (window);

/** How each library opens its window. Its result is ignored: the server asks the gateway itself. */
const openers = {
  /** @see https://developers.portone.io version 2: resolves, or redirects to the return address */
  'portone-v2': (order) => {
    const { store, channel, method } = order.checkout;
    return globals.PortOne.requestPayment({
      storeId: store, ...(channel && { channelKey: channel }), paymentId: order.reference,
      orderName: oneLine(order.name),
      totalAmount: order.amount, currency: `CURRENCY_${order.currency}`, payMethod: method ?? 'CARD',
      redirectUrl: returnAddress(id),
    });
  },
  /** Version 1: calls back, or redirects to the return address. */
  'portone-v1': (order) => new Promise((resolve) => {
    const { store, method } = order.checkout;
    globals.IMP.init(store);
    globals.IMP.request_pay({
      pay_method: method ?? 'card', merchant_uid: order.reference, name: oneLine(order.name), amount: order.amount,
      m_redirect_url: returnAddress(id),
    }, resolve);
  }),
};

/** Loads the library once; retries after an error. */
function loadLibrary() {
  return new Promise((resolve, reject) => {
    if (globals.PortOne || globals.IMP) return resolve(null);
    const script = element('script', { src: library });
    script.addEventListener('load', () => resolve(null));
    script.addEventListener('error', () => {
      script.remove();
      reject(new NotOpened(text('shop.windowMissing')));
    });
    document.head.append(script);
  });
}

async function open() {
  await loadTextsOfViews();
  showMessage(text('shop.opening'));
  try {
    const [order] = await Promise.all([get(`/api/orders/${encodeURIComponent(id)}`), loadLibrary()]);
    if (!isPayable(order) || order.gateway !== gateway || !order.checkout.store) {
      throw new NotOpened(text('shop.notPayable'));
    }
    await openWindow(order);
    // The window was on this page, so the page redirects. Going back does not open it again.
    location.replace(returnAddress(id));
  } catch (failure) {
    showMessage(failure instanceof NotOpened ? failure.message : errorText(failure), true);
  }
}

async function openWindow(order) {
  try {
    return await openers[gateway](order);
  } catch (failure) {
    console.error(failure);
    throw new NotOpened(text('shop.windowRefused'));
  }
}

/** Shows a message; `isFailure`: with a button to open the window again. */
function showMessage(words, isFailure = false) {
  byId('payment').replaceChildren(
    element('h1', {}, text('shop.paying')),
    element('p', { role: isFailure ? 'alert' : 'status' }, words),
    element('div', { class: 'goods-actions' },
      isFailure && element('button', { type: 'button', class: 'button is-main', onclick: open },
        text('shop.openAgain')),
      element('a', { class: 'button', href: orderAddress(id) }, text('shop.toOrder'))));
}

// Coming back by the browser's button does not open the window a second time.
addEventListener('pageshow', ({ persisted }) => { if (persisted) location.replace(orderAddress(id)); });
/** @type {PerformanceNavigationTiming[]} */
const [arrival] = /** @type {any} */ (performance.getEntriesByType('navigation'));
if (arrival?.type === 'back_forward') location.replace(orderAddress(id));
else open();
