// What a script adds to the documentation page: the search, copying commands, and sending requests that change nothing.
// The texts are attributes of the body. What is entered to authenticate is kept in the fields of this page only.

import { byId, element } from '../../core/dom.js';

const texts = document.body.dataset;
const operations = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.docs-operation')]);
const navigation = byId('contents');
/** Opens and closes the contents where they are a drawer. */
const menu = /** @type {HTMLElement} */ (document.querySelector('.docs-menu'));
/**
 * What was entered to authenticate, by the header field: other operations need not ask again.
 * @type {Map<string, string>}
 */
const secrets = new Map();

/** An answer is shown up to here. */
const maxShown = 20_000;

function announce(message) {
  byId('status').replaceChildren(element('p', { class: 'notice' }, message));
  setTimeout(() => byId('status').replaceChildren(), 4000);
}

// Commands for this server, whichever address it has here.
for (const address of document.querySelectorAll('.docs-address')) address.textContent = location.origin;

// Search

/** What an operation is found by: its path, its description, and the names of what it takes. */
const searched = new Map(operations.map((operation) => [operation,
  [operation.querySelector('h4'), operation.querySelector('.docs-summary'), ...operation.querySelectorAll('th')]
    .map((part) => part?.textContent).join(' ').toLowerCase()]));

const links = new Map(
  [...navigation.querySelectorAll('li li a')].map((link) => [link.getAttribute('href')?.slice(1), link]));

function search(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const operation of operations) {
    const isFound = words.every((word) => searched.get(operation)?.includes(word));
    operation.hidden = !isFound;
    const item = links.get(operation.id)?.parentElement;
    if (item) item.hidden = !isFound;
    count += Number(isFound);
  }
  for (const group of navigation.querySelectorAll('details')) {
    const isEmpty = !group.querySelector('li:not([hidden])');
    /** @type {HTMLElement} */ (group.parentElement).hidden = isEmpty;
    group.open = words.length > 0 && !isEmpty;
  }
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.docs-group'))) {
    group.hidden = !group.querySelector('.docs-operation:not([hidden])');
  }
  byId('found').textContent = words.length > 0 ? texts.found?.replace('{count}', String(count)) ?? '' : '';
}

function addSearch() {
  const field = /** @type {HTMLInputElement} */ (element('input', {
    type: 'search', id: 'search-field', placeholder: texts.searchHint, autocomplete: 'off', enterkeyhint: 'search',
    oninput: () => search(field.value),
  }));
  byId('search-place').append(
    element('div', { class: 'docs-search', role: 'search' }, element('label', { for: 'search-field' }, texts.search),
      field),
    element('p', { id: 'found', class: 'faint', role: 'status' }));
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (getComputedStyle(navigation).display === 'none') menu.click();
    field.focus();
  });
  return field;
}

const searchField = addSearch();

/** A link leads to what it names, whether or not the search has found it. */
function showTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.closest('[hidden]')) {
    searchField.value = '';
    search('');
    target.scrollIntoView();
  }
  for (const [id, link] of links) {
    const isCurrent = id === target?.id;
    if (isCurrent) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
    const group = link.closest('details');
    if (isCurrent && group) group.open = true;
  }
}

addEventListener('hashchange', showTarget);
showTarget();

navigation.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a') && navigation.matches(':popover-open')) {
    menu.click();
  }
});

// Copying

async function copy(command) {
  try {
    await navigator.clipboard.writeText(command.textContent ?? '');
    announce(texts.copied);
  } catch {
    getSelection()?.selectAllChildren(command);
    announce(texts.notCopied);
  }
}

for (const command of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.docs-command'))) {
  const operation = /** @type {HTMLElement} */ (command.closest('.docs-operation'));
  const actions = element('div', { class: 'docs-actions' },
    element('button', { type: 'button', class: 'small', onclick: () => copy(command) }, texts.copy));
  if (operation.hasAttribute('data-send') && command === operation.querySelector('.docs-command')) {
    const button = element('button', {
      type: 'button', class: 'small', 'aria-expanded': 'false', onclick: () => toggleTrial(operation, command, button),
    }, texts.try);
    actions.append(button);
  }
  command.after(actions);
}

// Sending

