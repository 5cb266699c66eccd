// A colour for each brand, derived from its name and so the same everywhere. White text on each has a contrast
// of at least 4.5 to 1 (WCAG 2.2, 1.4.3).

const colors = ['#c2255c', '#9c36b5', '#6741d9', '#3b5bdb', '#1864ab', '#0b7285', '#087f5b', '#2b8a3e', '#a61e4d',
  '#b5420a'];
const colorOfNoBrand = '#5c5f66';

/** @type {Map<string, string>} */
const assigned = new Map();

/** Assigns colours to the existing brands: each gets the one of its hash, or the next free one. */
export function assignColors(names) {
  for (const name of [...names].sort()) {
    const first = colorIndex(name);
    const candidates = colors.map((_, step) => colors[(first + step) % colors.length]);
    const taken = new Set(assigned.values());
    assigned.set(name, candidates.find((candidate) => !taken.has(candidate)) ?? colors[first]);
  }
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
