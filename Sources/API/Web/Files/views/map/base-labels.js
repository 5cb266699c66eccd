// The names on the base map. None lies under a mark or a control, over another name, or over a tile, which has names of
// its own.

import { language, lazy, text } from '../../core/texts.js';
import { Marker, divIcon } from '../../leaflet/leaflet.js';
import { closeNamesFor, roadsFor, tileFor } from './base-tiles.js';
import { boxAround, coveredBoxes, markBoxes, overlap } from './controls.js';
import { hasRoads, namedRoads, placesOf } from './road-names.js';
import { tileExtent } from './vector-tile.js';

const countryNames = lazy(() => new Intl.DisplayNames([language], { type: 'region' }));

/**
 * The zoom levels at which names of a kind are shown, those of least weight first; their font; and the free space that
 * they need around them, in pixels.
 */
const kinds = {
  country: { zooms: [3, 5], font: '600 13px', weight: 0 },
  province: { zooms: [5, 9], font: '650 15px', weight: 1 },
  city: { zooms: [5, 13], font: '500 13px', weight: 2 },
  municipality: { zooms: [9, 13], font: '600 14px', weight: 3 },
  // Of a station, in an archive.
  exit: { zooms: [16, 19], font: '700 11px', weight: 3 },
  station: { zooms: [12, 19], font: '500 13px', weight: 4 },
  district: { zooms: [11, 14], font: '500 14px', weight: 5 },
  landmark: { zooms: [14, 19], font: '500 12px', weight: 6 },
  town: { zooms: [12, 19], font: '500 13px', weight: 7, space: 16 },
  neighborhood: { zooms: [14, 19], font: '500 13px', weight: 7, space: 16 },
  // Of an archive.
  settlement: { zooms: [8, 14], font: '500 13px', weight: 8, space: 16 },
  quarter: { zooms: [14, 19], font: '500 13px', weight: 9, space: 16 },
};
/** A station has its name below its dot, above it, or beside it. */
const stationOffsets = [[0, 14], [0, -14], [1, 0], [-1, 0]];
const height = 18;
const gap = 3;
const roadFont = '500 12px';
const maxRoadNames = 60;
/** From here on a map without any road looks as if it were broken. */
const firstStreetZoom = 14;
/** Milliseconds of work in a frame. */
const maxWork = 6;

export class BaseLabels {
  /**
   * @param {any} map
   * @param {(point: any) => boolean} isCovered whether a tile is shown there
   * @param {Promise<import('./archive-tiles.js').ArchiveTiles> | null} archive vector tiles with further names
   */
  constructor(map, isCovered, archive) {
    this.map = map;
    this.archive = archive;
    this.isCovered = isCovered;
    /** @type {Map<string, any>} */
    this.shown = new Map();
    this.run = 0;
    this.areStreetsMissing = false;
    const pane = map.createPane('names');
    pane.setAttribute('aria-hidden', 'true');
    this.roads = pane.appendChild(svgElement('svg', { class: 'road-names' }));
    map.on('moveend', () => this.update());
    // They are in pixels of a zoom level.
    map.on('zoom viewreset', () => this.show(new Map([...this.shown].filter(([, { isOfRoad }]) => !isOfRoad))));
    map.on('layeradd layerremove', ({ layer }) => {
      if (layer instanceof Marker && layer.options.pane !== 'names') this.update();
    });
    this.update();
  }

  /** Places the names anew, once for all that happens in one frame. */
  update() {
    this.run += 1;
    const { run } = this;
    requestAnimationFrame(async () => {
      if (run !== this.run) return;
      const { tiles, isOfArchive } = await tilesInView(this.map, this.archive);
      if (run !== this.run) return;
      this.noteStreets(isOfArchive || hasRoads(tiles, this.map.getZoom(), this.map.getPixelBounds()));
      const labels = await this.placed(tiles, () => run === this.run);
      if (labels) this.show(labels);
    });
  }

  /** Says beside the sources where the map knows no streets. */
  noteStreets(areKnown) {
    const isMissing = !areKnown && this.map.getZoom() >= firstStreetZoom && !this.isCovered(this.map.getCenter());
    if (isMissing === this.areStreetsMissing) return;
    this.areStreetsMissing = isMissing;
    const { attributionControl } = this.map;
    if (isMissing) attributionControl.addAttribution(text('noStreets'));
    else attributionControl.removeAttribution(text('noStreets'));
  }

