// One party: its plan, its people, its quests, and what one can do.

import { Problem, get, send } from '../../core/api.js';
import { element, present } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { formatDateTime, text } from '../../core/texts.js';
import { boothCard } from '../../widgets/booth-card.js';
import { isConfirmed } from '../../widgets/dialog.js';
import { linkHashtags } from '../../widgets/hashtags.js';
import { icon, iconButton } from '../../widgets/icon.js';
import { openMenu } from '../../widgets/menu.js';
import { notify, whileBusy } from '../../widgets/notice.js';
import { avatar } from '../../widgets/photo.js';
import { shareButton } from '../../widgets/share-button.js';
import { placesLeft, readPlan } from '../../core/party-plan.js';
import { questSection } from './quests.js';

const insiders = ['master', 'admin', 'member'];

/** @param {HTMLElement} root @param {string} id @param {import('../../core/navigation.js').Visit} visit */
export async function showParty(root, id, { query, signal, setTitle }) {
  const code = query.get('code') ?? '';
  const body = element('div', { class: 'party-page' });
  root.append(element('a', { class: 'back-link', href: '/app/party' }, text('party.title')), body);
  await load();

  async function load() {
    try {
      const party = await get(`/api/parties/${id}`, { code }, signal);
      setTitle(party.name);
      const isInside = insiders.includes(party.grade);
      const members = isInside ? (await get(`/api/parties/${id}/members`, {}, signal)).items : [];
      if (!signal.aborted) draw(party, members);
    } catch (failure) {
      if (!(failure instanceof Problem) || failure.status !== 404) throw failure;
      setTitle(text('party.unknown'));
      body.replaceChildren(element('h2', {}, text('party.unknown')), element('p', {}, text('error.party-unknown')));
    }
  }

  function draw(party, members) {
    const isLeader = ['master', 'admin'].includes(party.grade);
    const plan = readPlan(party.description);
    body.replaceChildren(...present([
      element('div', { class: 'party-head' }, element('h2', {}, party.name),
        party.grade === 'master' && iconButton('more', text('party.menu'), () => openPartyMenu(party),
          { 'aria-haspopup': 'dialog' })),
      element('a', { class: 'person-row', href: `/app/people/${party.master.id}` }, avatar(party.master),
        element('span', { class: 'words' }, element('span', { class: 'title' }, party.master.nickname),
          element('span', { class: 'faint' }, text('party.grade.master')))),
      plan.text && element('p', { class: 'party-words' }, ...linkHashtags(plan.text)),
      planFacts(party, plan), plan.booth !== null && boothCard(plan.booth), actions(party, plan),
      ...(members.length > 0 ? [peopleSection(party, members, isLeader), questSection(party, signal)] : []),
    ]));
  }

  /** Has a button send a change, say what has happened, and show the party as it is now. */
  function change(method, path, words, content = undefined) {
    return (event) => whileBusy(event.currentTarget, async () => {
      await send(method, `/api/parties/${id}${path}`, content);
      notify(words);
      await load();
    });
  }

  function actions(party, plan) {
    const join = `/application${code ? `?code=${encodeURIComponent(code)}` : ''}`;
    const isFull = placesLeft(plan, party.member_count) === 0;
    const address = `/app/party/${party.id}${party.is_public ? '' : `?code=${party.access_code ?? code}`}`;
    const isInside = insiders.includes(party.grade);
    return element('div', { class: 'actions' },
      !party.grade && element('button', {
        type: 'button', class: 'small is-main', disabled: isFull,
        onclick: change('POST', join, text('party.applied')),
      }, text(isFull ? 'party.full' : 'party.apply')),
      party.grade === 'applicant' && element('button', {
        type: 'button', class: 'small', onclick: change('DELETE', '/membership', text('party.withdrawn')),
      }, text('party.withdraw')),
      isInside && element('a', { class: 'small is-main', href: `/app/chat/${party.id}` }, icon('chat'),
        text('party.chat')),
      shareButton(party.name, address, 'small'),
      isInside && party.grade !== 'master' && element('button', {
        type: 'button', class: 'small', onclick: change('DELETE', '/membership', text('party.hasLeft')),
      }, text('party.leave')));
  }

  function peopleSection(party, members, isLeader) {
    return element('section', {}, element('h3', {}, text('chat.members')),
      element('ul', { class: 'rows', 'aria-label': text('chat.members') },
        ...members.map((one) => personRow(one, isLeader))));
  }

  function personRow({ person, grade }, isLeader) {
    const isApplicant = grade === 'applicant';
    return element('li', { class: 'party-person' },
      element('a', { class: 'person-row', href: `/app/people/${person.id}` }, avatar(person),
        element('span', { class: 'words' }, element('span', { class: 'title' }, person.nickname),
          element('span', { class: 'faint' }, text(`party.grade.${grade}`)))),
      isLeader && isApplicant && element('button', {
        type: 'button', class: 'small is-main',
        onclick: change('POST', '/acceptance', text('party.accepted', { name: person.nickname }),
          { accounts: [person.id] }),
      }, text('party.accept')),
      isLeader && grade !== 'master' && person.id !== member()?.id && element('button', {
        type: 'button', class: 'small',
        onclick: change('DELETE', `/members/${person.id}`, text('party.removed', { name: person.nickname })),
      }, text(isApplicant ? 'party.reject' : 'party.remove')));
  }

  async function openPartyMenu(party) {
    const action = await openMenu(party.name, [
      { name: 'edit', icon: 'edit', label: text('edit') },
      { name: 'remove', icon: 'trash', label: text('party.end'), isDanger: true },
    ]);
    if (action === 'edit') return go(`/app/party/${id}/edit`);
    if (action !== 'remove') return undefined;
    const words = text('party.endWords', { name: party.name });
    if (!(await isConfirmed(text('party.end'), words, text('remove')))) return undefined;
    await send('DELETE', `/api/parties/${id}`);
    notify(text('party.ended'));
    return go('/app/party', true);
  }
}

function planFacts(party, plan) {
  const left = placesLeft(plan, party.member_count);
  const rows = [
    [text('party.time'), plan.at !== null && formatDateTime(plan.at)],
    [text('party.people'), plan.places === null ? text('chat.people', { count: party.member_count })
      : text('party.peopleOf', { count: party.member_count, places: plan.places })],
    [text('party.leftLabel'), left !== null && text(left > 0 ? 'party.left' : 'party.full', { count: left })],
    [text('party.visibility'), !party.is_public && text('party.private')],
  ].filter(([, value]) => value);
  return element('dl', { class: 'facts' }, ...rows.map(([label, value]) =>
    element('div', {}, element('dt', {}, label), element('dd', {}, value))));
}
