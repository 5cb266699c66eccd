// /app/shop/{post}: goods with photos, description, seller and the button that buys them.

import { Problem, get } from '../../core/api.js';
import { element, present } from '../../core/dom.js';
import { go, loginAddress } from '../../core/navigation.js';
import { goodsKinds } from '../../core/post-kinds.js';
import { member } from '../../core/session.js';
import { formatDate, text } from '../../core/texts.js';
import { linkHashtags } from '../../widgets/hashtags.js';
import { whileBusy } from '../../widgets/notice.js';
import { photoStrip } from '../../widgets/photo-strip.js';
import { avatar } from '../../widgets/photo.js';
import { save } from '../../widgets/save.js';
import { buy, pay } from './checkout.js';
import { downloadButton, fileName, mayBeOverlay } from './files.js';
import { closedNote, formatPrice, goodsName } from './goods.js';
import { isPayable, isPurchased, orderAddress } from './order-states.js';
import { confirmPurchase } from './summary.js';

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {import('../../core/navigation.js').Visit} visit
 */
export async function showGoods(root, id, { signal, setTitle }) {
  setTitle(text('shop.title'));
  const post = await get(`/api/posts/${encodeURIComponent(id)}`, {}, signal);
  if (signal.aborted) return;
  if (!goodsKinds.includes(post.kind)) {
    // A post that is not for sale.
    await go(`/app/posts/${post.id}`, true);
    return;
  }
  const name = goodsName(post);
  setTitle(name);
  const buttons = element('div', { class: 'goods-actions' });
  const orderNote = element('div', { class: 'goods-order', role: 'status' });
  root.append(
    element('p', {}, element('a', { class: 'back-link', href: '/app/shop' }, text('shop.back'))),
    photoStrip(post, { isWhole: true, isFirst: true }) ?? '',
    element('h2', { class: 'goods-title' }, name),
    element('p', { class: 'goods-cost' }, formatPrice(post.price)),
    seller(post),
    post.title && post.text.trim() ? element('p', { class: 'goods-words' }, ...linkHashtags(post.text)) : '',
    orderNote, buttons);
  const order = member() && !isOwn(post) && post.price > 0 ? await earlierOrder(post, signal) : null;
  if (signal.aborted) return;
  if (order) orderNote.append(noteOf(order, post, signal));
  buttons.replaceChildren(...present(actions(post, order, signal)));
}

const isOwn = (post) => post.author.id === member()?.id;

const seller = (post) => element('p', {},
  element('a', { class: 'goods-person', href: `/app/people/${post.author.id}` }, avatar(post.author),
    element('span', {}, text('shop.soldBy', { name: post.author.nickname }))));

/** What can be done: with one's own goods, free ones, those that one has or is about to pay, and others. */
function actions(post, order, signal) {
  if (isOwn(post)) {
    return [element('p', { class: 'faint' }, text('shop.own')),
      element('a', { class: 'button', href: `/app/posts/${post.id}/edit` }, text('edit'))];
  }
  if (post.price === 0) return freeActions(post);
  if (order && isPurchased(order)) {
    return [downloadButton(order),
      post.photos.some((photo) => mayBeOverlay({ photo })) && element('a', {
        class: 'button', href: `${orderAddress(order.id)}/try` }, text('shop.tryOn'))];
  }
  if (order) {
    return [element('button', { type: 'button', class: 'button is-main', onclick: () => pay(order) },
      text('shop.pay', { cost: formatPrice(order.amount) }))];
  }
  const closed = closedNote();
  if (closed) return [closed];
  const button = element('button', {
    type: 'button', class: 'button is-main goods-buy', onclick: () => whileBusy(button, () => buyOrLogIn(post, signal)),
  }, text('shop.buy', { cost: formatPrice(post.price) }));
  return [button];
}

function freeActions(post) {
  const saveAll = () => post.photos.forEach((photo, index) =>
    save(`/api/photos/${photo}`, fileName(goodsName(post), { photo }, index, post.photos.length)));
  return [element('p', { class: 'faint' }, text('shop.freeNote')),
    post.photos.length > 0 && element('button', { type: 'button', class: 'button is-main', onclick: saveAll },
      text('shop.download')),
    post.photos.some((photo) => mayBeOverlay({ photo })) && element('a', {
      class: 'button', href: `/app/shop/${post.id}/try` }, text('shop.tryOn'))];
}

function linkButton(key, work) {
  const button = element('button',
    { type: 'button', class: 'link', onclick: () => whileBusy(button, work) }, text(key));
  return button;
}

async function buyOrLogIn(post, signal) {
  if (!member()) {
    await go(loginAddress());
    return;
  }
  if (!(await confirmPurchase(post)) || signal.aborted) return;
  try {
    await buy(post.id, signal);
  } catch (failure) {
    if (failure instanceof Problem && failure.status === 401) await go(loginAddress());
    else throw failure;
  }
}

/** The pages of orders that are looked through, each of 100. */
const maxPages = 20;

/** An order of these goods: what was bought, else what can still be paid; null if there is none, or it is unknown. */
async function earlierOrder(post, signal) {
  try {
    let payable = null;
    let cursor = null;
    for (let pages = 0; pages < maxPages && (cursor || pages === 0); pages += 1) {
      const page = await get('/api/orders', { state: 'pending,paid,partlyCancelled', limit: 100, cursor }, signal);
      const orders = page.items.filter((it) => it.post === post.id);
      const bought = orders.find(isPurchased);
      if (bought) return bought;
      payable ??= orders.find(isPayable) ?? null;
      cursor = page.next;
    }
    return payable;
  } catch {
    return null;
  }
}

function noteOf(order, post, signal) {
  const words = isPurchased(order) ? text('shop.boughtBefore', { date: formatDate(order.paid_at) })
    : text('shop.waiting');
  return element('div', { class: 'shop-note' }, element('p', {}, words),
    element('p', { class: 'order-links' }, element('a', { href: orderAddress(order.id) }, text('shop.seeOrder')),
      isPurchased(order) && !closedNote() && linkButton('shop.buyAgain', () => buyOrLogIn(post, signal))));
}
