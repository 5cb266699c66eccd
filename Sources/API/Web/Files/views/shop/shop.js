// /app/shop: the goods on sale; /app/shop/{post}: one of them; /app/shop/library and /app/shop/sales: what the member
// has and sells.

import { element } from '../../core/dom.js';
import { goodsKinds } from '../../core/post-kinds.js';
import { text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { chipLink, chipRow, listHead } from '../../widgets/list-head.js';
import { postList } from '../../widgets/post-list.js';
import { showGoods } from './goods-page.js';
import { closedNote, goodsTile } from './goods.js';
import { shopNav } from './nav.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, visit) {
  const { path: [id, part], query, signal, setTitle } = visit;
  if (id === 'library') {
    await (await import('./library.js')).showLibrary(root, visit);
    return;
  }
  if (id === 'sales') {
    await (await import('./sales.js')).showSales(root, visit);
    return;
  }
  if (id && part === 'try') {
    await (await import('./try-on.js')).tryFreeGoods(root, id, visit);
    return;
  }
  if (id) {
    await showGoods(root, id, visit);
    return;
  }
  setTitle(text('shop.title'));
  const kind = goodsKinds.includes(query.get('kind')) ? query.get('kind') : '';
  const list = postList({
    query: { kind: kind || goodsKinds.join(','), limit: 24 }, item: goodsTile, empty: () => emptyPrompt(kind), signal,
    label: text('shop.list'), class: 'goods',
  });
  root.append(head(kind), shopNav('/app/shop') || '', chips(kind), closedNote() || '', list.root);
  if (list.isRestored) await list.first;
}

const sellAddress = (kind) => `/app/posts/new?kind=${kind || goodsKinds[0]}`;

const head = (kind) => listHead(text('shop.title'),
  element('a', { class: 'button is-main', href: sellAddress(kind) }, icon('plus'), text('shop.sell')));

const chips = (shown) => chipRow(text('shop.kinds'), ['', ...goodsKinds].map((kind) =>
  chipLink(kind ? `/app/shop?kind=${kind}` : '/app/shop', kind === shown,
    text(kind ? `shop.kind.${kind}` : 'shop.all'))));

const emptyPrompt = (kind) => element('div', { class: 'empty' }, element('p', {}, text('shop.empty')),
  element('p', { class: 'actions' },
    element('a', { class: 'button is-main', href: sellAddress(kind) }, text('shop.first'))));
