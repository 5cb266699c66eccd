// The marks of booths on the map. They are pictures only: everything that they do, the list does too.

import { element } from '../../core/dom.js';
import { formatCompact, formatNumber, text } from '../../core/texts.js';
import { DomEvent, divIcon, layerGroup, marker } from '../../leaflet/leaflet.js';
import { colour, initial } from './brand-colours.js';

/** A layer of marks that is replaced as a whole. */
export class Marks {
  /** The booth that stands out, also from among a cluster. @type {any} */
  chosen = null;
  shown = { booths: [], clusters: [] };

  /**
   * @param {any} map
   * @param {{pick: (booth: any) => void, open: (cluster: any) => void}} events
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
    for (const cluster of shown.clusters) this.layer.addLayer(this.cluster(cluster));
    for (const booth of shown.booths) if (booth.id !== this.chosen?.id) this.layer.addLayer(this.booth(booth));
    if (this.chosen) this.layer.addLayer(this.booth(this.chosen));
  }

  /** Makes one stand out, or none. @param {any} booth */
  choose(booth) {
    if (booth === this.chosen) return;
    this.chosen = booth;
    this.show(this.shown);
  }

  booth(booth) {
    const isChosen = booth === this.chosen;
    const face = element('span', { class: 'pin-face' }, initial(booth.brand ?? booth.name));
    face.style.setProperty('--brand', colour(booth.brand));
    const icon = divIcon({
      className: `pin${isChosen ? ' is-chosen' : ''}${booth.open === 'closed' ? ' is-shut' : ''}`, html: face,
      iconSize: [34, 42], iconAnchor: [17, 40],
    });
    return this.mark(booth, icon, booth.name, isChosen ? 1000 : 0, () => this.events.pick(booth));
  }

  cluster(cluster) {
    const size = cluster.count < 10 ? 38 : cluster.count < 100 ? 44 : 52;
    const icon = divIcon({
      className: 'bunch', html: element('span', {}, formatCompact(cluster.count)), iconSize: [size, size],
    });
    const name = text('clusterOf', { count: formatNumber(cluster.count) });
    return this.mark(cluster, icon, name, -100, () => this.events.open(cluster));
  }

  mark({ latitude, longitude }, icon, title, zIndexOffset, act) {
    // The copy of the world that is in view.
    const turn = 360 * Math.round((this.map.getCenter().lng - longitude) / 360);
    const made = marker([latitude, longitude + turn], { icon, title, keyboard: false, zIndexOffset });
    return made.on('click', (event) => {
      DomEvent.stop(event);
      act();
    });
  }
}
