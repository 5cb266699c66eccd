// The map page: connects the map, the list, the filters, the location notice and the sheet of a booth.

import { Problem, Unreachable, get, isAborted } from '../../core/api.js';
import { byId, element } from '../../core/dom.js';
import { isMapPath } from '../../core/navigation.js';
import { text } from '../../core/texts.js';
import { BoothList } from './booth-list.js';
import { BoothMap } from './booth-map.js';
import {
  boothById, boothsInBounds, filterQuery, matchingBooths, maxBooths, nearestBooths, storedBooths, storedBoothsInView,
  withDistances,
} from './booth-search.js';
import { FilterBar } from './filter-bar.js';
import { DeviceLocation } from './geolocation.js';
import { LocationNotice } from './location-notice.js';
import { Panel } from './panel.js';
import { SearchBox, nameOf } from './search-box.js';
import { savedList } from './saved-list.js';
import { addressOf, readState, writeState } from './url-state.js';

const pageSize = 20;
/** The number of booths in the list, after each press of "more". */
const limits = [pageSize, 50, maxBooths - 1];
/** At street level, and without a network, as many booths are shown without clusters. */
const maxSeparate = 100;
/** Milliseconds after which the first view has settled. */
const settleTime = 5000;
/** Milliseconds in which the panel rises. */
const raiseTime = 300;

const state = readState();
/**
 * The origin of the list's search: the device's location, a position of the address or of the map, or a named place.
 * @type {{kind: 'device' | 'address' | 'map' | 'place', latitude?: number, longitude?: number, name?: string,
 *   corners?: {latitude: number, longitude: number}[]}} `corners` of a region
 */
let searchOrigin = state.center ? { kind: 'address', ...state.center } : { kind: 'device' };
let limit = pageSize;
/** @type {import('./booth-search.js').SearchResult} */
const nothing = { booths: [], hasMore: false, origin: null, storedAt: null };
let result = nothing;
/** Whether the map moves to the next result. */
let fitsNextResult = state.center === null;
/** Whether the user has moved the map. */
let hasMoved = false;
/** The document's title while the map is shown. */
let title = text('title');

const { dataset } = document.documentElement;
const deviceLocation = new DeviceLocation(onLocationChange);
const notice = new LocationNotice(deviceLocation, { onHome: goHome, onRetry: refresh });
const list = new BoothList({
  onSelect: (booth) => openBooth(booth).catch(showNotOpened), onMore: showMore, onClearFilters: () => filters.clear(),
  onClearText: clearText, onSort, onPoint: (booth) => map.markers.point(booth),
});
const panel = new Panel();
/** Loaded with the first booth that is opened. @type {import('./booth-sheet.js').BoothSheet | null} */
let sheet = null;
const filters = new FilterBar(state, onFilter);
/** The page works without. */
const brands = filters.load().catch(() => {});
const searchBox = new SearchBox({
  position: () => distanceOrigin(), onPlace: showPlace, onBrand: showBrand, onBooth: openBoothById, onText,
});
const map = new BoothMap(byId('map'), {
  template: dataset.tiles ?? '', attribution: dataset.attribution ?? '', link: dataset.attributionLink ?? '',
  minZoom: Number(dataset.minZoom), maxZoom: Number(dataset.maxZoom),
}, {
  onMove, onBooth: (booth) => openBoothById(booth.id), onCluster: listCluster,
  onPoint: (booth) => list.point(booth?.id ?? null),
});

// MARK: The list

/** Loads the list, and the markers of the map. */
async function refresh() {
  list.showBusy();
  try {
    // The list has the colours of all chains.
    [result] = await Promise.all([search(), brands]);
    showNotice();
  } catch (failure) {
    if (isAborted(failure)) return;
    if (failure instanceof Unreachable) await useStoredList();
    else if (failure instanceof Problem) notice.showFailed();
    else throw failure;
  }
  showResult();
}

async function search() {
  const isDevice = searchOrigin.kind === 'device';
  if (state.saved) return savedList(state, isDevice ? await resolvedOrigin().catch(lastOrigin) : searchOrigin);
  if (state.text) return matchingBooths(state, isDevice ? await resolvedOrigin() : searchOrigin, limit);
  const position = isDevice ? deviceLocation.report() : { lat: searchOrigin.latitude, lon: searchOrigin.longitude };
  return nearestBooths(position, state, limit);
}

/** Where the server finds the device to be. */
const resolvedOrigin = () => get('/api/location/resolve', deviceLocation.report(), 'place');

