// The state of the map page and its entry in the browser's history. What a link shares is in the address:
// `/booths/3?at=37.4979,127.0276,15&brand=…&open=now&known=1&people=4&price=5000&sort=price&q=…`; without a booth,
// `/?at=…`.
// Addresses with `?booth=3` are read as well. What only the way to the entry knows is in the entry itself.
//
// There is one rule of history. What a person chooses is a new entry: a booth, a place, a text, a filter, an order.
// What follows by itself, and how the map is moved, is written in place. Closing a booth goes back to where it was
// opened.

import { boothOfPath, historyState, isMapPath } from '../../core/navigation.js';

/**
 * The origin of the list: the device's location, a position of the address or of the map, a named place, or a cluster.
 * @typedef {object} Origin
 * @property {'device' | 'address' | 'map' | 'place' | 'cluster'} kind
 * @property {number} [latitude]
 * @property {number} [longitude]
 * @property {string} [name]
 * @property {{latitude: number, longitude: number}[]} [corners] of a region
 * @property {number[]} [bbox] of a cluster
 */

/**
 * @typedef {object} MapState
 * @property {{latitude: number, longitude: number, zoom: number} | null} center of the map; null where the results are
 * @property {string[]} brands
 * @property {'' | 'now' | '30' | '60' | '120' | 'all-day'} open now, in this many minutes, or all day
 * @property {boolean} known only booths whose hours are known, where they are to be open at a time
 * @property {number} people 0 for any number
 * @property {number} price the most that a session may cost, 0 for any price
 * @property {'' | 'open' | 'distance' | 'price'} sort the order of the list, '' for the usual one
 * @property {string} text the search text
 * @property {boolean} saved only saved booths
 * @property {number | null} booth
 * @property {Origin} origin not in the address
 * @property {boolean} isMoved whether the user has moved the map since the search; not in the address
 */

export const openingChoices = ['', 'now', '30', '60', '120', 'all-day'];
export const maxPeople = 8;
export const priceChoices = [4000, 5000, 6000, 8000, 10_000];
const sortChoices = ['', 'open', 'distance', 'price'];

/** What a login makes the address ask for: the dialog that corrects the booth. */
export const correctionWish = 'correct';

/**
 * Reads the current entry; an invalid value counts as missing. An address without a position leaves the map where it
 * is, and the list where it is from.
 * @param {MapState | null} [last]
 * @returns {MapState}
 */
export function readState(last = null) {
  const query = new URLSearchParams(location.search);
  const open = query.get('open') ?? '';
  const people = Number(query.get('people'));
  const price = Number(query.get('price'));
  const sort = query.get('sort') ?? '';
  const booth = boothOfPath(location.pathname) ?? Number(query.get('booth'));
  const center = parseCenter(query.get('at'));
  /** @type {{origin: Origin, isMoved: boolean} | undefined} */
  const entry = history.state?.map;
  const isSameView = last !== null && (center === null || positionOf(center) === positionOf(last.center));
  /** @type {Origin} */
  const linked = center ? { kind: 'address', ...center } : { kind: 'device' };
  const { origin, isMoved } = entry ?? (isSameView ? last : { origin: linked, isMoved: false });
  return {
    center: entry || !isSameView ? center : last.center,
    brands: query.getAll('brand').map((name) => name.trim()).filter(Boolean).slice(0, 20),
    open: /** @type {MapState['open']} */ (openingChoices.includes(open) ? open : ''),
    known: query.has('known'),
    people: Number.isInteger(people) && people > 0 && people <= maxPeople ? people : 0,
    price: priceChoices.includes(price) ? price : 0,
    sort: /** @type {MapState['sort']} */ (sortChoices.includes(sort) ? sort : ''),
    text: (query.get('q') ?? '').slice(0, 100),
    saved: query.has('saved'),
    booth: Number.isSafeInteger(booth) && booth > 0 ? booth : null,
    origin, isMoved,
  };
}

/** Whether the address asks for the dialog that corrects the booth. */
export const hasCorrectionWish = () => new URLSearchParams(location.search).has(correctionWish);

/** The address of a state. @param {MapState} state */
export function addressOf(state) {
  const query = new URLSearchParams();
  if (state.text) query.set('q', state.text);
  for (const brand of state.brands) query.append('brand', brand);
  if (state.open) query.set('open', state.open);
  if (state.known) query.set('known', '1');
  if (state.people) query.set('people', String(state.people));
  if (state.price) query.set('price', String(state.price));
  if (state.sort) query.set('sort', state.sort);
  if (state.saved) query.set('saved', '1');
  const parts = query.toString() ? [query.toString()] : [];
  // Commas stay as they are, so that a shared address is readable. Four decimals are about ten metres.
  if (state.center) parts.push(`at=${positionOf(state.center)}`);
  const path = state.booth ? `/booths/${state.booth}` : '/';
  return parts.length ? `${path}?${parts.join('&')}` : path;
}

/** @param {MapState['center']} center */
const positionOf = (center) =>
  center && `${center.latitude.toFixed(4)},${center.longitude.toFixed(4)},${center.zoom}`;

/** What of a state is searched for: two states with the same have the same list. @param {MapState} state */
export const searchOf = ({ brands, open, known, people, price, sort, text, saved, origin }) =>
  JSON.stringify([brands, open, known, people, price, sort, text, saved, origin]);

/** Whether booths whose hours are unknown are listed after the open ones. @param {MapState} state */
export const listsUnknown = ({ open, known }) => open !== '' && open !== 'all-day' && !known;

/** What the device filters by. @param {MapState} state */
export const filterOf = (state) => ({ ...state, unknown: listsUnknown(state) });

/** Writes the state to the current entry. @param {MapState} state */
export function replaceState(state) {
  const current = history.state ?? historyState(true);
  history.replaceState({ ...current, map: entryOf(state) }, '', addressOf(state));
}

/** Writes the state to a new entry. @param {MapState} state @param {MapState} last that of the current entry */
export function pushState(state, last) {
  const isOpening = state.booth !== null && searchOf(state) === searchOf(last);
  // A booth over another one is as far above the list as that, and one more.
  const above = last.booth === null ? 0 : history.state?.aboveList;
  const aboveList = isOpening && above !== undefined ? above + 1 : undefined;
  history.pushState({ ...historyState(), map: entryOf(state), aboveList }, '', addressOf(state));
}

/** Whether the map has shown the current entry before: it is reloaded, or returned to. */
export const wasShown = () => history.state?.map !== undefined;

/** How many entries the current booth is above its list; 0 where a link has opened it. @returns {number} */
export const entriesAboveList = () => history.state?.aboveList ?? 0;

/** @param {MapState} state */
const entryOf = ({ origin, isMoved }) => ({ origin, isMoved });

/** Whether the current entry is one of the map's. */
export const isMapEntry = () => isMapPath(location.pathname);

function parseCenter(written) {
  const [latitude, longitude, zoom] = (written ?? '').split(',').map(Number);
  const isValid = Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 && Number.isInteger(zoom) && zoom >= 3
    && zoom <= 19;
  return isValid ? { latitude, longitude, zoom } : null;
}
