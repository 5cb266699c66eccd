// Draws the base map: land, waters, borders, roads, and the lines and stations of the subway, crisp at every zoom.

import { onSchemeChange } from '../../core/theme.js';
import { DomUtil, GridLayer } from '../../leaflet/leaflet.js';
import { roadsFor, tileFor } from './base-tiles.js';
import { drawRoads, roadKinds } from './road-painter.js';
import { tileExtent } from './vector-tile.js';

/** Twice the size of the map's tiles: fewer canvases. */
const tileSize = 512;
/** At the pixel ratio of most phones; more is not seen. */
const maxPixelRatio = 3;

/** By zoom level of the map: the first width whose level is reached. */
const widths = {
  river: [[12, 0], [10, 1.6], [7, 1.1], [0, 0.7]],
  subway: [[14, 2.5], [13, 3], [11, 2], [10, 1.2], [0, 0]],
  highway: [[11, 0], [9, 1.1], [6, 0.7], [0, 0]],
  country: [[7, 1.6], [0, 1]],
  province: [[10, 1.5], [7, 1], [0, 0.6]],
  municipality: [[11, 1.1], [9, 0.8], [0, 0]],
  station: [[15, 5], [13, 3.5], [12, 2.5], [0, 0]],
};
/** From here on roads lie over the lines of the subway, which are straight from station to station. */
const roadsOverSubwayZoom = 14;
const widthAt = (kind, zoom) => widths[kind].find(([level]) => zoom >= level)[1];

export const BaseLayer = GridLayer.extend({
  /** `archive`: the vector tiles that are drawn over land and borders; null: none. */
  options: { tileSize, pane: 'base', updateWhenZooming: false, keepBuffer: 1, archive: null },

  onAdd(map) {
    this.colors = readColors();
    this.stopFollowing = onSchemeChange(() => {
      this.colors = readColors();
      this.redraw();
    });
    return GridLayer.prototype.onAdd.call(this, map);
  },

  initialize(options) {
    GridLayer.prototype.initialize.call(this, options);
    this.on('tileunload', ({ tile }) => tile.dropPicture?.());
  },

  onRemove(map) {
    this.stopFollowing();
    return GridLayer.prototype.onRemove.call(this, map);
  },

  createTile(coords, done) {
    const canvas = DomUtil.create('canvas', 'base-tile');
    const ratio = Math.min(maxPixelRatio, window.devicePixelRatio || 1);
    canvas.width = tileSize * ratio;
    canvas.height = tileSize * ratio;
    // A square of 512 pixels at one zoom level is a tile of the level below.
    const square = { zoom: coords.z - 1, x: coords.x, y: coords.y };
    const { colors } = this;
    Promise.all([tileFor(coords.z, square), roadsFor(coords.z, square)]).then(([tile, roads]) => {
      const paint = (picture) => present(canvas, (context) =>
        draw(context, ratio, { tile, roads, picture }, square, coords.z, colors));
      if (tile) paint(null);
      done(undefined, canvas);
      if (!this.options.archive) return;
      this.addPicture(canvas, { square, mapZoom: coords.z, size: tileSize, ratio, colors }, paint);
    }).catch(done);
    return canvas;
  },

  /** Paints a square again once the archive's picture of it is there. */
  async addPicture(canvas, request, paint) {
    const { picture, drop } = (await this.options.archive).draw(request);
    canvas.dropPicture = drop;
    const drawn = await picture;
    if (!drawn) return;
    paint(drawn);
    drawn.close?.();
    canvas.dataset.archive = 'drawn';
  },
});

