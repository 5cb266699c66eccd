// Shows the view of the address: the map at `/` and `/booths/{id}`, the others below `/app/`. Each is loaded when first
// needed.

import { isAborted } from './core/api.js';
import { byId, element } from './core/dom.js';
import {
  boothOfPath, go, hasLeaveGuard, historyState, isMapPath, loginAddress, mayLeave, setLeaveGuard, setNavigationHandler,
} from './core/navigation.js';
import { member } from './core/session.js';
import { loadStyleSheet } from './core/style-sheets.js';
import { loadTextsOfViews, text } from './core/texts.js';
import { showError } from './widgets/error.js';
import { showNotFound } from './widgets/not-found.js';

/**
 * The module of each view, by the first part of its address. Each exports `show(root, visit)`, which fills an empty
 * element and whose first heading gets the focus. If it returns a function, that is called with the new query when
 * only the query changes, instead of `show`. The style sheet with the directory's name is loaded with it.
 * @type {Record<string, string>}
 */
const views = {
  feed: 'feed/feed', posts: 'feed/post-page', people: 'account/people', me: 'account/me', login: 'account/login',
  signup: 'account/signup', forgotten: 'account/forgotten-password', reset: 'account/reset-password',
  confirm: 'account/confirm-address', shop: 'shop/shop', orders: 'shop/orders', chat: 'chat/chat', card: 'card/card',
  party: 'party/party', admin: 'admin/admin',
};

/** The tab that a view belongs to, if it has another name. */
const tabs = {
  party: 'chat', posts: 'feed', people: 'feed', orders: 'shop', login: 'me', signup: 'me', forgotten: 'me', reset: 'me',
  confirm: 'me',
};

/** The current view: its path and query, its history entry, and its handler of query changes. */
let shown = {
  path: '', search: '', key: '', position: 0, onQuery: /** @type {((query: URLSearchParams) => void) | null} */ (null),
};
let current = new AbortController();
/** @type {typeof import('./views/map/map-page.js') | null} */
let mapPage = null;
/** The scroll positions of views, by the keys of their history entries. */
const scrollPositions = new Map();

/** The path of the view: that of the map is always `/`. */
const viewPath = () => (isMapPath(location.pathname) ? '/' : location.pathname);

/** Shows the view of the address, and handles links and the browser's buttons from now on. */
export function start() {
  setNavigationHandler(() => show(true));
  document.addEventListener('click', followLink);
  byId('skip').addEventListener('click', skipToContent);
  addEventListener('popstate', onPopState);
  if (!history.state?.key) history.replaceState({ ...history.state, ...historyState(true) }, '');
  return show(false);
}

/** How many of the next changes of the history are this script's own. */
let ownSteps = 0;
let isAsking = false;

/** The browser's buttons have already changed the address: it is restored while the user decides whether to leave. */
async function onPopState() {
  if (ownSteps > 0) {
    ownSteps -= 1;
    return undefined;
  }
  // The map itself handles its own history entries; elsewhere only another path or query is another view.
  if (viewPath() !== '/' && viewPath() === shown.path && location.search === shown.search) return undefined;
  if (!hasLeaveGuard()) return show(false);
  const steps = (history.state?.position ?? 0) - shown.position;
  if (isAsking) return goQuietly(-steps);
  isAsking = true;
  const answer = mayLeave().finally(() => { isAsking = false; });
  // Without unfinished input the answer is there at once.
  const first = await Promise.race([answer, new Promise((resolve) => { setTimeout(resolve, 0, 'open'); })]);
  if (first === true) return show(false);
  await goQuietly(-steps);
  if (first === false || !(await answer)) return undefined;
  setLeaveGuard(null);
  return history.go(steps);
}

/** Goes to another entry without showing it. @param {number} steps */
function goQuietly(steps) {
  if (steps === 0) return undefined;
  ownSteps += 1;
  history.go(steps);
  return new Promise((resolve) => { addEventListener('popstate', resolve, { once: true }); });
}

/** @param {MouseEvent} event */
function followLink(event) {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.('a[href]'));
  if (!link || event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    || link.hasAttribute('download')) return undefined;
  const { origin, pathname, href, hash } = new URL(link.href);
  if (link.getAttribute('target') || origin !== location.origin || hash) return undefined;
  if (!isMapPath(pathname) && !pathname.startsWith('/app/')) return undefined;
  event.preventDefault();
  // On the map, its own tab leads from a booth to the list.
  if (link.dataset.tab === 'map' && shown.path === '/' && mapPage) return mapPage.page.closeBooth();
  // The login of the header returns to where it was pressed.
  const isLogin = link.dataset.tab === 'me' && !member() && !/^\/app\/(login|signup|reset)/.test(location.pathname);
  return go(isLogin ? loginAddress() : href, href === location.href);
}

/** Moves the focus past the header: to the list, the booth, or the view. @param {Event} event */
function skipToContent(event) {
  event.preventDefault();
  /** @type {HTMLElement | null} */
  const heading = byId('view').querySelector('[tabindex="-1"]');
  if (shown.path === '/') mapContent().focus({ preventScroll: true });
  else (heading ?? byId('view')).focus();
}

const mapContent = () => (byId('sheet').hidden ? byId('results') : byId('sheet-title') ?? byId('sheet'));

