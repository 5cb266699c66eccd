// Who is to be named for the booths of the map.

import { get } from '../../core/api.js';
import { credit } from './base-map.js';

/** Names the sources beside those of the map. @param {import('../../leaflet/leaflet.js').Map} map */
export async function creditSources(map) {
  try {
    const { sources } = await get('/api/sources');
    for (const { attribution, licence } of sources) {
      if (attribution) credit(map, licence ? `${attribution} (${licence})` : attribution);
    }
  } catch {
    // Without a network the map names its own sources only.
  }
}
