// The map: its view, its markers, and the position from which distances are measured.

import { metresBetween } from '../../core/distance.js';
import { debounce, element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { circle, control, divIcon, layerGroup, map as makeMap, marker } from '../../leaflet/leaflet.js';
import { addBaseMap, nameSources } from './base-map.js';
import { Markers, streetZoom } from './markers.js';
import { snappedViewport } from './viewport.js';
import { WalkingCircles } from './walking-circles.js';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Metres around a position that are near in any case; how many booths are shown with it; and how far out to zoom. */
const minReach = 3000;
const maxFitted = 8;
const minNearZoom = 12;

/** What the controls and the heads of marks take of the map's edges, in pixels. */
const clearPadding = { paddingTopLeft: [76, 56], paddingBottomRight: [76, 44] };
const wholePadding = [152, 100];

export class BoothMap {
  /**
   * @param {HTMLElement} container
   * @param {import('./base-map.js').TileSource} tiles
   * @param {{onMove: (isByUser: boolean) => void, onBooth: (booth: any) => void,
   *   onCluster: (cluster: any) => void, onPoint: (booth: any) => void}} events `onCluster`: a cluster was opened that
   *   no zoom level separates; `onPoint`: a booth is pointed at, or none
   */
  constructor(container, tiles, events) {
    this.events = events;
    const isAnimated = !reducedMotion.matches;
    this.map = makeMap(container, {
      zoomControl: false, trackResize: false, minZoom: 3, maxZoom: 19, worldCopyJump: true, fadeAnimation: isAnimated,
      zoomAnimation: isAnimated, markerZoomAnimation: isAnimated, inertia: isAnimated,
    });
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', text('mapHelp'));
    this.map.attributionControl.setPosition('bottomleft');
    // Room for the sources, and no link that leads away from the map.
    this.map.attributionControl.setPrefix(false);
    nameSources(this.map, tiles);
    this.originLayer = layerGroup().addTo(this.map);
    this.walkingCircles = new WalkingCircles(this.map);
    this.markers = new Markers(this.map,
      { onBooth: events.onBooth, onCluster: (cluster) => this.open(cluster), onPoint: events.onPoint });
    this.tiles = tiles;
    control.zoom({ position: 'topright', zoomInTitle: text('zoomIn'), zoomOutTitle: text('zoomOut') }).addTo(this.map);
    this.isByUser = false;
    /** Whether a move has not been reported yet. */
    this.isMoving = false;
    for (const kind of ['pointerdown', 'wheel', 'keydown']) {
      container.addEventListener(kind, () => { this.isByUser = true; }, { capture: true, passive: true });
    }
    // The circles of walking minutes are drawn only at zooms that separate them.
    this.map.on('zoomend', () => {
      const zoom = this.map.getZoom();
      container.dataset.reach = zoom >= 15 ? 'near' : zoom === 14 ? 'middle' : 'far';
    });
    this.map.on('movestart moveend', () => { this.isMoving = true; });
    this.map.on('moveend', debounce(120, () => this.settle()));
    // While another view is shown, the map has no size and keeps its view. A panel that rises covers the lower part; in
    // a window of another width the middle stays.
    let width = container.clientWidth;
    new ResizeObserver(() => {
      if (container.clientWidth === 0) return;
      this.map.invalidateSize({ animate: false, pan: container.clientWidth !== width });
      width = container.clientWidth;
    }).observe(container);
  }

  /** The center and the zoom; null before the first view is set. */
  get center() {
    if (!this.map._loaded) return null;
    const { lat, lng } = this.map.getCenter().wrap();
    return { latitude: lat, longitude: lng, zoom: this.map.getZoom() };
  }

  /** Whether the map shows a view, but for a pixel. */
  isAt(view) {
    if (!view || view.zoom !== this.map.getZoom()) return false;
    const point = this.map.latLngToContainerPoint([view.latitude, view.longitude]);
    return point.distanceTo(this.map.getSize().divideBy(2)) < 2;
  }

  /** The viewport for requests. */
  get viewport() {
    return snappedViewport(this.map.getBounds(), this.map.getZoom());
  }

  /** Whether marks are spread instead of clustered. */
  get isStreet() {
    return this.map.getZoom() >= streetZoom;
  }

  /** Reports a move that has not been reported yet. */
  settle() {
    if (!this.isMoving) return;
    this.isMoving = false;
    const { isByUser } = this;
    this.isByUser = false;
    this.events.onMove(isByUser);
  }

  /** @param {{latitude: number, longitude: number, zoom: number}} view @param {boolean} [isByUser] as if by hand */
  setView({ latitude, longitude, zoom }, isByUser = false) {
    this.move(() => this.map.setView([latitude, longitude], zoom, this.animation));
    this.isByUser = isByUser;
  }

  /** Shows positions. @param {{latitude: number, longitude: number}[]} positions */
  fit(positions) {
    const points = positions.map(({ latitude, longitude }) => [latitude, longitude]);
    this.move(() => {
      if (points.length === 1) this.map.setView(points[0], 14, this.animation);
      else this.map.fitBounds(points, { ...clearPadding, maxZoom: 17, ...this.animation });
    });
  }

  /**
   * Shows a position with the booths that are near it: within three kilometres, or three times as far away as the
   * nearest. The position is in view wherever the booths are.
   */
  fitNear(position, booths) {
    const [nearest] = booths;
    const radius = Math.max(minReach, 3 * metresBetween(position, nearest ?? position));
    const near = booths.slice(0, maxFitted).filter((booth) => metresBetween(position, booth) <= radius);
    const points = [position, ...near].map(({ latitude, longitude }) => [latitude, longitude]);
    const zoom = near.length === 0 ? 14 : this.map.getBoundsZoom(points, false, wholePadding);
    if (near.length > 0 && zoom >= minNearZoom) this.fit([position, ...near]);
    else this.setView({ ...position, zoom: Math.max(zoom, minNearZoom) });
  }

  /** Brings a booth into view, moving no further than needed. */
  reveal({ latitude, longitude }) {
    if (this.map.getZoom() < 14) this.setView({ latitude, longitude, zoom: 16 });
    else this.move(() => this.map.panInside([latitude, longitude], { padding: [76, 70], ...this.animation }));
  }

  /** Moves the map programmatically. The base map is added with the first view. */
  move(act) {
    this.isByUser = false;
    act();
    if (!this.hasBaseMap) {
      this.hasBaseMap = true;
      addBaseMap(this.map, this.tiles);
    }
  }

  get animation() {
    return { animate: !reducedMotion.matches && this.map._loaded };
  }

  /** Zooms to a cluster, or reports one that no zoom level separates. */
  open(cluster) {
    const [west, south, east, north] = cluster.bbox;
    const bounds = [[south, west], [north, east < west ? east + 360 : east]];
    const isInseparable = this.map.getZoom() >= 18 || (west === east && south === north);
    if (isInseparable) this.events.onCluster(cluster);
    else {
      const maxZoom = Math.min(19, this.map.getZoom() + 4);
      this.map.fitBounds(bounds, { ...clearPadding, maxZoom, ...this.animation });
    }
  }

  /** Marks the position from which distances are measured, with its accuracy and circles of walking minutes. */
  showOrigin(place) {
    this.originLayer.clearLayers();
    this.walkingCircles.show(place);
    if (!place) return;
    const position = [place.latitude, place.longitude];
    const isDevice = ['device', 'coarse-device', 'last-known'].includes(place.origin);
    if (isDevice && place.doubt_m > 30 && place.doubt_m < 5000) {
      circle(position,
        { interactive: false, fill: true, radius: place.doubt_m, className: 'accuracy' }).addTo(this.originLayer);
    }
    const icon = divIcon({ className: isDevice ? 'here' : 'start', html: element('span'), iconSize: [22, 22] });
    marker(position, { icon, keyboard: false, interactive: false, zIndexOffset: -500 }).addTo(this.originLayer);
  }
}
