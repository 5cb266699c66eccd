// Which view an address shows: the map at `/`, the others below `/app/`. Each is loaded when it is first wanted.

import { byId, element } from './core/dom.js';
import { text } from './core/texts.js';
import { isReplaced } from './core/api.js';
import { failed } from './widgets/ui.js';

/**
 * What a view is told.
 * @typedef {object} Visit
 * @property {string[]} path what follows the view's name: `/app/posts/7/edit` has `['7', 'edit']`
 * @property {URLSearchParams} query
 * @property {AbortSignal} signal aborted when the view is left: everything that it began ends by it
 * @property {(title: string) => void} title names the view in the browser's bar
 * @property {(ask: (() => Promise<boolean>) | null) => void} hold has `ask` decide whether the view may be left
 */

/**
 * The module of each view, by the first part of its address. Each exports `show(root, visit)`, which fills an empty
 * element and whose first heading gets the focus; what it returns, if it returns a function, is called with the query
 * where only that changes, instead of showing the view anew. A style sheet of the folder's name is loaded with it.
 * @type {Record<string, string>}
 */
const views = {
  feed: 'feed/feed', posts: 'feed/post-page', people: 'account/people', me: 'account/me', login: 'account/login',
  signup: 'account/signup', reset: 'account/reset-password', shop: 'shop/shop', orders: 'shop/orders', chat: 'chat/chat', card: 'card/card',
};

/** Which of the tabs a view belongs to. */
const tabs = { posts: 'feed', people: 'feed', orders: 'shop', login: 'me', signup: 'me', reset: 'me' };

/** What is shown now: its path and query, its place in the browser's history, and who takes up another query. */
let shown = { path: '', search: '', key: '', queried: /** @type {((query: URLSearchParams) => void) | null} */ (null) };
let current = new AbortController();
/** @type {typeof import('./views/map/map-page.js') | null} */
let finder = null;
/** Where views had been scrolled to, by their place in the browser's history. */
const scrolled = new Map();
/** @type {(() => Promise<boolean>) | null} */
let mayLeave = null;

/**
 * Goes to an address of this app; what is not finished is asked about before.
 * @param {string} address
 */
export async function go(address, isReplacing = false) {
  if (mayLeave && !(await mayLeave())) return undefined;
  const state = { key: newKey() };
  if (isReplacing) history.replaceState(state, '', address);
  else history.pushState(state, '', address);
  return show(true);
}

/** Where to log in, and to come back from there to what is shown. */
export const loginAddress = () => `/app/login?next=${encodeURIComponent(location.pathname + location.search)}`;

/** Shows what the address says, and follows links and the browser's buttons from now on. */
export function start() {
  document.addEventListener('click', follow);
  byId('skip').addEventListener('click', skip);
  addEventListener('popstate', returned);
  if (!history.state?.key) history.replaceState({ ...history.state, key: newKey() }, '');
  return show(false);
}

/** The browser's buttons have changed the address already: whoever wants to stay gets it back. */
async function returned() {
  // A step between places of one view is none to another view.
  if (location.pathname !== '/' && location.pathname === shown.path && location.search === shown.search) return;
  if (mayLeave && !(await mayLeave())) history.pushState({ key: shown.key }, '', shown.path + shown.search);
  else show(false);
}

/** @param {MouseEvent} event */
function follow(event) {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.('a[href]'));
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.hasAttribute('download')) return;
  const { origin, pathname, href, hash } = new URL(link.href);
  if (link.getAttribute('target') || origin !== location.origin || hash) return;
  if (pathname !== '/' && !pathname.startsWith('/app/')) return;
  event.preventDefault();
  const isOnMap = link.dataset.tab === 'map' && shown.path === '/' && finder;
  const address = isOnMap ? finder.listAddress() : href;
  go(address, new URL(address, location.href).href === location.href);
}

/** To what the page is about, past its header: the list, the booth, or the view. @param {Event} event */
function skip(event) {
  event.preventDefault();
  /** @type {HTMLElement | null} */
  const heading = byId('view').querySelector('[tabindex="-1"]');
  (shown.path === '/' ? mapPlace() : heading ?? byId('view')).focus();
}

const mapPlace = () => (byId('sheet').hidden ? byId('results') : byId('sheet-title') ?? byId('sheet'));

async function show(isNew) {
  const { pathname: path, search } = location;
  const last = leave();
  // One view with another query: whoever shows it may take that up.
  const queried = path !== '/' && path === last.path && search !== last.search ? last.queried : null;
  shown = { path, search, key: history.state?.key ?? '', queried };
  if (queried) return queried(new URLSearchParams(search));
  current.abort();
  current = new AbortController();
  mayLeave = null;
  const isMap = path === '/';
  byId('finder').hidden = byId('search').hidden = !isMap;
  byId('view').hidden = isMap;
  byId('skip').textContent = text(isMap ? 'skip' : 'page.skip');
  byId('view').replaceChildren();
  document.body.dataset.view = isMap ? 'map' : 'page';
  if (isMap) return showMap(last.path, isNew);
  const [name, ...parts] = path.slice('/app/'.length).split('/').map(decoded);
  mark(Object.hasOwn(tabs, name) ? tabs[name] : name);
  await showView(name, parts, current.signal, { isNew, isFirst: last.path === '' });
}

