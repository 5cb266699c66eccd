// /app/me/logins: the providers by which the member can log in.

import { get, send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { formatDate, text } from '../../core/texts.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { whileBusy } from '../../widgets/notice.js';
import { pageHeader } from './page-header.js';
import { providerLogo, providerName } from './social-login.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, setTitle }) {
  setTitle(text('account.logins'));
  root.classList.add('narrow');
  root.append(pageHeader(text('account.logins')));
  const { identities } = await get('/api/identities', {}, signal);
  const place = element('div');
  const fill = () => place.replaceChildren(list.childElementCount ? list
    : element('p', { class: 'empty' }, text('account.noLogins')));
  const list = element('ul', { class: 'rows' }, ...identities.map((identity) => row(identity, fill)));
  fill();
  root.append(place);
}

function row({ provider, email, linked_at: since }, onRemove) {
  const name = providerName(provider);
  const unlink = element('button', { type: 'button', class: 'small' }, text('account.unlink'));
  unlink.setAttribute('aria-label', text('account.unlinkOf', { provider: name }));
  const made = element('li', {}, element('div', { class: 'person-row' }, providerLogo(provider),
    element('div', { class: 'words' }, element('span', { class: 'title' }, name),
      element('span', { class: 'faint' }, email ?? text('account.linkedSince', { date: formatDate(since) }))),
    unlink));
  unlink.addEventListener('click', async () => {
    const question = text('account.unlinkOf', { provider: name });
    if (!(await isConfirmed(question, text('account.unlinkAbout'), text('account.unlink')))) return;
    await whileBusy(unlink, async () => {
      await send('DELETE', `/api/identities/${provider}`);
      made.remove();
      onRemove();
    });
  });
  return made;
}
