// The map page: connects the map, the list, the filters, the location notice and the sheet of a booth.

import { Problem, Unreachable, get, isAborted } from '../../core/api.js';
import { byId, debounce, element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { BoothList } from './booth-list.js';
import { BoothMap } from './booth-map.js';
import {
  boothById, boothsInBounds, filterQuery, matchingBooths, nearestBooths, storedBooths, withDistances,
} from './booth-search.js';
import { BoothSheet } from './booth-sheet.js';
import { FilterBar } from './filter-bar.js';
import { DeviceLocation } from './geolocation.js';
import { LocationNotice } from './location-notice.js';
import { addressOf, readState, writeState } from './url-state.js';

const pageSize = 20;
/** The number of booths in the list, after each press of "more". */
const limits = [pageSize, 50, 100];

const state = readState();
/**
 * The origin of the list's search: the device's location, or a position of the address or of the map.
 * @type {{kind: 'device' | 'address' | 'map', latitude?: number, longitude?: number}}
 */
let searchOrigin = state.center ? { kind: 'address', ...state.center } : { kind: 'device' };
let limit = pageSize;
/** @type {import('./booth-search.js').SearchResult} */
const nothing = { booths: [], origin: null, storedAt: null };
let result = nothing;
/** Whether the map moves to the next result. */
let fitsNextResult = state.center === null;
/** Whether the user has moved the map. */
let hasMoved = false;
/** The document's title while the map is shown. */
let title = text('title');

const { tiles, attribution } = document.documentElement.dataset;
const deviceLocation = new DeviceLocation(onLocationChange);
const notice = new LocationNotice(deviceLocation, { onHome: goHome, onRetry: refresh });
const list = new BoothList({ onSelect: openBooth, onMore: showMore, onClearFilters: () => filters.clear() });
const sheet = new BoothSheet({ onClose: closeBooth });
const filters = new FilterBar(state, onFilter);
const map = new BoothMap(byId('map'), { template: tiles ?? '', attribution: attribution ?? '' }, {
  onMove, onBooth: (booth) => openBoothById(booth.id), onCluster: listCluster,
});

// MARK: The list

/** Loads the list, and the markers of the map. */
async function refresh() {
  list.showBusy();
  try {
    result = await search();
    showNotice();
  } catch (failure) {
    if (isAborted(failure)) return;
    if (failure instanceof Unreachable) useStoredList();
    else if (failure instanceof Problem) notice.showFailed();
    else throw failure;
  }
  showResult();
}

async function search() {
  const isDevice = searchOrigin.kind === 'device';
  if (state.text) {
    const origin = isDevice ? await get('/api/location/resolve', deviceLocation.report(), 'place') : searchOrigin;
    return matchingBooths(state, origin, limit);
  }
  const position = isDevice ? deviceLocation.report() : { lat: searchOrigin.latitude, lon: searchOrigin.longitude };
  return nearestBooths(position, state, limit);
}

/** The position that distances are measured from. */
const distanceOrigin = () => (searchOrigin.kind === 'device' ? result.origin ?? deviceLocation.newest : searchOrigin);

function showNotice() {
  if (searchOrigin.kind !== 'device') notice.showChosen(searchOrigin.kind === 'address');
  else if (result.origin?.reason) notice.showResolved(result.origin);
}

function useStoredList() {
  result = storedBooths(searchOrigin.kind === 'device' ? deviceLocation.newest : searchOrigin, state) ?? nothing;
  notice.showOffline(result.storedAt);
}

function showResult() {
  const { booths, origin, storedAt } = result;
  const heading = state.text ? 'found' : searchOrigin.kind === 'device' ? 'near' : 'nearMap';
  const hasMore = storedAt === null && booths.length === limit && limit < limits[limits.length - 1];
  list.show(booths, { title: heading, hasMore, isFiltered: filters.isSet || state.text !== '' });
  if (origin) map.showOrigin(origin);
  if (fitsNextResult && origin) {
    fitsNextResult = false;
    map.fit(state.text && booths.length > 0 ? booths[0] : origin, booths.slice(0, 8));
  }
  loadMarkers();
}

function showMore() {
  limit = limits.find((larger) => larger > limit) ?? limit;
  const last = result.booths.at(-1);
  refresh().then(() => last && list.focus(last.id));
}

// MARK: The map

/**
 * Loads the markers in view: one request for each move. With a search text, and offline, the list's booths are shown.
 */
async function loadMarkers() {
  if (!map.center) return;
  if (state.text || result.storedAt) return showMarkers({ booths: result.booths, clusters: [] });
  try {
    const { zoom } = map.center;
    const shown = await get('/api/booths/clusters', { bbox: map.viewport.join(','), zoom, ...filterQuery(state) },
      'map');
    showMarkers(shown, shown.booths.length + shown.clusters.length === 0);
  } catch (failure) {
    if (failure instanceof Unreachable) showMarkers({ booths: result.booths, clusters: [] });
    else if (!isAborted(failure)) notice.showFailed();
  }
}

/** Shows markers; if none are in view, the map says so and offers actions. */
function showMarkers(shown, isEmpty = false) {
  map.markers.show(shown);
  const nearest = result.booths[0];
  const actions = isEmpty ? [
    nearest && actionButton('toNearest', () => map.setView({ ...nearest, zoom: 15 })),
    filters.isSet && actionButton('clear', () => filters.clear()),
  ].filter(Boolean) : [];
  // For an empty catalogue the list shows a message.
  const isShown = isEmpty && actions.length > 0;
  const message = byId('map-empty');
  message.hidden = !isShown;
  message.replaceChildren(...(isShown
    ? [element('p', {}, text(filters.isSet ? 'emptyMapFiltered' : 'emptyMap')),
      element('p', { class: 'actions' }, ...actions)]
    : []));
}

const actionButton = (key, onclick) => element('button', { type: 'button', class: 'small', onclick }, text(key));

function onMove(isByUser) {
  if (!isVisible()) return;
  state.center = map.center;
  if (isByUser) hasMoved = true;
  if (hasMoved) {
    byId('search-here').hidden = state.text !== '';
    writeState(state);
  }
  if (!state.text && !result.storedAt) loadMarkers();
}

/** Searches from the center of the map. */
function searchHere() {
  searchOrigin = { kind: 'map', ...map.center };
  restartSearch();
  writeState(state);
}

/** A map view from the address stays, unless the user requested the location. */
function onLocationChange(isRequested) {
  if (isRequested) return goHome();
  if (searchOrigin.kind !== 'device') return;
  fitsNextResult = !hasMoved;
  restartSearch();
}

/** Searches from the device's location, or the server's substitute. */
function goHome() {
  searchOrigin = { kind: 'device' };
  fitsNextResult = true;
  hasMoved = false;
  state.center = null;
  writeState(state);
  restartSearch();
}

function restartSearch() {
  byId('search-here').hidden = true;
  limit = pageSize;
  return refresh();
}

/** Shows the booths of a cluster in the list. */
async function listCluster(cluster) {
  try {
    const page = await boothsInBounds(cluster.bbox, state);
    if (page.booths.length === 1) return openBooth(page.booths[0]);
    closeBooth();
    const booths = withDistances(page.booths, distanceOrigin() ?? cluster);
    list.show(booths, { title: 'found', hasMore: false, isFiltered: false });
    list.focus(booths[0]?.id);
  } catch (failure) {
    if (!isAborted(failure)) notice.showFailed();
  }
}

// MARK: Filters and search text

function onFilter() {
  writeState(state);
  limit = pageSize;
  refresh();
}

const onSearchText = debounce(250, () => {
  const typed = /** @type {HTMLInputElement} */ (byId('text')).value.trim();
  if (typed === state.text) return;
  state.text = typed;
  fitsNextResult = true;
  closeBooth();
  onFilter();
});

// MARK: One booth

function openBooth(booth) {
  const isNewEntry = state.booth !== booth.id;
  state.booth = booth.id;
  writeState(state, isNewEntry);
  setTitle(`${booth.name} – ${text('name')}`);
  sheet.show(booth);
  map.markers.select(booth);
  map.reveal(booth);
}

async function openBoothById(id) {
  const listed = result.booths.find((booth) => booth.id === id);
  if (listed) return openBooth(listed);
  try {
    const booth = await boothById(id);
    const origin = distanceOrigin();
    openBooth(origin ? withDistances([booth], origin)[0] : booth);
  } catch (failure) {
    if (isAborted(failure)) return;
    state.booth = null;
    writeState(state);
    if (failure instanceof Problem && failure.status === 404) notice.showUnknownBooth();
    else notice.showFailed();
  }
}

function closeBooth() {
  const id = state.booth;
  if (id === null) return;
  state.booth = null;
  writeState(state);
  showList(id);
}

/** Hides the sheet; the focus goes back to the booth in the list. */
function showList(id) {
  setTitle(text('title'));
  sheet.hide();
  map.markers.select(null);
  list.focus(id);
}

// MARK: Other views

/** Responses may arrive while another view is shown. */
const isVisible = () => location.pathname === '/';

function setTitle(words) {
  title = words;
  if (isVisible()) document.title = words;
}

/** The address of the map's current state. It has no position unless the user has chosen one. */
export const mapAddress = (booth = state.booth) =>
  addressOf({ ...state, booth, center: hasMoved || searchOrigin.kind !== 'device' ? state.center : null });

/** The same without the booth. */
export const listAddress = () => mapAddress(null);

/**
 * The address has changed. The browser's back and forward buttons switch booths without moving the map; a link or
 * another view applies the whole address.
 */
export function onReturn(isFromElsewhere) {
  document.title = title;
  const wanted = readState();
  const last = state.booth;
  state.booth = wanted.booth;
  if (isFromElsewhere) applyState(wanted);
  if (wanted.booth && wanted.booth !== last) openBoothById(wanted.booth);
  else if (!wanted.booth && last) showList(last);
  else if (isFromElsewhere) sheet.reloadPosts();
  if (hasMoved) writeState(state);
}

function applyState(wanted) {
  const filtersOf = (it) => addressOf({ ...it, center: null, booth: null });
  // An address without a position does not move the map.
  const isMoved = wanted.center !== null && addressOf(wanted) !== addressOf({ ...wanted, center: state.center });
  if (!isMoved && filtersOf(wanted) === filtersOf(state)) return;
  if (isMoved) {
    searchOrigin = { kind: 'address', ...wanted.center };
    hasMoved = false;
    map.setView(wanted.center);
  }
  Object.assign(state, wanted, { center: wanted.center ?? state.center });
  /** @type {HTMLInputElement} */ (byId('text')).value = state.text;
  filters.draw();
  restartSearch();
}

// MARK: Start

function addListeners() {
  byId('use-location').addEventListener('click', () => deviceLocation.request());
  byId('search-here').addEventListener('click', searchHere);
  byId('text').addEventListener('input', onSearchText);
  byId('search').addEventListener('submit', (event) => {
    event.preventDefault();
    onSearchText();
  });
  byId('handle').addEventListener('click', () => {
    const isTall = byId('panel').classList.toggle('is-tall');
    byId('handle').setAttribute('aria-expanded', String(isTall));
    byId('handle').firstElementChild.textContent = text(isTall ? 'collapse' : 'expand');
  });
  addEventListener('online', () => { if (isVisible()) refresh(); });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && isVisible() && searchOrigin.kind === 'device' && deviceLocation.isStale) {
      deviceLocation.locate();
    }
  });
}

async function start() {
  addListeners();
  /** @type {HTMLInputElement} */ (byId('text')).value = state.text;
  if (state.center) map.setView(state.center);
  await deviceLocation.start();
  // Brands and regions before the list, which shows them; the page works without.
  await Promise.allSettled([filters.load(), notice.load()]);
  await refresh();
  if (state.booth) await openBoothById(state.booth);
}

start();
