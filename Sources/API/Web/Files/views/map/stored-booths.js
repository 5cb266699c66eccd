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
    const { parts, filter } = await readText(all.catalogue, state.text);
    const wanted = listsUnknown(state) ? maxBooths : requested(state, limit);
    const found = all.catalogue.nearest(
      from.latitude, from.longitude, wanted, { ...filterOf(state), ...filter });
    const booths = withOpenStates(found);
    return { ...firstBooths(booths, state, limit), origin: from, storedAt: all.at, isWhole: true, parts };
  }
  if (!list) return null;
  const { booths, parts } = await passing(withDistances(withOpenStates(list.booths), from), filterOf(state));
  booths.sort((one, other) => one.distance_m - other.distance_m);
  return { booths: inOrder(booths, state), hasMore: false, origin: from, storedAt: list.at, parts };
}

/**
 * What the parts of a text are, and what it filters by.
 * @param {import('../../core/catalogue.js').Catalogue} catalogue
 */
async function readText(catalogue, text) {
  if (!text) return { parts: [], filter: {} };
  const { parts, filter, matches } = (await catalogue.reader()).read(text);
  return { parts, filter: { ...filter, matches } };
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

/** The stored booths that a text means, nearest first, and what its parts are. @param {string} typed */
export async function storedMatches(typed, origin, limit) {
  const all = origin && (await storedCatalogue());
  if (!all) return { booths: [], parts: [] };
  const { parts, filter } = await readText(all.catalogue, typed);
  return { booths: all.catalogue.nearest(origin.latitude, origin.longitude, limit, filter), parts };
}

/** A booth as it is stored; undefined if it is not. @param {number} id */
export async function storedBooth(id) {
  const booth = (await storedCatalogue())?.catalogue.booth(id)
    ?? getStored('list')?.booths.find((candidate) => candidate.id === id);
  return booth && withOpenState(booth);
}
