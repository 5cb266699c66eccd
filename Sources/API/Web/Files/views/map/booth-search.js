// The lists of booths, from the server; offline, from the last stored list.

import { Unreachable, get } from '../../core/api.js';
import { metresBetween } from '../../core/distance.js';
import { getStored, setStored } from '../../core/storage.js';

/** @typedef {import('./url-state.js').MapState} MapState */

/**
 * @typedef {object} Booth as the server sends it
 * @property {number} id
 * @property {string} name
 * @property {string | null} brand
 * @property {number} latitude
 * @property {number} longitude
 * @property {number} [distance_m]
 */

/**
 * @typedef {object} SearchResult
 * @property {Booth[]} booths
 * @property {any} origin the position that distances are measured from, with the server's reason
 * @property {number | null} storedAt when an offline list was stored; null for a response of the server
 */

const fields = 'name,brand,road_address,lot_address,latitude,longitude,phone,opening_hours,tags,cuts,shots,price,'
  + 'even_prints_only,capacity,status,last_verified,open';

/** The filters, as all lists of the server take them. @param {MapState} state */
export function filterQuery(state, now = Date.now()) {
  const minutes = Number(state.open);
  // Whole minutes, so that a list and its map request the same time.
  const arrival = () => new Date(Math.floor(now / 60_000 + minutes) * 60_000).toISOString();
  return {
    brand: state.brands.join(','),
    open_at: state.open === 'now' ? 'now' : minutes > 0 ? arrival() : null,
    people: state.people || null,
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
  const answer = await get('/api/booths/near', { ...position, ...filterQuery(state), limit, fields }, 'list');
  const origin = answer.location ?? { latitude: Number(position.lat), longitude: Number(position.lon) };
  // Only the full list is worth storing for offline use. `place` is the name in the stored format.
  const isFull = !state.brands.length && !state.open && !state.people;
  if (isFull) setStored('list', { at: Date.now(), place: origin, booths: answer.booths });
  return { booths: answer.booths, origin, storedAt: null };
}

/** The booths that match the text, best first. @param {MapState} state @returns {Promise<SearchResult>} */
export async function matchingBooths(state, origin, limit) {
  const { booths } = await get('/api/booths/search', { q: state.text, ...filterQuery(state), limit, fields }, 'list');
  return { booths: withDistances(booths, origin), origin, storedAt: null };
}

/**
 * The stored list, filtered as far as the device can; null if none is stored.
 * @param {any} origin null for the position of the stored list
 * @param {MapState} state
 * @returns {SearchResult | null}
 */
export function storedBooths(origin, state) {
  const list = getStored('list');
  if (!list) return null;
  const from = origin ?? list.place;
  const folded = (name) => (name ?? '').toLowerCase().replaceAll(' ', '');
  const brands = state.brands.map(folded);
  const booths = withDistances(list.booths, from).filter((booth) =>
    (brands.length === 0 || brands.includes(folded(booth.brand)))
    && (!state.people || !booth.capacity || booth.capacity >= state.people)
    && (!state.open || booth.open === 'open')
    && (!state.text || folded(`${booth.name}${booth.brand}${booth.road_address}`).includes(folded(state.text))));
  return { booths: booths.sort((one, other) => one.distance_m - other.distance_m), origin: from, storedAt: list.at };
}

/** A booth with all its attributes; offline, as stored. @returns {Promise<Booth>} */
export async function boothById(id) {
  try {
    return await get(`/api/booths/${id}`, {}, 'booth');
  } catch (failure) {
    const booth = getStored('list')?.booths.find((candidate) => candidate.id === id);
    if (failure instanceof Unreachable && booth) return booth;
    throw failure;
  }
}

/** The booths in the bounds of a cluster. @param {number[]} bounds @param {MapState} state */
export const boothsInBounds = (bounds, state) =>
  get('/api/booths/in', { bbox: bounds.join(','), ...filterQuery(state), limit: 50, fields }, 'list');

/** Booths with their distances from a position. */
export const withDistances = (booths, origin) =>
  booths.map((booth) => ({ ...booth, distance_m: metresBetween(origin, booth) }));
