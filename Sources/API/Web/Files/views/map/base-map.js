// The base map: tiles of a configured source; otherwise graph paper with the names of regions and stations and the
// river Han, which needs no network. Names and coordinates are facts; the river is drawn through its bridges, exact to
// about 200 metres, and therefore hidden at high zooms.

import { language } from '../../core/texts.js';
import {
  Browser, DomUtil, GridLayer, divIcon, layerGroup, marker, polyline, tileLayer,
} from '../../leaflet/leaflet.js';

/** @param {import('../../leaflet/leaflet.js').Map} map @param {{template: string, attribution: string}} tiles */
export function addBaseMap(map, tiles) {
  if (tiles.template) {
    // As text: Leaflet interprets an attribution as HTML.
    const attribution = document.createElement('span');
    attribution.textContent = tiles.attribution;
    tileLayer(tiles.template,
      { maxZoom: 19, detectRetina: Browser.retina, attribution: attribution.innerHTML }).addTo(map);
  } else {
    new GraphPaper({ pane: 'tilePane', keepBuffer: 1 }).addTo(map);
    drawPlaces(map);
  }
}

const GraphPaper = GridLayer.extend({
  createTile() {
    return DomUtil.create('div', 'paper');
  },
});

/** The lowest and the highest zoom at which places of a kind are labelled. */
const zooms = { province: [3, 9], city: [9, 12], district: [10, 13], station: [13, 19] };
const maxRiverZoom = 14;

async function drawPlaces(map) {
  const response = await fetch(new URL('./places.json', import.meta.url)).catch(() => null);
  if (!response?.ok) return;
  const { places, river } = await response.json();
  map.createPane('names').style.zIndex = '350';
  map.createPane('water').style.zIndex = '300';
  const water = polyline(river, { pane: 'water', className: 'river', interactive: false, smoothFactor: 1 });
  const names = layerGroup([], { pane: 'names' }).addTo(map);
  const draw = () => {
    drawRiver(map, water);
    names.clearLayers();
    for (const place of placesInView(map, places)) names.addLayer(label(place));
  };
  map.on('moveend', draw);
  draw();
}

/** The river is about 900 metres wide. */
function drawRiver(map, water) {
  if (map.getZoom() > maxRiverZoom) return water.remove();
  const metresPerPixel = (156_543 * Math.cos((37.5 * Math.PI) / 180)) / 2 ** map.getZoom();
  return water.setStyle({ weight: Math.max(1.5, 900 / metresPerPixel) }).addTo(map);
}

/** The places in view whose labels do not overlap; earlier ones of the file have priority. */
function placesInView(map, places) {
  const zoom = map.getZoom();
  const view = map.getBounds().pad(0.1);
  const boxes = [];
  return places.filter((place) => {
    const [kind, , , latitude, longitude] = place;
    const [minZoom, maxZoom] = zooms[kind];
    if (zoom < minZoom || zoom > maxZoom || !view.contains([latitude, longitude])) return false;
    const point = map.project([latitude, longitude], zoom);
    const half = { x: 18 + nameOf(place).length * (language === 'ko' ? 6 : 3.5), y: 13 };
    const overlaps = boxes.some((other) =>
      Math.abs(other.point.x - point.x) < other.half.x + half.x
        && Math.abs(other.point.y - point.y) < other.half.y + half.y);
    if (!overlaps) boxes.push({ point, half });
    return !overlaps;
  });
}

const nameOf = ([, korean, english]) => (language === 'ko' ? korean : english);

function label(place) {
  const [kind, , , latitude, longitude] = place;
  const name = document.createElement('span');
  name.textContent = nameOf(place);
  const icon = divIcon({ className: `name ${kind}`, html: name, iconSize: [0, 0] });
  return marker([latitude, longitude], { icon, pane: 'names', interactive: false, keyboard: false });
}
