// Draws the base map: land, waters, borders, and the lines and stations of the subway, crisp at every zoom.

import { onSchemeChange } from '../../core/theme.js';
import { DomUtil, GridLayer } from '../../leaflet/leaflet.js';
import { tileFor } from './base-tiles.js';
import { tileExtent } from './vector-tile.js';

/** Twice the size of the map's tiles: fewer canvases. */
const tileSize = 512;
/** At the pixel ratio of most phones; more is not seen. */
const maxPixelRatio = 3;

/** By zoom level of the map: the first width whose level is reached. */
const widths = {
  river: [[12, 0], [10, 1.6], [7, 1.1], [0, 0.7]],
  subway: [[16, 5], [14, 4], [13, 3], [11, 2], [10, 1.2], [0, 0]],
  country: [[7, 1.6], [0, 1]],
  province: [[10, 1.5], [7, 1], [0, 0.6]],
  municipality: [[11, 1.1], [9, 0.8], [0, 0]],
  station: [[15, 5], [13, 3.5], [12, 2.5], [0, 0]],
};
const widthAt = (kind, zoom) => widths[kind].find(([level]) => zoom >= level)[1];

export const BaseLayer = GridLayer.extend({
  options: { tileSize, pane: 'base', updateWhenZooming: false, keepBuffer: 1 },

  onAdd(map) {
    this.colors = readColors();
    this.stopFollowing = onSchemeChange(() => {
      this.colors = readColors();
      this.redraw();
    });
    return GridLayer.prototype.onAdd.call(this, map);
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
    tileFor(coords.z, square).then((tile) => {
      if (tile) draw(canvas, ratio, tile, square, coords.z, this.colors);
      done(undefined, canvas);
    }).catch(done);
    return canvas;
  },
});

function readColors() {
  const style = getComputedStyle(document.documentElement);
  const names = ['land', 'coast', 'sea', 'river', 'country', 'province', 'municipality', 'station', 'halo'];
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--map-${name}`)]));
}

function draw(canvas, ratio, { zoom, x, y, layers }, square, mapZoom, colors) {
  const context = canvas.getContext('2d');
  const parts = 2 ** (square.zoom - zoom);
  const scale = (tileSize * parts) / tileExtent;
  context.scale(ratio, ratio);
  context.translate((x * parts - square.x) * tileSize, (y * parts - square.y) * tileSize);
  context.scale(scale, scale);
  context.lineJoin = 'round';
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
  for (const { path } of layers.water ?? []) {
    context.fillStyle = colors.sea;
    context.fill(path, 'evenodd');
  }
  for (const { path } of layers.river ?? []) stroke(path, colors.river, widthAt('river', mapZoom));
  for (const { path, properties: { kind } } of layers.boundary ?? []) {
    stroke(path, colors[kind], widthAt(kind, mapZoom), kind === 'municipality' ? [3, 3] : []);
  }
  context.globalAlpha = 0.65;
  for (const { path, properties } of layers.subway ?? []) {
    stroke(path, `#${properties.colour}`, widthAt('subway', mapZoom));
  }
  context.globalAlpha = 1;
  drawStations(context, scale, layers.place ?? [], widthAt('station', mapZoom), colors);
}

function drawStations(context, scale, places, radius, colors) {
  if (radius === 0) return;
  const path = new Path2D();
  for (const { x, y, properties } of places) {
    if (properties.kind !== 'station') continue;
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
