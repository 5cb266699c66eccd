// The markers of booths and clusters on the map. They are hidden from screen readers: the list offers the same.

import { element } from '../../core/dom.js';
import { formatCompact, formatNumber, text } from '../../core/texts.js';
import { DomEvent, divIcon, layerGroup, marker } from '../../leaflet/leaflet.js';
import { brandColour, initial } from './brand-colours.js';

/** A layer of markers that is replaced as a whole. */
export class Markers {
  /** The highlighted booth; it has a marker even inside a cluster. @type {any} */
  selected = null;
  shown = { booths: [], clusters: [] };

  /**
   * @param {any} map
   * @param {{onBooth: (booth: any) => void, onCluster: (cluster: any) => void}} events
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
    for (const cluster of shown.clusters) this.layer.addLayer(this.clusterMarker(cluster));
    for (const booth of shown.booths) if (booth.id !== this.selected?.id) this.layer.addLayer(this.boothMarker(booth));
    if (this.selected) this.layer.addLayer(this.boothMarker(this.selected));
  }

  /** Highlights a booth, or none. @param {any} booth */
  select(booth) {
    if (booth === this.selected) return;
    this.selected = booth;
    this.show(this.shown);
  }

  boothMarker(booth) {
    const isSelected = booth === this.selected;
    const face = element('span', { class: 'pin-face' }, initial(booth.brand ?? booth.name));
    face.style.setProperty('--brand', brandColour(booth.brand));
    const icon = divIcon({
      className: `pin${isSelected ? ' is-chosen' : ''}${booth.open === 'closed' ? ' is-shut' : ''}`, html: face,
      iconSize: [34, 42], iconAnchor: [17, 40],
    });
    return this.marker(booth, icon, booth.name, isSelected ? 1000 : 0, () => this.events.onBooth(booth));
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
    // On the copy of the world that is in view.
    const turn = 360 * Math.round((this.map.getCenter().lng - longitude) / 360);
    const made = marker([latitude, longitude + turn], { icon, title, keyboard: false, zIndexOffset });
    return made.on('click', (event) => {
      DomEvent.stop(event);
      onClick();
    });
  }
}
