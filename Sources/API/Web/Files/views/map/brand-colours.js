// A colour for each chain, the same everywhere and always: it follows from the name. White text on each has a contrast
// of at least 4.5 to 1 (WCAG 2.2, 1.4.3).

const colours = ['#c2255c', '#9c36b5', '#6741d9', '#3b5bdb', '#1864ab', '#0b7285', '#087f5b', '#2b8a3e', '#a61e4d', '#b5420a'];
const none = '#5c5f66';

/** @type {Map<string, string>} */
const known = new Map();

/** Gives the chains that there are colours: each the one that follows from its name, or the next that is free. */
export function learn(names) {
  for (const name of [...names].sort()) {
    const wanted = wish(name);
    const turns = colours.map((_, step) => colours[(wanted + step) % colours.length]);
    const taken = new Set(known.values());
    known.set(name, turns.find((candidate) => !taken.has(candidate)) ?? colours[wanted]);
  }
}

/** @param {string | null} brand */
export function colour(brand) {
  if (!brand) return none;
  return known.get(brand) ?? colours[wish(brand)];
}

function wish(name) {
  let sum = 7;
  for (const character of name) sum = (sum * 31 + /** @type {number} */ (character.codePointAt(0))) >>> 0;
  return sum % colours.length;
}

/** The first character of a name, for a small mark. */
export const initial = (name) => [...(name ?? '').trim()][0] ?? '•';
