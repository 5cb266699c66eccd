// Which view an address shows: the map at `/`, the others below `/app/`. Each is loaded when it is first wanted.

import { byId, element } from './dom.js';
import { text } from './texts.js';
import { isReplaced } from './api.js';
import { failed } from './ui.js';

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
 * element and whose first heading gets the focus. A style sheet of the folder's name is loaded with it.
 * @type {Record<string, string>}
 */
const views = {
  feed: 'feed/feed', posts: 'feed/posts', people: 'account/people', me: 'account/me', login: 'account/login',
  signup: 'account/signup', shop: 'shop/shop', orders: 'shop/orders', chat: 'chat/chat', card: 'card/card',
};

/** Which of the tabs a view belongs to. */
const tabs = { posts: 'feed', people: 'feed', orders: 'shop', login: 'me', signup: 'me' };

let current = new AbortController();
/** The address at which the map was left, so that its tab returns there. */
let mapAddress = '/';
/** @type {{returned: () => void} | null} */
let finder = null;
/** Where lists had been scrolled to, by their places in the browser's history. */
const scrolled = new Map();
/** What is shown: its place in the history, and its address. */
let place = { key: '', address: '' };
/** @type {(() => Promise<boolean>) | null} */
let mayLeave = null;

/**
 * Goes to an address of this app; what is not finished is asked about before.
 * @param {string} address
 */
export async function go(address, isReplacing = false) {
  if (mayLeave && !(await mayLeave())) return undefined;
  leaveScroll();
  if (isReplacing) history.replaceState({ key: newKey() }, '', address);
  else history.pushState({ key: newKey() }, '', address);
  return show(true);
}

/** Where to log in, and to come back from there to what is shown. */
export const loginAddress = () => `/app/login?next=${encodeURIComponent(location.pathname + location.search)}`;

/** Shows what the address says, and follows links and the browser's buttons from now on. */
export function start() {
  document.addEventListener('click', follow);
  addEventListener('popstate', returned);
  if (!history.state?.key) history.replaceState({ ...history.state, key: newKey() }, '');
  return show(false);
}

/** The browser's buttons have changed the address already: whoever wants to stay gets it back. */
async function returned() {
  if (mayLeave && !(await mayLeave())) {
    history.pushState({ key: place.key }, '', place.address);
    return;
  }
  leaveScroll();
  show(false);
}

/** @param {MouseEvent} event */
function follow(event) {
  const link = /** @type {Element} */ (event.target).closest?.('a[href]');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.hasAttribute('download')) return;
  const { origin, pathname, href, hash } = new URL(/** @type {HTMLAnchorElement} */ (link).href);
  if (link.getAttribute('target') || origin !== location.origin || hash) return;
  if (pathname !== '/' && !pathname.startsWith('/app/')) return;
  event.preventDefault();
  go(href);
}

async function show(isNew) {
  const isMap = location.pathname === '/';
  const wasMap = !byId('finder').hidden && finder !== null;
  current.abort();
  current = new AbortController();
  mayLeave = null;
  place = { key: history.state?.key, address: location.pathname + location.search };
  byId('finder').hidden = !isMap;
  byId('search').hidden = !isMap;
  byId('view').hidden = isMap;
  document.body.dataset.view = isMap ? 'map' : 'page';
  if (isMap) return showMap(wasMap);
  const [name, ...path] = location.pathname.slice('/app/'.length).split('/').map(decoded);
  mark(tabs[name] ?? name);
  await showView(name, path, current.signal, isNew);
}

async function showMap(wasMap) {
  mark('map');
  document.title = text('title');
  byId('view').replaceChildren();
  if (finder && wasMap) return finder.returned();
  const isFirst = finder === null;
  finder = await import('./finder.js');
  if (!isFirst) finder.returned();
}

async function showView(name, path, signal, isNew) {
  const file = Object.hasOwn(views, name) ? views[name] : null;
  const root = element('div', { class: `view view-${name}` });
  byId('view').replaceChildren(root);
  const title = (words) => { if (!signal.aborted) document.title = `${words} – ${text('name')}`; };
  const query = new URLSearchParams(location.search);
  try {
    if (!file) return unknown(root, title);
    const [module] = await Promise.all([import(`./views/${file}.js`), style(file.split('/')[0])]);
    if (signal.aborted) return;
    const hold = (ask) => { if (!signal.aborted) mayLeave = ask; };
    await module.show(root, { path, query, signal, title, hold });
  } catch (failure) {
    if (signal.aborted || isReplaced(failure)) return;
    failed(root, failure, () => show(false));
  }
  if (!signal.aborted) settle(root, isNew);
}

/** The focus goes to the view's name, so that whoever hears the page knows what has come; a return scrolls back. */
function settle(root, isNew) {
  const top = isNew ? 0 : scrolled.get(history.state?.key) ?? 0;
  byId('view').scrollTop = top;
  const heading = root.querySelector('h1, h2');
  if (!heading || root.contains(document.activeElement)) return;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}

function unknown(root, title) {
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

/** Keeps in mind where the page is scrolled to, and what the map shows. */
function leaveScroll() {
  if (location.pathname === '/') {
    mapAddress = location.pathname + location.search;
    document.querySelector('[data-tab="map"]')?.setAttribute('href', mapAddress);
  }
  if (place.key && !byId('view').hidden) scrolled.set(place.key, byId('view').scrollTop);
}

const newKey = () => Math.random().toString(36).slice(2);

const decoded = (part) => {
  try { return decodeURIComponent(part); } catch { return part; }
};
