// The lists of booths, from the server; offline, from the stored booths of the whole country, or the last stored list.

import { Unreachable, get } from '../../core/api.js';
import { metresBetween } from '../../core/distance.js';
import { getStored, removeStored, setStored } from '../../core/storage.js';
import { localFields } from '../../core/texts.js';

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
 */

/**
 * @typedef {object} SearchResult
 * @property {Booth[]} booths
 * @property {boolean} hasMore whether more booths exist
 * @property {any} origin the position that distances are measured from, with the server's reason
 * @property {number | null} storedAt when an offline list was stored; null for a response of the server
 * @property {boolean} [isWhole] whether an offline list is of all booths of the country
 */

const fields = 'name,brand,road_address,lot_address,latitude,longitude,phone,opening_hours,tags,cuts,shots,price,'
  + `even_prints_only,capacity,status,last_verified,open,open_state${localFields}`;

/** The most booths that the server lists. */
export const maxBooths = 100;

/** The filters, as all lists of the server take them. @param {MapState} state */
export const filterQuery = (state) => ({ brand: state.brands.join(','), ...filtersOfBrands(state) });

/** The filters without the brands, by which those are counted. @param {MapState} state */
export function filtersOfBrands(state, now = Date.now()) {
  const minutes = Number(state.open);
  // Whole minutes, so that a list and its map request the same time.
  const arrival = () => new Date(Math.floor(now / 60_000 + minutes) * 60_000).toISOString();
  return {
    open_at: state.open === 'now' ? 'now' : minutes > 0 ? arrival() : null,
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

/**
 * One more than shown tells whether more exist. Of another order than the server's, the best of all that it lists.
 * @param {MapState} state
 */
const requested = (state, limit) => (state.sort ? maxBooths : Math.min(maxBooths, limit + 1));

/** The first booths in the chosen order, and whether more exist. @param {Booth[]} booths @param {MapState} state */
function firstBooths(booths, state, limit) {
  const sorted = inOrder(booths, state);
  return { booths: sorted.slice(0, limit), hasMore: sorted.length > limit };
}

/** Booths in the chosen order, among equals as they came. @param {Booth[]} booths @param {MapState} state */
export function inOrder(booths, { sort }) {
  if (!sort) return booths;
  const key = sort === 'price' ? ({ price }) => price ?? Infinity : ({ distance_m: distance }) => distance ?? Infinity;
  // The difference of two infinities is no number.
  return [...booths].sort((one, other) => (key(one) === key(other) ? 0 : key(one) - key(other)));
}

/** The booths that match the text, best first. @param {MapState} state @returns {Promise<SearchResult>} */
export async function matchingBooths(state, origin, limit) {
  const { booths } = await get('/api/booths/search',
    { q: state.text, ...filterQuery(state), limit: requested(state, limit), fields }, 'list');
  return { ...firstBooths(withDistances(booths, origin), state, limit), origin, storedAt: null };
}

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

/** Booths with their distances from a position. */
export const withDistances = (booths, origin) =>
  booths.map((booth) => ({ ...booth, distance_m: metresBetween(origin, booth) }));

// MARK: Without a network

/** All booths of the country, and when they were up to date; null if they are not stored. */
async function storedCatalogue() {
  try {
    const { openCatalogue } = await import('../../core/catalogue-store.js');
    return await openCatalogue();
  } catch {
    // This part of the app is not stored either.
    return null;
  }
}

/**
 * The stored booths, filtered as far as the device can; null if none are stored. Which ones are open only the last list
 * knows.
 * @param {any} origin null for the position of the last list
 * @param {MapState} state
 * @returns {Promise<SearchResult | null>}
 */
export async function storedBooths(origin, state, limit) {
  const list = getStored('list');
  const from = origin ?? list?.place;
  const all = from && !state.open ? await storedCatalogue() : null;
  if (all) {
    const booths = all.catalogue.nearest(from.latitude, from.longitude, requested(state, limit), state);
    return { ...firstBooths(booths, state, limit), origin: from, storedAt: all.at, isWhole: true };
  }
  if (!list) return null;
  const folded = (name) => (name ?? '').toLowerCase().replaceAll(' ', '');
  const brands = state.brands.map(folded);
  const booths = withDistances(list.booths, from).filter((booth) =>
    (brands.length === 0 || brands.includes(folded(booth.brand)))
    && (!state.people || !booth.capacity || booth.capacity >= state.people)
    && (!state.open || booth.open === 'open')
    && (!state.price || (booth.price ?? Infinity) <= state.price)
    && (!state.text || folded(`${booth.name}${booth.brand}${booth.road_address}`).includes(folded(state.text))));
  booths.sort((one, other) => one.distance_m - other.distance_m);
  return { booths: inOrder(booths, state), hasMore: false, origin: from, storedAt: list.at };
}

/**
 * The stored booths in view, those nearest to the middle; null if not all booths are stored.
 * @param {{latitude: number, longitude: number}} center
 * @param {number[]} bounds
 * @param {MapState} state
 */
export async function storedBoothsInView({ latitude, longitude }, bounds, state, limit) {
  const all = state.open ? null : await storedCatalogue();
  const { brands, people, price } = state;
  return all && all.catalogue.nearest(latitude, longitude, limit, { brands, people, price, bounds });
}

/** The stored booths with a text, nearest first. @param {string} typed */
export async function storedMatches(typed, origin, limit) {
  const all = origin && (await storedCatalogue());
  return all ? all.catalogue.nearest(origin.latitude, origin.longitude, limit, { text: typed }) : [];
}

/** A booth with all its attributes; offline, as stored. @returns {Promise<Booth>} */
export async function boothById(id) {
  try {
    return await get(`/api/booths/${id}`, {}, 'booth');
  } catch (failure) {
    const booth = failure instanceof Unreachable && ((await storedCatalogue())?.catalogue.booth(id)
      ?? getStored('list')?.booths.find((candidate) => candidate.id === id));
    if (booth) return booth;
    throw failure;
  }
}
