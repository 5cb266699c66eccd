// A colour for each brand, around the wheel, so that those of few chains differ. White text on each has a contrast
// of at least 4.5 to 1 (WCAG 2.2, 1.4.3).

import { element } from '../../core/dom.js';

const colors = ['#c2255c', '#b5420a', '#6b6300', '#26803a', '#0b7285', '#1c5fbf', '#6741d9', '#9c36b5'];
const colorOfNoBrand = '#5c5f66';

/** @type {Map<string, string>} */
const assigned = new Map();

/**
 * Assigns colours to the existing brands, in the order of their names: each gets the one that is farthest from those
 * before it on the wheel; once all are taken, that of its hash.
 */
export function assignColors(names) {
  /** @type {number[]} */
  const taken = [];
  for (const name of [...names].sort()) {
    const free = colors.map((_, index) => index).filter((index) => !taken.includes(index));
    const distance = (index) => Math.min(...taken.map((other) => stepsBetween(index, other)));
    const best = free.sort((one, other) => distance(other) - distance(one) || one - other)[0] ?? colorIndex(name);
    taken.push(best);
    assigned.set(name, colors[best]);
  }
}

/** On the wheel of colours. */
function stepsBetween(one, other) {
  const steps = Math.abs(one - other);
  return Math.min(steps, colors.length - steps);
}

/** @param {string | null} brand */
export function brandColor(brand) {
  if (!brand) return colorOfNoBrand;
  return assigned.get(brand) ?? colors[colorIndex(brand)];
}

function colorIndex(name) {
  let hash = 7;
  for (const character of name) hash = (hash * 31 + /** @type {number} */ (character.codePointAt(0))) >>> 0;
  return hash % colors.length;
}

/** The first character of a name, for a badge. */
export const initial = (name) => [...(name ?? '').trim()][0] ?? '•';

/** The colour of a chain as a dot. @param {string} name */
export function brandDot(name) {
  const dot = element('span', { class: 'dot', 'aria-hidden': 'true' });
  dot.style.setProperty('--brand', brandColor(name));
  return dot;
}
