// Draws the vector tiles of an archive, and finds the names on them. It runs in a worker, or in the page where the
// browser has no canvas for workers.

import { classified, wantedLayers } from './archive-schemas.js';
import { drawRoads } from './road-painter.js';
import { readTile, tileExtent } from './vector-tile.js';

const maxKept = 24;
/** Of a tile, expanded. */
const maxBytes = 16 << 20;
const firstBuildingZoom = 15;
/** Metres at the equator around the world. */
const circumference = 40_075_017;
/** Half of the widest road, in pixels. */
const margin = 30;

/**
 * @typedef {{zoom: number, x: number, y: number}} Square
 * @typedef {{template: string, schema: string, minZoom: number, maxZoom: number}} Archive
 */

/**
 * The tile that a square lies in; null for one of a lower zoom level than the archive's.
 * @param {Square} square
 * @param {{minZoom: number, maxZoom: number}} archive
 */
export function addressOf({ zoom, x, y }, { minZoom, maxZoom }) {
  if (zoom < minZoom) return null;
  const up = Math.max(0, zoom - maxZoom);
  return { zoom: zoom - up, x: x >> up, y: y >> up };
}

export class ArchivePainter {
  /** @param {Archive} archive */
  constructor(archive) {
    this.archive = archive;
    /** @type {Map<string, Promise<any>>} */
    this.tiles = new Map();
  }

  /** The features of a tile by class; null where the archive has none. */
  tile(address) {
    const key = `${address.zoom}/${address.x}/${address.y}`;
    const kept = this.tiles.get(key);
    this.tiles.delete(key);
    const tile = kept ?? this.load(address);
    this.tiles.set(key, tile);
    if (!kept) tile.catch(() => this.tiles.delete(key));
    if (this.tiles.size > maxKept) this.tiles.delete(this.tiles.keys().next().value);
    return tile;
  }

  async load({ zoom, x, y }) {
    const { template, schema } = this.archive;
    const response = await fetch(template.replace('{z}', zoom).replace('{x}', x).replace('{y}', y));
    if (response.status === 204) return null;
    if (!response.ok) throw new Error(`${response.status}`);
    return classified(schema, readTile(await limitedBytes(response), wantedLayers(schema)));
  }

  /**
   * Draws a square; null where the archive has nothing of it. Where it has a sea, it has land as well.
   * @param {{square: Square, mapZoom: number, size: number, ratio: number, colors: Record<string, string>}} request
   * @param {HTMLCanvasElement | OffscreenCanvas} canvas
   */
  async draw({ square, mapZoom, size, ratio, colors }, canvas) {
    const address = addressOf(square, this.archive);
    const tile = address && await this.tile(address);
    if (!tile) return false;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const parts = 2 ** (square.zoom - address.zoom);
    const [left, top] = [square.x / parts - address.x, square.y / parts - address.y].map((part) => part * tileExtent);
    const extent = tileExtent / parts;
    const scale = size / extent;
    context.setTransform(ratio * scale, 0, 0, ratio * scale, -left * scale * ratio, -top * scale * ratio);
    const around = margin / scale;
    const isVisible = ({ box }) => box.right > left - around && box.left < left + extent + around
      && box.bottom > top - around && box.top < top + extent + around;
    const north = Math.PI * (1 - (2 * (square.y + 0.5)) / 2 ** square.zoom);
    const metresPerPixel = circumference / Math.cosh(north) / (256 * 2 ** mapZoom);
    if (tile.areas.sea) {
      context.fillStyle = colors.land;
      context.fillRect(left, top, extent, extent);
    }
    drawAreas(context, tile.areas, mapZoom, scale, colors, isVisible);
    drawLines(context, tile.lines, mapZoom, scale, colors, isVisible);
    const view = { zoom: mapZoom, scale, metresPerPixel, colors, isVisible };
    drawRoads(context, tile.roads, view);
    return true;
  }

  /** The names in a square's tile, as a tile of the base map has them; null where the archive has nothing of it. */
  async names(square) {
    const address = addressOf(square, this.archive);
    const tile = address && await this.tile(address);
    if (!tile) return null;
    const layers = { road: [], place: [] };
    for (const { kind, number, feature } of tile.names) {
      const names = number ? { name: number, name_en: number } : namesOf(feature.properties);
      const properties = { kind, rank: 9, ...names };
      if (feature.type === 1) layers.place.push({ properties, point: feature.point });
      else if (feature.type === 2) layers.road.push({ properties, parts: feature.parts });
    }
    return { ...address, layers };
  }
}

function namesOf(properties) {
  const name = properties.name ?? properties['name:latin'];
  const english = properties['name:en'] ?? properties.name_en ?? properties['name:latin'] ?? name;
  return { name: String(properties['name:ko'] ?? name), name_en: String(english) };
}

/** From the ground up. */
const areas = ['earth', 'green', 'campus', 'sea', 'water', 'square', 'building'];

function drawAreas(context, found, mapZoom, scale, colors, isVisible) {
  for (const kind of areas) {
    if (kind === 'building' && mapZoom < firstBuildingZoom) continue;
    context.fillStyle = colors[{ earth: 'land', water: 'sea', square: 'service' }[kind] ?? kind];
    context.strokeStyle = colors['building-edge'];
    context.lineWidth = 1 / scale;
    for (const feature of found[kind] ?? []) {
      if (!isVisible(feature)) continue;
      context.fill(feature.path, 'evenodd');
      if (kind === 'building') context.stroke(feature.path);
    }
  }
}

function drawLines(context, { stream = [], rail = [] }, mapZoom, scale, colors, isVisible) {
  context.lineJoin = 'round';
  for (const [lines, color, width] of [
    [stream, colors.sea, mapZoom >= 15 ? 3 : 1.4], [rail, colors.rail, mapZoom >= 14 ? 1.8 : mapZoom >= 11 ? 1 : 0],
  ]) {
    context.strokeStyle = color;
    context.lineWidth = width / scale;
    for (const line of width > 0 ? lines : []) if (isVisible(line)) context.stroke(line.path);
  }
}

async function limitedBytes(response) {
  const reader = response.body.getReader();
  const pieces = [];
  let count = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    count += value.length;
    if (count > maxBytes) {
      reader.cancel();
      throw new Error('The tile is too large.');
    }
    pieces.push(value);
  }
  return new Blob(pieces).arrayBuffer();
}
