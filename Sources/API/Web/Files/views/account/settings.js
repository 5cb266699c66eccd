// /app/me/settings: what one decides about one's account, and logging out.

import { element } from '../../core/dom.js';
import { logOut } from '../../core/login.js';
import { go } from '../../core/navigation.js';
import { text } from '../../core/texts.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { notify, whileBusy } from '../../widgets/notice.js';
import { partHead } from './page-header.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { setTitle }) {
  setTitle(text('account.settings'));
  root.classList.add('narrow');
  root.append(
    partHead(text('account.settings'), '/app/me'),
    element('ul', { class: 'rows' },
      way('password', text('account.changePassword')),
      way('logins', text('account.logins')),
      way('blocks', text('account.blocks'))),
    element('p', { class: 'aside' }, text('account.language')),
    element('div', { class: 'actions' }, logOutButton(), logOutEverywhereButton()),
    element('p', { class: 'aside' }, element('a', { class: 'danger', href: '/app/me/leaving' }, text('account.leave'))));
}

const way = (part, words) => element('li', {}, element('a', { href: `/app/me/${part}` }, words));

function logOutButton() {
  const button = element('button', { type: 'button', class: 'small' }, text('account.logOut'));
  button.addEventListener('click', () => whileBusy(button, () => end(false)));
  return button;
}

function logOutEverywhereButton() {
  const button = element('button', { type: 'button', class: 'small' }, text('account.logOutEverywhere'));
  button.addEventListener('click', async () => {
    const question = text('account.logOutEverywhere');
    if (!(await isConfirmed(question, text('account.logOutEverywhereAbout'), text('account.logOut')))) return;
    await whileBusy(button, () => end(true));
  });
  return button;
}

async function end(everywhere) {
  await logOut(everywhere);
  notify(text('account.loggedOut'));
  go('/');
}
