// The list of the saved booths, filtered on the device: the server's lists do not know them.

import { get } from '../../core/api.js';
import { passing, withOpenState } from '../../core/booth-filter.js';
import { savedBooths, stateFields } from '../../core/saved-booths.js';
import { inOrder, withDistances } from './booth-order.js';
import { filterOf } from './url-state.js';

/**
 * The saved booths that pass the filters: nearest first, or latest first if it is unknown from where.
 * @param {import('./url-state.js').MapState} state
 * @param {any} origin
 * @returns {Promise<import('./booth-search.js').SearchResult>}
 */
export async function savedList(state, origin) {
  const { booths, parts } = await passing(
    (await withStates(await savedBooths())).map((booth) => withOpenState(booth)), filterOf(state));
  const listed = origin
    ? withDistances(booths, origin).sort((one, other) => one.distance_m - other.distance_m) : booths;
  return { booths: inOrder(listed, state), hasMore: false, origin, storedAt: null, parts };
}

/** The booths with what the device does not store; without a network, as they are. */
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