  /** The names that have room, with where they lie; null once they are not wanted any more. */
  async placed(tiles, isWanted) {
    const boxes = [...markBoxes(this.map), ...coveredBoxes(this.map)];
    const labels = new Map();
    const names = new Set();
    for (const place of placesIn(tiles, this.map)) {
      const point = this.map.latLngToContainerPoint(place.position);
      if (this.isCovered(place.position)) continue;
      // A sight often has a station and a neighbourhood of its name.
      if (kinds[place.kind].weight > kinds.district.weight && names.has(place.name)) continue;
      // An archive may have a city by another name than the base map.
      if (place.kind === 'settlement' && names.has(place.english)) continue;
      const half = textWidth(place.name, place.font) / 2;
      const { space = 0 } = kinds[place.kind];
      for (const [across, down] of place.kind === 'station' ? stationOffsets : [[0, 0]]) {
        const offset = { x: across * (half + 10), y: down };
        const box = boxAround(point.x + offset.x, point.y + offset.y, half + gap + space, height / 2 + space);
        if (boxes.some((other) => overlap(box, other))) continue;
        boxes.push(box);
        names.add(place.name).add(place.english);
        labels.set(`${place.kind} ${place.name} ${place.position} ${across} ${down}`, { ...place, offset });
        break;
      }
    }
    await this.placeRoads(tiles, boxes, labels, isWanted);
    return isWanted() ? labels : null;
  }

  /** Adds names of roads where there is room left, some in each frame. */
  async placeRoads(tiles, boxes, labels, isWanted) {
    const zoom = this.map.getZoom();
    const view = this.map.getPixelBounds();
    let start = performance.now();
    for (const road of namedRoads(tiles, zoom, nameOf, view)) {
      if (labels.size >= maxRoadNames) return;
      if (performance.now() - start > maxWork) {
        await new Promise(requestAnimationFrame);
        if (!isWanted()) return;
        start = performance.now();
      }
      const isFree = ({ along, point }) => {
        const covered = along.map(({ x, y }) => boxAround(x - view.min.x, y - view.min.y, height / 2, height / 2));
        if (covered.some((box) => boxes.some((other) => overlap(box, other)))) return false;
        if (this.isCovered(this.map.unproject([point.x, point.y], zoom))) return false;
        boxes.push(...covered);
        return true;
      };
      for (const { name, kind, line } of placesOf(road, letterWidths(road.name), view, isFree)) {
        labels.set(`road ${name} ${line[0].x} ${line[0].y} ${zoom}`, { kind, name, line });
      }
    }
  }

  show(labels) {
    for (const [key, { layer }] of this.shown) {
      if (!labels.has(key)) {
        layer.remove();
        this.shown.delete(key);
      }
    }
    for (const [key, label] of labels) {
      if (this.shown.has(key)) continue;
      const isOfRoad = 'line' in label;
      const layer = isOfRoad ? this.roads.appendChild(roadName(label, this.map.getPixelOrigin()))
        : labelMarker(label).addTo(this.map);
      this.shown.set(key, { layer, isOfRoad });
    }
  }
}

/** The tiles with names that a view needs. Where the archive has names of roads, those of the base map are not. */
async function tilesInView(map, archive) {
  const zoom = map.getZoom();
  const squares = squaresInView(map, 256);
  // Those of an archive are its pictures' squares, twice as large.
  const own = archive ? await tilesOf(squaresInView(map, 512), async (square) => (await archive).names(square)) : [];
  const loads = own.length === 0 ? [tileFor, closeNamesFor, roadsFor] : [tileFor, closeNamesFor];
  const others = await Promise.all(loads.map((load) => tilesOf(squares, (square) => load(zoom, square))));
  return { tiles: [...own, ...others.flat()], isOfArchive: own.length > 0 };
}

/** The squares of a size in view, on the copies of the world. */
function squaresInView(map, size) {
  const bounds = map.getPixelBounds();
  const [first, last] = [bounds.min.divideBy(size).floor(), bounds.max.divideBy(size).floor()];
  const squares = [];
  const zoom = map.getZoom() - Math.log2(size / 256);
  const turns = 2 ** zoom;
  for (let x = first.x; x <= last.x; x += 1) {
    for (let y = Math.max(0, first.y); y <= Math.min(turns - 1, last.y); y += 1) {
      const turn = Math.floor(x / turns);
      squares.push({ turn, square: { zoom, x: x - turn * turns, y } });
    }
  }
  return squares;
}

/** The tiles of squares, each once. */
async function tilesOf(squares, load) {
  const tiles = new Map();
  await Promise.all(squares.map(async ({ turn, square }) => {
    const tile = await load(square);
    if (tile) tiles.set(`${tile.zoom}-${tile.x}-${tile.y}-${turn}`, { tile, turn });
  }));
  return [...tiles.values()];
}

