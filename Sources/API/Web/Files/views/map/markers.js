// The markers of booths and clusters on the map. They are hidden from screen readers: the list offers the same.

import { element } from '../../core/dom.js';
import { formatCompact, formatNumber, text } from '../../core/texts.js';
import { DomEvent, divIcon, layerGroup, marker, point, polyline } from '../../leaflet/leaflet.js';
import { brandColour, initial } from './brand-colours.js';
import { spread } from './spread.js';

/** At street level marks are spread, with lines to where their booths are. */
export const streetZoom = 16;

/** A layer of markers that is replaced as a whole. */
export class Markers {
  /** The highlighted booth; it has a marker even inside a cluster. @type {any} */
  selected = null;
  shown = { booths: [], clusters: [] };
  /** The booth that is pointed at. @type {any} */
  pointed = null;
  /** The markers of booths by their identifiers. @type {Map<number, any>} */
  byBooth = new Map();

  /**
   * @param {any} map
   * @param {{onBooth: (booth: any) => void, onCluster: (cluster: any) => void, onPoint: (booth: any) => void}} events
   *   `onPoint`: a booth is pointed at, or none
   */
  constructor(map, events) {
    this.map = map;
    this.events = events;
    this.layer = layerGroup().addTo(map);
    map.getPane('markerPane').setAttribute('aria-hidden', 'true');
  }

  /** @param {{booths: any[], clusters: any[]}} shown */
  show(shown) {
    this.shown = shown;
    this.layer.clearLayers();
    this.byBooth.clear();
    this.clusters = shown.clusters.map((cluster) => ({ cluster, marker: this.clusterMarker(cluster) }));
    for (const { marker: made } of this.clusters) this.layer.addLayer(made);
    const booths = shown.booths.filter(({ id }) => id !== this.selected?.id);
    if (this.selected) booths.push(this.selected);
    this.positions(booths).forEach((position, index) => {
      const made = this.boothMarker(booths[index], position);
      this.byBooth.set(booths[index].id, made);
      this.layer.addLayer(made);
    });
    this.point(this.pointed);
  }

  /** Where the marks of booths are: at street level spread until none covers another. */
  positions(booths) {
    if (this.map.getZoom() < streetZoom) return booths;
    const points = booths.map(({ latitude, longitude }) => this.map.project([latitude, longitude]));
    return spread(points).map((moved, index) => {
      if (moved === points[index]) return booths[index];
      const { lat, lng } = this.map.unproject(point(moved.x, moved.y));
      this.layer.addLayer(this.leg(booths[index], { latitude: lat, longitude: lng }));
      return { latitude: lat, longitude: lng };
    });
  }

  /** The line from a booth to its spread mark. */
  leg(booth, mark) {
    const ends = [booth, mark].map(({ latitude, longitude }) => [latitude, this.inView(longitude)]);
    return polyline(ends, { className: 'leg', interactive: false });
  }

  /** Lifts the mark of a booth, or of the cluster that it is in; none for null. @param {any} booth */
  point(booth) {
    this.lifted?.getElement()?.classList.remove('is-pointed');
    this.lifted?.setZIndexOffset(this.lifted.options.usualOffset);
    this.pointed = booth;
    this.lifted = booth && (this.byBooth.get(booth.id) ?? this.clusterOf(booth));
    this.lifted?.getElement()?.classList.add('is-pointed');
    this.lifted?.setZIndexOffset(2000);
  }

  clusterOf({ latitude, longitude }) {
    const holds = ([west, south, east, north]) => south <= latitude && latitude <= north
      && (west <= east ? west <= longitude && longitude <= east : west <= longitude || longitude <= east);
    return this.clusters?.find(({ cluster }) => holds(cluster.bbox))?.marker;
  }

  /** Highlights a booth, or none. @param {any} booth */
  select(booth) {
    if (booth === this.selected) return;
    this.selected = booth;
    this.show(this.shown);
  }

  boothMarker(booth, position) {
    const isSelected = booth === this.selected;
    const face = element('span', { class: 'pin-face' }, initial(booth.brand ?? booth.name));
    face.style.setProperty('--brand', brandColour(booth.brand));
    const icon = divIcon({
      className: `pin${isSelected ? ' is-chosen' : ''}${booth.open === 'closed' ? ' is-shut' : ''}`, html: face,
      iconSize: [34, 42], iconAnchor: [17, 40],
    });
    return this.marker(position, icon, booth.name, isSelected ? 1000 : 0, () => this.events.onBooth(booth))
      .on('mouseover', () => this.events.onPoint(booth)).on('mouseout', () => this.events.onPoint(null));
  }

  clusterMarker(cluster) {
    const size = cluster.count < 10 ? 38 : cluster.count < 100 ? 44 : 52;
    const icon = divIcon({
      className: 'cluster', html: element('span', {}, formatCompact(cluster.count)), iconSize: [size, size],
    });
    const name = text('clusterOf', { count: formatNumber(cluster.count) });
    return this.marker(cluster, icon, name, -100, () => this.events.onCluster(cluster));
  }

  marker({ latitude, longitude }, icon, title, zIndexOffset, onClick) {
    const made = marker([latitude, this.inView(longitude)],
      { icon, title, keyboard: false, zIndexOffset, usualOffset: zIndexOffset });
    return made.on('click', (event) => {
      DomEvent.stop(event);
      onClick();
    });
  }

  /** A longitude on the copy of the world that is in view. */
  inView(longitude) {
    return longitude + 360 * Math.round((this.map.getCenter().lng - longitude) / 360);
  }
}
