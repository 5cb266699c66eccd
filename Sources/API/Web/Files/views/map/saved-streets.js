// Stores the map around saved booths, so that its streets are there without a network.

import { savedBooths } from '../../core/saved-booths.js';
import { tileAddresses } from './base-tiles.js';

/** Which the service worker reads. */
const cacheName = 'saved-map-tiles';
/** Around a booth, in degrees of latitude: about 500 metres. */
const reach = 0.0045;
/** Of the operator's file, expanded. */
const maxBytes = 32 << 20;
const sizeHeader = 'Fourcuts-Size';
const savedHeader = 'Fourcuts-Saved';

/** @param {import('./base-map.js').TileSource} source */
export async function storeSavedStreets({ template, schema, maxZoom }) {
  if (!navigator.serviceWorker?.controller || !navigator.onLine) return;
  const booths = (await savedBooths()).filter(({ latitude }) => latitude !== null);
  // The worker stores these when they are loaded.
  for (const address of unique(booths, tileAddresses)) {
    if (!await caches.match(address, { ignoreVary: true })) await fetch(address);
  }
  if (schema) await storeTiles(unique(booths, (booth) => tilesAround(booth, template, maxZoom)));
}

const unique = (booths, addressesOf) => [...new Set(booths.flatMap(addressesOf))];

/** The addresses of the tiles around a booth. */
function tilesAround({ latitude, longitude }, template, zoom) {
  const count = 2 ** zoom;
  const across = reach / Math.cos((latitude * Math.PI) / 180);
  const column = (degrees) => Math.floor((degrees / 360 + 0.5) * count);
  const row = (degrees) => Math.floor((0.5 - Math.asinh(Math.tan((degrees * Math.PI) / 180)) / (2 * Math.PI)) * count);
  const addresses = [];
  for (let x = column(longitude - across); x <= column(longitude + across); x += 1) {
    for (let y = row(latitude + reach); y <= row(latitude - reach); y += 1) {
      addresses.push(template.replace('{z}', `${zoom}`).replace('{x}', `${x}`).replace('{y}', `${y}`));
    }
  }
  return addresses.map((address) => new URL(address, location.origin).href);
}

/** Stores tiles until there is no room, and removes those that are not wanted any more. */
async function storeTiles(addresses) {
  const cache = await caches.open(cacheName);
  for (const { url } of await cache.keys()) if (!addresses.includes(url)) await cache.delete(url);
  let total = 0;
  for (const address of addresses) {
    const stored = await cache.match(address);
    if (stored) {
      total += Number(stored.headers.get(sizeHeader));
      continue;
    }
    const response = await fetch(address, { headers: { [savedHeader]: '1' } });
    if (response.status !== 200) continue;
    const body = await response.arrayBuffer();
    total += body.byteLength;
    if (total > maxBytes) return;
    await cache.put(address, new Response(body, {
      headers: { 'Content-Type': response.headers.get('Content-Type') ?? '', [sizeHeader]: `${body.byteLength}` },
    }));
  }
}
