// What the map stands on: tiles of a source where one is configured, else a sheet of graph paper with the names of
// regions and stations, and the Han, which needs no network. Names and places are facts; the river is drawn through its
// bridges, to about 200 metres, and therefore not shown from near.

import { language } from '../../core/texts.js';
import { Browser, DomUtil, GridLayer, divIcon, layerGroup, marker, polyline, tileLayer } from '../../leaflet/leaflet.js';

/** @param {import('../../leaflet/leaflet.js').Map} map @param {{template: string, attribution: string}} tiles */
export function layGround(map, tiles) {
  if (tiles.template) {
    const attribution = document.createElement('span');
    attribution.textContent = tiles.attribution;
    tileLayer(tiles.template, { maxZoom: 19, detectRetina: Browser.retina, attribution: attribution.innerHTML }).addTo(map);
  } else {
    new Paper({ pane: 'tilePane', keepBuffer: 1 }).addTo(map);
    drawNames(map);
  }
}

const Paper = GridLayer.extend({
  createTile() {
    return DomUtil.create('div', 'paper');
  },
});

/** From which zoom to which the names of a kind are shown. */
const zooms = { province: [3, 9], city: [9, 12], district: [10, 13], station: [13, 19] };
const lastRiverZoom = 14;

async function drawNames(map) {
  const response = await fetch(new URL('./places.json', import.meta.url)).catch(() => null);
  if (!response?.ok) return;
  const { places, river } = await response.json();
  map.createPane('names').style.zIndex = '350';
  map.createPane('water').style.zIndex = '300';
  const water = polyline(river, { pane: 'water', className: 'river', interactive: false, smoothFactor: 1 });
  const names = layerGroup([], { pane: 'names' }).addTo(map);
  const draw = () => {
    flow(map, water);
    names.clearLayers();
    for (const [kind, place] of fitting(map, places)) names.addLayer(label(kind, place));
  };
  map.on('moveend', draw);
  draw();
}

/** The river, about 900 metres wide. */
function flow(map, water) {
  if (map.getZoom() > lastRiverZoom) return water.remove();
  const metresPerPixel = (156_543 * Math.cos((37.5 * Math.PI) / 180)) / 2 ** map.getZoom();
  return water.setStyle({ weight: Math.max(1.5, 900 / metresPerPixel) }).addTo(map);
}

/** Those in view whose names do not run into each other, the greater ones first. */
function fitting(map, places) {
  const zoom = map.getZoom();
  const view = map.getBounds().pad(0.1);
  const taken = [];
  const chosen = [];
  for (const place of places) {
    const [kind, , , latitude, longitude] = place;
    const [from, to] = zooms[kind];
    if (zoom < from || zoom > to || !view.contains([latitude, longitude])) continue;
    const point = map.project([latitude, longitude], zoom);
    const half = { x: 18 + name(place).length * (language === 'ko' ? 6 : 3.5), y: 13 };
    const collides = taken.some((other) =>
      Math.abs(other.point.x - point.x) < other.half.x + half.x && Math.abs(other.point.y - point.y) < other.half.y + half.y);
    if (collides) continue;
    taken.push({ point, half });
    chosen.push([kind, place]);
  }
  return chosen;
}

const name = ([, korean, english]) => (language === 'ko' ? korean : english);

function label(kind, place) {
  const shown = document.createElement('span');
  shown.textContent = name(place);
  const icon = divIcon({ className: `name ${kind}`, html: shown, iconSize: [0, 0] });
  return marker([place[3], place[4]], { icon, pane: 'names', interactive: false, keyboard: false });
}

