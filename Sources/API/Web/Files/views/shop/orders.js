// /app/orders: the member's orders; /app/orders/{id}: one of them; /app/orders/{id}/return: the return from its
// payment window.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { requireMember } from '../../core/navigation.js';
import { formatDate, formatWon, text } from '../../core/texts.js';
import { endlessList } from '../../widgets/endless-list.js';
import { chipLink, chipRow, listHead } from '../../widgets/list-head.js';
import { showOrder } from './order-page.js';
import { stateBadge, stateGroups } from './order-states.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, visit) {
  const { path: [id, part], query, signal, setTitle } = visit;
  if (!requireMember('/app/orders', signal)) return;
  if (id) {
    await showOrder(root, id, part === 'return', visit);
    return;
  }
  setTitle(text('shop.orders'));
  const shown = Object.hasOwn(stateGroups, query.get('state') ?? '') ? query.get('state') : '';
  const list = endlessList({
    load: (cursor) => get('/api/orders', { state: stateGroups[shown], cursor }, signal),
    item: orderLink, empty: () => emptyPrompt(shown), signal, label: text('shop.orders'), class: 'orders',
  });
  root.append(
    listHead(text('shop.orders'), element('a', { class: 'small', href: '/app/shop' }, text('shop.toShop'))),
    chips(shown), list.root);
}

const chips = (shown) => chipRow(text('shop.states'), ['', ...Object.keys(stateGroups)].map((state) =>
  chipLink(state ? `/app/orders?state=${state}` : '/app/orders', state === shown,
    text(state ? `shop.state.${state}` : 'shop.all'))));

const orderLink = (it) => element('a', { class: 'order-link', href: `/app/orders/${it.id}` },
  element('span', { class: 'order-name' }, it.name), stateBadge(it),
  element('span', { class: 'order-date' }, formatDate(it.created_at)), element('b', {}, formatWon(it.amount)));

const emptyPrompt = (shown) => element('div', { class: 'empty' },
  element('p', {}, text(shown ? 'shop.noneOfState' : 'shop.noOrders')),
  element('p', { class: 'actions' },
    element('a', { class: 'button is-main', href: shown ? '/app/orders' : '/app/shop' },
    text(shown ? 'shop.allOrders' : 'shop.toShop'))));
