// The map: where it looks, what stands on it, and the place from which people look.

import { debounce, element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { circle, control, divIcon, layerGroup, map as makeMap, marker } from '../../leaflet/leaflet.js';
import { layGround } from './base-map.js';
import { reach } from './booth-search.js';
import { Marks } from './markers.js';
import { viewport } from './viewport.js';

const isCalm = matchMedia('(prefers-reduced-motion: reduce)');

/** The map of the page. */
export class BoothMap {
  /**
   * @param {HTMLElement} container
   * @param {{template: string, attribution: string}} tiles
   * @param {{moved: (byHand: boolean) => void, pick: (booth: any) => void, list: (cluster: any) => void}} events
   */
  constructor(container, tiles, events) {
    this.events = events;
    this.map = makeMap(container, {
      zoomControl: false, minZoom: 3, maxZoom: 19, worldCopyJump: true, fadeAnimation: !isCalm.matches,
      zoomAnimation: !isCalm.matches, markerZoomAnimation: !isCalm.matches, inertia: !isCalm.matches,
    });
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', text('mapHelp'));
    this.map.attributionControl.setPosition('bottomleft');
    this.placeLayer = layerGroup().addTo(this.map);
    this.marks = new Marks(this.map, { pick: events.pick, open: (cluster) => this.open(cluster) });
    this.tiles = tiles;
    control.zoom({ position: 'topright', zoomInTitle: text('zoomIn'), zoomOutTitle: text('zoomOut') }).addTo(this.map);
    this.isByHand = false;
    for (const kind of ['pointerdown', 'wheel', 'keydown']) {
      container.addEventListener(kind, () => { this.isByHand = true; }, { capture: true, passive: true });
    }
    // The circles of minutes on foot are drawn where they can be told apart.
    this.map.on('zoomend', () => {
      const zoom = this.map.getZoom();
      container.dataset.reach = zoom >= 15 ? 'near' : zoom === 14 ? 'middle' : 'far';
    });
    this.map.on('moveend', debounce(120, () => {
      this.events.moved(this.isByHand);
      this.isByHand = false;
    }));
    // While another view is shown, the map has no size: it keeps what it had.
    new ResizeObserver(() => {
      if (container.clientWidth > 0) this.map.invalidateSize({ animate: false, pan: false });
    }).observe(container);
  }

  /** Where it looks; null before it looks anywhere. */
  get middle() {
    if (!this.map._loaded) return null;
    const { lat, lng } = this.map.getCenter().wrap();
    return { latitude: lat, longitude: lng, zoom: this.map.getZoom() };
  }

  /** The viewport as the server is asked about it. */
  get viewport() {
    return viewport(this.map.getBounds(), this.map.getZoom());
  }

  look({ latitude, longitude, zoom }) {
    this.move(() => this.map.setView([latitude, longitude], zoom, this.manner));
  }

  /** Looks at a place with the nearest booths around it. */
  fit(place, booths) {
    const points = [place, ...booths].map(({ latitude, longitude }) => [latitude, longitude]);
    this.move(() => {
      if (points.length === 1) this.map.setView(points[0], 14, this.manner);
      else this.map.fitBounds(points, { padding: [48, 48], maxZoom: 17, ...this.manner });
    });
  }

  /** Brings a booth into view, no further than needed. */
  reveal({ latitude, longitude }) {
    if (this.map.getZoom() < 14) this.look({ latitude, longitude, zoom: 16 });
    else this.move(() => this.map.panInside([latitude, longitude], { padding: [60, 70], ...this.manner }));
  }

  move(act) {
    this.isByHand = false;
    act();
    if (!this.ground) {
      this.ground = true;
      layGround(this.map, this.tiles);
    }
  }

  get manner() {
    return { animate: !isCalm.matches && this.map._loaded };
  }

  /** Comes nearer to a cluster; one that no zoom takes apart is told as a list. */
  open(cluster) {
    const [west, south, east, north] = cluster.bbox;
    const bounds = [[south, west], [north, east < west ? east + 360 : east]];
    const isOne = this.map.getZoom() >= 18 || (west === east && south === north);
    if (isOne) this.events.list(cluster);
    else this.map.fitBounds(bounds, { padding: [60, 60], maxZoom: Math.min(19, this.map.getZoom() + 4), ...this.manner });
  }

  /** Marks the place from which is looked, with the doubt about it and how far some minutes on foot carry. */
  mark(place) {
    this.placeLayer.clearLayers();
    if (!place) return;
    const at = [place.latitude, place.longitude];
    const isPerson = ['device', 'coarse-device', 'last-known'].includes(place.origin);
    const quiet = { interactive: false, fill: false };
    if (isPerson && place.doubt_m > 30 && place.doubt_m < 5000) {
      circle(at, { ...quiet, radius: place.doubt_m, className: 'doubt', fill: true }).addTo(this.placeLayer);
    }
    for (const minutes of [5, 10]) {
      circle(at, { ...quiet, radius: reach(minutes), className: `walk walk-${minutes}` }).addTo(this.placeLayer);
      this.label(place, minutes).addTo(this.placeLayer);
    }
    const icon = divIcon({ className: isPerson ? 'here' : 'start', html: element('span'), iconSize: [22, 22] });
    marker(at, { icon, keyboard: false, interactive: false, zIndexOffset: -500 }).addTo(this.placeLayer);
  }

  /** The minutes, on the circle's upper edge. */
  label(place, minutes) {
    const north = place.latitude + (reach(minutes) / 6_371_009) * (180 / Math.PI);
    const icon = divIcon({ className: `minutes minutes-${minutes}`, html: element('span', {}, text('minutes', { minutes })), iconSize: [0, 0] });
    return marker([north, place.longitude], { icon, keyboard: false, interactive: false, zIndexOffset: -600 });
  }
}
