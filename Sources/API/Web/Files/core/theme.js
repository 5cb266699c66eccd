// The colours of the pages: as the device is set, or as chosen.

import { getStored, removeStored, setStored } from './storage.js';

const deviceIsDark = matchMedia('(prefers-color-scheme: dark)');
const changes = new EventTarget();
deviceIsDark.addEventListener('change', () => changes.dispatchEvent(new Event('change')));

export const themes = ['device', 'light', 'dark'];

/** @returns {string} one of `themes` */
export function chosenTheme() {
  const stored = getStored('theme');
  return themes.includes(stored) ? stored : 'device';
}

/** @param {string} theme */
export function chooseTheme(theme) {
  if (theme === 'device') removeStored('theme');
  else setStored('theme', theme);
  // theme.js declares it, before any module runs.
  applyTheme(theme === 'device' ? null : theme);
  changes.dispatchEvent(new Event('change'));
}

/** Calls a handler when the colours may have changed, until the returned function is called. */
export function onSchemeChange(handler) {
  changes.addEventListener('change', handler);
  return () => changes.removeEventListener('change', handler);
}
