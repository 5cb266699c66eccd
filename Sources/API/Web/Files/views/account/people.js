// /app/people/{id}: somebody's page, and below it who follows them and whom they follow.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { member, onSessionChange } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { blockButton } from './block-button.js';
import { followButton } from './follow-button.js';
import { showRelations } from './follow-lists.js';
import { postGrid } from './post-grid.js';
import { head } from './profile-header.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { path: [id, list], signal, setTitle }) {
  const viewer = member()?.id;
  if (!list && viewer && id === viewer) {
    go('/app/me', true);
    return;
  }
  // What is seen, and what can be done, depends on who looks.
  onSessionChange(() => { if (member()?.id !== viewer) go(location.pathname, true); }, signal);
  const person = await profile(id, signal);
  if (!person) {
    setTitle(text('account.nobody'));
    root.append(nobody());
  } else if (list === 'followers' || list === 'following') {
    setTitle(text(`account.${list}Of`, { name: person.nickname }));
    await showRelations(root, person, list, signal);
  } else {
    setTitle(person.nickname);
    await showProfile(root, person, signal);
  }
}

/** Null where there is nobody, or nobody who is shown. */
async function profile(id, signal) {
  if (!/^[0-9a-f]{24}$/.test(id ?? '')) return null;
  try {
    return await get(`/api/accounts/${id}`, {}, signal);
  } catch (failure) {
    if (failure.status === 404) return null;
    throw failure;
  }
}

const nobody = () => element('div', { class: 'empty' },
  element('h2', {}, text('account.nobody')),
  element('p', {}, text('account.nobodyWhy')),
  member() && element('p', {}, element('a', { class: 'small', href: '/app/me/blocks' }, text('account.blocks'))));

async function showProfile(root, person, signal) {
  const posts = postGrid(person.id, signal, () => element('p', { class: 'empty' }, text('account.noPosts')));
  const place = element('div');
  place.append(head(person, [followButton(person, place), blockButton(person, root)]), posts.root);
  root.append(place);
  await posts.first;
}
