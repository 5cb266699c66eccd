// A colour for each brand, derived from its name and so the same everywhere. White text on each has a contrast
// of at least 4.5 to 1 (WCAG 2.2, 1.4.3).

const colours = ['#c2255c', '#9c36b5', '#6741d9', '#3b5bdb', '#1864ab', '#0b7285', '#087f5b', '#2b8a3e', '#a61e4d',
  '#b5420a'];
const colourOfNoBrand = '#5c5f66';

/** @type {Map<string, string>} */
const assigned = new Map();

/** Assigns colours to the existing brands: each gets the one of its hash, or the next free one. */
export function assignColours(names) {
  for (const name of [...names].sort()) {
    const first = colourIndex(name);
    const candidates = colours.map((_, step) => colours[(first + step) % colours.length]);
    const taken = new Set(assigned.values());
    assigned.set(name, candidates.find((candidate) => !taken.has(candidate)) ?? colours[first]);
  }
}

/** @param {string | null} brand */
export function brandColour(brand) {
  if (!brand) return colourOfNoBrand;
  return assigned.get(brand) ?? colours[colourIndex(brand)];
}

function colourIndex(name) {
  let hash = 7;
  for (const character of name) hash = (hash * 31 + /** @type {number} */ (character.codePointAt(0))) >>> 0;
  return hash % colours.length;
}

/** The first character of a name, for a badge. */
export const initial = (name) => [...(name ?? '').trim()][0] ?? '•';
