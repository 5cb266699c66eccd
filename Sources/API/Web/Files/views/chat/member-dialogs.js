// The dialogs that show the members of a workspace or a channel, or let one of them be chosen.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { closeRow, openDialog } from '../../widgets/dialog.js';
import { avatar } from '../../widgets/photo.js';

/** The number of members shown at first, and added by each press of the button. */
const pageSize = 100;

/**
 * Shows the members; `actions` returns buttons for one.
 * @param {string} title
 * @param {() => Promise<{items: any[]}>} load
 * @param {{me: string, actions?: (member: any, close: (value: any) => void) => (Node | false)[]}} parts
 */
export async function showMembers(title, load, { me, actions = () => [] }) {
  const { items } = await load();
  return openDialog(`${title} ${text('chat.people', { count: items.length })}`, (close) => [
    ...filterableList(items, (member) => element('li', { class: 'member' },
      element('a', { class: 'member-who', href: `/app/people/${member.person.id}`, onclick: () => close(null) },
        avatar(member.person), element('span', {}, member.person.nickname), ...badges(member, me)),
      ...actions(member, close).filter(Boolean))),
    closeRow(close, { label: text('chat.close') }),
  ]);
}

/** Lets the user choose another member. @returns {Promise<{id: string, nickname: string} | null>} */
export function pickMember(title, members, me) {
  const others = members.filter(({ person }) => person.id !== me);
  return openDialog(title, (close) => [
    ...(others.length ? filterableList(others, (member) => element('li', { class: 'member' },
      element('button', { type: 'button', class: 'member-who', onclick: () => close(member.person) },
        avatar(member.person), element('span', {}, member.person.nickname))))
      : [element('p', { class: 'empty' }, text('chat.nobodyElse'))]),
    closeRow(close),
  ]);
}

const badges = ({ person, role }, me) => [
  role === 'owner' && element('span', { class: 'role-badge' }, text('chat.owner')),
  person.id === me && element('span', { class: 'role-badge' }, text('chat.you')),
];

/** A list, with a field that filters it by name. */
function filterableList(members, item) {
  const list = element('ul', { class: 'members' });
  const more = element('button', { type: 'button', class: 'small', onclick: () => show(shown + pageSize) },
    text('more'));
  const filter = /** @type {HTMLInputElement} */ (element('input', {
    type: 'search', class: 'search-field', 'aria-label': text('chat.findMember'), placeholder: text('chat.findMember'),
    oninput: () => show(pageSize),
  }));
  let shown = 0;
  function show(max) {
    shown = max;
    const part = filter.value.trim().toLocaleLowerCase();
    const matching = members.filter(({ person }) => person.nickname.toLocaleLowerCase().includes(part));
    list.replaceChildren(...matching.slice(0, max).map(item));
    more.hidden = matching.length <= max;
  }
  show(pageSize);
  return [members.length > 8 && filter, list, more];
}
