// /app/party: people who look for others to have their photo taken with; /app/party/{id}: one party; /app/party/new and
// /app/party/{id}/edit: its form.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { go, requireMember } from '../../core/navigation.js';
import { formatDateTime, text } from '../../core/texts.js';
import { boothCard } from '../../widgets/booth-card.js';
import { endlessList } from '../../widgets/endless-list.js';
import { icon } from '../../widgets/icon.js';
import { chipLink, chipRow, listHead } from '../../widgets/list-head.js';
import { showNotFound } from '../../widgets/not-found.js';
import { avatar } from '../../widgets/photo.js';
import { placesLeft, readPlan } from '../../core/party-plan.js';

/** How many pages of the search are looked through for a booth at a time: the server does not know the plans. */
const maxPages = 5;

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, visit) {
  const { path: [id, action], query, signal, setTitle } = visit;
  if (!requireMember('/app/party', signal)) return undefined;
  if (id === 'new' || action === 'edit') {
    const { showPartyForm } = await import('./party-form.js');
    return showPartyForm(root, visit, id === 'new' ? null : await get(`/api/parties/${id}`, {}, signal));
  }
  if (id && (!/^[1-9]\d{0,14}$/.test(id) || action)) return showNotFound(root, setTitle);
  if (id) {
    const { showParty } = await import('./party-page.js');
    return showParty(root, id, visit);
  }
  setTitle(text('party.title'));
  return showList(root, { query, signal });
}

async function showList(root, { query, signal }) {
  const isMine = query.get('mine') === '1';
  const booth = Number(query.get('booth')) || null;
  const name = (query.get('name') ?? '').slice(0, 100);
  const newAddress = booth ? `/app/party/new?booth=${booth}` : '/app/party/new';
  root.append(
    listHead(text('party.title'),
      element('a', { class: 'button is-main', href: newAddress }, icon('plus'), text('party.make'))),
    element('p', { class: 'lead' }, text('party.about')), searchField(name),
    chipRow(text('party.which'), [
      chipLink('/app/party', !isMine, text('party.open')), chipLink('/app/party?mine=1', isMine, text('party.mine')),
    ]));
  if (booth) root.append(boothCard(booth));
  const list = endlessList({
    load: isMine ? async () => ({ ...await get('/api/parties/mine', {}, signal), next: null })
      : (before) => findParties({ name, booth, before }, signal),
    item: partyCard, signal, class: 'parties', label: text('party.title'),
    empty: () => element('div', { class: 'empty' }, element('p', {}, text(isMine ? 'party.noneMine' : 'party.none')),
      element('p', { class: 'actions' },
        element('a', { class: 'button is-main', href: newAddress }, text('party.make')))),
  });
  root.append(list.root);
  await list.first;
}

/** A page of public parties; of those at a booth, if one is given. */
async function findParties({ name, booth, before }, signal) {
  let found = { items: [], next: before };
  for (let pages = 0; pages < (booth ? maxPages : 1); pages += 1) {
    const page = await get('/api/parties', { name, before: found.next, limit: booth ? 100 : 20 }, signal);
    const items = page.items.filter(({ description }) => !booth || readPlan(description).booth === booth);
    found = { items: [...found.items, ...items], next: page.next };
    if (!page.next || found.items.length > 0) break;
  }
  return found;
}

function searchField(name) {
  const input = /** @type {HTMLInputElement} */ (element('input', {
    type: 'search', name: 'name', class: 'search-field', value: name, maxlength: 100,
    'aria-label': text('party.search'),
    placeholder: text('party.search'), enterkeyhint: 'search',
  }));
  const form = element('form', { role: 'search' }, input);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const words = input.value.trim();
    go(words ? `/app/party?name=${encodeURIComponent(words)}` : '/app/party');
  });
  return form;
}

/** A party in the list: when, where, and how many may still come. */
function partyCard(party) {
  const plan = readPlan(party.description);
  const isOver = plan.at !== null && plan.at < Date.now();
  return element('article', { class: `party${isOver ? ' is-over' : ''}` },
    element('a', { class: 'party-link', href: `/app/party/${party.id}` },
      avatar({ nickname: party.name, photo: party.photo }),
      element('span', { class: 'words' }, element('b', { class: 'title' }, party.name),
        element('span', { class: 'faint' }, party.master.nickname),
        plan.at !== null && element('time', { datetime: new Date(plan.at).toISOString() }, formatDateTime(plan.at))),
      partyState(party, plan, isOver)),
    plan.booth !== null && boothCard(plan.booth));
}

/** How many may still come, or what the caller is to the party. */
function partyState(party, plan, isOver) {
  const left = placesLeft(plan, party.member_count);
  const words = () => {
    if (party.grade) return text(`party.grade.${party.grade}`);
    if (isOver) return text('party.over');
    return left === null ? text('chat.people', { count: party.member_count })
      : text(left > 0 ? 'party.left' : 'party.full', { count: left });
  };
  return element('span', { class: 'role-badge' }, words());
}