function toggleTrial(operation, command, button) {
  const open = operation.querySelector('.docs-trial');
  button.setAttribute('aria-expanded', String(!open));
  if (open) {
    open.remove();
    return;
  }
  const trial = makeTrial(operation, command);
  button.parentElement.after(trial);
  /** @type {HTMLElement} */ (trial.querySelector('input, button')).focus();
}

/** A form for a request: its parameters with the values of the example, and what authenticates. */
function makeTrial(operation, command) {
  const example = new URL(command.dataset.target ?? '', location.origin);
  const path = operation.querySelector('h4 code').textContent;
  const values = pathValues(path, example.pathname);
  const parameters = [...operation.querySelectorAll('tr[data-name]')].map((row) => {
    const { name, in: location, value } = row.dataset;
    const given = location === 'path' ? values.get(name) ?? value
      : location === 'query' && example.searchParams.get(name);
    const hint = location === 'path' ? texts.inPath : location === 'query' ? texts.inQuery : 'HTTP';
    return { name, location, input: field(operation, name, given || '', hint) };
  });
  const credentials = [...operation.querySelectorAll('.docs-needs [data-header]')].map((part) => {
    const { header, prefix } = part.dataset;
    return { header, prefix, input: field(operation, header, secrets.get(header) ?? '', texts.secretHint, 'password') };
  });
  const answer = element('div');
  const send = () => request(path, parameters, credentials, answer);
  return element('form',
    { class: 'docs-trial', 'aria-label': texts.try, onsubmit: (event) => { event.preventDefault(); send(); } },
    ...[...parameters, ...credentials].map(({ input }) => input.parentElement),
    element('button', { class: 'button is-main' }, texts.send), answer);
}

function field(operation, name, value, hint, type = 'text') {
  const id = `${operation.id}-${name}`;
  const input = /** @type {HTMLInputElement} */ (element('input', {
    id, type, value, autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', 'aria-describedby': `${id}-hint`,
  }));
  element('div', { class: 'field' },
    element('label', { for: id }, name), input, element('span', { id: `${id}-hint`, class: 'field-hint' }, hint));
  return input;
}

/** The values in a path of the parameters in its pattern, such as `/api/booths/{id}`. */
function pathValues(pattern, path) {
  const segments = path.split('/');
  return new Map(pattern.split('/').flatMap((part, index) =>
    (part.startsWith('{') && segments[index] ? [[part.slice(1, -1), decodeURIComponent(segments[index])]] : [])));
}

async function request(path, parameters, credentials, answer) {
  const headers = new Headers();
  const url = new URL(location.origin);
  url.pathname = path;
  for (const { name, location, input } of parameters) {
    if (location === 'path') path = path.replace(`{${name}}`, encodeURIComponent(input.value));
    else if (!input.value) continue;
    else if (location === 'query') url.searchParams.set(name, input.value);
    else headers.set(name, input.value);
  }
  url.pathname = path;
  for (const { header, prefix, input } of credentials) {
    secrets.set(header, input.value);
    if (input.value) headers.set(header, prefix + input.value);
  }
  answer.replaceChildren(element('p', { role: 'status' }, texts.sending));
  try {
    const start = performance.now();
    const response = await fetch(url, { headers, credentials: 'omit', cache: 'no-store', redirect: 'manual' });
    const content = await shown(response);
    const milliseconds = Math.round(performance.now() - start);
    answer.replaceChildren(
      element('p', { class: 'docs-status', role: 'status' },
        element('span', { class: `docs-code is-${String(response.status)[0]}` }, String(response.status)),
        element('span', {}, `${response.headers.get('Content-Type') ?? ''} ${milliseconds} ms`)),
      content && element('pre', { class: 'docs-answer', tabindex: '0', 'aria-label': texts.answer },
        element('code', {}, content)));
  } catch {
    answer.replaceChildren(element('p', { class: 'field-error', role: 'alert' }, texts.failed));
  }
}

/** The content of an answer as text; how long it is if it is no text. */
async function shown(response) {
  const type = response.headers.get('Content-Type') ?? '';
  if (!/^text\/|[/+]json\b|xml/.test(type)) return `${(await response.arrayBuffer()).byteLength} B`;
  const text = await response.text();
  const isJSON = /[/+]json\b/.test(type);
  const content = isJSON && text ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return content.length > maxShown ? `${content.slice(0, maxShown)}…` : content;
}
