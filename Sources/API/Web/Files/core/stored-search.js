// The search without a network: what `/api/search` and `/api/booths/search` answer, as the server's `PlaceSearch`.

import { metresBetween } from './distance.js';
import { boxOf, isRegion, namesInAddresses, resultKind } from './gazetteer.js';
import { fold, wordForms } from './phrase-forms.js';
import { wordsOf } from './phrase-reader.js';
import { ranks } from './name-table.js';

/** @typedef {import('./gazetteer.js').FoundPlace} FoundPlace */
/** @typedef {import('./gazetteer.js').Place} Place */
/** @typedef {import('./reading.js').Reading} Reading */
/** @typedef {import('../views/map/search-box.js').SearchResult} SearchResult */
/** @typedef {import('../views/map/text-parts.js').TextPart} TextPart */
/** @typedef {{latitude: number, longitude: number}} Position */

/** @typedef {{result: SearchResult, rank: number, importance: number, isAlias: boolean, found?: FoundPlace}} Ranked */

/** Beside that of places, which is 1 to 9. */
const importance = { boothAtPlace: 11, brand: 10, booth: 3, address: 2 };
const [maxBrands, maxBranches, maxLocated] = [3, 5, 200];
const walkableMetres = 2000;

/** A text as the booths that a reader knows, and its places, explain it. */
export class Query {
  /** @param {import('./phrase-reader.js').PhraseReader} reader @param {string} typed */
  constructor(reader, typed) {
    this.reader = reader;
    this.typed = wordsOf(typed);
    this.reading = reader.read(typed);
  }

  /** What the parts were taken for. */
  get parts() {
    return this.reading.parts.map((part) => this.#meaning(part));
  }

  /**
   * @param {import('./reading.js').Part} part
   * @returns {TextPart}
   */
  #meaning({ text, kind, name, wish, places = [] }) {
    if (kind !== 'places') return { text, kind, ...(name && { name }), ...wish };
    const { place } = this.placeOf(places);
    return { text, kind: resultKind(place), name: place.name };
  }

  /** The place that a part means. @param {FoundPlace[]} places @returns {FoundPlace} */
  placeOf(places) {
    return places[0];
  }

  /** Whether the booth at a position has what the parts name. @returns {boolean} */
  matches(position) {
    return !this.reading.hasUnknown && this.reader.having(this.reading.names.map(termOf))(position);
  }
}

/** A text that is looked for in all stored booths. */
export class StoredQuery extends Query {
  /**
   * @param {import('./catalogue.js').Catalogue} catalogue @param {import('./phrase-reader.js').PhraseReader} reader
   * @param {string} typed @param {Position} from where the search is made
   */
  constructor(catalogue, reader, typed, from) {
    super(reader, typed);
    this.catalogue = catalogue;
    this.from = from;
    /** The place that the parts agree on, the best of several. @type {FoundPlace | null} */
    this.place = this.reading.places && this.placeOf(this.reading.places);
  }

  /** @param {FoundPlace[]} places @returns {FoundPlace} */
  placeOf(places) {
    const agreed = places.find(({ place }) => place === this.place?.place);
    return agreed ?? this.#ordered(places.map((found) => this.#placeResult(found)))[0].found ?? places[0];
  }

  // MARK: Results

  /** The best results. @param {number} limit @returns {SearchResult[]} */
  results(limit) {
    const { reading } = this;
    if (this.typed.length === 0) return [];
    const { names } = reading;
    // A reading of all words knows further forms of them.
    const isWhole = names.length === reading.parts.length && !reading.hasSlip;
    const text = fold(this.typed.join(''));
    const terms = isWhole ? names.map(termOf) : this.typed.map((word) => [fold(word)]);
    const booths = reading.hasUnknown ? [] : this.#booths(terms, text, limit);
    const found = [...this.#named(this.typed, limit), ...booths];
    if (found.every(({ rank }) => rank > ranks.indirect) && names.length > 0 && names.length < reading.parts.length) {
      found.push(...this.#named(names.map((part) => part.text), limit));
    }
    return this.#best([...found, ...this.#together(isWhole && booths.length > 0, limit)], limit);
  }

  /** What a whole text names. @param {string[]} typed @returns {Ranked[]} */
  #named(typed, limit) {
    const word = wordForms(typed.join(''));
    return [...(this.reader.gazetteer?.find(word, limit) ?? []).map((found) => this.#placeResult(found)),
      ...this.#brands(word)];
  }

  /** @param {FoundPlace} found @returns {Ranked} */
  #placeResult(found, rank = found.rank) {
    const { place, isAlias } = found;
    const { name, name_en, area, area_en, lines, latitude, longitude } = place;
    return { found, rank, importance: place.importance, isAlias, result: this.#measured({
      kind: resultKind(place), name, name_en, area: area ?? undefined, area_en: area_en ?? undefined, lines, latitude,
      longitude, bbox: boxOf(place),
    }) };
  }

