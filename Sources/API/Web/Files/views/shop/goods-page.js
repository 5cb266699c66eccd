// One of the goods: its photos, what it is, who sells it, and the way to buy it.

import { Problem, get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go, loginAddress } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { formatDate, text } from '../../core/texts.js';
import { linkHashtags } from '../../widgets/hashtags.js';
import { whileBusy } from '../../widgets/notice.js';
import { photoStrip } from '../../widgets/photo-strip.js';
import { avatar } from '../../widgets/photo.js';
import { buy } from './checkout.js';
import { closedNote, cost, goodsName, isOpen, kinds } from './goods.js';
import { isPayable } from './order-states.js';

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {import('../../core/navigation.js').Visit} visit
 */
export async function goods(root, id, { signal, setTitle }) {
  setTitle(text('shop.title'));
  const post = await get(`/api/posts/${encodeURIComponent(id)}`, {}, signal);
  if (signal.aborted) return;
  if (!kinds.includes(post.kind)) {
    // The address of a post that is not sold.
    await go(`/app/posts/${post.id}`, true);
    return;
  }
  const name = goodsName(post);
  setTitle(name);
  const before = element('div', { class: 'goods-before', role: 'status' });
  root.append(
    element('p', {}, element('a', { class: 'back-link', href: '/app/shop' }, text('shop.back'))),
    photoStrip(post, true) ?? '',
    element('h2', { class: 'goods-title' }, name),
    element('p', { class: 'goods-cost' }, cost(post.price)),
    seller(post),
    post.title && post.text.trim() ? element('p', { class: 'goods-words' }, ...linkHashtags(post.text)) : '',
    before,
    element('div', { class: 'goods-acts' }, ...acts(post, signal)));
  if (member() && !isOwn(post) && post.price > 0) await tellBefore(before, post, signal);
}

const isOwn = (post) => post.author.id === member()?.id;

const seller = (post) => element('p', {},
  element('a', { class: 'goods-person', href: `/app/people/${post.author.id}` }, avatar(post.author),
    element('span', {}, text('shop.soldBy', { name: post.author.nickname }))));

/** What one can do: buy it, or change it where it is one's own. */
function acts(post, signal) {
  if (isOwn(post)) {
    return [element('p', { class: 'faint' }, text('shop.own')),
      element('a', { class: 'button', href: `/app/posts/${post.id}/edit` }, text('edit'))];
  }
  if (post.price === 0) return [element('p', { class: 'faint' }, text('shop.freeNote'))];
  if (!isOpen()) return [closedNote()];
  const button = element('button', {
    type: 'button', class: 'button is-main goods-buy', onclick: () => whileBusy(button, () => bought(post, signal)),
  }, text('shop.buy', { cost: cost(post.price) }));
  return [button];
}

async function bought(post, signal) {
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

/** Whether the person has bought this before, or left without paying: a second order should be meant. */
async function tellBefore(place, post, signal) {
  try {
    const { items } = await get('/api/orders', { state: 'pending,paid', limit: 50 }, signal);
    const order = items.find((it) => it.post === post.id && (it.state === 'paid' || isPayable(it)));
    if (!order) return;
    const said = order.state === 'paid' ? text('shop.boughtBefore', { date: formatDate(order.paid_at) }) : text('shop.waiting');
    place.append(element('p', { class: 'shop-note' }, said, ' ',
      element('a', { href: `/app/orders/${order.id}` }, text('shop.seeOrder'))));
  } catch {
    // It is only a hint: the goods are there all the same.
  }
}
