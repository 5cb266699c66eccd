// The circles of walking minutes around a position, each with its minutes where no mark or control covers them.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { Marker, circle, divIcon, layerGroup, marker } from '../../leaflet/leaflet.js';
import { boxAround, coveredBoxes, markBoxes, overlap } from './controls.js';
import { walkingDistance } from './walking.js';

const minutesOfCircles = [5, 10];
const earthRadius = 6_371_009;
/** The pane of the minutes: below the marks, above the names. */
const pane = 'minutes';
const diagonal = Math.SQRT1_2;
/** Where on a circle its minutes may stand, as parts of its radius to the east and to the north: the best first. */
const sides = [[0, 1], [0, -1], [1, 0], [-1, 0],
  [diagonal, diagonal], [-diagonal, diagonal], [diagonal, -diagonal], [-diagonal, -diagonal]];
const half = { width: 36, height: 10 };

export class WalkingCircles {
  /** @param {any} map */
  constructor(map) {
    this.map = map;
    this.layer = layerGroup().addTo(map);
    /** @type {{minutes: number, label: any, side: number}[]} */
    this.labels = [];
    const created = map.createPane(pane);
    created.style.zIndex = '590';
    created.setAttribute('aria-hidden', 'true');
    map.on('moveend', () => this.placeSoon());
    map.on('layeradd', ({ layer }) => {
      if (layer instanceof Marker && layer.options.pane === 'markerPane') this.placeSoon();
    });
  }

  /** @param {{latitude: number, longitude: number} | null} position in degrees; none for null */
  show(position) {
    this.layer.clearLayers();
    this.position = position;
    this.labels = [];
    if (!position) return;
    for (const minutes of minutesOfCircles) {
      circle([position.latitude, position.longitude], {
        interactive: false, fill: false, radius: walkingDistance(minutes), className: `walk walk-${minutes}`,
      }).addTo(this.layer);
      const icon = divIcon({ className: `minutes minutes-${minutes}`,
        html: element('span', {}, text('minutes', { minutes })), iconSize: [0, 0] });
      const label = marker(this.pointOn(minutes, 0), { icon, pane, keyboard: false, interactive: false });
      this.labels.push({ minutes, label: label.addTo(this.layer), side: 0 });
    }
    this.placeSoon();
  }

  /** Places the minutes anew, once for all that happens in one frame. */
  placeSoon() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.place());
  }

  place() {
    if (this.labels.length === 0) return;
    const covered = [...markBoxes(this.map, 'markerPane'), ...coveredBoxes(this.map)];
    const size = this.map.getSize();
    for (const shown of this.labels) {
      const free = sides.findIndex((_, side) => {
        const { x, y } = this.map.latLngToContainerPoint(this.pointOn(shown.minutes, side));
        const box = boxAround(x, y, half.width, half.height);
        const isInView = box.left >= 0 && box.top >= 0 && box.right <= size.x && box.bottom <= size.y;
        return isInView && !covered.some((other) => overlap(box, other));
      });
      if (free === shown.side) continue;
      shown.side = free;
      // Taken off and put back: the names of the map learn of it.
      shown.label.remove();
      if (free >= 0) shown.label.setLatLng(this.pointOn(shown.minutes, free)).addTo(this.layer);
    }
  }

  /** A point of a circle, in degrees. */
  pointOn(minutes, side) {
    const { latitude, longitude } = this.position;
    const [east, north] = sides[side];
    const degrees = (walkingDistance(minutes) / earthRadius) * (180 / Math.PI);
    return [latitude + north * degrees, longitude + (east * degrees) / Math.cos((latitude * Math.PI) / 180)];
  }
}
