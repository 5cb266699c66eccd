// /app/me: one's own page.

import { get, member, remember } from '../../api.js';
import { element } from '../../dom.js';
import { go, loginAddress } from '../../router.js';
import { text } from '../../texts.js';

/** @param {HTMLElement} root @param {import('../../router.js').Visit} visit */
export async function show(root, { signal, title }) {
  if (!member()) {
    go(loginAddress(), true);
    return;
  }
  title(text('account.title'));
  const account = await get('/api/me', {}, signal);
  remember(account);
  root.append(element('h2', {}, account.nickname));
}
