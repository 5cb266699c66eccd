// /app/shop/library: the goods that the member has, each once, with its files.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { requireMember } from '../../core/navigation.js';
import { formatDate, text } from '../../core/texts.js';
import { endlessList } from '../../widgets/endless-list.js';
import { listHead } from '../../widgets/list-head.js';
import { downloadButton } from './files.js';
import { shopNav, thumbnail } from './nav.js';
import { orderAddress } from './order-states.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function showLibrary(root, { signal, setTitle }) {
  if (!requireMember('/app/shop', signal)) return;
  setTitle(text('shop.library'));
  const list = endlessList({
    load: (cursor) => get('/api/me/library', { cursor }, signal),
    item, empty, signal, label: text('shop.library'), class: 'orders',
  });
  root.append(listHead(text('shop.library')), shopNav('/app/shop/library') || '', list.root);
  await list.first;
}

const item = (order) => element('div', { class: 'library-item', 'data-order': order.id },
  element('a', { class: 'order-link', href: orderAddress(order.id) }, thumbnail(order.photo),
    element('span', { class: 'order-words' }, element('span', { class: 'order-name' }, order.name),
      element('span', { class: 'order-date' }, text('shop.boughtOn', { date: formatDate(order.paid_at) })))),
  downloadButton(order, 'small is-main'));

const empty = () => element('div', { class: 'empty' }, element('p', {}, text('shop.libraryEmpty')),
  element('p', { class: 'actions' },
    element('a', { class: 'button is-main', href: '/app/shop' }, text('shop.toShop'))));
