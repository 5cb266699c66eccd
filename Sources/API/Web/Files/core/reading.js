// A search text divided into parts, each with a meaning, as the server's `Reading`.

import { agreed } from './gazetteer.js';
import { fold } from './phrase-forms.js';

/** @typedef {import('./gazetteer.js').FoundPlace} FoundPlace */

/**
 * What a part may mean.
 * @typedef {object} Sense
 * @property {number} cost
 * @property {'places' | 'line' | 'brand' | 'filter' | 'words' | 'filler' | 'unknown'} kind
 * @property {string} [name] of a chain or a line
 * @property {FoundPlace[]} [places] that have the name
 * @property {string[]} [found] texts of which a booth has one
 * @property {{filter: string, value?: number}} [wish]
 */

/** @typedef {Sense & {text: string}} Part */

/** As `Cost` of the server's `PhraseReader`; `apart` for places that do not lie in one another, and a second chain. */
export const costs = { unknown: 1000, apart: 300, slip: 100, name: 10, words: 16, wish: 6, filler: 3, prefix: 4,
  blank: 12 };

export class Reading {
  /** @type {Part[]} */
  parts = [];
  cost = 0;
  /** The smallest places that all parts agree on; null if no part names a place. @type {FoundPlace[] | null} */
  places = null;
  /** @type {string | null} */
  brand = null;

  /** @param {Part} part */
  adding(part) {
    const reading = Object.assign(new Reading(), this);
    reading.parts = [...this.parts, part];
    reading.cost += part.cost;
    if (part.kind === 'places') reading.#agree(part.places ?? []);
    if (part.kind === 'line') {
      const isOnLine = ({ place }) => place.lines.some((line) => fold(line).endsWith(part.name ?? ''));
      const onLine = this.places?.filter(isOnLine);
      if (onLine?.length) reading.places = onLine;
    }
    if (part.kind === 'brand') {
      if (this.brand !== null) reading.cost += costs.apart;
      reading.brand = this.brand ?? part.name ?? null;
    }
    return reading;
  }

  /** @param {FoundPlace[]} places */
  #agree(places) {
    const common = this.places === null ? places : agreed(this.places, places);
    if (common.length > 0) this.places = common;
    else this.cost += costs.apart;
  }

  /** The parts that name something, or may be in a name. */
  get names() {
    return this.parts.filter(({ kind }) => ['places', 'line', 'brand', 'words'].includes(kind));
  }

  get hasUnknown() {
    return this.parts.some(({ kind }) => kind === 'unknown');
  }

  get hasSlip() {
    return this.parts.some(({ cost }) => cost >= costs.slip && cost < costs.unknown);
  }

  /** What the parts ask to filter by. @returns {import('./booth-filter.js').BoothFilter} */
  get filter() {
    return Object.assign({}, ...this.parts.map(({ wish }) => wish && filterOf(wish)));
  }
}

/** @param {{filter: string, value?: number}} wish @returns {import('./booth-filter.js').BoothFilter} */
function filterOf({ filter, value }) {
  if (filter === 'open_now') return { open: 'now' };
  if (filter === 'open_all_day') return { open: 'all-day' };
  return filter === 'people' ? { people: value } : { price: value };
}
