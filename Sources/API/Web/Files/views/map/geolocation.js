// What the browser says of its location, in the words that the server knows (`location_state`). Where to look, why, and
// what to do about it is decided by the server from what is reported here; nothing is asked of the person before they tap.

import { getStored, removeStored, setStored } from '../../core/storage.js';

/** What is measured stays good for this long, in milliseconds: as long as the server takes it for now. */
const fresh = 120_000;

/**
 * @typedef {{latitude: number, longitude: number, accuracy: number, at: number}} Fix
 */

/** The state of the location, from the start of the page on. */
export class Whereabouts {
  /** The word for the server. */
  word = 'not-determined';
  /** @type {Fix | null} */
  fix = null;
  /** @type {Fix | null} */
  lastKnown = getStored('place');
  /** The identifier of the region that was chosen. @type {string | null} */
  region = getStored('region');
  isAsking = false;

  /** @param {(isWanted: boolean) => void} changed there is something else to report; `isWanted`: the person asked for it. */
  constructor(changed) {
    this.changed = changed;
  }

  /** Finds out what can be known without asking anybody, and listens to changes. */
  async start() {
    if (!window.isSecureContext) return this.enter('insecure-context');
    if (!navigator.geolocation) return this.enter('unavailable');
    // Not every browser can say whether the page may ask.
    if (/** @type {any} */ (document).featurePolicy?.allowsFeature('geolocation') === false) return this.enter('restricted');
    const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null);
    if (!permission) return this.enter('not-determined');
    permission.addEventListener('change', () => {
      this.follow(permission.state);
      this.changed(false);
    });
    this.follow(permission.state);
  }

  /** Takes up what the permission has come to. Whoever has allowed it before need not tap again. */
  follow(state) {
    if (state === 'granted') this.locate();
    else this.enter(state === 'denied' ? 'denied' : 'not-determined');
  }

  /** The person tapped: asks the device, and with that perhaps for permission. */
  ask() {
    if (this.word === 'insecure-context' || this.word === 'restricted' || !navigator.geolocation) return this.changed(true);
    this.region = null;
    removeStored('region');
    this.locate();
    this.changed(true);
  }

  /** @param {string | null} region */
  choose(region) {
    this.region = region;
    if (region) setStored('region', region);
    else removeStored('region');
    // A region is chosen instead of where the device is.
    if (region) this.setAside();
    this.changed(true);
  }

  locate() {
    if (this.isAsking) return;
    this.isAsking = true;
    if (this.word !== 'when-in-use') this.enter('no-fix');
    navigator.geolocation.getCurrentPosition(
      (position) => this.took(position),
      (failure) => this.failed(failure),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 });
  }

  took({ coords, timestamp }) {
    this.isAsking = false;
    this.enter('when-in-use');
    this.fix = { latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy, at: timestamp };
    setStored('place', this.fix);
    this.changed(false);
  }

  async failed({ code }) {
    this.isAsking = false;
    if (code === 1) {
      // Whoever closes the question has not said no.
      const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null);
      this.enter(permission?.state === 'prompt' ? 'not-determined' : 'denied');
    } else {
      this.enter(code === 3 ? 'timed-out' : 'unavailable');
    }
    this.changed(false);
  }

  /** What was measured under a permission is forgotten when the permission is taken back, and else becomes the last known. */
  enter(word) {
    if (word === this.word) return;
    this.word = word;
    if (word === 'denied' || word === 'restricted') {
      this.fix = this.lastKnown = null;
      removeStored('place');
    } else if (word !== 'when-in-use') {
      this.setAside();
    }
  }

  setAside() {
    this.lastKnown = this.fix ?? this.lastKnown;
    this.fix = null;
  }

  /** What to tell the server. Ages, not moments: clocks differ. */
  report(now = Date.now()) {
    const age = (fix) => Math.max(0, Math.round((now - fix.at) / 1000));
    const report = { location_state: this.word, region: this.region };
    const fix = this.region ? null : this.fix;
    const last = this.region ? null : this.lastKnown;
    if (fix) {
      Object.assign(report, {
        lat: fix.latitude, lon: fix.longitude, accuracy: Math.min(fix.accuracy, 40_000_000), age: age(fix),
      });
    }
    if (last) {
      Object.assign(report, {
        last_lat: last.latitude, last_lon: last.longitude, last_accuracy: Math.min(last.accuracy, 40_000_000),
        last_age: age(last),
      });
    }
    return report;
  }

  /** The newest position there is, for when the server cannot be asked. @returns {Fix | null} */
  get newest() {
    return this.fix ?? this.lastKnown;
  }

  /** Whether what is known of the place is too old to be of now, although it could be known anew. */
  get isStale() {
    return this.fix !== null && Date.now() - this.fix.at > fresh;
  }
}
