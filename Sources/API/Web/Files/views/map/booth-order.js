// The order of a list of booths, and how many of them are shown.

import { currencyOf } from '../../core/country.js';
import { metresBetween } from '../../core/distance.js';
import { listsUnknown } from './url-state.js';

/** @typedef {import('./url-state.js').MapState} MapState */
/** @typedef {import('./booth-search.js').Booth} Booth */

/** The most booths that the server lists. */
export const maxBooths = 100;

/**
 * One more than shown tells whether more exist. Of another order than the server's, the best of all that it lists.
 * @param {MapState} state
 */
export const requested = (state, limit) => (state.sort ? maxBooths : Math.min(maxBooths, limit + 1));

/** The first booths in the chosen order, and whether more exist. @param {Booth[]} booths @param {MapState} state */
export function firstBooths(booths, state, limit) {
  const sorted = inOrder(booths, state);
  return { booths: sorted.slice(0, limit), hasMore: sorted.length > limit };
}

/** What orders compare; booths that are equal by it stay as they came. */
const keys = {
  price: ({ price }) => price ?? Infinity,
  distance: ({ distance_m: distance }) => distance ?? Infinity,
  open: ({ open }) => ({ open: 0, closed: 2 }[open] ?? 1),
};

/**
 * Booths in the chosen order, among equals as they came. Where open ones are wanted, those of unknown hours are last.
 * @param {Booth[]} booths @param {MapState} state
 */
export function inOrder(booths, state) {
  let sorted = state.sort ? sortedBy(keys[state.sort], booths) : booths;
  // Prices in different money cannot be compared: those in the money of the first booth come first.
  if (state.sort === 'price') sorted = sortedBy((booth) => Number(currencyOf(booth) !== currencyOf(booths[0])), sorted);
  return listsUnknown(state) ? sortedBy(keys.open, sorted) : sorted;
}

// The difference of two infinities is no number.
const sortedBy = (key, booths) =>
  [...booths].sort((one, other) => (key(one) === key(other) ? 0 : key(one) - key(other)));

/** Booths with their distances from a position. */
export const withDistances = (booths, origin) =>
  booths.map((booth) => ({ ...booth, distance_m: metresBetween(origin, booth) }));
