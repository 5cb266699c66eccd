// The lists of booths without a network: from the stored booths of the whole country, or the last stored list.

import { passing, withOpenState } from '../../core/booth-filter.js';
import { getStored } from '../../core/storage.js';
import { firstBooths, inOrder, maxBooths, requested, withDistances } from './booth-order.js';
import { filterOf, listsUnknown } from './url-state.js';

/** @typedef {import('./url-state.js').MapState} MapState */
/** @typedef {import('./booth-search.js').SearchResult} SearchResult */

/** All booths of the country, and when they were up to date; null if they are not stored. */
async function storedCatalogue() {
  try {
    const { openCatalogue } = await import('../../core/catalogue-store.js');
    return await openCatalogue();
  } catch {
    // That part of the app is not stored.
    return null;
  }
}

/** Booths with whether they are open at this moment, which is not stored. @param {any[]} booths */
const withOpenStates = (booths) => booths.map((booth) => withOpenState(booth));

/**
 * The stored booths, filtered on the device; null if none are stored.
 * @param {any} origin null for the position of the last list
 * @param {MapState} state
 * @returns {Promise<SearchResult | null>}
 */
export async function storedBooths(origin, state, limit) {
  const list = getStored('list');
  const from = origin ?? list?.place;
  const all = from ? await storedCatalogue() : null;
  if (all) {
    const wanted = listsUnknown(state) ? maxBooths : requested(state, limit);
    const query = state.text ? await all.catalogue.query(state.text, from) : null;
    const found = query?.booths(wanted, filterOf(state))
      ?? all.catalogue.nearest(from.latitude, from.longitude, wanted, filterOf(state));
    return { ...firstBooths(withOpenStates(found), state, limit), origin: from, storedAt: all.at, isWhole: true,
      parts: query?.parts ?? [] };
  }
  if (!list) return null;
  const { booths, parts } = await passing(withDistances(withOpenStates(list.booths), from), filterOf(state));
  booths.sort((one, other) => one.distance_m - other.distance_m);
  return { booths: inOrder(booths, state), hasMore: false, origin: from, storedAt: list.at, parts };
}

/**
 * The stored booths in view, those nearest to the middle; null if not all booths are stored.
 * @param {{latitude: number, longitude: number}} center
 * @param {number[]} bounds
 * @param {MapState} state
 */
export async function storedBoothsInView({ latitude, longitude }, bounds, state, limit) {
  const all = await storedCatalogue();
  const wanted = { ...filterOf(state), bounds };
  return all && withOpenStates(all.catalogue.nearest(latitude, longitude, limit, wanted));
}

/** What a text may mean among what is stored, best first, and what its parts are. @param {string} typed */
export async function storedResults(typed, origin, limit) {
  const all = origin && (await storedCatalogue());
  if (!all) return { results: [], parts: [] };
  const query = await all.catalogue.query(typed, origin);
  return { results: query.results(limit), parts: query.parts };
}

/** A booth as it is stored; undefined if it is not. @param {number} id */
export async function storedBooth(id) {
  const booth = (await storedCatalogue())?.catalogue.booth(id)
    ?? getStored('list')?.booths.find((candidate) => candidate.id === id);
  return booth && withOpenState(booth);
}
