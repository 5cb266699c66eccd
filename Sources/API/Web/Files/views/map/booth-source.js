// Where the lists and the marks of a state come from: the server, the saved booths, or without a network the stored
// ones.

import { Unreachable, get } from '../../core/api.js';
import { localFields } from '../../core/texts.js';
import { boothsInBounds, filterQuery, matchingBooths, nearestBooths } from './booth-search.js';

/** @typedef {import('./url-state.js').MapState} MapState */
/** @typedef {import('./booth-search.js').SearchResult} SearchResult */

/** The fields of marks; empty: the usual ones. Pages in English need the English names as well. */
const markFields = localFields && `name,brand,road_address,latitude,longitude,status,open${localFields}`;
/** At street level, and without a network, as many booths are shown without clusters. */
const maxSeparate = 100;

/** @type {SearchResult} */
export const nothing = { booths: [], hasMore: false, origin: null, storedAt: null };

export class BoothSource {
  /** @param {import('./geolocation.js').DeviceLocation} location */
  constructor(location) {
    this.location = location;
  }

  /**
   * @param {MapState} state
   * @param {number} limit
   * @param {any} deviceOrigin where the device was found to be
   * @returns {Promise<SearchResult>}
   */
  async search(state, limit, deviceOrigin) {
    const { origin } = state;
    const isDevice = origin.kind === 'device';
    if (state.saved) {
      const { savedList } = await import('./saved-list.js');
      return savedList(state, isDevice ? await this.resolvedOrigin().catch(this.lastOrigin) : origin);
    }
    if (state.text) return matchingBooths(state, isDevice ? await this.resolvedOrigin() : origin, limit);
    if (origin.bbox) return boothsInBounds(origin.bbox, state, deviceOrigin ?? origin);
    const position = isDevice ? this.location.report() : { lat: origin.latitude, lon: origin.longitude };
    return nearestBooths(position, state, limit);
  }

  /** The same without a network. @param {MapState} state @param {number} limit @returns {Promise<SearchResult>} */
  async stored(state, limit) {
    const from = state.origin.kind === 'device' ? this.lastPosition : state.origin;
    // Which of them the account has saved is not known here.
    if (state.saved) return nothing;
    return (await (await import('./stored-booths.js')).storedBooths(from, state, limit)) ?? nothing;
  }

  /** Where the server finds the device to be. */
  resolvedOrigin() {
    return get('/api/location/resolve', this.location.report(), 'place');
  }

  /** Without a network: where the device was last. */
  lastOrigin = (failure) => {
    if (failure instanceof Unreachable) return this.lastPosition;
    throw failure;
  };

  /** Where the device was last, as the server would name it. */
  get lastPosition() {
    const { newest } = this.location;
    return newest && { ...newest, origin: 'last-known', doubt_m: newest.accuracy };
  }

  /**
   * The marks in view, and whether they are all that is there; with a search text, those of the list.
   * @param {import('./booth-map.js').BoothMap} map @param {MapState} state @param {SearchResult} result
   */
  async marks(map, state, result) {
    if (state.text || state.saved) return { booths: result.booths, clusters: [], isWhole: false };
    if (result.storedAt) return this.storedMarks(map, state, result);
    try {
      const { zoom } = map.center;
      const separate = map.isStreet ? maxSeparate : null;
      const found = await get('/api/booths/clusters',
        { bbox: map.viewport.join(','), zoom, separate, fields: markFields, ...filterQuery(state) }, 'map');
      return { ...found, isWhole: true };
    } catch (failure) {
      if (failure instanceof Unreachable) return this.storedMarks(map, state, result);
      throw failure;
    }
  }

  /** Without a network: the stored booths in view, or those of the list. */
  async storedMarks(map, state, result) {
    const { storedBoothsInView } = await import('./stored-booths.js');
    const booths = await storedBoothsInView(map.center, map.viewport, state, maxSeparate);
    return { booths: booths ?? result.booths, clusters: [], isWhole: booths !== null };
  }
}
