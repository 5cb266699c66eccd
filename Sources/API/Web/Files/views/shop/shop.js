// /app/shop: what is sold, as a grid; /app/shop/{post}: one of it.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { endlessList } from '../../widgets/endless-list.js';
import { icon } from '../../widgets/icon.js';
import { cachedPages, newCachedPages } from '../../widgets/post-list-cache.js';
import { goods } from './goods-page.js';
import { closedNote, kinds, tile } from './goods.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, visit) {
  const { path: [id], query, signal, setTitle } = visit;
  if (id) {
    await goods(root, id, visit);
    return;
  }
  setTitle(text('shop.title'));
  const kind = kinds.includes(query.get('kind')) ? query.get('kind') : '';
  root.append(head(kind), chips(kind), closedNote() || '');
  const kept = cachedPages();
  const list = shelf(kind, kept ?? newCachedPages(), kept !== null, signal);
  root.append(list.root);
  if (kept) await list.first;
}

const sellAddress = (kind) => `/app/posts/new?kind=${kind || kinds[0]}`;

const head = (kind) => element('div', { class: 'feed-head' }, element('h2', {}, text('shop.title')),
  element('div', { class: 'shop-ways' },
    element('a', { class: 'small', href: '/app/orders' }, text('shop.orders')),
    element('a', { class: 'button is-main', href: sellAddress(kind) }, icon('plus'), text('shop.sell'))));

const chips = (shown) => element('nav', { class: 'feed-chips', 'aria-label': text('shop.kinds') },
  ...['', ...kinds].map((kind) => element('a', {
    class: 'chip', href: kind ? `/app/shop?kind=${kind}` : '/app/shop', 'aria-current': kind === shown ? 'true' : null,
  }, text(kind ? `shop.kind.${kind}` : 'shop.all'))));

/** The list: what was loaded when it was left comes first, all of it. */
function shelf(kind, pages, isReturn, signal) {
  let isKept = isReturn;
  const load = async (cursor) => {
    if (isKept) {
      isKept = false;
      return { items: pages.items, next: pages.next };
    }
    const page = await get('/api/posts', { kind: kind || kinds.join(','), cursor, limit: 24 }, signal);
    pages.items.push(...page.items);
    pages.next = page.next;
    return page;
  };
  const empty = () => element('div', { class: 'empty' }, element('p', {}, text('shop.empty')),
    element('p', { class: 'actions' }, element('a', { class: 'button is-main', href: sellAddress(kind) }, text('shop.first'))));
  return endlessList({ load, item: tile, empty, signal, label: text('shop.list'), class: 'goods' });
}
