// The list of the saved booths, filtered on the device: the server's lists do not know them.

import { get } from '../../core/api.js';
import { savedBooths, stateFields } from '../../core/saved-booths.js';
import { inOrder, withDistances } from './booth-search.js';

/** Of as many booths of the device the server is asked whether they are open. */
const maxStates = 30;

/**
 * The saved booths that pass the filters: nearest first, or latest first if it is unknown from where.
 * @param {import('./url-state.js').MapState} state
 * @param {any} origin
 * @returns {Promise<import('./booth-search.js').SearchResult>}
 */
export async function savedList(state, origin) {
  const found = (await savedBooths()).filter((booth) => passes(booth, state));
  const sorted = origin ? withDistances(found, origin).sort((one, other) => one.distance_m - other.distance_m) : found;
  const booths = await Promise.all(sorted.map((booth, index) => (index < maxStates ? withState(booth) : booth)));
  const listed = booths.filter(({ open }) => state.open !== 'now' || open === 'open');
  return { booths: inOrder(listed, state), hasMore: false, origin, storedAt: null };
}

/** A booth with whether it is open, which the device does not store; without a network, as it is. */
async function withState(booth) {
  if (booth.open !== undefined) return booth;
  try {
    return { ...booth, ...await get(`/api/booths/${booth.id}`, { fields: stateFields }) };
  } catch {
    return booth;
  }
}

const folded = (words) => (words ?? '').toLowerCase().replaceAll(' ', '');

function passes(booth, { brands, people, price, text }) {
  return (brands.length === 0 || brands.map(folded).includes(folded(booth.brand)))
    && (!people || !booth.capacity || booth.capacity >= people)
    && (!price || (booth.price ?? Infinity) <= price)
    && (!text || folded(`${booth.name}${booth.brand}${booth.road_address}`).includes(folded(text)));
}
