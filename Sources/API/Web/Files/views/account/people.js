// /app/people/{id}: a person's page; below it `followers` and `following`.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { member, onSessionChange } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { blockButton } from './block-button.js';
import { followButton } from './follow-button.js';
import { showFollowList } from './follow-lists.js';
import { messageButton } from './message-button.js';
import { postGrid } from './post-grid.js';
import { profileHeader } from './profile-header.js';

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { path: [id, list], signal, setTitle }) {
  const viewer = member()?.id;
  if (!list && viewer && id === viewer) {
    go('/app/me', true);
    return;
  }
  // What the page shows depends on who is logged in.
  onSessionChange(() => { if (member()?.id !== viewer) go(location.pathname, true); }, signal);
  const person = await profile(id, signal);
  if (!person) {
    setTitle(text('account.nobody'));
    root.append(notFound());
  } else if (list === 'followers' || list === 'following') {
    setTitle(text(`account.${list}Of`, { name: person.nickname }));
    await showFollowList(root, person, list, signal);
  } else {
    setTitle(person.nickname);
    await showProfile(root, person, signal);
  }
}

/** Null if the person does not exist, or one of the two blocks the other. */
async function profile(id, signal) {
  if (!/^[0-9a-f]{24}$/.test(id ?? '')) return null;
  try {
    return await get(`/api/accounts/${id}`, {}, signal);
  } catch (failure) {
    if (failure.status === 404) return null;
    throw failure;
  }
}

const notFound = () => element('div', { class: 'empty' },
  element('h2', {}, text('account.nobody')),
  element('p', {}, text('account.nobodyWhy')),
  member() && element('p', {}, element('a', { class: 'small', href: '/app/me/blocks' }, text('account.blocks'))));

async function showProfile(root, person, signal) {
  const posts = postGrid({ author: person.id }, signal,
    () => element('p', { class: 'empty' }, text('account.noPosts')));
  const place = element('div');
  const actions = [followButton(person, place), messageButton(person), blockButton(person, root)];
  place.append(profileHeader(person, actions), posts.root);
  root.append(place);
  await posts.first;
}
