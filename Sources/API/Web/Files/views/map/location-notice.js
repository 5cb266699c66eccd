// The notice above the list: which position is used, why, and what the user can do about it.

import { get } from '../../core/api.js';
import { byId, element } from '../../core/dom.js';
import { formatAge, localized, text } from '../../core/texts.js';

export class LocationNotice {
  /**
   * @param {import('./geolocation.js').DeviceLocation} deviceLocation
   * @param {{onHome: () => void, onRetry: () => void}} events
   */
  constructor(deviceLocation, events) {
    this.deviceLocation = deviceLocation;
    this.events = events;
    this.regions = [];
    this.reason = element('p', { class: 'reason' });
    this.advice = element('p', { class: 'advice' });
    this.actions = element('div', { class: 'actions' });
    byId('location-notice').append(element('div', { role: 'status' }, this.reason, this.advice), this.actions);
  }

  /** Loads the regions to choose from. */
  async load() {
    this.regions = (await get('/api/location/regions')).regions;
  }

  /** The position that the server has resolved, with its reason. @param {any} place */
  showResolved(place) {
    const advice = this.deviceLocation.isLocating ? text('locating') : localized(place.advice);
    this.show(localized(place.reason), advice, place.origin !== 'device' && this.locationActions(place));
  }

  /** A position of the address, of the map or of a place, not of the device. */
  showChosen(reason, name = '') {
    this.show(text(reason, { name }), '', [this.button('backHere', this.events.onHome)]);
  }

  /** @param {number | null} storedAt when the list was stored, null without one */
  showOffline(storedAt) {
    const reason = storedAt ? text('offline', { age: formatAge(storedAt) }) : text('offlineEmpty');
    this.show(reason, '', [this.button('tryAgain', this.events.onRetry)], 'is-warning');
  }

  showFailed() {
    this.show(text('failed'), '', [this.button('tryAgain', this.events.onRetry)], 'is-warning');
  }

  showUnknownBooth() {
    this.show(text('unknownBooth'), '', [], 'is-warning');
  }

  locationActions(place) {
    const { state, isLocating } = this.deviceLocation;
    const canRequest = place.action !== 'nothing' && state !== 'restricted' && !isLocating;
    const label = place.action === 'retry' ? 'tryAgain' : 'useLocation';
    return [canRequest && this.button(label, () => this.deviceLocation.request(), 'is-main'), this.regionSelect()];
  }

  show(reason, advice, actions, style = '') {
    byId('location-notice').className = `callout ${style}`;
    // Only changed text: a screen reader reads out each change.
    if (this.reason.textContent !== reason) this.reason.textContent = reason;
    if (this.advice.textContent !== advice) this.advice.textContent = advice;
    this.actions.replaceChildren(...(actions || []).filter(Boolean));
  }

  button(key, onclick, style = '') {
    return element('button', { type: 'button', class: `small ${style}`, onclick }, text(key));
  }

  regionSelect() {
    const { region } = this.deviceLocation;
    const first = element('option', { value: '' }, text('regionAny'));
    const options = this.regions.map(({ id, name }) =>
      element('option', { value: id, selected: id === region }, localized(name)));
    return this.regions.length > 0 && element('select', {
      class: 'choice', 'aria-label': text('regionLabel'),
      onchange: (event) => this.deviceLocation.chooseRegion(event.target.value || null),
    }, first, ...options);
  }
}
