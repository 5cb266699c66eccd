// The one predicate of lists that the device filters: saved booths, and all that it has without a network.

import { currencyOf, isInKorea } from './country.js';
import { openOutlook, openState, openingRules } from './opening-hours.js';

/**
 * What booths are wanted; what is left out does not count.
 * @typedef {object} BoothFilter
 * @property {string[]} [brands]
 * @property {string} [open] `now`, in how many minutes they are to be open, or `all-day`
 * @property {boolean} [unknown] whether booths whose hours are unknown pass `open` as well
 * @property {number} [people]
 * @property {number} [price] the most that a session may cost
 */

/**
 * The fields that the filter reads, of a booth from the API or from the offline file.
 * @typedef {object} BoothFacts
 * @property {string} brand folded
 * @property {number | null | undefined} capacity
 * @property {number | null | undefined} price
 * @property {string | null | undefined} hours
 * @property {number} latitude
 * @property {number} longitude
 * @property {string} [open] as the server said it
 */

/** Without blanks and capitals. @param {string | null | undefined} words */
export const folded = (words) => (words ?? '').toLowerCase().replaceAll(' ', '');

/** @param {any} booth as the server or the device lists it @returns {BoothFacts} */
export const factsOf = (booth) => ({
  brand: folded(booth.brand), capacity: booth.capacity, price: booth.price, hours: booth.opening_hours,
  latitude: booth.latitude, longitude: booth.longitude, open: booth.status === 'closed' ? 'closed' : booth.open,
});

/**
 * @param {BoothFilter} filter @param {number} [now] in milliseconds
 * @returns {((facts: BoothFacts) => boolean) | null} null where all pass
 */
export function boothPredicate(
  { brands = [], open = '', unknown = false, people = 0, price = 0 }, now = Date.now(),
) {
  const chains = new Set(brands.map(folded));
  // Whole minutes, as in requests to the server.
  const arrival = (Math.floor(now / 60_000) + (Number(open) || 0)) * 60_000;
  const wanted = unknown ? ['open', 'unknown'] : ['open'];
  const tests = [
    chains.size > 0 && ((facts) => chains.has(facts.brand)),
    people > 0 && ((facts) => !facts.capacity || facts.capacity < 0 || facts.capacity >= people),
    // Prices are compared in won only.
    price > 0 && ((facts) => typeof facts.price === 'number' && facts.price >= 0 && facts.price <= price
      && currencyOf(facts) === 'KRW'),
    open === 'all-day' && ((facts) => facts.hours === '24/7'),
    open !== '' && open !== 'all-day'
      && ((facts) => wanted.includes(stateOf(facts, arrival, open === 'now'))),
  ].filter((test) => typeof test === 'function');
  return tests.length === 0 ? null : (facts) => tests.every((test) => test(facts));
}

/**
 * The booths that pass a filter and have what a text names; and what its parts were taken for.
 * @param {any[]} booths @param {BoothFilter & {text?: string}} filter
 */
export async function passing(booths, { text = '', ...filter }) {
  const query = text ? await queryOf(booths, text) : null;
  const passes = boothPredicate({ ...filter, ...query?.reading.filter }) ?? (() => true);
  return {
    booths: booths.filter((booth, position) => passes(factsOf(booth)) && (query?.matches(position) ?? true)),
    parts: query?.parts,
  };
}

/** What a text means among some booths. @param {any[]} booths @param {string} text */
async function queryOf(booths, text) {
  const [{ PhraseReader, linesOf }, { Query }] = await Promise.all(
    [import('./phrase-reader.js'), import('./stored-search.js')]);
  return new Query(new PhraseReader({
    texts: booths.map(({ name, brand, road_address: road, lot_address: lot }) => linesOf([name, brand, road, lot])),
    brands: [...new Set(booths.map(({ brand }) => brand).filter(Boolean))],
  }), text);
}

/**
 * Whether a booth is open at an instant. What the server said of now counts where the hours are not by Korean clocks.
 */
function stateOf(facts, instant, isNow) {
  if (facts.open === 'closed' && !facts.hours) return 'closed';
  const rules = isInKorea(facts) ? openingRules(facts.hours) : null;
  if (rules) return openState(rules, instant, facts);
  return (isNow && facts.open) || 'unknown';
}

/** A booth with what lists say of its hours at this moment, where the device can tell. @param {any} booth */
export function withOpenState(booth, now = Date.now()) {
  const rules = booth.status !== 'closed' && isInKorea(booth) ? openingRules(booth.opening_hours) : null;
  if (!rules) return booth;
  const outlook = openOutlook(rules, now, booth);
  return { ...booth, open: outlook.state, open_state: outlook };
}
