// The line above the list: around which place it searches. It opens to say why, and what the user can do about it.

import { get } from '../../core/api.js';
import { metresBetween } from '../../core/distance.js';
import { byId, element } from '../../core/dom.js';
import { formatAge, localized, text } from '../../core/texts.js';
import { iconButton } from '../../widgets/icon.js';

/** A name such as Jeongja-dong is not broken at its hyphen. @param {string} name */
const around = (name) => text('location.around', { name: name.replaceAll('-', '\u2011') });

/** The zoom level from which on a neighbourhood is named; farther out a province is. */
const minLocalZoom = 10;

export class LocationNotice {
  /** The position that the line names, and how; empty unless it is one of the address or of the map. */
  position = '';
  area = '';
  /** What has been named, so that it is asked for once. */
  named = '';
  center = { latitude: 0, longitude: 0 };
  /** Whether a position was asked for in vain. */
  wasRefused = false;

  /**
   * @param {import('./geolocation.js').DeviceLocation} deviceLocation
   * @param {{onHome: () => void, onLocate: () => void, onRetry: () => void, zoom: () => number | null}} events
   *   `zoom`: of the map
   */
  constructor(deviceLocation, events) {
    this.deviceLocation = deviceLocation;
    this.events = events;
    this.regions = [];
    this.canChooseRegion = false;
    this.place = element('p', { class: 'place', role: 'status' });
    this.action = element('span', { class: 'actions' });
    this.fold = iconButton('down', text('location.why'), () => this.open(this.details.hidden),
      { 'aria-controls': 'location-details' });
    this.reason = element('p', { class: 'reason' });
    this.advice = element('p', { class: 'advice' });
    this.choices = element('div', { class: 'actions' });
    this.details = element('div', { id: 'location-details', class: 'callout' }, this.reason, this.advice, this.choices);
    byId('location-notice').append(
      element('div', { class: 'location-line' }, this.place, this.action, this.fold), this.details);
    this.open(false);
  }

  /** Shows or hides the details. */
  open(isOpen) {
    this.details.hidden = !isOpen;
    this.fold.setAttribute('aria-expanded', String(isOpen));
    this.offerRegions();
  }

  /** Once the details are open, offers regions instead of the device's location. They are loaded the first time. */
  async offerRegions() {
    if (this.details.hidden) return;
    if (this.canChooseRegion) await this.loadRegions();
    const isOffered = this.canChooseRegion && this.regions.length > 0;
    this.choices.replaceChildren(...(isOffered ? [this.regionSelect()] : []));
  }

  /** The position that the server has resolved, with its reason. @param {any} place */
  showResolved(place) {
    const { isLocating } = this.deviceLocation;
    const isHere = place.origin === 'device';
    if (isHere) this.open(false);
    const unnamed = text(place.origin === 'default' ? 'location.aroundDefault' : 'location.aroundYou');
    this.show(place.area ? around(localized(place.area)) : unnamed, {
      reason: localized(place.reason), advice: isLocating ? text('locating') : localized(place.advice),
      action: !isHere && this.locateButton(place), canChooseRegion: !isHere,
    });
  }

  /** A named place, not that of the device. */
  showPlace(name) {
    this.show(around(name), { reason: text('fromPlace', { name }), action: this.homeButton() });
  }

  /** A position of the address or of the map. The name of its area follows. */
  async showPosition(reason, { latitude, longitude }) {
    const position = `${latitude.toFixed(4)},${longitude.toFixed(4)}`;
    const isKnown = this.position === position;
    this.show(isKnown ? this.area : text('location.aroundMap'), { reason: text(reason), action: this.homeButton() });
    this.position = position;
    if (!isKnown) {
      this.named = '';
      this.area = text('location.aroundMap');
      this.center = { latitude, longitude };
    }
    this.nameArea();
  }

  /**
   * Names the area around the position: its province where one is in view as a whole. Without one, it stays unnamed.
   */
  async nameArea() {
    const { position, center } = this;
    const isWide = (this.events.zoom() ?? minLocalZoom) < minLocalZoom;
    if (position === '' || this.named === `${position} ${isWide}`) return;
    this.named = `${position} ${isWide}`;
    const { named } = this;
    try {
      const area = isWide ? await this.provinceAt(center)
        : (await get('/api/location/resolve', { lat: center.latitude, lon: center.longitude }, 'area')).area;
      if (this.position !== position || this.named !== named) return;
      this.area = area ? around(localized(area)) : text('location.aroundMap');
      this.place.textContent = this.area;
    } catch {
      this.named = '';
    }
  }

