// The base map, which ships with the program and needs no network, and the tiles of a configured source over it. Where
// tiles do not come, the base map shows through.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { TileLayer } from '../../leaflet/leaflet.js';
import { BaseLabels } from './base-labels.js';
import { BaseLayer } from './base-layer.js';

/**
 * The source of the page's tiles; without a template there is none.
 * @typedef {{template: string, attribution: string, link: string, minZoom: number, maxZoom: number,
 *   schema: string}} TileSource `schema`: of vector tiles; empty for images
 */

/**
 * Names the sources of the tiles and of the base map; a press lists all of them.
 * @param {import('../../leaflet/leaflet.js').Map} map
 * @param {TileSource} source
 */
export function nameSources(map, source) {
  const { attribution, link } = source;
  if (attribution) {
    credit(map, link ? element('a', { href: link, rel: 'noopener', target: '_blank' }, attribution) : attribution);
  }
  // Also with tiles: it shows where they are missing.
  credit(map, element('button', { type: 'button', 'aria-haspopup': 'dialog' }, text('mapSources')));
  map.attributionControl.getContainer().addEventListener('click', async ({ target }) => {
    if (target.closest('button')) (await import('./sources-dialog.js')).openSources(source);
  });
}

/** Names a source on the map. @param {import('../../leaflet/leaflet.js').Map} map @param {Node | string} words */
export const credit = (map, words) =>
  // It takes markup; the text is escaped.
  map.attributionControl.addAttribution(element('span', {}, words).innerHTML);

/** @param {import('../../leaflet/leaflet.js').Map} map @param {TileSource} source */
export function addBaseMap(map, source) {
  map.createPane('base').style.zIndex = '150';
  const archive = source.schema
    ? import('./archive-tiles.js').then(({ ArchiveTiles }) => new ArchiveTiles(source)) : null;
  new BaseLayer({ archive }).addTo(map);
  const tiles = source.template && !archive ? new CountedTiles(source) : null;
  const labels = new BaseLabels(map, (position) => tiles?.covers(map, position) ?? false, archive);
  if (tiles) {
    tiles.layer.on('tileload tileunload', () => labels.update());
    tiles.layer.addTo(map);
  }
}

/** A layer of tiles that knows where tiles are shown. */
class CountedTiles {
  /** @param {TileSource} source */
  constructor(source) {
    // Nothing is asked for at zoom levels that the source does not have, but that its last level is enlarged.
    this.maxZoom = source.maxZoom;
    this.layer = new TileLayer(source.template, {
      minZoom: source.minZoom, maxNativeZoom: source.maxZoom, maxZoom: 19, className: 'tiles',
    });
    /** @type {Set<string>} */
    const shown = new Set();
    this.layer.on('tileload', ({ coords }) => shown.add(keyOf(coords)));
    this.layer.on('tileload', ({ tile }) => this.look(tile));
    this.layer.on('tileunload', ({ coords }) => shown.delete(keyOf(coords)));
    this.shown = shown;
  }

  /** Finds out from the first tile whether the layer is a bright drawing, which dark pages show dark. */
  look(tile) {
    if (this.isKnown) return;
    this.isKnown = true;
    this.layer.getContainer().classList.toggle('is-bright', isBright(tile));
  }

  covers(map, position) {
    const zoom = Math.min(map.getZoom(), this.maxZoom);
    const { x, y } = map.project(position, zoom).divideBy(256).floor();
    return this.shown.has(keyOf({ x, y, z: zoom }));
  }
}

/** The least mean of red, green and blue, of 255, in a drawn map; aerial photos are darker. */
const minBrightness = 170;

/** Whether an image is bright on the whole; false for one of another server, which scripts cannot read. */
function isBright(image) {
  const context = document.createElement('canvas').getContext('2d');
  const size = 8;
  try {
    context.drawImage(image, 0, 0, size, size);
    const { data } = context.getImageData(0, 0, size, size);
    const sum = data.reduce((total, value, index) => (index % 4 === 3 ? total : total + value), 0);
    return sum / (size * size * 3) > minBrightness;
  } catch {
    return false;
  }
}

const keyOf = ({ x, y, z }) => `${z}/${x}/${y}`;
