// All booths of the country from the stored files: answers what the server's lists do, without a network.

import { boothPredicate, folded } from './booth-filter.js';
import { CatalogueFile, InvalidCatalogue } from './catalogue-file.js';
import { geodesicDistance } from './geodesic.js';

/** The ellipsoid's smallest radius of curvature, b²/a: a normal turns by at most 1 / this for each metre. */
const minRadius = 6_335_439;
const eastward = Math.PI / 180e7;

/**
 * @typedef {import('./booth-filter.js').BoothFilter & {bounds?: number[], matches?: (position: number) => boolean}}
 *   AreaFilter `bounds`: west, south, east, north; `matches`: by the position of a booth
 */

export class Catalogue {
  /** The normals of all booths, three numbers each, for the search of the nearest. @type {Float64Array | null} */
  #normals = null;
  /** The squares of the chords between the normals and that of the last search. */
  #squares = new Float64Array(0);
  /** @type {import('./phrase-reader.js').PhraseReader | null} */
  #reader = null;

  /**
   * @param {CatalogueFile} snapshot
   * @param {CatalogueFile | null} delta of the changes since
   * @param {import('./gazetteer.js').Place[]} places that searches know
   * @throws InvalidCatalogue
   */
  constructor(snapshot, delta = null, places = []) {
    if (snapshot.base !== '-1') throw new InvalidCatalogue('a delta in place of a snapshot');
    if (delta && (delta.base !== snapshot.version || delta.baseMark !== snapshot.mark)) {
      throw new InvalidCatalogue('a delta of another snapshot');
    }
    const hidden = new Set(delta ? [...delta.numbers, ...delta.gone] : []);
    const kept = Array.from(snapshot.numbers.keys());
    const shown = hidden.size ? kept.filter((row) => !hidden.has(snapshot.numbers[row])) : kept;
    this.snapshot = snapshot;
    this.delta = delta;
    this.places = places;
    /** The rows of the snapshot that count; those of the delta follow. */
    this.rows = Uint32Array.from(shown);
    this.count = this.rows.length + (delta?.count ?? 0);
  }

