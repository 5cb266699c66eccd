// The parts of a search text, and what each was taken for.

import { brandName, language } from '../../core/texts.js';
import { maxPeople, priceChoices } from './url-state.js';

/**
 * @typedef {object} TextPart as `/api/search` sends it, or `phrase-reader.js` reads it
 * @property {string} text as typed
 * @property {'region' | 'station' | 'place' | 'line' | 'brand' | 'filter' | 'words' | 'filler' | 'unknown'} kind
 * @property {string} [name] of what was meant
 * @property {string} [filter]
 * @property {number} [value] of the filter
 * @property {{name: string, name_en?: string}} [suggestion] what comes closest to a part that is not understood
 */

/** @typedef {import('./url-state.js').MapState} MapState */

const placeKinds = ['region', 'station', 'place'];

/** @param {TextPart} part */
export const isPlace = ({ kind }) => placeKinds.includes(kind);

/** The parts that say what is wanted. @param {TextPart[]} parts */
export const meaningful = (parts) => parts.filter(({ kind }) => kind !== 'filler');

/**
 * A text without one of its parts, and without words that say nothing.
 * @param {TextPart[]} parts @param {TextPart} part
 */
export const textWithout = (parts, part) =>
  meaningful(parts).filter((other) => other !== part).map(({ text }) => text).join(' ');

/**
 * A text with another word in place of one of its parts.
 * @param {TextPart[]} parts @param {TextPart} part @param {string} word
 */
const textWith = (parts, part, word) =>
  meaningful(parts).map((other) => (other === part ? word : other.text)).join(' ');

/**
 * What may have been meant by the parts that are not understood, and the text with it.
 * @param {TextPart[]} parts
 */
export const suggestionsFor = (parts) => parts.flatMap((part) => {
  const { name = '', name_en: english } = part.suggestion ?? {};
  const word = language === 'ko' ? name : english ?? name;
  return word ? [{ name: word, changes: { text: textWith(parts, part, word) } }] : [];
});

/** A part in few words: as typed, or by the name of what was meant. @param {TextPart} part */
export function shownPart({ kind, name, text }) {
  if (!name) return text;
  if (kind === 'brand') return brandName(name);
  // Latin letters, or another slip than at the end. An English page has no English name here.
  return language === 'ko' && placeKinds.includes(kind) && !name.startsWith(text.slice(0, 2)) ? name : text;
}

/**
 * What a text says beside what can be filtered by, and those filters.
 * @param {string} text @param {TextPart[]} parts
 * @returns {{rest: TextPart[], text: string, filters: Partial<MapState>}}
 */
export function withoutWishes(text, parts) {
  const rest = [];
  /** @type {Partial<MapState>} */
  const filters = {};
  for (const part of meaningful(parts)) {
    const filter = filterOf(part);
    if (filter) Object.assign(filters, filter);
    else rest.push(part);
  }
  return { rest, filters, text: Object.keys(filters).length ? rest.map((part) => part.text).join(' ') : text };
}

/** The filter of the page that a part asks for; null where there is none. @param {TextPart} part */
function filterOf({ filter, value = 0 }) {
  if (filter === 'open_now') return { open: /** @type {const} */ ('now') };
  if (filter === 'open_all_day') return { open: /** @type {const} */ ('all-day') };
  if (filter === 'people' && value <= maxPeople) return { people: value };
  if (filter === 'max_price' && priceChoices.includes(value)) return { price: value };
  return null;
}

/**
 * Whether a text asks for booths by several things: a chain at a place, or a place with a wish.
 * @param {TextPart[]} parts
 */
export function hasSeveral(parts) {
  const named = meaningful(parts);
  const isNamed = (part) => isPlace(part) || part.kind === 'brand' || part.kind === 'filter' || part.kind === 'line';
  return named.length > 1 && named.every(isNamed) && named.some((part) => !isPlace(part) && part.kind !== 'line');
}
