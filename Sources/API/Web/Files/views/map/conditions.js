// The conditions of a list, in words: what is named when they leave nothing.

import { brandName, formatWon, text } from '../../core/texts.js';
import { openingText } from './filter-bar.js';

/**
 * The conditions that a state sets, each with what lifts it.
 * @param {import('./url-state.js').MapState} state
 * @returns {{name: string, without: Partial<import('./url-state.js').MapState>}[]}
 */
export function conditionsOf({ brands, open, people, price, text: typed, saved }) {
  return /** @type {any[]} */ ([
    brands.length > 0 && { name: brands.map(brandName).join(', '), without: { brands: [] } },
    open !== '' && { name: openingText(open), without: { open: /** @type {const} */ ('') } },
    people > 0 && { name: text('people', { count: people }), without: { people: 0 } },
    price > 0 && { name: text('priceUpTo', { amount: formatWon(price) }), without: { price: 0 } },
    saved && { name: text('saved.title'), without: { saved: false } },
    typed !== '' && { name: typed, without: { text: '' } },
  ]).filter(Boolean);
}
