// The device's location as the browser reports it, in the server's terms (`location_state`). The server decides which
// position to use, why, and what to advise; the browser asks for permission only after a tap.

import { geolocationPermission } from '../../core/permissions.js';
import { getStored, removeStored, setStored } from '../../core/storage.js';
import { forgetListOfDevice } from './booth-search.js';

/** The maximum age of a current position, in milliseconds: the same as the server's. */
const maxAge = 120_000;

/** The maximum accuracy that the server accepts, in metres. */
const maxAccuracy = 40_000_000;

/**
 * @typedef {{latitude: number, longitude: number, accuracy: number, at: number}} Fix
 */

export class DeviceLocation {
  /** The server's name of the state. */
  state = 'not-determined';
  /** The current position. @type {Fix | null} */
  fix = null;
  /** @type {Fix | null} */
  lastKnown = getStored('place');
  /** The identifier of the region that the user has chosen instead. @type {string | null} */
  region = getStored('region');
  /** The search for the position that goes on. @type {Promise<void> | null} */
  locating = null;

  /** @type {(isRequested: boolean) => void} `isRequested`: the user requested it */
  onChange = () => {};

  /** Reads the state that needs no prompt for permission, and observes its changes. */
  async start() {
    if (!window.isSecureContext) return this.setState('insecure-context');
    if (!navigator.geolocation) return this.setState('unavailable');
    // Not every browser reports whether the page may ask.
    if (/** @type {any} */ (document).featurePolicy?.allowsFeature('geolocation') === false) {
      return this.setState('restricted');
    }
    const permission = await geolocationPermission();
    if (!permission) return this.setState('not-determined');
    permission.addEventListener('change', () => {
      this.applyPermission(permission.state);
      this.onChange(false);
    });
    this.applyPermission(permission.state);
  }

  /** With an earlier permission no tap is needed. */
  applyPermission(state) {
    if (state === 'granted') this.locate();
    else this.setState(state === 'denied' ? 'denied' : 'not-determined');
  }

  /** Whether asking for the position may lead to one. */
  get canRequest() {
    return !['insecure-context', 'restricted', 'denied'].includes(this.state) && Boolean(navigator.geolocation);
  }

  /** After a tap: requests the position, which may prompt for permission. Resolves to whether there is one. */
  async request() {
    if (!this.canRequest) return false;
    this.region = null;
    removeStored('region');
    await this.locate();
    return this.fix !== null;
  }

  /** @param {string | null} region */
  chooseRegion(region) {
    this.region = region;
    if (region) setStored('region', region);
    else removeStored('region');
    // The region replaces the device's position.
    if (region) this.outdateFix();
    this.onChange(true);
  }

  /** Resolves once the position is known, or why it is not. */
  locate() {
    this.locating ??= new Promise((resolve) => {
      if (this.state !== 'when-in-use') this.setState('no-fix');
      navigator.geolocation.getCurrentPosition(
        (position) => resolve(this.onPosition(position)),
        (failure) => resolve(this.onFailure(failure)),
        { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 });
    });
    return this.locating;
  }

  get isLocating() {
    return this.locating !== null;
  }

  onPosition({ coords, timestamp }) {
    this.locating = null;
    this.setState('when-in-use');
    this.fix = { latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy, at: timestamp };
    setStored('place', this.fix);
    this.onChange(false);
  }

  async onFailure({ code }) {
    this.locating = null;
    if (code === 1) {
      // Closing the prompt is not a denial.
      const permission = await geolocationPermission();
      this.setState(permission?.state === 'prompt' ? 'not-determined' : 'denied');
    } else {
      this.setState(code === 3 ? 'timed-out' : 'unavailable');
    }
    this.onChange(false);
  }

  /** A revoked permission removes every position; any other state outdates the current one. */
  setState(state) {
    if (state === this.state) return;
    this.state = state;
    if (state === 'denied' || state === 'restricted') {
      this.fix = this.lastKnown = null;
      removeStored('place');
      forgetListOfDevice();
    } else if (state !== 'when-in-use') {
      this.outdateFix();
    }
  }

  outdateFix() {
    this.lastKnown = this.fix ?? this.lastKnown;
    this.fix = null;
  }

  /** The parameters for the server. Ages instead of times, because clocks differ. */
  report(now = Date.now()) {
    const age = (fix) => Math.max(0, Math.round((now - fix.at) / 1000));
    const report = { location_state: this.state, region: this.region };
    const fix = this.region ? null : this.fix;
    const last = this.region ? null : this.lastKnown;
    if (fix) {
      Object.assign(report, {
        lat: fix.latitude, lon: fix.longitude, accuracy: Math.min(fix.accuracy, maxAccuracy), age: age(fix),
      });
    }
    if (last) {
      Object.assign(report, {
        last_lat: last.latitude, last_lon: last.longitude, last_accuracy: Math.min(last.accuracy, maxAccuracy),
        last_age: age(last),
      });
    }
    return report;
  }

  /** The newest position, for when the server cannot be reached. @returns {Fix | null} */
  get newest() {
    return this.fix ?? this.lastKnown;
  }

  /** Whether the current position is too old. */
  get isStale() {
    return this.fix !== null && Date.now() - this.fix.at > maxAge;
  }
}
