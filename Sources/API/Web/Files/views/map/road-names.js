// Where the names of roads lie: along them, never upside down, again after a distance.

import { tileExtent } from './vector-tile.js';

/** The zoom levels from which on roads have names, by kind; the first ones get them first. */
const firstZooms = { motorway: 13, primary: 13, secondary: 13, minor: 16, service: 17, path: 17 };
const kinds = Object.keys(firstZooms);

/** In pixels: between names of one road, around a name, and how far a piece may bend away from it. */
const minDistance = 320;
const gap = 8;
const maxBend = 2.5;
const step = 24;
/** In degrees, of a bent name from one letter to the next. */
const maxTurn = 22;

/**
 * @typedef {{x: number, y: number}} Point in pixels of the map
 * @typedef {{name: string, kind: string, point: Point, line: Point[], along: Point[]}} RoadName `point`: its middle;
 *   `line`: what it is written along, from left to right; `along`: points of the name, to see what it covers
 */

/**
 * The roads with names, each with its lines in pixels of the map.
 * @param {{tile: import('./base-tiles.js').BaseTile, turn: number}[]} tiles
 * @param {number} mapZoom
 * @param {(properties: Record<string, any>) => string} nameOf
 * @param {{min: {x: number, y: number}, max: {x: number, y: number}}} view in pixels of the map; lines outside are left
 *   out
 * @returns {{name: string, kind: string, lines: {x: number, y: number}[][]}[]}
 */
export function namedRoads(tiles, mapZoom, nameOf, view) {
  const roads = new Map();
  for (const { tile, turn } of tiles) {
    const size = (256 * 2 ** mapZoom) / 2 ** tile.zoom;
    const [left, top] = [(tile.x + turn * 2 ** tile.zoom) * size, tile.y * size];
    const bounds = boundsIn(tile, turn, mapZoom, view);
    for (const { properties, parts } of tile.layers.road ?? []) {
      if (!properties.name || !(mapZoom >= firstZooms[properties.kind])) continue;
      const visible = parts.filter((part) => touches(part, bounds));
      if (visible.length === 0) continue;
      const { name } = properties;
      if (!roads.has(name)) roads.set(name, { name: nameOf(properties), kind: properties.kind, lines: [] });
      const road = roads.get(name);
      if (kinds.indexOf(properties.kind) < kinds.indexOf(road.kind)) road.kind = properties.kind;
      for (const part of visible) {
        const line = [];
        for (let index = 0; index < part.length; index += 2) {
          line.push({ x: left + (part[index] / tileExtent) * size, y: top + (part[index + 1] / tileExtent) * size });
        }
        road.lines.push(line);
      }
    }
  }
  return [...roads.values()].map((road) => ({ ...road, lines: joined(road.lines) }))
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.name < b.name ? -1 : 1));
}

/**
 * Whether there is a road in view, with a name or without.
 * @param {{tile: import('./base-tiles.js').BaseTile, turn: number}[]} tiles
 * @param {number} mapZoom
 * @param {{min: {x: number, y: number}, max: {x: number, y: number}}} view in pixels of the map
 */
export function hasRoads(tiles, mapZoom, view) {
  return tiles.some(({ tile, turn }) => {
    const bounds = boundsIn(tile, turn, mapZoom, view);
    return (tile.layers.road ?? []).some(({ parts }) => parts.some((part) => touches(part, bounds)));
  });
}

/** A view in units of a tile. */
function boundsIn(tile, turn, mapZoom, { min, max }) {
  const size = (256 * 2 ** mapZoom) / 2 ** tile.zoom;
  const [left, top] = [(tile.x + turn * 2 ** tile.zoom) * size, tile.y * size];
  const [minX, maxX] = [min.x, max.x].map((x) => ((x - left) / size) * tileExtent);
  const [minY, maxY] = [min.y, max.y].map((y) => ((y - top) / size) * tileExtent);
  return { minX, maxX, minY, maxY };
}

/** Whether the box of a line meets another. */
function touches(part, { minX, maxX, minY, maxY }) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let index = 0; index < part.length; index += 2) {
    left = Math.min(left, part[index]);
    right = Math.max(right, part[index]);
    top = Math.min(top, part[index + 1]);
    bottom = Math.max(bottom, part[index + 1]);
  }
  return left <= maxX && right >= minX && top <= maxY && bottom >= minY;
}

