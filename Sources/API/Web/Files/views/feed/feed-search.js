// Searching people and posts: the field in the head of the feed, and what it finds.

import { get, isAborted } from '../../core/api.js';
import { debounce, element } from '../../core/dom.js';
import { go, loginAddress } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { text } from '../../core/texts.js';
import { Combobox } from '../../widgets/combobox.js';
import { notifyError } from '../../widgets/notice.js';
import { avatar } from '../../widgets/photo.js';

const maxOptions = 6;
const maxPeople = 20;

/** The hashtag that is searched for by a text: without blanks and the sign. @param {string} query */
export const tagOf = (query) => query.replace(/[\s#]+/g, '').slice(0, 50);

const resultAddress = (query) => `/app/feed?q=${encodeURIComponent(query)}`;
const tagAddress = (tag) => `/app/feed?tag=${encodeURIComponent(tag)}`;

/** The people whose nicknames begin with a text; nobody without a session. */
async function findPeople(query, limit, signal) {
  if (!member() || query.startsWith('#')) return [];
  return (await get('/api/accounts', { nickname: query, limit }, signal)).items;
}

/** The field: it suggests people and a hashtag; Enter shows all. @param {string} query of the address */
export function searchField(query) {
  const input = /** @type {HTMLInputElement} */ (element('input', {
    type: 'search', class: 'search-field', value: query, maxlength: 40, autocomplete: 'off', enterkeyhint: 'search',
    'aria-label': text('feed.search'), placeholder: text('feed.search'),
  }));
  const root = element('div', { class: 'feed-search', role: 'search' }, input);
  const current = () => input.value.trim();
  const submit = () => go(current() ? resultAddress(current()) : '/app/feed');
  const combobox = new Combobox(input,
    { id: 'feed-options', label: text('feed.searchOptions'), onOpen: suggest, onEnter: submit });
  input.addEventListener('input', debounce(200, suggest));
  return root;

  async function suggest() {
    const wanted = current();
    if (!wanted) return combobox.close();
    try {
      const people = await findPeople(wanted, maxOptions, 'feed-search');
      if (current() === wanted) combobox.show([...people.map(personOption), ...tagOptions(wanted)]);
    } catch (failure) {
      if (!isAborted(failure)) combobox.show(tagOptions(wanted));
    }
    return undefined;
  }
}

const personOption = (person) => ({
  content: [element('span', { class: 'feed-option' }, avatar(person), element('b', {}, person.nickname))],
  onChoose: () => go(`/app/people/${person.id}`),
});

const tagOptions = (query) => (tagOf(query) ? [{
  content: [element('span', { class: 'feed-option' }, element('b', {}, `#${tagOf(query)}`),
    element('span', { class: 'faint' }, text('feed.searchTag')))],
  onChoose: () => go(tagAddress(tagOf(query))),
}] : []);

/** The section of the people who were found. @param {string} query @param {AbortSignal} signal */
export function foundPeople(query, signal) {
  const list = element('ul', { class: 'rows', 'aria-label': text('feed.people.found') });
  const note = element('p', { class: 'note', role: 'status' });
  const root = element('section', { class: 'found-people' }, element('h3', {}, text('feed.people.found')), list, note);
  if (member()) load();
  else {
    note.append(element('a', { href: loginAddress() }, text('feed.peopleLogin')));
  }
  return root;

  async function load() {
    list.setAttribute('aria-busy', 'true');
    try {
      const people = await findPeople(query, maxPeople, signal);
      list.replaceChildren(...people.map((person) => element('li', {},
        element('a', { class: 'person-row', href: `/app/people/${person.id}` }, avatar(person),
          element('span', { class: 'words' }, element('span', { class: 'title' }, person.nickname))))));
      note.textContent = people.length > 0 ? '' : text('feed.nobodyFound', { query });
    } catch (failure) {
      notifyError(failure);
    } finally {
      list.removeAttribute('aria-busy');
    }
  }
}
