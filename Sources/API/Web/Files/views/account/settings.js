// /app/me/settings: the pages of the account, and logging out.

import { element } from '../../core/dom.js';
import { logOut } from '../../core/login.js';
import { go } from '../../core/navigation.js';
import { text } from '../../core/texts.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { openDisplayDialog } from '../../widgets/display-dialog.js';
import { notify, whileBusy } from '../../widgets/notice.js';
import { exportButton } from './export-button.js';
import { pageHeader } from './page-header.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { setTitle }) {
  setTitle(text('account.settings'));
  root.classList.add('narrow');
  root.append(
    pageHeader(text('account.settings'), '/app/me'),
    element('ul', { class: 'rows' },
      pageLink('email', text('account.email')),
      pageLink('password', text('account.changePassword')),
      pageLink('passkeys', text('account.passkey.title')),
      pageLink('devices', text('account.devices')),
      pageLink('logins', text('account.logins')),
      pageLink('notice-settings', text('account.notices.settings')),
      pageLink('consents', text('account.consent.title')),
      pageLink('blocks', text('account.blocks'))),
    element('div', { class: 'actions aside' },
      element('button', { type: 'button', class: 'small', onclick: openDisplayDialog }, text('display.title')),
      exportButton(),
      element('a', { class: 'small', href: '/docs' }, text('account.api'))),
    element('div', { class: 'actions' }, logOutButton(), logOutEverywhereButton()),
    element('p', { class: 'aside' },
      element('a', { class: 'danger', href: '/app/me/leaving' }, text('account.delete'))));
}

const pageLink = (page, label) => element('li', {}, element('a', { href: `/app/me/${page}` }, label));

function logOutButton() {
  const button = element('button', { type: 'button', class: 'small' }, text('account.logOut'));
  button.addEventListener('click', () => whileBusy(button, () => endSession(false)));
  return button;
}

function logOutEverywhereButton() {
  const button = element('button', { type: 'button', class: 'small' }, text('account.logOutEverywhere'));
  button.addEventListener('click', async () => {
    const question = text('account.logOutEverywhere');
    if (!(await isConfirmed(question, text('account.logOutEverywhereAbout'), text('account.logOut')))) return;
    await whileBusy(button, () => endSession(true));
  });
  return button;
}

async function endSession(everywhere) {
  await logOut(everywhere);
  notify(text('account.loggedOut'));
  go('/');
}
