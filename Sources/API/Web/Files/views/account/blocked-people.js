// /app/me/blocks: the people whom the member blocks.

import { get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { endlessList } from '../../widgets/endless-list.js';
import { whileBusy } from '../../widgets/notice.js';
import { avatar } from '../../widgets/photo.js';
import { pageHeader } from './page-header.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, setTitle }) {
  setTitle(text('account.blocks'));
  root.classList.add('narrow');
  const people = endlessList({
    load: (cursor) => get('/api/me/blocks', { cursor, limit: 50 }, signal), item: row, signal, class: 'rows',
    empty: () => element('p', { class: 'empty' }, text('account.noBlocks')), label: text('account.blocks'),
  });
  root.append(pageHeader(text('account.blocks')), element('p', { class: 'lead' }, text('account.blocksAbout')),
    people.root);
  await people.first;
}

/** The row stays after unblocking, so that it can be undone. */
function row(person) {
  let isBlocked = true;
  const button = element('button', { type: 'button', class: 'small' });
  const showLabel = () => {
    button.textContent = text(isBlocked ? 'account.unblock' : 'account.block');
    button.setAttribute('aria-label', `${button.textContent}: ${person.nickname}`);
  };
  button.addEventListener('click', () => whileBusy(button, async () => {
    await send(isBlocked ? 'DELETE' : 'PUT', `/api/accounts/${person.id}/block`);
    isBlocked = !isBlocked;
    showLabel();
  }));
  showLabel();
  return element('div', { class: 'person-row' }, avatar(person),
    element('span', { class: 'words title', dir: 'auto' }, person.nickname), button);
}