/** The named places in view, those that are to be placed first in front. */
function placesIn(tiles, map) {
  const bounds = map.getPixelBounds();
  const places = tiles.flatMap(({ tile, turn }) => namedPlaces(map, tile, turn));
  // The base map has only some cities abroad in Korean; an archive may have others.
  const translated = new Map(places.filter(({ kind }) => kind === 'settlement')
    .map(({ english, name }) => [english, name]));
  for (const place of places) {
    const isEnglish = place.kind === 'city' && place.name === place.english;
    if (isEnglish) place.name = translated.get(place.english) ?? place.name;
  }
  return places
    .filter(({ pixel: { x, y } }) => x > bounds.min.x && x < bounds.max.x && y > bounds.min.y && y < bounds.max.y)
    .sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));
}

function namedPlaces(map, { zoom, x, y, layers }, turn) {
  const mapZoom = map.getZoom();
  const size = (256 * 2 ** mapZoom) / 2 ** zoom;
  const places = [];
  for (const feature of layers.place ?? []) {
    const { kind, rank } = feature.properties;
    if (!isShown(kind, rank, mapZoom)) continue;
    const { point } = feature;
    const across = (x + turn * 2 ** zoom + point.x / tileExtent) * size;
    const pixel = { x: across, y: (y + point.y / tileExtent) * size };
    const position = map.unproject([pixel.x, pixel.y], mapZoom);
    places.push({
      kind, pixel, position, name: nameOf(feature.properties), english: feature.properties.name_en,
      font: kinds[kind].font, order: kinds[kind].weight * 1000 + rank,
    });
  }
  return places;
}

function isShown(kind, rank, zoom) {
  const [min, max] = kinds[kind].zooms;
  if (zoom < min || zoom > max) return false;
  // Smaller cities of the world from closer by; where lines of the subway meet, earlier than other stations.
  if (kind === 'city') return zoom >= rank + 3;
  return kind !== 'station' || zoom > 12 || rank < 4;
}

function nameOf(properties) {
  if (properties.kind === 'country') return countryNames().of(properties.code) ?? properties.code;
  return language === 'ko' ? properties.name : properties.name_en;
}

const canvas = document.createElement('canvas').getContext('2d');

/** The width of a text in pixels. @param {string} name @param {string} font with its weight and size */
export function textWidth(name, font) {
  canvas.font = `${font} ${getComputedStyle(document.documentElement).fontFamily}`;
  return Math.ceil(canvas.measureText(name).width);
}

/** The widths of a road name's letters. @type {Map<string, number[]>} */
const measured = new Map();

/** How much each letter adds to the width of a road's name. @param {string} name */
function letterWidths(name) {
  let widths = measured.get(name);
  if (!widths) {
    canvas.font = `${roadFont} ${getComputedStyle(document.documentElement).fontFamily}`;
    const letters = [...name];
    const ends = letters.map((_, index) => canvas.measureText(letters.slice(0, index + 1).join('')).width);
    widths = ends.map((end, index) => end - (ends[index - 1] ?? 0));
    if (measured.size > 1000) measured.clear();
    measured.set(name, widths);
  }
  return widths;
}

let roadCount = 0;

/** A road's name along its line. */
function roadName({ kind, name, line }, origin) {
  roadCount += 1;
  const id = `road-${roadCount}`;
  const points = line.map(({ x, y }) => `${(x - origin.x).toFixed(1)} ${(y - origin.y).toFixed(1)}`);
  const written = (style) => {
    const path = svgElement('textPath', { href: `#${id}`, startOffset: '50%' });
    path.textContent = name;
    const made = svgElement('text', { class: style });
    made.append(path);
    return made;
  };
  const group = svgElement('g', { class: `name road ${kind}` });
  // All halos lie below all letters.
  group.append(svgElement('path', { id, d: `M${points.join('L')}` }), written('halo'), written('letters'));
  return group;
}

function svgElement(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function labelMarker({ kind, name, position, offset }) {
  const label = document.createElement('span');
  label.textContent = name;
  const icon = divIcon({
    className: `name ${kind}`, html: label, iconSize: [0, 0], iconAnchor: [-offset.x, -offset.y],
  });
  return new NameMarker(position, { icon, pane: 'names', interactive: false, keyboard: false });
}

/**
 * The browser composes usual markers as a layer each, which takes longer than all else of a frame while the map moves.
 * All names are one layer, as long as none is turned or lets the pointer through.
 */
const NameMarker = Marker.extend({
  _setPos({ x, y }) {
    this.point = { x, y };
    Object.assign(this.getElement().style, { left: `${x}px`, top: `${y}px`, transform: '' });
  },

  _animateZoom({ center, zoom }) {
    const { x, y } = this._map._latLngToNewLayerPoint(this.getLatLng(), zoom, center).subtract(this.point).round();
    this.getElement().style.transform = `translate3d(${x}px, ${y}px, 0)`;
  },
});