async function show(isNew) {
  const [path, search] = [viewPath(), location.search];
  const last = leaveCurrent();
  const onQuery = path !== '/' && path === last.path && search !== last.search ? last.onQuery : null;
  shown = { path, search, key: history.state?.key ?? '', position: history.state?.position ?? 0, onQuery };
  if (onQuery) return onQuery(new URLSearchParams(search));
  current.abort();
  current = new AbortController();
  setLeaveGuard(null);
  const isMap = path === '/';
  byId('map-page').hidden = byId('search').hidden = !isMap;
  byId('view').hidden = isMap;
  byId('skip').textContent = text(isMap ? 'skip' : 'page.skip');
  byId('view').replaceChildren();
  document.body.dataset.view = isMap ? 'map' : 'page';
  // The page of one booth stays until its sheet is there.
  if (!isMap || boothOfPath(location.pathname) === null) byId('booth-page')?.remove();
  if (isMap) return showMap(last.path);
  const [name, ...parts] = path.startsWith('/app/') ? path.slice('/app/'.length).split('/').map(decode) : [''];
  markTab(Object.hasOwn(tabs, name) ? tabs[name] : name);
  await showView(name, parts, current.signal, { isNew, isFirst: last.path === '' });
}

/** Closes dialogs and stores the scroll position, or the state of the map. Returns the previous view. */
function leaveCurrent() {
  for (const open of document.querySelectorAll('dialog[open]')) /** @type {HTMLDialogElement} */ (open).close();
  if (shown.path && shown.path !== '/') scrollPositions.set(shown.key, byId('view').scrollTop);
  else if (mapPage) document.querySelector('[data-tab="map"]')?.setAttribute('href', mapPage.page.address);
  return shown;
}

async function showMap(lastPath) {
  markTab('map');
  try {
    if (mapPage) mapPage.page.onReturn(lastPath !== '/');
    else {
      document.title = text('title');
      // A failure to load is that of the page.
      import('./views/map/first-list.js').catch(() => {});
      mapPage = await import('./views/map/map-page.js');
    }
  } catch (failure) {
    if (shown.path !== '/') return;
    byId('map-page').hidden = true;
    byId('view').hidden = false;
    showNotLoaded(byId('view'), failure);
  }
  if (lastPath !== '/' && lastPath !== '' && shown.path === '/' && byId('sheet').hidden) {
    mapContent().focus({ preventScroll: true });
  }
}

async function showView(name, path, signal, { isNew, isFirst }) {
  const file = Object.hasOwn(views, name) ? views[name] : null;
  const root = element('div', { class: `view${file ? ` view-${name}` : ''}` });
  const visit = {
    path, query: new URLSearchParams(location.search), signal,
    setTitle: (title) => { if (!signal.aborted) document.title = `${title} – ${text('name')}`; },
    setTab: (tab) => { if (!signal.aborted) markTab(tab); },
    setLeaveGuard: (guard) => { if (!signal.aborted) setLeaveGuard(guard); },
  };
  document.title = text('name');
  byId('view').append(root);
  if (!file) showNotFound(root, visit.setTitle);
  else if (!(await fillView(root, file, visit))) return;
  restoreScrollAndFocus(root, isNew, isFirst);
}

/** Has a view's module fill its root. Resolves to whether the address still names it. */
async function fillView(root, file, visit) {
  const { signal } = visit;
  try {
    const module = await loadView(root, file, signal);
    if (!module) return !signal.aborted;
    const onQuery = await module.show(root, visit);
    if (!signal.aborted && typeof onQuery === 'function') shown.onQuery = onQuery;
  } catch (failure) {
    if (signal.aborted || isAborted(failure)) return false;
    showError(root, failure, () => show(false));
  }
  return !signal.aborted;
}

/** Loads the module of a view and its styles. Resolves to null after showing an error if loading fails. */
async function loadView(root, file, signal) {
  const page = byId('view');
  page.dataset.loading = '';
  try {
    const [folder] = file.split('/');
    const [module] = await Promise.all([
      loadTextsOfViews().then(() => import(`./views/${file}.js`)), loadStyleSheet('widgets/widgets.css'),
      loadStyleSheet(`views/${folder}/${folder}.css`),
    ]);
    return signal.aborted ? null : module;
  } catch (failure) {
    if (!signal.aborted) showNotLoaded(root, failure);
    return null;
  } finally {
    if (!signal.aborted) delete page.dataset.loading;
  }
}

/**
 * Shows that a part of the app could not be loaded: there is no network, or the server has a newer version. Browsers
 * may remember a failed import, so that only reloading the page tries again.
 */
function showNotLoaded(root, failure) {
  console.warn(failure);
  root.append(element('div', { class: 'failed', role: 'alert' },
    element('h2', {}, text('page.notLoaded')), element('p', {}, text('page.notLoadedAdvice')),
    element('button', { type: 'button', class: 'small', onclick: () => location.reload() }, text('tryAgain'))));
}

/** Moves the focus to the view's heading, so that screen readers read it; returning to a view scrolls back. */
function restoreScrollAndFocus(root, isNew, isFirst) {
  byId('view').scrollTop = isNew ? 0 : scrollPositions.get(shown.key) ?? 0;
  const heading = root.querySelector('h1, h2');
  if (!heading || root.contains(document.activeElement)) return;
  heading.setAttribute('tabindex', '-1');
  // A page that was just opened begins at its top, as any page does.
  if (!isFirst) heading.focus({ preventScroll: true });
}

function markTab(tab) {
  for (const link of document.querySelectorAll('[data-tab]')) {
    if (/** @type {HTMLElement} */ (link).dataset.tab === tab) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

const decode = (part) => {
  try { return decodeURIComponent(part); } catch { return part; }
};
