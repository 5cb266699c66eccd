// /app/me: one's own page, and what one decides about oneself.

import { element } from '../../core/dom.js';
import { ownAccount } from '../../core/login.js';
import { go, loginAddress } from '../../core/navigation.js';
import { member, onSessionChange } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { postGrid } from './post-grid.js';
import { head } from './profile-header.js';

/** The pages below one's own by the last part of their addresses, each a module that exports `show` as well. */
const parts = {
  edit: 'edit-profile', settings: 'settings', password: 'change-password', logins: 'linked-logins', blocks: 'blocked-people',
  leaving: 'delete-account',
};

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, visit) {
  const { path: [part], signal, setTitle } = visit;
  const known = member();
  if (!known) {
    go(loginAddress(), true);
    return;
  }
  onSessionChange((hasEnded) => {
    if (hasEnded) go(loginAddress(), true);
    // Somebody else has logged in, in another tab.
    else if (member() && member().id !== known.id) go('/app/me', true);
  }, signal);
  if (Object.hasOwn(parts, part ?? '')) {
    const module = await import(`./${parts[part]}.js`);
    if (!signal.aborted) await module.show(root, visit);
  } else if (part) go('/app/me', true);
  else {
    setTitle(known.nickname);
    await own(root, known, signal);
  }
}

async function own(root, known, signal) {
  const actions = () => [
    element('a', { class: 'small', href: '/app/me/edit' }, text('account.editProfile')),
    element('a', { class: 'small', href: '/app/me/settings' }, text('account.settings')),
  ];
  // What is known already is shown at once.
  root.append(head(known, actions()));
  const account = await ownAccount();
  if (signal.aborted) return;
  const posts = postGrid(known.id, signal, () => element('div', { class: 'empty' },
    element('p', {}, text('account.noPostsOwn')),
    element('p', {}, element('a', { class: 'small', href: '/app/posts/new' }, text('account.firstPost')))));
  root.replaceChildren(head(account, actions()), posts.root);
  await posts.first;
}