  /** The best chains that a word may name, each with its nearest booth. @returns {Ranked[]} */
  #brands(word) {
    const matches = this.reader.brandNames.matches(word).sort((one, other) =>
      one.rank - other.rank || Number(one.isAlias) - Number(other.isAlias) || one.owner - other.owner);
    return matches.slice(0, maxBrands).flatMap(({ owner, rank, isAlias }) => {
      const name = this.reader.brands[owner];
      return this.#branches(name, this.from, 1, {}).map(({ latitude, longitude }) => ({
        rank, isAlias, importance: importance.brand,
        result: this.#measured({ kind: /** @type {const} */ ('brand'), name, latitude, longitude }),
      }));
    });
  }

  #branches(brand, { latitude, longitude }, limit, filter) {
    return this.catalogue.nearest(latitude, longitude, limit, { ...filter, ...(brand && { brands: [brand] }) });
  }

  /** The booths that have all terms, by how they have them. @param {string[][]} terms @returns {Ranked[]} */
  #booths(terms, text, limit) {
    const { latitude, longitude } = this.from;
    const isFound = this.reader.having(terms);
    /** @type {Map<number, number | null>} */
    const found = new Map();
    for (let position = 0; position < this.catalogue.count; position += 1) {
      if (isFound(position)) found.set(position, this.reader.rankOf(position, terms, text));
    }
    return [...new Set(found.values())].flatMap((rank) =>
      this.catalogue.nearest(latitude, longitude, limit, { matches: (position) => found.get(position) === rank })
        .map((booth) => (rank === null ? this.#addressResult(booth)
          : this.#boothResult(booth, rank, importance.booth))));
  }

  /** @returns {Ranked} */
  #boothResult({ id, name, latitude, longitude, road_address: road, lot_address: lot }, rank, weight) {
    return { rank, importance: weight, isAlias: false, result: this.#measured({
      kind: 'booth', name, area: road ?? lot ?? undefined, latitude, longitude, booth_id: id }) };
  }

  /** @returns {Ranked} */
  #addressResult({ id, name, latitude, longitude, road_address: road, lot_address: lot }) {
    return { rank: ranks.inside, importance: importance.address, isAlias: false, result: this.#measured({
      kind: 'address', name: road ?? lot ?? '', area: name, latitude, longitude, booth_id: id }) };
  }

  /** @param {SearchResult} result */
  #measured(result) {
    return { ...result, distance_m: metresBetween(this.from, result) };
  }

  /** What several parts mean together. @param {boolean} hasBooths whether those with all words are known already */
  #together(hasBooths, limit) {
    const { reading, place } = this;
    const { names } = reading;
    if (names.length < 2 && Object.keys(reading.filter).length === 0 && !reading.hasUnknown) return [];
    const words = names.filter(({ kind }) => kind === 'words').map(termOf);
    /** @type {Ranked[]} */
    let found = [];
    if (words.length > 0) {
      if (!hasBooths) found = this.#booths(names.map(termOf), fold(names.map(({ text }) => text).join('')), limit);
      if (!hasBooths && found.length === 0 && place) {
        const all = this.#booths(words, '', maxLocated);
        found = all.filter(({ result }) => isAround(place.place, result)).slice(0, limit);
      }
      if (place) found.push({ ...this.#placeResult(place, ranks.inside), importance: 0, isAlias: false });
    } else if (reading.brand) {
      found = place ? this.#boothsAt(place, reading.brand) : this.#chainResults(reading.brand);
    } else {
      found = (reading.places ?? []).map((found) => this.#placeResult(found, ranks.exact));
      if (place && Object.keys(reading.filter).length > 0) {
        found.push(...this.#boothsAt(place, null).map((one) => ({ ...one, rank: ranks.indirect })));
      }
    }
    const least = reading.hasUnknown ? ranks.partial : reading.hasSlip ? ranks.slip : ranks.exact;
    return found.map((one) => ({ ...one, rank: Math.max(least, one.rank) }));
  }

  /** The booths of a chain, or of any, at a place, nearest to its middle first, then the place. @returns {Ranked[]} */
  #boothsAt(found, brand) {
    const { place } = found;
    const within = Math.max(place.radius_m, walkableMetres);
    const booths = this.#branches(brand, place, maxBranches, this.reading.filter)
      .filter(({ distance_m: metres }) => metres <= within)
      .map((booth, number) => this.#boothResult(booth, ranks.exact, importance.boothAtPlace - number));
    return [...booths, { ...this.#placeResult(found, ranks.indirect), isAlias: false }];
  }

  /** A chain, with the nearest booths of it that are as wished. @returns {Ranked[]} */
  #chainResults(brand) {
    return [...this.#brands(wordForms(brand)).filter(({ result }) => result.name === brand),
      ...this.#branches(brand, this.from, maxBranches, this.reading.filter)
        .map((booth) => this.#boothResult(booth, ranks.exact, importance.booth))];
  }

  /** @param {Ranked[]} found */
  #ordered(found) {
    return found.sort((one, other) => one.rank - other.rank || other.importance - one.importance
      || Number(one.isAlias) - Number(other.isAlias)
      || (one.result.distance_m ?? 0) - (other.result.distance_m ?? 0)
      || (one.result.booth_id ?? 0) - (other.result.booth_id ?? 0) || (one.result.name < other.result.name ? -1 : 1));
  }

  /**
   * Each once; a slip only if nothing matches as typed, a word left out only if nothing has all.
   * @param {Ranked[]} found
   */
  #best(found, limit) {
    const tier = (rank) => (rank < ranks.slip ? 0 : rank < ranks.partial ? 1 : 2);
    const sorted = this.#ordered(found);
    const best = new Map();
    for (const { result, rank } of sorted) {
      if (best.size === limit || tier(rank) > tier(sorted[0].rank)) break;
      const { kind, name, booth_id: booth, latitude, longitude } = result;
      const place = kind === 'booth' ? booth : kind === 'brand' || kind === 'address' ? '' : `${latitude},${longitude}`;
      const key = `${kind} ${name} ${place}`;
      if (!best.has(key)) best.set(key, result);
    }
    return [...best.values()];
  }

  // MARK: Booths

  /**
   * The booths that a text means: those with it as their name, those at the place that it names, those with its words;
   * null if it says only that booths are looked for.
   * @param {number} limit @param {import('./catalogue.js').AreaFilter} given
   */
  booths(limit, given) {
    const { reading, place, from } = this;
    const { names } = reading;
    const filter = { ...given, ...reading.filter };
    if (reading.hasUnknown) return [];
    if (names.length === 0) return this.catalogue.nearest(from.latitude, from.longitude, limit, filter);
    const terms = names.map(termOf);
    const found = this.catalogue.nearest(from.latitude, from.longitude, limit,
      { ...filter, matches: this.reader.having(terms) });
    // Names only, and none that is unfinished or has a slip. The booths of a road have it in their address.
    const isSure = place && place.rank <= ranks.indirect && !reading.hasSlip
      && names.every(({ kind }) => kind !== 'words') && place.place.kind !== 'road';
    if (!place || (found.length > 0 && !isSure)) return found;
    const located = this.#located(place.place, limit, filter);
    return [...new Map([...located, ...found].map((booth) => [booth.id, booth])).values()].slice(0, limit);
  }

  /** The booths at a place that have the other parts, nearest to its middle first. @param {Place} place */
  #located(place, limit, filter) {
    const words = this.reading.names.filter(({ kind }) => kind === 'words' || kind === 'brand').map(termOf);
    const { latitude, longitude } = place;
    const near = this.catalogue.nearest(latitude, longitude, limit + maxLocated,
      { ...filter, matches: this.reader.having(words) });
    const inside = near.filter((booth) => isAround(place, booth));
    const within = Math.max(place.radius_m, walkableMetres);
    // Few booths are in a neighborhood; people walk to the next.
    const takesInside = inside.length > 0 && place.kind !== 'neighborhood';
    return (takesInside ? inside : near.filter(({ distance_m: metres }) => metres <= within))
      .map((booth) => ({ ...booth, distance_m: metresBetween(this.from, booth) }));
  }
}

/** The texts of which a booth that has a part has one. @param {import('./reading.js').Part} part @returns {string[]} */
function termOf(part) {
  if (part.found) return part.found;
  const places = (part.places ?? []).map(({ place }) => place);
  return [fold(part.text), ...places.filter(isRegion).flatMap(namesInAddresses)];
}

/** Whether a coordinate is in a region, or a walk away from another place. @param {Place} place @param {Position} at */
function isAround(place, at) {
  if (!isRegion(place)) return metresBetween(place, at) <= Math.max(place.radius_m, walkableMetres);
  const [west, south, east, north] = boxOf(place);
  return west <= at.longitude && at.longitude <= east && south <= at.latitude && at.latitude <= north;
}