/** Lines joined at their ends. */
function joined(lines) {
  const keysOf = (line) => [line[0], line.at(-1)].map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`);
  /** The lines so far by their ends. */
  const ends = new Map();
  for (const first of lines) {
    let line = first;
    for (;;) {
      const keys = keysOf(line);
      const isAtEnd = ends.has(keys[1]);
      const other = ends.get(keys[isAtEnd ? 1 : 0]);
      if (!other) break;
      const otherKeys = keysOf(other);
      for (const key of otherKeys) ends.delete(key);
      const head = isAtEnd ? line : [...line].reverse();
      const tail = otherKeys[0] === keys[isAtEnd ? 1 : 0] ? other : [...other].reverse();
      line = [...head, ...tail.slice(1)];
    }
    for (const key of keysOf(line)) ends.set(key, line);
  }
  return [...new Set(ends.values())];
}

/**
 * Where a road's name may lie, in view.
 * @param {{name: string, kind: string, lines: {x: number, y: number}[][]}} road
 * @param {number[]} widths of the name's letters
 * @param {{min: {x: number, y: number}, max: {x: number, y: number}}} view in pixels of the map
 * @param {(name: RoadName) => boolean} isFree whether nothing else is there; called for one place after the other
 * @returns {RoadName[]}
 */
export function placesOf({ name, kind, lines }, widths, view, isFree) {
  const found = [];
  for (const line of lines) {
    for (const piece of pieces(line, widths, view)) {
      if (found.some(({ point }) => distance(point, piece.point) < minDistance)) continue;
      const place = { name, kind, ...piece };
      if (place.along.every((point) => isInside(point, view)) && isFree(place)) found.push(place);
    }
  }
  return found;
}

/** Pieces of a line in view for a name: straight ones before bent ones, those in the middle of the view first. */
function pieces(line, widths, { min, max }) {
  const middle = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
  const length = widths.reduce((sum, width) => sum + width, 2 * gap);
  const found = [];
  for (let index = 1; index < line.length; index += 1) {
    const [a, b] = [line[index - 1], line[index]];
    const [first, last] = partInView(a, b, { min, max });
    const long = distance(a, b);
    for (let from = first * long; from < last * long; from += step) {
      const start = between(a, b, from / long);
      const corners = cornersFrom(line, index, start, length);
      const piece = corners && (straightPiece(corners, length) ?? bentPiece(corners, widths));
      if (piece) found.push(piece);
    }
  }
  const isBent = ({ line: { length: count } }) => (count > 2 ? 1 : 0);
  return found.sort((one, other) => isBent(one) - isBent(other)
    || distance(one.point, middle) - distance(other.point, middle));
}

/** Where a straight line enters a view and leaves it, as parts of its length; the same for one that is not in it. */
function partInView(a, b, { min, max }) {
  let [first, last] = [0, 1];
  for (const axis of ['x', 'y']) {
    const [from, length] = [a[axis], b[axis] - a[axis]];
    const bounds = [min[axis] - from, max[axis] - from];
    if (length === 0) {
      if (bounds[0] > 0 || bounds[1] < 0) return [0, 0];
    } else {
      const parts = bounds.map((bound) => bound / length).sort((one, other) => one - other);
      [first, last] = [Math.max(first, parts[0]), Math.min(last, parts[1])];
    }
  }
  return first < last ? [first, last] : [0, 0];
}

/** The corners of a piece of a line from a point before its vertex `index`; null if the line is too short. */
function cornersFrom(line, index, start, length) {
  const corners = [start];
  let [at, left] = [start, length];
  let next = index;
  while (next < line.length && distance(at, line[next]) < left) {
    left -= distance(at, line[next]);
    at = line[next];
    corners.push(at);
    next += 1;
  }
  if (next === line.length) return null;
  corners.push(between(at, line[next], left / distance(at, line[next])));
  return corners;
}

/** The place of a name along a piece; null if that is bent. */
function straightPiece(corners, length) {
  const [start, end] = [corners[0], corners.at(-1)];
  const chord = distance(start, end);
  if (chord < length * 0.96) return null;
  const [across, down] = [(end.x - start.x) / chord, (end.y - start.y) / chord];
  const isBent = corners.some(({ x, y }) => Math.abs((x - start.x) * down - (y - start.y) * across) > maxBend);
  if (isBent) return null;
  const count = Math.ceil(length / 14);
  // Upwards, if it is upright.
  const isForward = start.x === end.x ? end.y < start.y : start.x < end.x;
  return {
    point: between(start, end, 0.5), line: isForward ? [start, end] : [end, start],
    along: Array.from({ length: count }, (_, place) => between(start, end, (place + 0.5) / count)),
  };
}

/** The same along a bent piece; null if that turns too much between two letters. */
function bentPiece(given, widths) {
  // From left to right.
  const corners = given[0].x <= given.at(-1).x ? given : [...given].reverse();
  const places = [];
  let from = gap;
  for (const width of widths) {
    const [before, after] = [pointAt(corners, from), pointAt(corners, from + width)];
    const angle = (Math.atan2(after.y - before.y, after.x - before.x) * 180) / Math.PI;
    const last = places.at(-1)?.angle ?? angle;
    if (Math.abs(angle) > 90 || Math.abs(angle - last) > maxTurn) return null;
    places.push({ ...between(before, after, 0.5), angle });
    from += width;
  }
  const point = places[places.length >> 1];
  return {
    point: { x: point.x, y: point.y }, line: corners, along: [pointAt(corners, 0), ...places, corners.at(-1)],
  };
}

/** The point of a line at a distance from its beginning. */
function pointAt(line, length) {
  let left = length;
  for (let index = 1; index < line.length; index += 1) {
    const long = distance(line[index - 1], line[index]);
    if (left <= long && long > 0) return between(line[index - 1], line[index], left / long);
    left -= long;
  }
  return line.at(-1);
}

const isInside = ({ x, y }, { min, max }) => x > min.x + gap && x < max.x - gap && y > min.y + gap && y < max.y - gap;
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
const between = (a, b, part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });
