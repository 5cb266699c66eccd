// The lists of a person's followers and of the people whom they follow.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { member } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { endlessList } from '../../widgets/endless-list.js';
import { avatar } from '../../widgets/photo.js';
import { pageHeader } from './page-header.js';

/**
 * @param {HTMLElement} root
 * @param {{id: string, nickname: string}} person
 * @param {'followers' | 'following'} list
 * @param {AbortSignal} signal
 */
export async function showFollowList(root, person, list, signal) {
  const parent = person.id === member()?.id ? '/app/me' : `/app/people/${person.id}`;
  const name = text(`account.${list}Of`, { name: person.nickname });
  const people = endlessList({
    load: (cursor) => get(`/api/accounts/${person.id}/${list}`, { cursor, limit: 50 }, signal), item: row, signal,
    empty: () => element('p', { class: 'empty' }, text(`account.no.${list}`)), label: name, class: 'rows',
  });
  root.append(pageHeader(name, parent), people.root);
  await people.first;
}

const row = (person) => element('a', { class: 'person-row', href: `/app/people/${person.id}` }, avatar(person),
  element('span', { class: 'words title', dir: 'auto' }, person.nickname));
