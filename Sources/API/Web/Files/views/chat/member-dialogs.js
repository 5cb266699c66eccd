// Who is in a workspace or a channel, and choosing one of them.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { closeRow, openDialog } from '../../widgets/dialog.js';
import { avatar } from '../../widgets/photo.js';

/** So many are shown at first, and more with each wish. */
const step = 100;

/**
 * Shows who is there. What is done with a member: `acts` gives buttons for one.
 * @param {string} title
 * @param {() => Promise<{items: any[]}>} load
 * @param {{me: string, acts?: (member: any, close: (value: any) => void) => (Node | false)[]}} parts
 */
export async function showMembers(title, load, { me, acts = () => [] }) {
  const { items } = await load();
  return openDialog(`${title} ${text('chat.people', { count: items.length })}`, (close) => [
    ...found(items, (member) => element('li', { class: 'member' },
      element('a', { class: 'member-who', href: `/app/people/${member.person.id}`, onclick: () => close(null) },
        avatar(member.person), element('span', {}, member.person.nickname), ...marks(member, me)),
      ...acts(member, close).filter(Boolean))),
    closeRow(close, { label: text('chat.close') }),
  ]);
}

/** Lets one of them be chosen, oneself apart. @returns {Promise<{id: string, nickname: string} | null>} */
export function pickMember(title, members, me) {
  const others = members.filter(({ person }) => person.id !== me);
  return openDialog(title, (close) => [
    ...(others.length ? found(others, (member) => element('li', { class: 'member' },
      element('button', { type: 'button', class: 'member-who', onclick: () => close(member.person) },
        avatar(member.person), element('span', {}, member.person.nickname))))
      : [element('p', { class: 'empty' }, text('chat.nobodyElse'))]),
    closeRow(close),
  ]);
}

const marks = ({ person, role }, me) => [
  role === 'owner' && element('span', { class: 'mark-of' }, text('chat.owner')),
  person.id === me && element('span', { class: 'mark-of' }, text('chat.you')),
];

/** A list with a field that narrows it by name. */
function found(members, item) {
  const list = element('ul', { class: 'members' });
  const more = element('button', { type: 'button', class: 'small', onclick: () => show(shown + step) }, text('more'));
  const wanted = /** @type {HTMLInputElement} */ (element('input', {
    type: 'search', class: 'seek', 'aria-label': text('chat.findMember'), placeholder: text('chat.findMember'), oninput: () => show(step),
  }));
  let shown = 0;
  function show(most) {
    shown = most;
    const part = wanted.value.trim().toLocaleLowerCase();
    const fitting = members.filter(({ person }) => person.nickname.toLocaleLowerCase().includes(part));
    list.replaceChildren(...fitting.slice(0, most).map(item));
    more.hidden = fitting.length <= most;
  }
  show(step);
  return [members.length > 8 && wanted, list, more];
}