  /** The province that a position is nearest to, by its size; null outside of all. */
  async provinceAt(center) {
    await this.loadRegions();
    const provinces = this.regions.filter(({ id }) => !id.includes('-'))
      .map((region) => ({ region, part: metresBetween(center, region) / region.radius_m }))
      .sort((one, other) => one.part - other.part);
    return provinces.length > 0 && provinces[0].part < 2 ? provinces[0].region.name : null;
  }

  async loadRegions() {
    if (this.regions.length > 0) return;
    // Without a network there are none to choose from.
    const answer = await get('/api/location/regions', {}, 'regions').catch(() => null);
    this.regions = answer?.regions ?? [];
  }

  /** Why the position that was asked for is not there; the list stays where it is. */
  showRefusal() {
    const isDenied = this.deviceLocation.state === 'denied';
    this.wasRefused = true;
    this.reason.textContent = text(isDenied ? 'location.refused' : 'location.notFound');
    this.advice.textContent = isDenied ? text('location.refusedAdvice') : '';
    this.action.replaceChildren(this.homeButton());
    this.fold.hidden = false;
    this.open(true);
  }

  /** @param {import('./booth-search.js').SearchResult} result what the device has stored */
  showOffline({ storedAt, isWhole }) {
    const age = storedAt ? formatAge(storedAt) : '';
    this.showProblem(isWhole ? text('offlineAll', { age })
      : storedAt ? text('offline', { age }) : text('offlineEmpty'));
  }

  /** The map has another zoom level. */
  onZoom() {
    this.nameArea();
  }

  showFailed() {
    this.showProblem(text('failed'));
  }

  showUnknownBooth() {
    this.show(text('unknownBooth'), { isProblem: true });
  }

  showProblem(words) {
    this.show(words, { action: this.button('tryAgain', this.events.onRetry), isProblem: true });
  }

  /**
   * @param {string} place
   * @param {{reason?: string, advice?: string, action?: any, canChooseRegion?: boolean, isProblem?: boolean}} about
   */
  show(place, { reason = '', advice = '', action = null, canChooseRegion = false, isProblem = false }) {
    this.position = '';
    const label = text(this.deviceLocation.canRequest ? 'useLocation' : 'backHere');
    byId('use-location').setAttribute('aria-label', label);
    byId('use-location').title = label;
    byId('location-notice').classList.toggle('is-warning', isProblem);
    // Only changed text: a screen reader reads out each change.
    for (const [part, words] of /** @type {const} */ ([
      [this.place, place], [this.reason, reason], [this.advice, advice]])) {
      if (part.textContent !== words) part.textContent = words;
    }
    this.action.replaceChildren(...[action].filter(Boolean));
    this.canChooseRegion = canChooseRegion;
    this.fold.hidden = reason === '';
    this.open(reason !== '' && !this.details.hidden);
  }

  locateButton(place) {
    const { state, isLocating } = this.deviceLocation;
    const canRequest = place.action !== 'nothing' && state !== 'restricted' && !isLocating;
    const label = place.action === 'retry' ? 'tryAgain' : 'useLocation';
    return canRequest && this.button(label, () => this.request());
  }

  /** Asks for the location, and says so meanwhile. */
  request() {
    this.open(true);
    this.events.onLocate();
  }

  /** Leads to the device; after a refusal to where the list was at first. */
  homeButton() {
    const isAsking = this.deviceLocation.canRequest && !this.wasRefused;
    return isAsking ? this.button('location.toMe', () => this.events.onLocate(), 'home')
      : this.button('backHere', this.events.onHome, 'home');
  }

  button(key, onclick, name = '') {
    return element('button', { type: 'button', class: `link ${name}`, onclick }, text(key));
  }

  regionSelect() {
    const { region } = this.deviceLocation;
    const first = element('option', { value: '' }, text('regionAny'));
    const options = this.regions.map(({ id, name }) =>
      element('option', { value: id, selected: id === region }, localized(name)));
    return element('select', {
      class: 'choice', 'aria-label': text('regionLabel'),
      onchange: (event) => this.deviceLocation.chooseRegion(event.target.value || null),
    }, first, ...options);
  }
}