  /** @returns {[CatalogueFile, number]} the file and the row of a booth by its position in the whole */
  #at(position) {
    const { length } = this.rows;
    return position < length ? [this.snapshot, this.rows[position]]
      : [/** @type {CatalogueFile} */ (this.delta), position - length];
  }

  get #files() {
    return this.delta ? [this.snapshot, this.delta] : [this.snapshot];
  }

  /** A booth by its number; null if there is none. */
  booth(id) {
    const changed = this.delta ? this.delta.numbers.indexOf(id) : -1;
    if (changed >= 0) return this.delta.booth(changed);
    const row = this.snapshot.numbers.indexOf(id);
    return row < 0 || this.delta?.gone.includes(id) ? null : this.snapshot.booth(row);
  }

  /**
   * The booths nearest to a position, with their distances on the ellipsoid: by whole millimetres, then by number.
   * @param {AreaFilter} filter
   */
  nearest(latitude, longitude, limit, filter = {}) {
    const passes = this.#predicate(filter);
    this.#normals ??= this.#makeNormals();
    const candidates = this.#closest(normal(latitude * 1e7, longitude * 1e7), limit, passes);
    const measured = candidates.map((position) => this.#measured(position, latitude, longitude));
    if (candidates.length === limit) {
      // Nobody else is nearer than the farthest of these, unless the angle allows it.
      const farthest = Math.max(...measured.map(({ metres }) => metres)) + 0.001;
      const angle = farthest / minRadius;
      const bound = angle >= Math.PI ? Infinity : (2 * Math.sin(angle / 2)) ** 2 + 1e-15;
      const known = new Set(candidates);
      const squares = this.#squares;
      for (let position = 0; position < squares.length; position += 1) {
        if (squares[position] <= bound && !known.has(position) && passes(position)) {
          measured.push(this.#measured(position, latitude, longitude));
        }
      }
    }
    measured.sort((one, other) => one.millimetres - other.millimetres || one.id - other.id);
    return measured.slice(0, limit).map(({ position, millimetres }) => {
      const [file, row] = this.#at(position);
      return { ...file.booth(row), distance_m: millimetres / 1000 };
    });
  }

  #measured(position, latitude, longitude) {
    const [file, row] = this.#at(position);
    const metres = geodesicDistance(latitude, longitude, file.latitudes[row] / 1e7, file.longitudes[row] / 1e7);
    return { position, id: file.numbers[row], metres, millimetres: Math.round(metres * 1000) };
  }

  /** The positions of the smallest angles, in a heap whose first is the largest. */
  #closest(origin, limit, passes) {
    const [x, y, z] = origin;
    const normals = /** @type {Float64Array} */ (this.#normals);
    const squares = this.#squares;
    /** @type {number[]} */
    const heap = [];
    let worst = Infinity;
    for (let position = 0, index = 0; position < squares.length; position += 1, index += 3) {
      const dx = normals[index] - x;
      const dy = normals[index + 1] - y;
      const dz = normals[index + 2] - z;
      const square = dx * dx + dy * dy + dz * dz;
      squares[position] = square;
      if (square < worst && passes(position)) {
        if (heap.length < limit) raise(heap, position, squares);
        else sink(heap, position, squares);
        if (heap.length === limit) worst = squares[heap[0]];
      }
    }
    return heap;
  }

  #makeNormals() {
    this.#squares = new Float64Array(this.count);
    const normals = new Float64Array(this.count * 3);
    for (let position = 0; position < this.count; position += 1) {
      const [file, row] = this.#at(position);
      normals.set(normal(file.latitudes[row], file.longitudes[row]), position * 3);
    }
    return normals;
  }

  // MARK: Filters

  /** @param {AreaFilter} filter @returns {(position: number) => boolean} */
  #predicate({ bounds, matches = () => true, ...filter }) {
    const passes = boothPredicate(filter);
    if (!passes && !bounds) return matches;
    const isWithin = bounds ? isInside(bounds) : () => true;
    const words = new Map(this.#files.map((file) => [file, file.texts(file.words)]));
    const brands = new Map([...words].map(([file, texts]) => [file, texts.map(folded)]));
    const facts = { brand: '', capacity: 0, price: 0, currency: '', hours: '', latitude: 0, longitude: 0 };
    return (position) => {
      const [file, row] = this.#at(position);
      if (!isWithin(file, row) || !matches(position)) return false;
      if (!passes) return true;
      facts.brand = brands.get(file)[file.brands[row]];
      facts.capacity = file.capacities[row];
      facts.price = file.prices[row];
      facts.currency = (file.currencies && words.get(file)[file.currencies[row]]) || null;
      facts.hours = words.get(file)[file.hours[row]];
      facts.latitude = file.latitudes[row] / 1e7;
      facts.longitude = file.longitudes[row] / 1e7;
      return passes(facts);
    };
  }

  /**
   * A search text as it is understood by the booths and the stored places.
   * @param {string} typed @param {{latitude: number, longitude: number}} from where the search is made
   */
  async query(typed, from) {
    const [{ PhraseReader, linesOf }, { StoredQuery }, { Gazetteer }] = await Promise.all(
      [import('./phrase-reader.js'), import('./stored-search.js'), import('./gazetteer.js')]);
    this.#reader ??= new PhraseReader({ ...this.#texts(linesOf), gazetteer: new Gazetteer(this.places) });
    return new StoredQuery(this, this.#reader, typed, from);
  }

  /** The lines of all booths, and their chains. */
  #texts(linesOf) {
    const columns = new Map(this.#files.map((file) => [file,
      [file.names, file.roadAddresses, file.lotAddresses, file.words].map((column) => file.texts(column))]));
    const brands = new Set();
    const texts = Array.from({ length: this.count }, (_, position) => {
      const [file, row] = this.#at(position);
      const [names, roads, lots, words] = columns.get(file);
      const brand = words[file.brands[row]];
      if (brand) brands.add(brand);
      return linesOf([names[row], brand, roads[row], lots[row]]);
    });
    return { texts, brands: [...brands] };
  }
}

/** @param {number[]} bounds */
function isInside(bounds) {
  const [left, bottom, right, top] = bounds.map((degrees) => degrees * 1e7);
  return ({ latitudes, longitudes }, row) => {
    const [latitude, longitude] = [latitudes[row], longitudes[row]];
    return bottom <= latitude && latitude <= top
      && (left <= right ? left <= longitude && longitude <= right : left <= longitude || longitude <= right);
  };
}

/** The unit vector that is normal to the ellipsoid, of a coordinate in 1e-7 degrees. */
function normal(latitude, longitude) {
  const [phi, lambda] = [latitude * eastward, longitude * eastward];
  const cosine = Math.cos(phi);
  return [cosine * Math.cos(lambda), cosine * Math.sin(lambda), Math.sin(phi)];
}

// MARK: The heap

/** Adds a position. @param {number[]} heap @param {Float64Array} keys */
function raise(heap, position, keys) {
  let index = heap.length;
  for (; index > 0; index = (index - 1) >> 1) {
    const parent = heap[(index - 1) >> 1];
    if (keys[parent] >= keys[position]) break;
    heap[index] = parent;
  }
  heap[index] = position;
}

/** Puts a position in the place of the first. @param {number[]} heap @param {Float64Array} keys */
function sink(heap, position, keys) {
  let index = 0;
  for (let child = 1; child < heap.length; child = 2 * index + 1) {
    if (child + 1 < heap.length && keys[heap[child + 1]] > keys[heap[child]]) child += 1;
    if (keys[heap[child]] <= keys[position]) break;
    heap[index] = heap[child];
    index = child;
  }
  heap[index] = position;
}
