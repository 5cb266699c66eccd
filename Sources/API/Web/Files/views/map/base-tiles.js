// The vector tiles of the base map: which one to draw where, and loading them.

import { tileList } from './base/tile-list.js';
import { readTile } from './vector-tile.js';

const seaZoom = 4;
/** The zoom levels of tiles, and from which zoom level of the map each is drawn. */
const levels = [
  { tileZoom: 9, minZoom: 11 }, { tileZoom: 6, minZoom: 8 }, { tileZoom: 4, minZoom: 5 }, { tileZoom: 0, minZoom: 0 },
];
/** Tiles of names alone: those of neighbourhoods and landmarks, which only streets have room for. */
const closeNames = { tileZoom: 11, minZoom: 14 };
/** Tiles of roads alone: all of them, and the main ones. */
const roadLevels = [{ tileZoom: 12, minZoom: 13 }, { tileZoom: 10, minZoom: 11 }];
const known = new Map([...levels, closeNames, ...roadLevels]
  .map(({ tileZoom }) => [tileZoom, new Set(tileList[tileZoom].split(' '))]));

/** @type {Map<string, Promise<any>>} */
const loading = new Map();

/**
 * A tile and where it lies: the map's square of pixels at a zoom level shows a part of it.
 * @typedef {{
 *   zoom: number, x: number, y: number, layers: Record<string, import('./vector-tile.js').Feature[]>
 * }} BaseTile
 */

/**
 * The most detailed tile that covers a square of the map; a coarser one where it cannot be loaded.
 * @param {number} mapZoom
 * @param {{zoom: number, x: number, y: number}} square
 * @returns {Promise<BaseTile | null>}
 */
export async function tileFor(mapZoom, { zoom, x, y }) {
  for (const { tileZoom, minZoom } of levels) {
    if (mapZoom < minZoom || tileZoom > zoom) continue;
    const tile = await tileOver(tileZoom, { zoom, x, y });
    if (tile) return tile;
    // This level covers the world: what it lacks is sea.
    if (tileZoom === seaZoom && tile === undefined) return null;
  }
  return null;
}

/**
 * The tile with the names of a square's neighbourhoods and landmarks, at zoom levels that show them.
 * @param {number} mapZoom
 * @param {{zoom: number, x: number, y: number}} square
 * @returns {Promise<BaseTile | null>}
 */
export async function closeNamesFor(mapZoom, square) {
  return mapZoom < closeNames.minZoom ? null : await tileOver(closeNames.tileZoom, square) ?? null;
}

/**
 * The tile with the roads of a square; in coarser tiles the few roads are among the rest.
 * @param {number} mapZoom
 * @param {{zoom: number, x: number, y: number}} square
 * @returns {Promise<BaseTile | null>}
 */
export async function roadsFor(mapZoom, square) {
  const level = roadLevels.find(({ minZoom }) => mapZoom >= minZoom);
  return level ? await tileOver(level.tileZoom, square) ?? null : null;
}

/** The addresses of the tiles that a street map of a place takes. @returns {string[]} */
export function tileAddresses({ latitude, longitude }) {
  const north = 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
  return [levels[0], closeNames, ...roadLevels].map(({ tileZoom }) => {
    const [x, y] = [longitude / 360 + 0.5, north].map((part) => Math.floor(part * 2 ** tileZoom));
    return { tileZoom, name: `${x}-${y}` };
  }).filter(({ tileZoom, name }) => known.get(tileZoom).has(name))
    .map(({ tileZoom, name }) => addressOf(`${tileZoom}-${name}`));
}

const addressOf = (name) => new URL(`./base/${name}.mvt`, import.meta.url).href;

/**
 * The tile of a level that covers a square: undefined where there is none, null where it cannot be loaded.
 * @returns {Promise<BaseTile | null | undefined>}
 */
async function tileOver(tileZoom, { zoom, x, y }) {
  const [tileX, tileY] = [x >> (zoom - tileZoom), y >> (zoom - tileZoom)];
  if (!known.get(tileZoom)?.has(`${tileX}-${tileY}`)) return undefined;
  const layers = await load(`${tileZoom}-${tileX}-${tileY}`).catch(() => null);
  return layers && { zoom: tileZoom, x: tileX, y: tileY, layers };
}

function load(name) {
  const found = loading.get(name);
  if (found) return found;
  const promise = fetchTile(name);
  loading.set(name, promise);
  promise.catch(() => loading.delete(name));
  return promise;
}

async function fetchTile(name) {
  const response = await fetch(addressOf(name));
  if (!response.ok) throw new Error(`${response.status}`);
  return readTile(await response.arrayBuffer());
}
