// What leads on from a list that is empty: other words for what was not understood, and conditions to give up.

import { brandName, formatWon, text } from '../../core/texts.js';
import { openingText } from './filter-bar.js';
import { meaningful, shownPart, suggestionsFor, textWithout } from './text-parts.js';

/** @typedef {import('./url-state.js').MapState} MapState */

/**
 * @typedef {object} WayOut
 * @property {'instead' | 'lift'} key of its words
 * @property {string} name of what is searched for instead, or is given up
 * @property {Partial<MapState>} changes
 */

/**
 * @param {MapState} state
 * @param {import('./text-parts.js').TextPart[]} parts of the search text
 * @returns {WayOut[]}
 */
export function waysOut({ brands, open, known, people, price, text: typed, saved }, parts) {
  const named = meaningful(parts);
  const lift = (name, changes) => ({ key: /** @type {const} */ ('lift'), name, changes });
  const filters = [
    brands.length > 0 && lift(brands.map(brandName).join(', '), { brands: [] }),
    open !== '' && lift(openingText(open), { open: '' }),
    open !== '' && known && lift(text('openKnown'), { known: false }),
    people > 0 && lift(text('people', { count: people }), { people: 0 }),
    price > 0 && lift(text('priceUpTo', { amount: formatWon(price) }), { price: 0 }),
    saved && lift(text('saved.title'), { saved: false }),
  ].filter(Boolean);
  // A text alone is given up by the button that clears it.
  const ofText = named.length > 1 ? named.map((part) => lift(shownPart(part), { text: textWithout(parts, part) }))
    : typed !== '' && filters.length > 0 ? [lift(typed, { text: '' })] : [];
  return [
    ...suggestionsFor(parts).map((suggestion) => ({ key: /** @type {const} */ ('instead'), ...suggestion })),
    ...filters, ...ofText,
  ];
}
