// /app/orders: one's own orders; /app/orders/{id}: one of them; /app/orders/{id}/return: whoever comes from its window.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go, loginAddress } from '../../core/navigation.js';
import { member, onSessionChange } from '../../core/session.js';
import { formatDate, formatWon, text } from '../../core/texts.js';
import { endlessList } from '../../widgets/endless-list.js';
import { order } from './order-page.js';
import { badge, groups } from './order-states.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, visit) {
  const { path: [id, part], query, signal, setTitle } = visit;
  const known = member()?.id;
  if (!known) {
    await go(loginAddress(), true);
    return;
  }
  onSessionChange((hasEnded) => {
    if (hasEnded) go(loginAddress(), true);
    // Somebody else has logged in, in another tab.
    else if (member() && member()?.id !== known) go('/app/orders', true);
  }, signal);
  if (id) {
    await order(root, id, part === 'return', visit);
    return;
  }
  setTitle(text('shop.orders'));
  const shown = Object.hasOwn(groups, query.get('state') ?? '') ? query.get('state') : '';
  const list = endlessList({
    load: (cursor) => get('/api/orders', { state: groups[shown], cursor }, signal),
    item: line, empty: () => nothing(shown), signal, label: text('shop.orders'), class: 'orders',
  });
  root.append(
    element('div', { class: 'feed-head' }, element('h2', {}, text('shop.orders')),
      element('a', { class: 'small', href: '/app/shop' }, text('shop.toShop'))),
    chips(shown), list.root);
}

const chips = (shown) => element('nav', { class: 'feed-chips', 'aria-label': text('shop.states') },
  ...['', ...Object.keys(groups)].map((state) => element('a', {
    class: 'chip', href: state ? `/app/orders?state=${state}` : '/app/orders', 'aria-current': state === shown ? 'true' : null,
  }, text(state ? `shop.state.${state}` : 'shop.all'))));

const line = (it) => element('a', { class: 'order-line', href: `/app/orders/${it.id}` },
  element('span', { class: 'order-name' }, it.name), badge(it),
  element('span', { class: 'order-when' }, formatDate(it.created_at)), element('b', {}, formatWon(it.amount)));

const nothing = (shown) => element('div', { class: 'empty' },
  element('p', {}, text(shown ? 'shop.noneOfState' : 'shop.noOrders')),
  element('p', { class: 'actions' }, element('a', { class: 'button is-main', href: shown ? '/app/orders' : '/app/shop' },
    text(shown ? 'shop.allOrders' : 'shop.toShop'))));
