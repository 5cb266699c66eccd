// Style sheets that are loaded when they are first needed.

import { element } from './dom.js';

/** Loads a style sheet, once. @param {string} path from the top folder */
export function loadStyleSheet(path) {
  const href = new URL(`../${path}`, import.meta.url).href;
  if (document.head.querySelector(`link[href="${href}"]`)) return null;
  const link = element('link', { rel: 'stylesheet', href });
  const loaded = new Promise((resolve) => {
    link.addEventListener('load', resolve, { once: true });
    // A view without its styles is better than none; the next visit tries again.
    link.addEventListener('error', (event) => {
      link.remove();
      resolve(event);
    }, { once: true });
  });
  document.head.append(link);
  return loaded;
}
