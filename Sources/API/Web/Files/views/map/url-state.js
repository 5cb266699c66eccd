// The state of the map page in its address: `/booths/3?at=37.4979,127.0276,15&brand=…&open=now&people=4&price=5000&sort=price&q=…`;
// without a booth, `/?at=…`. Addresses with `?booth=3` are read as well.

import { boothOfPath, isMapPath } from '../../core/navigation.js';

/**
 * @typedef {object} MapState
 * @property {{latitude: number, longitude: number, zoom: number} | null} center of the map
 * @property {string[]} brands
 * @property {'' | 'now' | '30' | '60' | '120'} open now, or in this many minutes
 * @property {number} people 0 for any number
 * @property {number} price the most that a session may cost, 0 for any price
 * @property {'' | 'distance' | 'price'} sort the order of the list, '' for the usual one
 * @property {string} text the search text
 * @property {boolean} saved only saved booths
 * @property {number | null} booth
 */

export const openingChoices = ['', 'now', '30', '60', '120'];
export const maxPeople = 8;
export const priceChoices = [4000, 5000, 6000, 8000, 10_000];
const sortChoices = ['', 'distance', 'price'];

/** Reads an address; an invalid value counts as missing. @returns {MapState} */
export function readState() {
  const query = new URLSearchParams(location.search);
  const open = query.get('open') ?? '';
  const people = Number(query.get('people'));
  const price = Number(query.get('price'));
  const sort = query.get('sort') ?? '';
  const booth = boothOfPath(location.pathname) ?? Number(query.get('booth'));
  return {
    center: parseCenter(query.get('at')),
    brands: query.getAll('brand').map((name) => name.trim()).filter(Boolean).slice(0, 20),
    open: /** @type {MapState['open']} */ (openingChoices.includes(open) ? open : ''),
    people: Number.isInteger(people) && people > 0 && people <= maxPeople ? people : 0,
    price: priceChoices.includes(price) ? price : 0,
    sort: /** @type {MapState['sort']} */ (sortChoices.includes(sort) ? sort : ''),
    text: (query.get('q') ?? '').slice(0, 100),
    saved: query.has('saved'),
    booth: Number.isSafeInteger(booth) && booth > 0 ? booth : null,
  };
}

/** The address of a state. @param {MapState} state */
export function addressOf(state) {
  const query = new URLSearchParams();
  if (state.text) query.set('q', state.text);
  for (const brand of state.brands) query.append('brand', brand);
  if (state.open) query.set('open', state.open);
  if (state.people) query.set('people', String(state.people));
  if (state.price) query.set('price', String(state.price));
  if (state.sort) query.set('sort', state.sort);
  if (state.saved) query.set('saved', '1');
  const parts = query.toString() ? [query.toString()] : [];
  // Commas stay as they are, so that a shared address is readable. Four decimals are about ten metres.
  if (state.center) {
    parts.push(`at=${state.center.latitude.toFixed(4)},${state.center.longitude.toFixed(4)},${state.center.zoom}`);
  }
  const path = state.booth ? `/booths/${state.booth}` : '/';
  return parts.length ? `${path}?${parts.join('&')}` : path;
}

/** Writes the state to the address bar, as a new entry of the history or in place. @param {MapState} state */
export function writeState(state, isNewEntry = false) {
  // A response may arrive after another view has changed the address bar.
  if (!isMapPath(location.pathname)) return;
  const address = addressOf(state);
  if (address === location.pathname + location.search) return;
  if (isNewEntry) history.pushState({}, '', address);
  else history.replaceState(history.state, '', address);
}

function parseCenter(written) {
  const [latitude, longitude, zoom] = (written ?? '').split(',').map(Number);
  const isValid = Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 && Number.isInteger(zoom) && zoom >= 3
    && zoom <= 19;
  return isValid ? { latitude, longitude, zoom } : null;
}
