// Icons and icon buttons.

import { element } from '../core/dom.js';

const icons = new URL('../icons.svg', import.meta.url).href;

/** An icon of `icons.svg`, hidden from screen readers. */
export function icon(name) {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.setAttribute('class', 'icon');
  drawing.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `${icons}#${name}`);
  drawing.append(use);
  return drawing;
}

/** A button with an icon, and a label for screen readers and the tooltip. */
export const iconButton = (name, label, onclick, more = {}) =>
  element('button', { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick, ...more },
    icon(name));