/** Without a network: where the device was last. */
function lastOrigin(failure) {
  if (failure instanceof Unreachable) return deviceLocation.newest;
  throw failure;
}

/** The position that distances are measured from. */
const distanceOrigin = () => (searchOrigin.kind === 'device' ? result.origin ?? deviceLocation.newest : searchOrigin);

function showNotice() {
  const { kind, name, latitude, longitude } = searchOrigin;
  if (kind === 'place') notice.showPlace(name);
  else if (kind !== 'device') notice.showPosition(kind === 'map' ? 'fromMap' : 'fromAddress', { latitude, longitude });
  else if (result.origin?.reason) notice.showResolved(result.origin);
}

async function useStoredList() {
  const origin = searchOrigin.kind === 'device' ? deviceLocation.newest : searchOrigin;
  // Which of them the account has saved is not known here.
  result = (state.saved ? null : await storedBooths(origin, state, limit)) ?? nothing;
  notice.showOffline(result);
}

function showResult() {
  const { booths, hasMore, origin } = result;
  list.show(booths, {
    title: state.saved ? 'saved.title' : state.text ? 'found' : 'near', hasMore, canGrow: hasMore && limit < limits[limits.length - 1],
    filters: { text: state.text, isSaved: state.saved, isSet: filters.hasConditions },
    orders: [...(state.text ? ['relevance'] : []), 'distance', 'price'], order: state.sort,
  });
  if (origin) map.showOrigin(origin);
  if (fitsNextResult && origin) {
    fitsNextResult = false;
    map.fit((state.text || state.saved) && booths.length > 0 ? booths[0] : origin,
      searchOrigin.corners ?? booths.slice(0, 8));
  }
  loadMarkers();
}

function showMore() {
  limit = limits.find((larger) => larger > limit) ?? limit;
  const last = result.booths.at(-1);
  refresh().then(() => last && list.focus(last.id));
}

// MARK: The map

/** Loads the markers in view: one request for each move. With a search text the list's booths are shown. */
async function loadMarkers() {
  if (!map.center) return undefined;
  if (state.text || state.saved) return showMarkers({ booths: result.booths, clusters: [] });
  if (result.storedAt) return showStoredMarkers();
  try {
    const { zoom } = map.center;
    const separate = map.isStreet ? maxSeparate : null;
    const shown = await get('/api/booths/clusters',
      { bbox: map.viewport.join(','), zoom, separate, ...filterQuery(state) }, 'map');
    showMarkers(shown, shown.booths.length + shown.clusters.length === 0);
  } catch (failure) {
    if (failure instanceof Unreachable) return showStoredMarkers();
    if (!isAborted(failure)) notice.showFailed();
  }
  return undefined;
}

/** Without a network: the stored booths in view, or those of the list. */
async function showStoredMarkers() {
  const booths = await storedBoothsInView(map.center, map.viewport, state, maxSeparate);
  showMarkers({ booths: booths ?? result.booths, clusters: [] }, booths?.length === 0);
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
  if (hasMoved) byId('search-here').hidden = state.text !== '' || state.saved;
  if (hasMoved || searchOrigin.kind === 'place') writeState(state);
  if (state.text || state.saved) map.markers.redraw();
  else loadMarkers();
}

/** Searches from the center of the map. */
function searchHere() {
  searchOrigin = { kind: 'map', ...map.center };
  searchBox.show('');
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
  if (!state.text) searchBox.show('');
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
    if (page.booths.length === 1) return await openBooth(page.booths[0]);
    closeBooth();
    const booths = withDistances(page.booths, distanceOrigin() ?? cluster);
    list.show(booths, { title: 'found', hasMore: page.next !== null });
    panel.raise();
    list.focus(booths[0]?.id);
  } catch (failure) {
    if (!isAborted(failure)) notice.showFailed();
  }
}

// MARK: Filters and search text

function onFilter() {
  if (state.saved) fitsNextResult = true;
  filters.count();
  onSort(state.sort);
}

/** @param {string} order */
function onSort(order) {
  const usual = state.text ? 'relevance' : 'distance';
  state.sort = /** @type {typeof state.sort} */ (order === usual ? '' : order);
  writeState(state);
  limit = pageSize;
  refresh();
}

/** Booths with a text in their name, chain or address; with none, all. @param {string} typed */
function onText(typed) {
  if (typed === state.text) return;
  state.text = typed;
  fitsNextResult = true;
  closeBooth();
  onFilter();
}

function clearText() {
  searchBox.show('');
  onText('');
  list.focus(null);
}

