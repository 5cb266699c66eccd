// The list of the saved booths, filtered on the device: the server's lists do not know them.

import { get } from '../../core/api.js';
import { savedBooths, stateFields } from '../../core/saved-booths.js';
import { inOrder, withDistances } from './booth-search.js';

/**
 * The saved booths that pass the filters: nearest first, or latest first if it is unknown from where.
 * @param {import('./url-state.js').MapState} state
 * @param {any} origin
 * @returns {Promise<import('./booth-search.js').SearchResult>}
 */
export async function savedList(state, origin) {
  const found = (await savedBooths()).filter((booth) => passes(booth, state));
  const sorted = origin ? withDistances(found, origin).sort((one, other) => one.distance_m - other.distance_m) : found;
  const listed = (await withStates(sorted)).filter(({ open }) => state.open !== 'now' || open === 'open');
  return { booths: inOrder(listed, state), hasMore: false, origin, storedAt: null };
}

/** The booths with whether they are open, which the device does not store; without a network, as they are. */
async function withStates(booths) {
  const ids = booths.filter(({ open }) => open === undefined).map(({ id }) => id);
  if (ids.length === 0) return booths;
  try {
    const answer = await get('/api/booths', { ids: ids.join(','), fields: stateFields });
    const states = new Map(answer.booths.map((booth) => [booth.id, booth]));
    return booths.map((booth) => ({ ...booth, ...states.get(booth.id) }));
  } catch {
    return booths;
  }
}

const folded = (words) => (words ?? '').toLowerCase().replaceAll(' ', '');

function passes(booth, { brands, people, price, text }) {
  return (brands.length === 0 || brands.map(folded).includes(folded(booth.brand)))
    && (!people || !booth.capacity || booth.capacity >= people)
    && (!price || (booth.price ?? Infinity) <= price)
    && (!text || folded(`${booth.name}${booth.brand}${booth.road_address}`).includes(folded(text)));
}
