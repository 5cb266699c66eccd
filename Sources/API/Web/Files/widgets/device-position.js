// The device's position, requested only after a tap.

import { geolocationPermission } from '../core/permissions.js';
import { text } from '../core/texts.js';

/** Why there is no position; the message names a text. */
export class NoPosition extends Error {
  get text() { return text(`card.position.${this.message}`); }
}

/** @returns {Promise<{latitude: number, longitude: number, accuracy_m: number}>} */
export function currentPosition() {
  if (!window.isSecureContext) return Promise.reject(new NoPosition('insecure'));
  if (!navigator.geolocation) return Promise.reject(new NoPosition('unavailable'));
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({
        latitude: coords.latitude, longitude: coords.longitude, accuracy_m: Math.min(coords.accuracy, 40_000_000),
      }),
      async ({ code }) => reject(new NoPosition(await reason(code))),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 10_000 });
  });
}

async function reason(code) {
  if (code === 3) return 'late';
  if (code !== 1) return 'unavailable';
  // Closing the prompt is not a denial.
  const permission = await geolocationPermission();
  return permission?.state === 'prompt' ? 'unanswered' : 'denied';
}
