// The booth that is open: its sheet, its mark, and the map around it. Loaded with the first.

import { byId } from '../../core/dom.js';
import { member } from '../../core/session.js';
import { BoothSheet } from './booth-sheet.js';

/** Milliseconds in which the panel rises. */
const raiseTime = 300;

export class OpenedBooth {
  /**
   * @param {import('./booth-map.js').BoothMap} map
   * @param {ConstructorParameters<typeof BoothSheet>[0]} events
   */
  constructor(map, events) {
    this.map = map;
    this.sheet = new BoothSheet(events);
  }

  /**
   * @param {any} booth
   * @param {{panel: import('./panel.js').Panel | null, isWanted: () => boolean, isCorrecting: boolean}} about
   *   `isWanted`: whether it is still to be open
   */
  show(booth, { panel, isWanted, isCorrecting }) {
    if (this.map.center) this.map.reveal(booth);
    else this.map.setView({ ...booth, zoom: 16 });
    this.map.markers.select(booth);
    this.sheet.show(booth);
    byId('booth-page')?.remove();
    if (panel?.raise()) {
      // The map is lower once the panel has risen.
      setTimeout(() => { if (isWanted()) this.map.reveal(booth); }, raiseTime);
    }
    if (isCorrecting && member()) this.sheet.correct(booth);
  }

  hide() {
    this.sheet.hide();
    this.map.markers.select(null);
  }
}
