// The map with its list: introduces their parts to each other.

import { Problem, Unreachable, get, isAborted } from '../../core/api.js';
import { byId, debounce, element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { List } from './booth-list.js';
import { BoothMap } from './booth-map.js';
import { filters as filterQuery, inside, matching, measured, nearest, one, remembered } from './booth-search.js';
import { Sheet } from './booth-sheet.js';
import { Filters } from './filter-bar.js';
import { Whereabouts } from './geolocation.js';
import { Where } from './location-notice.js';
import { read, write, written } from './url-state.js';

const firstLimit = 20;
const limits = [firstLimit, 50, 100];

const shown = read();
/**
 * What the list starts from: the place of the device, or one on the map.
 * @type {{kind: string, latitude?: number, longitude?: number}}
 */
let anchor = shown.at ? { kind: 'address', ...shown.at } : { kind: 'device' };
let limit = firstLimit;
/** @type {import('./booth-search.js').Found} */
let found = { booths: [], place: null, at: null };
let wantsView = shown.at === null;
let hasMoved = false;
/** What the browser's bar says while the map is shown. */
let title = text('title');

const { tiles, attribution } = document.documentElement.dataset;
const whereabouts = new Whereabouts((isWanted) => located(isWanted));
const where = new Where(whereabouts, { home: () => goHome(), again: () => refresh() });
const list = new List({ pick: (booth) => open(booth), more, clear: () => filters.clear() });
const sheet = new Sheet({ close });
const filters = new Filters(shown, () => narrowed());
const map = new BoothMap(byId('map'), { template: tiles ?? '', attribution: attribution ?? '' }, {
  moved, pick: (booth) => openNumber(booth.id), list: listCluster,
});

// MARK: The list

/** Asks for the list anew, and for what the map shows. */
async function refresh() {
  list.busy();
  try {
    const isDevice = anchor.kind === 'device';
    if (shown.text) {
      const place = isDevice ? await get('/api/location/resolve', whereabouts.report(), 'place') : anchor;
      found = await matching(shown, place, limit);
    } else {
      const place = isDevice ? whereabouts.report() : { lat: anchor.latitude, lon: anchor.longitude };
      found = await nearest(place, shown, limit);
    }
    tell();
  } catch (failure) {
    if (isAborted(failure)) return;
    if (failure instanceof Unreachable) recall();
    else if (failure instanceof Problem) where.failed();
    else throw failure;
  }
  show();
}

/** Where distances are measured from. */
const origin = () => (anchor.kind === 'device' ? found.place ?? whereabouts.newest : anchor);

function tell() {
  if (found.at) where.offline(found.at);
  else if (anchor.kind === 'address' || anchor.kind === 'map') where.chosen(anchor.kind === 'address');
  else if (found.place?.reason) where.decided(found.place);
}

/** What was kept of the last region takes the place of what cannot be asked. */
function recall() {
  found = remembered(anchor.kind === 'device' ? whereabouts.newest : anchor, shown) ?? { booths: [], place: null, at: null };
  where.offline(found.at);
}

function show() {
  const title = shown.text ? 'found' : anchor.kind === 'device' ? 'near' : 'nearMap';
  const hasMore = found.at === null && found.booths.length === limit && limit < limits[limits.length - 1];
  list.show(found.booths, { title, hasMore, isFiltered: filters.isSet || shown.text !== '' });
  if (found.place) map.mark(found.place);
  if (wantsView && found.place) {
    wantsView = false;
    map.fit(shown.text && found.booths.length > 0 ? found.booths[0] : found.place, found.booths.slice(0, 8));
  }
  showMarks();
}

function more() {
  limit = limits.find((larger) => larger > limit) ?? limit;
  const last = found.booths.at(-1);
  refresh().then(() => last && list.focus(last.id));
}

// MARK: The map

/** Asks what the map shows now: one request a move. While something is searched for, and offline, it shows the list. */
async function showMarks() {
  if (!map.middle) return;
  if (shown.text || found.at) return mark({ booths: found.booths, clusters: [] });
  try {
    const { zoom } = map.middle;
    const marks = await get('/api/booths/clusters', { bbox: map.viewport.join(','), zoom, ...filterQuery(shown) }, 'map');
    mark(marks, marks.booths.length + marks.clusters.length === 0);
  } catch (failure) {
    if (failure instanceof Unreachable) mark({ booths: found.booths, clusters: [] });
    else if (!isAborted(failure)) where.failed();
  }
}

/** Shows marks; where there are none to see, it says so and how to go on. */
function mark(marks, isBare = false) {
  map.marks.show(marks);
  const nearest = found.booths[0];
  const offers = isBare ? [
    nearest && bareButton('toNearest', () => map.look({ ...nearest, zoom: 15 })),
    filters.isSet && bareButton('clear', () => filters.clear()),
  ].filter(Boolean) : [];
  // An empty catalogue is told of by the list.
  const isTold = isBare && offers.length > 0;
  const bare = byId('bare');
  bare.hidden = !isTold;
  bare.replaceChildren(...(isTold
    ? [element('p', {}, text(filters.isSet ? 'emptyMapFiltered' : 'emptyMap')), element('p', { class: 'actions' }, ...offers)]
    : []));
}

const bareButton = (key, act) => element('button', { type: 'button', class: 'small', onclick: act }, text(key));

function moved(isByHand) {
  if (!isShown()) return;
  shown.at = map.middle;
  if (isByHand) hasMoved = true;
  if (hasMoved) {
    byId('again').hidden = shown.text !== '';
    write(shown);
  }
  if (!shown.text && !found.at) showMarks();
}

/** Looks for what is nearest to the middle of the map. */
function searchHere() {
  anchor = { kind: 'map', ...map.middle };
  startAnew();
  write(shown);
}

/** What is known of the device's place has changed: a view that came by its address stays unless the person wants it. */
function located(isWanted) {
  if (isWanted) return goHome();
  if (anchor.kind !== 'device') return;
  wantsView = !hasMoved;
  startAnew();
}

/** Looks around where the device is, or where the server says to look instead. */
function goHome() {
  anchor = { kind: 'device' };
  wantsView = true;
  hasMoved = false;
  shown.at = null;
  write(shown);
  startAnew();
}

function startAnew() {
  byId('again').hidden = true;
  limit = firstLimit;
  return refresh();
}

async function listCluster(cluster) {
  try {
    const page = await inside(cluster.bbox, shown);
    if (page.booths.length === 1) return open(page.booths[0]);
    close();
    const booths = measured(page.booths, origin() ?? cluster);
    list.show(booths, { title: 'found', hasMore: false, isFiltered: false });
    list.focus(booths[0]?.id);
  } catch (failure) {
    if (!isAborted(failure)) where.failed();
  }
}

// MARK: Filters and search

function narrowed() {
  write(shown);
  limit = firstLimit;
  refresh();
}

const typed = debounce(250, () => {
  const now = /** @type {HTMLInputElement} */ (byId('text')).value.trim();
  if (now === shown.text) return;
  shown.text = now;
  wantsView = true;
  close();
  narrowed();
});

// MARK: One booth

function open(booth) {
  const isStep = shown.booth !== booth.id;
  shown.booth = booth.id;
  write(shown, isStep);
  named(`${booth.name} – ${text('name')}`);
  sheet.show(booth);
  map.marks.choose(booth);
  map.reveal(booth);
}

async function openNumber(id) {
  const known = found.booths.find((booth) => booth.id === id);
  if (known) return open(known);
  try {
    const booth = await one(id);
    const from = origin();
    open(from ? measured([booth], from)[0] : booth);
  } catch (failure) {
    if (isAborted(failure)) return;
    shown.booth = null;
    write(shown);
    if (failure instanceof Problem && failure.status === 404) where.unknownBooth();
    else where.failed();
  }
}

function close() {
  const id = shown.booth;
  if (id === null) return;
  shown.booth = null;
  write(shown);
  leave(id);
}

/** From the sheet back to the list. */
function leave(id) {
  named(text('title'));
  sheet.hide();
  map.marks.choose(null);
  list.focus(id);
}

// MARK: Other views

/** Answers may come while another view is shown. */
const isShown = () => location.pathname === '/';

function named(words) {
  title = words;
  if (isShown()) document.title = words;
}

/** The map as it is, and without the booth that is looked at. A place that nobody chose is not part of it. */
export const mapAddress = (booth = shown.booth) =>
  written({ ...shown, booth, at: hasMoved || anchor.kind !== 'device' ? shown.at : null });
export const listAddress = () => mapAddress(null);

/**
 * The address has changed. The browser's back and forward buttons go from booth to booth, while the map stays where it
 * is; whoever comes by a link or from another view gets what the address says.
 */
export function onReturn(isFromElsewhere) {
  document.title = title;
  const wanted = read();
  const last = shown.booth;
  shown.booth = wanted.booth;
  if (isFromElsewhere) adopt(wanted);
  if (wanted.booth && wanted.booth !== last) openNumber(wanted.booth);
  else if (!wanted.booth && last) leave(last);
  else if (isFromElsewhere) sheet.returned();
  if (hasMoved) write(shown);
}

function adopt(wanted) {
  const narrowing = (it) => written({ ...it, at: null, booth: null });
  // Where the address names no place, the map stays at its own.
  const isMoved = wanted.at !== null && written(wanted) !== written({ ...wanted, at: shown.at });
  if (!isMoved && narrowing(wanted) === narrowing(shown)) return;
  if (isMoved) {
    anchor = { kind: 'address', ...wanted.at };
    hasMoved = false;
    map.look(wanted.at);
  }
  Object.assign(shown, wanted, { at: wanted.at ?? shown.at });
  /** @type {HTMLInputElement} */ (byId('text')).value = shown.text;
  filters.draw();
  startAnew();
}

// MARK: Start

function listen() {
  byId('here').addEventListener('click', () => whereabouts.ask());
  byId('again').addEventListener('click', searchHere);
  byId('text').addEventListener('input', typed);
  byId('search').addEventListener('submit', (event) => {
    event.preventDefault();
    typed();
  });
  byId('handle').addEventListener('click', () => {
    const isTall = byId('panel').classList.toggle('is-tall');
    byId('handle').setAttribute('aria-expanded', String(isTall));
    byId('handle').firstElementChild.textContent = text(isTall ? 'collapse' : 'expand');
  });
  addEventListener('online', () => { if (isShown()) refresh(); });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && isShown() && anchor.kind === 'device' && whereabouts.isStale) whereabouts.locate();
  });
}

async function start() {
  listen();
  /** @type {HTMLInputElement} */ (byId('text')).value = shown.text;
  if (shown.at) map.look(shown.at);
  await whereabouts.start();
  // Chains and regions before the list, which shows them; without them the page works all the same.
  await Promise.allSettled([filters.load(), where.load()]);
  await refresh();
  if (shown.booth) await openNumber(shown.booth);
}

start();
