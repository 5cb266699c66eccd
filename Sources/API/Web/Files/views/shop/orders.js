// /app/orders: one's own orders; /app/orders/{id}: one of them; /app/orders/{id}/return: whoever comes from its window.

import { get, member, members } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go, loginAddress, style } from '../../router.js';
import { date, text, won } from '../../core/texts.js';
import { endless } from '../../widgets/ui.js';
import { order } from './order-page.js';
import { badge, groups } from './order-states.js';

await style('feed');

/** @param {HTMLElement} root @param {import('../../router.js').Visit} visit */
export async function show(root, visit) {
  const { path: [id, part], query, signal, title } = visit;
  const known = member()?.id;
  if (!known) {
    await go(loginAddress(), true);
    return;
  }
  members.addEventListener('change', (event) => {
    if (/** @type {CustomEvent} */ (event).detail.hasEnded) go(loginAddress(), true);
    // Somebody else has logged in, in another tab.
    else if (member() && member()?.id !== known) go('/app/orders', true);
  }, { signal });
  if (id) {
    await order(root, id, part === 'return', visit);
    return;
  }
  title(text('shop.orders'));
  const shown = Object.hasOwn(groups, query.get('state') ?? '') ? query.get('state') : '';
  const list = endless({
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
  element('span', { class: 'order-when' }, date(it.created_at)), element('b', {}, won(it.amount)));

const nothing = (shown) => element('div', { class: 'empty' },
  element('p', {}, text(shown ? 'shop.noneOfState' : 'shop.noOrders')),
  element('p', { class: 'actions' }, element('a', { class: 'button is-main', href: shown ? '/app/orders' : '/app/shop' },
    text(shown ? 'shop.allOrders' : 'shop.toShop'))));
