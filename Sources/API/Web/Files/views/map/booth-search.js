// The lists of booths, from the server. Without a network `stored-booths.js` has them.

import { Unreachable, get } from '../../core/api.js';
import { getStored, removeStored, setStored } from '../../core/storage.js';
import { localFields } from '../../core/texts.js';
import { firstBooths, inOrder, requested, withDistances } from './booth-order.js';
import { listsUnknown } from './url-state.js';

/** @typedef {import('./url-state.js').MapState} MapState */

/**
 * @typedef {object} Booth as the server sends it
 * @property {number} id
 * @property {string} name
 * @property {string | null} brand
 * @property {number} latitude
 * @property {number} longitude
 * @property {number} [distance_m]
 * @property {number | null} [price]
 * @property {string | null} [currency]
 */

/**
 * @typedef {object} SearchResult
 * @property {Booth[]} booths
 * @property {boolean} hasMore whether more booths exist
 * @property {any} origin the position that distances are measured from, with the server's reason
 * @property {number | null} storedAt when an offline list was stored; null for a response of the server
 * @property {boolean} [isWhole] whether an offline list is of all booths of the country
 * @property {import('./text-parts.js').TextPart[]} [parts] what the search text was taken for
 */

/** What a list shows, and what the device filters by. The sheet asks for the rest. */
const fields = 'name,brand,road_address,lot_address,latitude,longitude,opening_hours,cuts,price,currency,capacity,'
  + `status,open,open_state${localFields}`;

const wholeWorld = '-180,-85,180,85';

/** The filters, as all lists of the server take them. @param {MapState} state */
export const filterQuery = (state) => ({ brand: state.brands.join(','), ...filtersOfBrands(state) });

/** The filters without the brands, by which those are counted. @param {MapState} state */
export function filtersOfBrands(state, now = Date.now()) {
  const minutes = Number(state.open);
  // Whole minutes, so that a list and its map request the same time.
  const arrival = () => new Date(Math.floor(now / 60_000 + minutes) * 60_000).toISOString();
  return {
    open_at: state.open === 'now' ? 'now' : minutes > 0 ? arrival() : null,
    open_unknown: listsUnknown(state) ? 'true' : null,
    open_all_day: state.open === 'all-day' ? 'true' : null,
    people: state.people || null,
    max_price: state.price || null,
  };
}

/**
 * The booths nearest to a position, or to the position that the server resolves from a report of the device's location.
 * @param {Record<string, any>} position
 * @param {MapState} state
 * @param {number} limit
 * @returns {Promise<SearchResult>}
 */
export async function nearestBooths(position, state, limit) {
  const answer = await get('/api/booths/near',
    { ...position, ...filterQuery(state), limit: requested(state, limit), fields }, 'list');
  const origin = answer.location ?? { latitude: Number(position.lat), longitude: Number(position.lon) };
  // Only the full list is worth storing for offline use. `place` is the name in the stored format.
  const isFull = !state.brands.length && !state.open && !state.people && !state.price;
  if (isFull) storeList(origin, answer.booths.slice(0, limit));
  return { ...firstBooths(answer.booths, state, limit), origin, storedAt: null };
}

/** Where the server says that a position is from the device. */
const origins = ['device', 'coarse-device', 'last-known'];

/** Without distances: where they are from is stored once. */
function storeList({ latitude, longitude, origin: kind }, booths) {
  setStored('list', { at: Date.now(), place: { latitude, longitude }, isOfDevice: origins.includes(kind),
    booths: booths.map(({ distance_m: _, ...booth }) => booth) });
}

/** Removes a list that tells where the device was. */
export function forgetListOfDevice() {
  if (getStored('list')?.isOfDevice !== false) removeStored('list');
}

/** The booths that match the text, best first. @param {MapState} state @returns {Promise<SearchResult>} */
export async function matchingBooths(state, origin, limit) {
  const [{ booths }, parts] = await Promise.all([
    get('/api/booths/search', { q: state.text, ...filterQuery(state), limit: requested(state, limit), fields }, 'list'),
    partsOf(state.text),
  ]);
  return { ...firstBooths(withDistances(booths, origin), state, limit), origin, storedAt: null, parts };
}

/** What a text was taken for. The list is complete without. @param {string} text */
const partsOf = async (text) =>
  (await get('/api/search', { q: text, limit: 1 }, 'parts').catch(() => null))?.interpretation ?? [];

/**
 * The booths in the bounds of a cluster.
 * @param {number[]} bounds @param {MapState} state @returns {Promise<SearchResult>}
 */
export async function boothsInBounds(bounds, state, origin) {
  const { booths, next } = await get('/api/booths/in',
    { bbox: bounds.join(','), ...filterQuery(state), limit: 50, fields }, 'list');
  const sorted = inOrder(withDistances(booths, origin), state);
  return { booths: sorted, hasMore: next !== null, origin: null, storedAt: null };
}

/** How many booths pass the filters. @param {MapState} state */
export async function totalCount(state) {
  const { clusters, booths } = await get('/api/booths/clusters',
    { bbox: wholeWorld, zoom: 3, ...filterQuery(state) }, 'total');
  return clusters.reduce((sum, { count }) => sum + count, booths.length);
}

/** A booth with all its attributes; offline, as stored. @returns {Promise<Booth>} */
export async function boothById(id) {
  try {
    return await get(`/api/booths/${id}`, {}, 'booth');
  } catch (failure) {
    const booth = failure instanceof Unreachable && await (await import('./stored-booths.js')).storedBooth(id);
    if (booth) return booth;
    throw failure;
  }
}
