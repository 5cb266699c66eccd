// The list of the saved booths, filtered on the device: the server's lists do not know them.

import { savedBooths } from '../../core/saved-booths.js';
import { inOrder, withDistances } from './booth-search.js';

/**
 * The saved booths that pass the filters: nearest first, or latest first if it is unknown from where.
 * @param {import('./url-state.js').MapState} state
 * @param {any} origin
 * @returns {Promise<import('./booth-search.js').SearchResult>}
 */
export async function savedList(state, origin) {
  const found = (await savedBooths()).filter((booth) => passes(booth, state));
  const booths = origin ? withDistances(found, origin).sort((one, other) => one.distance_m - other.distance_m) : found;
  return { booths: inOrder(booths, state), hasMore: false, origin, storedAt: null };
}

const folded = (words) => (words ?? '').toLowerCase().replaceAll(' ', '');

function passes(booth, { brands, open, people, price, text }) {
  return (brands.length === 0 || brands.map(folded).includes(folded(booth.brand)))
    && (!people || !booth.capacity || booth.capacity >= people)
    && (open !== 'now' || booth.open === 'open')
    && (!price || (booth.price ?? Infinity) <= price)
    && (!text || folded(`${booth.name}${booth.brand}${booth.road_address}`).includes(folded(text)));
}