/** Keeps in mind where the page is scrolled to, and closes what lies over it; what was shown. */
function leave() {
  for (const open of document.querySelectorAll('dialog[open]')) /** @type {HTMLDialogElement} */ (open).close();
  if (shown.path && shown.path !== '/') scrolled.set(shown.key, byId('view').scrollTop);
  else if (finder) document.querySelector('[data-tab="map"]')?.setAttribute('href', finder.mapAddress());
  return shown;
}

async function showMap(last, isNew) {
  mark('map');
  try {
    if (finder) finder.returned(isNew || last !== '/');
    else {
      document.title = text('title');
      finder = await import('./views/map/map-page.js');
    }
  } catch (failure) {
    if (shown.path !== '/') return;
    byId('finder').hidden = true;
    byId('view').hidden = false;
    unloaded(byId('view'), failure);
  }
  if (last !== '/' && last !== '' && shown.path === '/' && byId('sheet').hidden) mapPlace().focus({ preventScroll: true });
}

async function showView(name, path, signal, { isNew, isFirst }) {
  const file = Object.hasOwn(views, name) ? views[name] : null;
  const root = element('div', { class: `view${file ? ` view-${name}` : ''}` });
  const title = (words) => { if (!signal.aborted) document.title = `${words} – ${text('name')}`; };
  const hold = (ask) => { if (!signal.aborted) mayLeave = ask; };
  document.title = text('name');
  byId('view').append(root);
  if (!file) unknown(root, title);
  else if (!(await fill(root, file, { path, query: new URLSearchParams(location.search), signal, title, hold }))) return;
  settle(root, isNew, isFirst);
}

/** Has a view's module fill its root; whether that is still what is wanted. */
async function fill(root, file, visit) {
  const { signal } = visit;
  try {
    const module = await load(root, file, signal);
    if (!module) return !signal.aborted;
    const queried = await module.show(root, visit);
    if (!signal.aborted && typeof queried === 'function') shown.queried = queried;
  } catch (failure) {
    if (signal.aborted || isReplaced(failure)) return false;
    failed(root, failure, () => show(false));
  }
  return !signal.aborted;
}

/** The module of a view with its style; null where it has not come, which the page then says. */
async function load(root, file, signal) {
  const page = byId('view');
  page.dataset.loading = '';
  try {
    const [module] = await Promise.all([import(`./views/${file}.js`), style(file.split('/')[0])]);
    return signal.aborted ? null : module;
  } catch (failure) {
    if (!signal.aborted) unloaded(root, failure);
    return null;
  } finally {
    if (!signal.aborted) delete page.dataset.loading;
  }
}

/**
 * A part of the app has not come: there is no network, or the server has a newer app. Browsers may remember what failed,
 * so that only loading the page anew tries again.
 */
function unloaded(root, failure) {
  console.warn(failure);
  root.append(element('div', { class: 'failed', role: 'alert' },
    element('h2', {}, text('page.unloaded')), element('p', {}, text('page.unloadedAdvice')),
    element('button', { type: 'button', class: 'small', onclick: () => location.reload() }, text('tryAgain'))));
}

/** The focus goes to the view's name, so that whoever hears the page knows what has come; a return scrolls back. */
function settle(root, isNew, isFirst) {
  byId('view').scrollTop = isNew ? 0 : scrolled.get(shown.key) ?? 0;
  const heading = root.querySelector('h1, h2');
  if (!heading || root.contains(document.activeElement)) return;
  heading.setAttribute('tabindex', '-1');
  // A page that has just been opened begins at its beginning, as any page does.
  if (!isFirst) heading.focus({ preventScroll: true });
}

/** Says that there is nothing at an address. @param {HTMLElement} root @param {(title: string) => void} title */
export function unknown(root, title) {
  title(text('page.unknown'));
  root.append(element('h2', {}, text('page.unknown')), element('p', {}, element('a', { href: '/' }, text('page.toMap'))));
}

/** Loads the style sheet of a folder of views, once. @param {string} folder */
export const style = (folder) => {
  const id = `style-${folder}`;
  if (document.getElementById(id)) return null;
  const href = new URL(`./views/${folder}/${folder}.css`, import.meta.url).href;
  const link = element('link', { id, rel: 'stylesheet', href });
  const loaded = new Promise((resolve) => {
    link.addEventListener('load', resolve, { once: true });
    // A view without its looks is better than none; the next visit tries again.
    link.addEventListener('error', (event) => {
      link.remove();
      resolve(event);
    }, { once: true });
  });
  document.head.append(link);
  return loaded;
};

function mark(tab) {
  for (const link of document.querySelectorAll('[data-tab]')) {
    if (/** @type {HTMLElement} */ (link).dataset.tab === tab) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

const newKey = () => Math.random().toString(36).slice(2);

const decoded = (part) => {
  try { return decodeURIComponent(part); } catch { return part; }
};
