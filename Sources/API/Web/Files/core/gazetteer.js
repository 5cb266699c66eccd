// The places that a search without a network knows, as the server's `Gazetteer`.

import { fold } from './phrase-forms.js';
import { NameTable, ranks } from './name-table.js';

/**
 * @typedef {object} Place as `/api/places` sends it
 * @property {'province' | 'city' | 'county' | 'district' | 'neighborhood' | 'station' | 'university' | 'place'
 *   | 'road'} kind
 * @property {string} name
 * @property {string} name_en
 * @property {string | null} area
 * @property {string | null} area_en
 * @property {number} latitude
 * @property {number} longitude
 * @property {number} radius_m
 * @property {number} importance
 * @property {string[]} lines
 * @property {string[]} aliases
 * @property {number[] | null} bbox
 */

/** @typedef {{place: Place, rank: number, isAlias: boolean}} FoundPlace */

const regions = ['province', 'city', 'county', 'district', 'neighborhood'];
const endings = { city: '시', county: '군', district: '구', neighborhood: '동읍면', station: '역', university: '학교' };
/** The importance from which a neighborhood is called without its ending. */
const minImportanceOfStem = 5;
const metresPerDegree = 111_320;

export class Gazetteer {
  /** @param {Place[]} places */
  constructor(places) {
    this.places = places;
    this.names = new NameTable(places.flatMap((place, owner) =>
      namesOf(place).map(([text, isAlias]) => ({ owner, text, isAlias }))));
    /** The lines of stations, folded. */
    this.lines = new Set(places.flatMap(({ lines }) => lines).map(fold));
  }

  /** The places that a word may name: the first by match and importance. */
  find(word, limit) {
    return this.#foremost(this.names.matches(word), limit);
  }

  /** The places that a word names for certain; if there are none, those whose names it begins. */
  beginnings(word, limit) {
    const matches = this.names.beginnings(word);
    const sure = matches.filter(({ rank }) => rank <= ranks.indirect);
    return this.#foremost(sure.length > 0 ? sure : matches, limit);
  }

  corrections(word, limit) {
    return this.#foremost(this.names.corrections(word), limit);
  }

  /** @param {import('./name-table.js').NameMatch[]} matches @returns {FoundPlace[]} */
  #foremost(matches, limit) {
    const order = ({ owner, rank, isAlias }) => (rank * 16 - this.places[owner].importance) * 2 + (isAlias ? 1 : 0);
    return matches.sort((one, other) => order(one) - order(other)).slice(0, limit)
      .map(({ owner, ...match }) => ({ place: this.places[owner], ...match }));
  }
}

export const isRegion = ({ kind }) => regions.includes(kind);

const hasBorder = ({ kind, bbox }) => kind === 'neighborhood' && bbox !== null;
const isASCII = (name) => /^[\x20-\x7e]*$/.test(name);

/** The name without its ending, as most people type it; empty where nothing recognisable stays. @param {Place} place */
function stemOf(place) {
  if (hasBorder(place) && place.importance < minImportanceOfStem) return '';
  const { name, kind } = place;
  const ending = kind === 'university' ? '학교' : name.slice(-1);
  if (!endings[kind]?.includes(ending) || !name.endsWith(ending)) return '';
  const stem = name.slice(0, -ending.length);
  return stem.length > 1 ? stem : '';
}

/** All names of a place, and whether each is a further one. @param {Place} place @returns {[string, boolean][]} */
function namesOf(place) {
  const { name, kind, name_en: english, aliases } = place;
  const isStation = kind === 'station';
  const isAlias = kind !== 'province';
  const stem = stemOf(place);
  /** @type {[string, boolean][]} */
  const names = [[name, false], [stem, false], [english, false],
    [isStation ? english.replace(/ Station$/, '') : '', false],
    [stem && isRegion(place) ? /^(.+)-/.exec(english)?.[1] ?? '' : '', false]];
  for (const alias of aliases) {
    names.push([alias, isAlias]);
    if (isStation && !alias.endsWith('역') && !isASCII(alias)) names.push([`${alias}역`, isAlias]);
  }
  return names.filter(([text]) => text !== '');
}

/** How addresses write a region, folded. @param {Place} place */
export const namesInAddresses = (place) =>
  [place.name, stemOf(place), ...place.aliases].filter((name) => name && !isASCII(name)).map(fold);

/** What the area of the places within a region begins with. @param {Place} place */
function areasWithin(place) {
  const { kind, name, area, aliases } = place;
  if (kind === 'province') return [name, ...aliases];
  if (kind === 'city' || kind === 'county') return [stemOf(place) || name, name].map((own) => `${area} ${own}`);
  return kind === 'district' ? [`${area} ${name}`] : [];
}

/**
 * Whether a smaller place lies within a region: a neighborhood with borders by its area, another one in the same
 * province and within the box.
 * @param {Place} region @param {Place} place
 */
function surrounds(region, place) {
  if (hasBorder(place)) {
    return areasWithin(region).some((area) => place.area === area || place.area?.startsWith(`${area} `));
  }
  const provinceOf = ({ area }) => (area ?? '').split(' ')[0];
  return region.radius_m > place.radius_m
    && provinceOf(place) === (region.kind === 'province' ? region.aliases[0] ?? region.name : provinceOf(region))
    && isInBox(boxOf(region), place);
}

/** The box around a place: west, south, east, north. @param {Place} place */
export function boxOf({ bbox, latitude, longitude, radius_m: radius }) {
  if (bbox) return bbox;
  const height = radius / metresPerDegree;
  const width = height / Math.max(0.01, 1 - (latitude / 90) ** 2);
  return [longitude - width, latitude - height, longitude + width, latitude + height];
}

const isInBox = ([west, south, east, north], { latitude, longitude }) =>
  west <= longitude && longitude <= east && south <= latitude && latitude <= north;

/**
 * The places of one part that lie in the largest region of the other: 부산 중구 is the district.
 * @param {FoundPlace[]} one @param {FoundPlace[]} other
 */
export function agreed(one, other) {
  const pairs = [[one, other], [other, one]].flatMap(([places, others]) =>
    others.filter(({ place }) => isRegion(place)).flatMap(({ place: region }) =>
      places.filter(({ place }) => place === region || surrounds(region, place)).map((found) => ({ found, region }))));
  // A municipality goes before a neighborhood, even where that reaches as far.
  const size = ({ region }) => (hasBorder(region) ? 0 : region.radius_m);
  const largest = Math.max(...pairs.map(size));
  return pairs.filter((pair) => size(pair) === largest).map(({ found }) => found);
}

/**
 * The kind of a place as `/api/search` names it.
 * @param {Place} place
 * @returns {'region' | 'station' | 'place'}
 */
export function resultKind(place) {
  const { kind, name } = place;
  if (kind === 'station') return 'station';
  if (kind === 'neighborhood') return hasBorder(place) || /[동읍]$/.test(name) ? 'region' : 'place';
  return isRegion(place) ? 'region' : 'place';
}
