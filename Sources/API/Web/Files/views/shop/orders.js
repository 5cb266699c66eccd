// /app/orders: the member's orders; /app/orders/{id}: one of them; below it `return` from its payment window, its
// `receipt`, and `try`.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { requireMember } from '../../core/navigation.js';
import { formatDate, formatWon, text } from '../../core/texts.js';
import { endlessList } from '../../widgets/endless-list.js';
import { chipLink, chipRow, listHead } from '../../widgets/list-head.js';
import { shopNav, thumbnail } from './nav.js';
import { showOrder } from './order-page.js';
import { isPurchased, stateBadge, stateGroups } from './order-states.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, visit) {
  const { path: [id, part], query, signal, setTitle } = visit;
  if (!requireMember('/app/orders', signal)) return;
  if (part === 'receipt') {
    await (await import('./receipt.js')).showReceipt(root, id, visit);
    return;
  }
  if (part === 'try') {
    await (await import('./try-on.js')).tryOrder(root, id, visit);
    return;
  }
  if (id) {
    await showOrder(root, id, part === 'return', visit);
    return;
  }
  setTitle(text('shop.orders'));
  const shown = Object.hasOwn(stateGroups, query.get('state') ?? '') ? query.get('state') : '';
  const isListed = withoutAttempts();
  const list = endlessList({
    load: async (cursor) => {
      const { items, next } = await get('/api/orders', { state: stateGroups[shown] ?? listedStates, cursor }, signal);
      return { items: isListed(items), next };
    },
    item: orderLink, empty: () => emptyPrompt(shown), signal, label: text('shop.orders'), class: 'orders',
  });
  root.append(listHead(text('shop.orders')), shopNav('/app/orders') || '', chips(shown), list.root);
}

/** Orders that ran out unpaid are in no list: nothing came of them. */
const listedStates = Object.values(stateGroups).join(',');

/**
 * What leaves out attempts to buy goods beside another order of the same goods: what was paid stays, and of what was
 * not paid the newest, unless the member has the goods. Its argument is a page, newest first.
 */
function withoutAttempts() {
  const posts = new Set();
  return (orders) => {
    for (const order of orders) if (isPurchased(order)) posts.add(order.post);
    return orders.filter((order) => {
      const isListed = order.state !== 'pending' || !posts.has(order.post);
      posts.add(order.post);
      return isListed;
    });
  };
}

const chips = (shown) => chipRow(text('shop.states'), ['', ...Object.keys(stateGroups)].map((state) =>
  chipLink(state ? `/app/orders?state=${state}` : '/app/orders', state === shown,
    text(state ? `shop.state.${state}` : 'shop.all'))));

const orderLink = (it) => element('a', { class: 'order-link', href: `/app/orders/${it.id}` }, thumbnail(it.photo),
  element('span', { class: 'order-words' }, element('span', { class: 'order-name' }, it.name),
    element('span', { class: 'order-date' }, formatDate(it.created_at))),
  element('span', { class: 'order-sum' }, stateBadge(it), element('b', {}, formatWon(it.amount))));

const emptyPrompt = (shown) => element('div', { class: 'empty' },
  element('p', {}, text(shown ? 'shop.noneOfState' : 'shop.noOrders')),
  element('p', { class: 'actions' },
    element('a', { class: 'button is-main', href: shown ? '/app/orders' : '/app/shop' },
    text(shown ? 'shop.allOrders' : 'shop.toShop'))));
