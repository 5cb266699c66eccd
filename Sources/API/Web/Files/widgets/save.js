// Saving files on the device.

import { element } from '../core/dom.js';

/** Has the browser save an address of this site, or a blob's. @param {string} address @param {string} name */
export function save(address, name) {
  const link = element('a', { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
}
