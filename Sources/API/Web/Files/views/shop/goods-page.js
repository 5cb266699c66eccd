// /app/shop/{post}: goods with photos, description, seller and the button that buys them.

import { Problem, get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go, loginAddress } from '../../core/navigation.js';
import { goodsKinds } from '../../core/post-kinds.js';
import { member } from '../../core/session.js';
import { formatDate, text } from '../../core/texts.js';
import { linkHashtags } from '../../widgets/hashtags.js';
import { whileBusy } from '../../widgets/notice.js';
import { photoStrip } from '../../widgets/photo-strip.js';
import { avatar } from '../../widgets/photo.js';
import { buy } from './checkout.js';
import { closedNote, formatPrice, goodsName } from './goods.js';
import { isPayable } from './order-states.js';

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
  const orderNote = element('div', { class: 'goods-order', role: 'status' });
  root.append(
    element('p', {}, element('a', { class: 'back-link', href: '/app/shop' }, text('shop.back'))),
    photoStrip(post, { isWhole: true, isFirst: true }) ?? '',
    element('h2', { class: 'goods-title' }, name),
    element('p', { class: 'goods-cost' }, formatPrice(post.price)),
    seller(post),
    post.title && post.text.trim() ? element('p', { class: 'goods-words' }, ...linkHashtags(post.text)) : '',
    orderNote,
    element('div', { class: 'goods-actions' }, ...actions(post, signal)));
  if (member() && !isOwn(post) && post.price > 0) await showEarlierOrder(orderNote, post, signal);
}

const isOwn = (post) => post.author.id === member()?.id;

const seller = (post) => element('p', {},
  element('a', { class: 'goods-person', href: `/app/people/${post.author.id}` }, avatar(post.author),
    element('span', {}, text('shop.soldBy', { name: post.author.nickname }))));

/** The buy button; for the seller a link to the editor. */
function actions(post, signal) {
  if (isOwn(post)) {
    return [element('p', { class: 'faint' }, text('shop.own')),
      element('a', { class: 'button', href: `/app/posts/${post.id}/edit` }, text('edit'))];
  }
  if (post.price === 0) return [element('p', { class: 'faint' }, text('shop.freeNote'))];
  const closed = closedNote();
  if (closed) return [closed];
  const button = element('button', {
    type: 'button', class: 'button is-main goods-buy', onclick: () => whileBusy(button, () => buyOrLogIn(post, signal)),
  }, text('shop.buy', { cost: formatPrice(post.price) }));
  return [button];
}

async function buyOrLogIn(post, signal) {
  if (!member()) {
    await go(loginAddress());
    return;
  }
  try {
    await buy(post.id, signal);
  } catch (failure) {
    if (failure instanceof Problem && failure.status === 401) await go(loginAddress());
    else throw failure;
  }
}

/** Shows an earlier order of these goods, paid or not, to prevent an accidental second one. */
async function showEarlierOrder(place, post, signal) {
  try {
    const { items } = await get('/api/orders', { state: 'pending,paid', limit: 50 }, signal);
    const order = items.find((it) => it.post === post.id && (it.state === 'paid' || isPayable(it)));
    if (!order) return;
    const words = order.state === 'paid' ? text('shop.boughtBefore', { date: formatDate(order.paid_at) })
      : text('shop.waiting');
    place.append(element('p', { class: 'shop-note' }, words, ' ',
      element('a', { href: `/app/orders/${order.id}` }, text('shop.seeOrder'))));
  } catch {
    // The note is optional.
  }
}
