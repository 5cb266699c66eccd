// /pay/{order}: the page on which a gateway's own library opens its window. It is a document of its own, because the
// library may do here what no other page allows.

import { get } from '../../core/api.js';
import { byId, element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { errorText } from '../../widgets/error.js';
import { oneLine } from './goods.js';
import { isPayable } from './order-states.js';

const { gateway, library } = document.documentElement.dataset;
const id = location.pathname.split('/')[2] ?? '';
const orderAddress = `/app/orders/${encodeURIComponent(id)}`;
const returnAddress = `${location.origin}${orderAddress}/return`;

/** That the window did not open, in words for the person. */
class NotOpened extends Error {}

/** Where the libraries put themselves. */
const libraries = /** @type {any} */ (window);

/** How each library opens its window. What it tells is not read: the server asks the gateway itself. */
const windows = {
  /** @see https://developers.portone.io the second interface: an answer, or the way to the return address */
  'portone-v2': (order) => {
    const { store, channel, method } = order.checkout;
    return libraries.PortOne.requestPayment({
      storeId: store, ...(channel && { channelKey: channel }), paymentId: order.reference, orderName: oneLine(order.name),
      totalAmount: order.amount, currency: `CURRENCY_${order.currency}`, payMethod: method ?? 'CARD', redirectUrl: returnAddress,
    });
  },
  /** The first interface: calls back, or leads to the return address. */
  'portone-v1': (order) => new Promise((resolve) => {
    const { store, method } = order.checkout;
    libraries.IMP.init(store);
    libraries.IMP.request_pay({
      pay_method: method ?? 'card', merchant_uid: order.reference, name: oneLine(order.name), amount: order.amount,
      m_redirect_url: returnAddress,
    }, resolve);
  }),
};

/** Loads the library, once for the page; a failure can be tried again. */
function loaded() {
  return new Promise((resolve, reject) => {
    if (libraries.PortOne || libraries.IMP) return resolve(null);
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
  say(text('shop.opening'));
  try {
    const [order] = await Promise.all([get(`/api/orders/${encodeURIComponent(id)}`), loaded()]);
    if (!isPayable(order) || order.gateway !== gateway || !order.checkout.store) throw new NotOpened(text('shop.notPayable'));
    await opened(order);
    // Where the window was shown on this page, the way back is gone by the page itself. Going back does not pay again.
    location.replace(returnAddress);
  } catch (failure) {
    say(failure instanceof NotOpened ? failure.message : errorText(failure), true);
  }
}

async function opened(order) {
  try {
    return await windows[gateway](order);
  } catch (failure) {
    console.error(failure);
    throw new NotOpened(text('shop.windowRefused'));
  }
}

/** Says how it stands; `isOver`: and what can be done about it. */
function say(words, isOver = false) {
  byId('payment').replaceChildren(
    element('h1', {}, text('shop.paying')),
    element('p', { role: isOver ? 'alert' : 'status' }, words),
    element('div', { class: 'goods-acts' },
      isOver && element('button', { type: 'button', class: 'button is-main', onclick: open }, text('shop.openAgain')),
      element('a', { class: 'button', href: orderAddress }, text('shop.toOrder'))));
}

// Whoever comes back by the browser's button has left the window: it is not opened a second time.
addEventListener('pageshow', ({ persisted }) => { if (persisted) location.replace(orderAddress); });
/** @type {PerformanceNavigationTiming[]} */
const [arrival] = /** @type {any} */ (performance.getEntriesByType('navigation'));
if (arrival?.type === 'back_forward') location.replace(orderAddress);
else open();
