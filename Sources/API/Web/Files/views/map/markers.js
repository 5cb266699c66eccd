// The markers of booths and clusters on the map. They are hidden from screen readers: the list offers the same.

import { element } from '../../core/dom.js';
import { savedBooths } from '../../core/saved-booths.js';
import { boothName, formatCompact, formatNumber, text } from '../../core/texts.js';
import { DomEvent, circleMarker, divIcon, layerGroup, marker, point, polyline } from '../../leaflet/leaflet.js';
import { brandColor, initial } from './brand-colors.js';
import { coveredBoxes, overlap, wayOut } from './controls.js';
import { spread } from './spread.js';

/** At street level marks are spread, with lines to where their booths are. */
export const streetZoom = 16;

/** The longest way from a control, in pixels: beyond, a mark lies over another one instead. */
const maxWay = 100;
/** What a pin covers around its position, in pixels. */
const extentOfPin = { left: 17, top: 40, right: 17, bottom: 2 };
const sizeOfCluster = ({ count }) => (count < 10 ? 38 : count < 100 ? 44 : 52);

function extentOfCluster(cluster) {
  const half = sizeOfCluster(cluster) / 2;
  return { left: half, top: half, right: half, bottom: half };
}

/** A layer of markers that is replaced as a whole. */
export class Markers {
  /** The highlighted booth; it has a marker even inside a cluster. @type {any} */
  selected = null;
  shown = { booths: [], clusters: [] };
  /** The booth that is pointed at. @type {any} */
  pointed = null;
  /** Loaded with the first name. @type {typeof import('./pin-names.js').placeNames | null} */
  placeNames = null;
  /** The places of booths in the list, by their numbers. @type {Map<number, number>} */
  ranks = new Map();
  /** The numbers of the saved booths. @type {Set<number>} */
  saved = new Set();
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
    this.showSaved();
  }

  /** Marks the saved booths, which may have changed. */
  async showSaved() {
    const saved = await savedBooths().catch(() => []);
    this.saved = new Set(saved.map(({ id }) => id));
    for (const [id, made] of this.byBooth) made.getElement()?.classList.toggle('is-saved', this.saved.has(id));
  }

  /** @param {{booths: any[], clusters: any[]}} shown */
  show(shown) {
    this.shown = shown;
    this.layer.clearLayers();
    this.byBooth.clear();
    const booths = shown.booths.filter(({ id }) => id !== this.selected?.id);
    if (this.selected) booths.push(this.selected);
    const positions = this.positions([
      ...shown.clusters.map((cluster) => ({ ...cluster, extent: extentOfCluster(cluster) })),
      ...booths.map((booth) => ({ ...booth, extent: extentOfPin })),
    ]);
    this.clusters = shown.clusters.map((cluster, index) =>
      ({ cluster, marker: this.clusterMarker(cluster, positions[index]) }));
    for (const { marker: made } of this.clusters) this.layer.addLayer(made);
    const names = this.namesFor(booths, positions, shown.clusters);
    booths.forEach((booth, index) => {
      const made = this.boothMarker(booth, positions[shown.clusters.length + index]);
      this.byBooth.set(booth.id, made);
      this.layer.addLayer(made);
      const name = names.get(booth.id);
      if (name) made.getElement()?.append(element('span', { class: `pin-name ${name.side}` }, name.words));
    });
    this.point(this.pointed);
  }

  /** The order in which booths get names. @param {any[]} booths of the list */
  rank(booths) {
    this.ranks = new Map(booths.map(({ id }, index) => [id, index]));
  }

  /** The names beside pins: that of the chosen booth, and at street level those that have room. */
  namesFor(booths, positions, clusters) {
    const isStreet = this.map.getZoom() >= streetZoom;
    const named = booths.filter((booth) => isStreet || booth === this.selected);
    if (named.length === 0) return new Map();
    if (!this.placeNames) {
      import('./pin-names.js').then(({ placeNames }) => {
        this.placeNames = placeNames;
        this.redraw();
      }, () => {});
      return new Map();
    }
    const boxes = [...clusters, ...booths].map((mark, index) => {
      const { latitude, longitude } = positions[index];
      const { x, y } = this.map.latLngToContainerPoint([latitude, this.inView(longitude)]);
      const { left, top, right, bottom } = index < clusters.length ? extentOfCluster(mark) : extentOfPin;
      return { x, y, left: x - left, top: y - top, right: x + right, bottom: y + bottom };
    });
    const rankOf = (booth) => (booth === this.selected ? -1 : this.ranks.get(booth.id) ?? Infinity);
    const pins = named.map(
      (booth) => ({ booth, rank: rankOf(booth), ...boxes[clusters.length + booths.indexOf(booth)] }));
    return this.placeNames(pins, [...coveredBoxes(this.map), ...boxes], this.map.getSize());
  }

  /** Places the marks anew, after a move of the map. */
  redraw() {
    this.show(this.shown);
  }

  /** Where marks are shown: not below a control, and at street level spread until none covers another. */
  positions(marks) {
    const points = marks.map(({ latitude, longitude }) => this.map.project([latitude, this.inView(longitude)]));
    const ends = this.map.getZoom() < streetZoom ? this.besideControls(marks, points)
      : spread(points, this.clearing(marks, coveredBoxes(this.map)));
    return ends.map((end, index) => {
      if (end === points[index]) return marks[index];
      const { lat, lng } = this.map.unproject(point(end.x, end.y));
      this.layer.addLayer(this.leg(marks[index], { latitude: lat, longitude: lng }));
      return { latitude: lat, longitude: lng };
    });
  }

  /** The points of marks; those below a control are moved to where no control is, and no mark if that is near. */
  besideControls(marks, points) {
    const covered = coveredBoxes(this.map);
    const size = this.map.getSize();
    const boxes = points.map((end, index) => this.boxAt(end, marks[index].extent));
    const isBelow = boxes.map((box) => covered.some((control) => overlap(box, control)));
    const taken = [...covered, ...boxes.filter((_, index) => !isBelow[index])];
    return points.map((end, index) => {
      if (!isBelow[index]) return end;
      const free = wayOut(boxes[index], taken, size);
      const way = free && Math.hypot(free.x, free.y) <= maxWay ? free : wayOut(boxes[index], covered, size);
      if (!way) return end;
      const moved = { x: end.x + way.x, y: end.y + way.y };
      taken.push(this.boxAt(moved, marks[index].extent));
      return moved;
    });
  }

  /** Moves a point until its mark is beside all boxes; the function returns whether it had to. */
  clearing(marks, boxes) {
    const size = this.map.getSize();
    return (end, index) => {
      const way = wayOut(this.boxAt(end, marks[index].extent), boxes, size);
      if (way) [end.x, end.y] = [end.x + way.x, end.y + way.y];
      return way !== null;
    };
  }

  /** What a mark covers, in pixels of the map. */
  boxAt({ x, y }, { left, top, right, bottom }) {
    const { min } = this.map.getPixelBounds();
    return { left: x - min.x - left, top: y - min.y - top, right: x - min.x + right, bottom: y - min.y + bottom };
  }

  /** The line from where something is to its moved mark. */
  leg(booth, mark) {
    const ends = [booth, mark].map(({ latitude, longitude }) => [latitude, this.inView(longitude)]);
    const dot = circleMarker(ends[0], { className: 'foot-of-leg', radius: 3, interactive: false });
    return layerGroup([polyline(ends, { className: 'leg', interactive: false }), dot]);
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
    this.redraw();
  }

  boothMarker(booth, position) {
    const isSelected = booth === this.selected;
    const face = element('span', { class: 'pin-face' }, initial(booth.brand ?? booth.name));
    face.style.setProperty('--brand', brandColor(booth.brand));
    const icon = divIcon({
      className: ['pin', isSelected && 'is-chosen', booth.open === 'closed' && 'is-shut',
        this.saved.has(booth.id) && 'is-saved'].filter(Boolean).join(' '), html: face,
      iconSize: [34, 42], iconAnchor: [17, 40],
    });
    return this.marker(position, icon, boothName(booth), isSelected ? 1000 : 0, () => this.events.onBooth(booth))
      .on('mouseover', () => this.events.onPoint(booth)).on('mouseout', () => this.events.onPoint(null));
  }

  clusterMarker(cluster, position) {
    const size = sizeOfCluster(cluster);
    const icon = divIcon({
      className: 'cluster', html: element('span', {}, formatCompact(cluster.count)), iconSize: [size, size],
    });
    const name = text('clusterOf', { count: formatNumber(cluster.count) });
    return this.marker(position, icon, name, -100, () => this.events.onCluster(cluster));
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
