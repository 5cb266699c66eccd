// The map: its view, its markers, and the position from which distances are measured.

import { debounce, element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { circle, control, divIcon, layerGroup, map as makeMap, marker } from '../../leaflet/leaflet.js';
import { addBaseMap } from './base-map.js';
import { Markers, streetZoom } from './markers.js';
import { snappedViewport } from './viewport.js';
import { WalkingCircles } from './walking-circles.js';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** What the controls and the heads of marks take of the map's edges, in pixels. */
const clearPadding = { paddingTopLeft: [76, 56], paddingBottomRight: [76, 44] };

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
      zoomControl: false, minZoom: 3, maxZoom: 19, worldCopyJump: true, fadeAnimation: isAnimated,
      zoomAnimation: isAnimated, markerZoomAnimation: isAnimated, inertia: isAnimated,
    });
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', text('mapHelp'));
    this.map.attributionControl.setPosition('bottomleft');
    // Room for the sources, and no link that leads away from the map.
    this.map.attributionControl.setPrefix(false);
    this.originLayer = layerGroup().addTo(this.map);
    this.walkingCircles = new WalkingCircles(this.map);
    this.markers = new Markers(this.map,
      { onBooth: events.onBooth, onCluster: (cluster) => this.open(cluster), onPoint: events.onPoint });
    this.tiles = tiles;
    control.zoom({ position: 'topright', zoomInTitle: text('zoomIn'), zoomOutTitle: text('zoomOut') }).addTo(this.map);
    this.isByUser = false;
    for (const kind of ['pointerdown', 'wheel', 'keydown']) {
      container.addEventListener(kind, () => { this.isByUser = true; }, { capture: true, passive: true });
    }
    // The circles of walking minutes are drawn only at zooms that separate them.
    this.map.on('zoomend', () => {
      const zoom = this.map.getZoom();
      container.dataset.reach = zoom >= 15 ? 'near' : zoom === 14 ? 'middle' : 'far';
    });
    this.map.on('moveend', debounce(120, () => {
      this.events.onMove(this.isByUser);
      this.isByUser = false;
    }));
    // While another view is shown, the map has no size and keeps its view.
    new ResizeObserver(() => {
      if (container.clientWidth > 0) this.map.invalidateSize({ animate: false, pan: false });
    }).observe(container);
  }

  /** The center and the zoom; null before the first view is set. */
  get center() {
    if (!this.map._loaded) return null;
    const { lat, lng } = this.map.getCenter().wrap();
    return { latitude: lat, longitude: lng, zoom: this.map.getZoom() };
  }

  /** The viewport for requests. */
  get viewport() {
    return snappedViewport(this.map.getBounds(), this.map.getZoom());
  }

  /** Whether marks are spread instead of clustered. */
  get isStreet() {
    return this.map.getZoom() >= streetZoom;
  }

  setView({ latitude, longitude, zoom }) {
    this.move(() => this.map.setView([latitude, longitude], zoom, this.animation));
  }

  /** Shows a position with the nearest booths around it. */
  fit(position, booths) {
    const points = [position, ...booths].map(({ latitude, longitude }) => [latitude, longitude]);
    this.move(() => {
      if (points.length === 1) this.map.setView(points[0], 14, this.animation);
      else this.map.fitBounds(points, { ...clearPadding, maxZoom: 17, ...this.animation });
    });
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
