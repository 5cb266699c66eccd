// /app/me: the member's own page, and the pages of the account below it.

import { element } from '../../core/dom.js';
import { ownAccount } from '../../core/login.js';
import { go, requireMember } from '../../core/navigation.js';
import { text } from '../../core/texts.js';
import { recountUnread } from '../../core/unread.js';
import { ownPages } from './own-pages.js';
import { postGrid } from './post-grid.js';
import { profileHeader } from './profile-header.js';

/** The modules of the pages below, by the last part of their addresses. Each exports `show` as well. */
const pages = {
  edit: 'edit-profile', settings: 'settings', password: 'change-password', email: 'change-email',
  passkeys: 'passkeys', logins: 'linked-logins', blocks: 'blocked-people', likes: 'own-pages', notices: 'notices',
  proposals: 'proposals', 'notice-settings': 'notice-settings', devices: 'devices', consents: 'consents',
  leaving: 'delete-account',
};

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, visit) {
  const { path: [page], signal, setTitle } = visit;
  const known = requireMember('/app/me', signal);
  if (!known) return;
  if (Object.hasOwn(pages, page ?? '')) {
    const module = await import(`./${pages[page]}.js`);
    if (!signal.aborted) await module.show(root, visit);
  } else if (page) go('/app/me', true);
  else {
    setTitle(known.nickname);
    await showProfile(root, known, signal);
  }
}

async function showProfile(root, known, signal) {
  const actions = () => [
    element('a', { class: 'small', href: '/app/me/edit' }, text('account.editProfile')),
    element('a', { class: 'small', href: '/app/me/settings' }, text('account.settings')),
  ];
  // Known data is shown at once.
  root.append(profileHeader(known, actions()), ownPages());
  recountUnread();
  const account = await ownAccount();
  if (signal.aborted) return;
  const posts = postGrid({ author: known.id }, signal, () => element('div', { class: 'empty' },
    element('p', {}, text('account.noPostsOwn')),
    element('p', {}, element('a', { class: 'small', href: '/app/posts/new' }, text('account.firstPost')))));
  root.firstElementChild?.replaceWith(profileHeader(account, actions()));
  root.append(posts.root);
  await posts.first;
}