/** Moves the map to a place and lists the booths around it. @param {import('./search-box.js').SearchResult} place */
function showPlace(place) {
  const { latitude, longitude, bbox } = place;
  // A station's booths show more than its surroundings do.
  const isRegion = place.kind === 'region' && bbox !== undefined;
  const corners = isRegion ? [{ latitude: bbox[1], longitude: bbox[0] }, { latitude: bbox[3], longitude: bbox[2] }]
    : undefined;
  searchOrigin = { kind: 'place', latitude, longitude, name: nameOf(place), corners };
  state.text = '';
  fitsNextResult = true;
  hasMoved = false;
  closeBooth();
  restartSearch();
}

/** @param {string} name */
function showBrand(name) {
  state.text = '';
  fitsNextResult = true;
  closeBooth();
  if (state.brands.includes(name)) onFilter();
  else filters.toggle(name);
}

// MARK: One booth

async function openBooth(booth) {
  const isNewEntry = state.booth !== booth.id;
  state.booth = booth.id;
  writeState(state, isNewEntry);
  setTitle(`${booth.name} – ${text('name')}`);
  if (map.center) map.reveal(booth);
  else map.setView({ ...booth, zoom: 16 });
  map.markers.select(booth);
  const { BoothSheet } = await import('./booth-sheet.js');
  sheet ??= new BoothSheet({ onClose: closeBooth, onSave: onSaved, people: () => state.people });
  // It may have been closed, or another one opened, meanwhile.
  if (state.booth === booth.id) sheet.show(booth);
  if (panel.raise()) {
    // The map is lower once the panel has risen.
    setTimeout(() => { if (state.booth === booth.id) map.reveal(booth); }, raiseTime);
  }
  byId('booth-page')?.remove();
}

/** The list of saved booths follows the heart of the sheet. */
function onSaved() {
  if (state.saved) refresh();
}

/**
 * Opens the booth of a link, in place of the page that the server wrote; the list is that around it. Resolves to whether
 * there is such a booth.
 */
async function openLinkedBooth() {
  const hasPosition = state.center !== null;
  const isKnown = await openBoothById(state.booth);
  byId('booth-page')?.remove();
  if (!hasPosition && map.center) {
    const { latitude, longitude } = map.center;
    searchOrigin = { kind: 'address', latitude, longitude };
    fitsNextResult = false;
  }
  return isKnown;
}

/** Resolves to whether there is such a booth, as far as can be told. */
async function openBoothById(id) {
  const listed = result.booths.find((booth) => booth.id === id);
  try {
    if (listed) {
      await openBooth(listed);
      return true;
    }
    const booth = await boothById(id);
    const origin = distanceOrigin();
    await openBooth(origin ? withDistances([booth], origin)[0] : booth);
  } catch (failure) {
    return isAborted(failure) || !showNotOpened(failure);
  }
  return true;
}

/** Says that a booth cannot be shown. Returns whether there is no such booth. */
function showNotOpened(failure) {
  state.booth = null;
  writeState(state);
  const isUnknown = failure instanceof Problem && failure.status === 404;
  if (isUnknown) notice.showUnknownBooth();
  else notice.showFailed();
  return isUnknown;
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
  sheet?.hide();
  map.markers.select(null);
  list.focus(id);
}

// MARK: Other views

/** Responses may arrive while another view is shown. */
const isVisible = () => isMapPath(location.pathname);

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
  else if (isFromElsewhere) sheet?.reloadPosts();
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
  searchBox.show(state.text);
  filters.count();
  restartSearch();
}

// MARK: Start

function addListeners() {
  byId('use-location').addEventListener('click', () => notice.request());
  byId('search-here').addEventListener('click', searchHere);
  addEventListener('online', () => { if (isVisible()) refresh(); });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && isVisible() && searchOrigin.kind === 'device' && deviceLocation.isStale) {
      deviceLocation.locate();
    }
  });
}

async function start() {
  addListeners();
  searchBox.show(state.text);
  if (state.center) map.setView(state.center);
  const isKnown = !state.booth || await openLinkedBooth();
  await deviceLocation.start();
  await refresh();
  if (!isKnown) notice.showUnknownBooth();
  keepBooths();
}

/** Stores the booths of the whole country, and keeps them up to date, once nothing of the first view waits any more. */
function keepBooths() {
  // Not every browser says when it is idle.
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  setTimeout(() => whenIdle(async () => {
    const store = await import('../../core/catalogue-store.js').catch(() => null);
    store?.keepCatalogue(filters.boothCount);
  }), settleTime);
}

start();
