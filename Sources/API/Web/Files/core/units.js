// The units of distances, as chosen on the device.

import { getStored, removeStored, setStored } from './storage.js';

export const units = ['metric', 'imperial'];

/** @returns {string} one of `units` */
export const chosenUnits = () => (getStored('units') === 'imperial' ? 'imperial' : 'metric');

/** Reloads the page with other units. @param {string} chosen */
export function chooseUnits(chosen) {
  if (chosen === chosenUnits()) return;
  if (chosen === 'metric') removeStored('units');
  else setStored('units', chosen);
  location.reload();
}