function readColors() {
  const style = getComputedStyle(document.documentElement);
  const names = ['land', 'coast', 'sea', 'river', 'country', 'province', 'municipality', 'station', 'halo', 'highway',
    'green', 'campus', 'building', 'building-edge', 'rail',
    ...roadKinds.flatMap((kind) => [kind, `${kind}-edge`, `${kind}-thin`])];
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--map-${name}`)]));
}

/**
 * Paints a canvas, as a finished bitmap where the browser can: it would copy what a script can still draw on in each
 * frame of a moving map.
 */
function present(canvas, paint) {
  const surface = 'OffscreenCanvas' in window ? new OffscreenCanvas(canvas.width, canvas.height) : canvas;
  paint(surface.getContext('2d'));
  if (surface !== canvas) {
    canvas.getContext('bitmaprenderer').transferFromImageBitmap(surface.transferToImageBitmap());
  }
}

function draw(context, ratio, { tile, roads, picture }, square, mapZoom, colors) {
  // A square of sea alone has no tile.
  const { layers } = tile ?? { layers: {} };
  const scale = place(context, ratio, tile ?? square, square);
  const stroke = (path, color, width, dash = []) => {
    if (width === 0) return;
    context.strokeStyle = color;
    context.lineWidth = width / scale;
    context.setLineDash(dash.map((length) => length / scale));
    context.stroke(path);
  };
  for (const { path } of layers.land ?? []) {
    context.fillStyle = colors.land;
    context.fill(path, 'evenodd');
    stroke(path, colors.coast, 1);
  }
  // The archive's waters are more exact.
  for (const { path } of (picture && mapZoom >= 11 ? [] : layers.water) ?? []) {
    context.fillStyle = colors.sea;
    context.fill(path, 'evenodd');
  }
  for (const { path } of (picture ? [] : layers.river) ?? []) stroke(path, colors.river, widthAt('river', mapZoom));
  if (picture) {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(picture, 0, 0);
    place(context, ratio, tile ?? square, square);
  }
  for (const { path, properties: { kind } } of layers.boundary ?? []) {
    // Those of countries are too coarse beside streets.
    if (picture && kind === 'country' && mapZoom >= 11) continue;
    stroke(path, colors[kind], widthAt(kind, mapZoom), kind === 'municipality' ? [3, 3] : []);
  }
  for (const { path } of (picture ? [] : layers.road) ?? []) stroke(path, colors.highway, widthAt('highway', mapZoom));
  const drawers = [
    () => {
      if (roads && !picture) drawRoadsOf(context, ratio, roads, square, mapZoom, colors);
      place(context, ratio, tile ?? square, square);
    },
    () => {
      context.globalAlpha = 0.65;
      for (const { path, properties } of layers.subway ?? []) {
        stroke(path, `#${properties.colour}`, widthAt('subway', mapZoom));
      }
      context.globalAlpha = 1;
    },
  ];
  for (const act of picture || mapZoom < roadsOverSubwayZoom ? drawers : drawers.reverse()) act();
  drawStations(context, scale, layers.place ?? [], widthAt('station', mapZoom), colors);
}

/** Makes the units of a tile those of a square's canvas. Returns how many pixels one takes. */
function place(context, ratio, { zoom, x, y }, square) {
  const parts = 2 ** (square.zoom - zoom);
  const scale = (tileSize * parts) / tileExtent;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.translate((x * parts - square.x) * tileSize, (y * parts - square.y) * tileSize);
  context.scale(scale, scale);
  context.lineJoin = 'round';
  return scale;
}

/** Metres at the equator around the world. */
const circumference = 40_075_017;
/** Half of the widest road, in pixels. */
const margin = 30;

function drawRoadsOf(context, ratio, tile, square, mapZoom, colors) {
  const scale = place(context, ratio, tile, square);
  const parts = 2 ** (square.zoom - tile.zoom);
  const [left, top] = [(square.x / parts - tile.x) * tileExtent, (square.y / parts - tile.y) * tileExtent];
  const size = tileExtent / parts;
  const around = margin / scale;
  const isVisible = ({ box }) => box.right > left - around && box.left < left + size + around
    && box.bottom > top - around && box.top < top + size + around;
  const north = Math.PI * (1 - (2 * (square.y + 0.5)) / 2 ** square.zoom);
  const metresPerPixel = circumference / Math.cosh(north) / (256 * 2 ** mapZoom);
  drawRoads(context, tile.layers.road ?? [], { zoom: mapZoom, scale, metresPerPixel, colors, isVisible });
}

function drawStations(context, scale, places, radius, colors) {
  if (radius === 0) return;
  const path = new Path2D();
  for (const { point: { x, y } } of places.filter((place) => place.properties.kind === 'station')) {
    path.moveTo(x + radius / scale, y);
    path.arc(x, y, radius / scale, 0, 2 * Math.PI);
  }
  context.fillStyle = colors.halo;
  context.fill(path);
  context.strokeStyle = colors.station;
  context.lineWidth = 1.6 / scale;
  context.setLineDash([]);
  context.stroke(path);
}
