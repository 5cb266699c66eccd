// A file of the catalogue, or of its changes: typed arrays over its bytes, by the layout in OfflineCatalogue.md.

const magic = '4CUTSOFF';
const format = 1;
const headerLength = 208;
const minSections = 23;
const unknownTime = -2_147_483_648;
/** Keeps a byte order mark, so that texts have as many letters as their bytes say. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** @typedef {{ends: Uint32Array, bytes: Uint8Array}} Texts where each one ends, and the bytes of all */

/** The bytes are no file of this layout. */
export class InvalidCatalogue extends Error {}

export class CatalogueFile {
  /** @param {ArrayBuffer} buffer @throws InvalidCatalogue */
  constructor(buffer) {
    check(isLittleEndian, 'another byte order');
    check(buffer.byteLength >= headerLength, 'the header');
    this.header = new DataView(buffer, 0, headerLength);
    check(this.ascii(0, 8) === magic && this.header.getUint32(8, true) === format, 'the format');
    const sections = this.header.getUint32(12, true);
    /** As texts: they only go back to the server. */
    this.version = String(this.header.getBigInt64(16, true));
    this.base = String(this.header.getBigInt64(24, true));
    this.mark = this.ascii(32, 32);
    this.baseMark = this.ascii(64, 32);
    this.count = this.header.getUint32(96, true);
    this.goneCount = this.header.getUint32(100, true);
    this.body = new Uint8Array(buffer, headerLength);
    check(this.header.getBigUint64(104, true) === BigInt(this.body.length), 'the length');
    check(sections >= minSections && sections * 8 <= this.body.length, 'the number of sections');
    check(this.base !== '-1' || this.goneCount === 0, 'booths that are gone from a snapshot');
    const directory = new Uint32Array(buffer, headerLength, sections * 2);
    const all = (index, Kind) => this.section(directory, index, Kind, this.count * Kind.BYTES_PER_ELEMENT);
    /** @returns {Texts} */
    const texts = (index) => ({ ends: all(index, Uint32Array), bytes: this.section(directory, index + 1, Uint8Array) });
    this.numbers = integers(all(0, BigInt64Array));
    this.latitudes = all(1, Int32Array);
    this.longitudes = all(2, Int32Array);
    this.prices = all(3, Int32Array);
    // The next three are indices into the words.
    this.brands = all(4, Uint32Array);
    this.hours = all(5, Uint32Array);
    this.tags = all(6, Uint32Array);
    this.cuts = all(7, Int16Array);
    this.shots = all(8, Int16Array);
    this.capacities = all(9, Int16Array);
    this.bits = all(10, Uint8Array);
    this.names = texts(11);
    this.roadAddresses = texts(13);
    this.lotAddresses = texts(15);
    this.phones = texts(17);
    /** @type {Texts} */
    this.words = { ends: this.section(directory, 19, Uint32Array), bytes: this.section(directory, 20, Uint8Array) };
    this.gone = integers(this.section(directory, 21, BigInt64Array, this.goneCount * 8));
    this.verified = all(22, Int32Array);
    // Files of former versions lack the following ones. The first is another index into the words.
    const none = { ends: new Uint32Array(this.count), bytes: new Uint8Array() };
    this.currencies = sections > 25 ? all(25, Uint32Array) : null;
    this.englishNames = sections > 27 ? texts(26) : none;
    this.checkValues();
  }

  /** @param {Uint32Array} directory offsets from the start of the body, and lengths in bytes @returns {any} */
  section(directory, index, Kind, expected = directory[2 * index + 1]) {
    const [offset, length] = [directory[2 * index], directory[2 * index + 1]];
    const { BYTES_PER_ELEMENT: width } = Kind;
    check(offset % 8 === 0 && offset >= directory.byteLength && offset + length <= this.body.length, 'the directory');
    check(length === expected && length % width === 0, `the length of section ${index}`);
    return new Kind(this.body.buffer, headerLength + offset, length / width);
  }

  /** What is read later stays inside of the sections. */
  checkValues() {
    for (let row = 0; row < this.count; row += 1) {
      check(Math.abs(this.latitudes[row]) <= 900_000_000 && Math.abs(this.longitudes[row]) <= 1_800_000_000,
        'a coordinate');
    }
    const { length } = this.words.ends;
    check(length > 0, 'the words');
    for (const column of [this.brands, this.hours, this.tags, this.currencies ?? []]) {
      for (let row = 0; row < column.length; row += 1) check(column[row] < length, 'a word');
    }
    for (const { ends, bytes } of [this.names, this.roadAddresses, this.lotAddresses, this.phones, this.words,
      this.englishNames]) {
      let last = 0;
      for (let row = 0; row < ends.length; row += 1) {
        check(ends[row] >= last, 'a text');
        last = ends[row];
      }
      check(last <= bytes.length, 'a text');
    }
  }

  /** Whether the body is the one that the header names. Pages without https cannot tell. */
  async isWhole() {
    if (!globalThis.crypto?.subtle) return true;
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', this.body));
    return digest.every((byte, index) => byte === this.header.getUint8(112 + index));
  }

  /** @param {Texts} texts @returns {string | null} null where unknown */
  text({ ends, bytes }, row) {
    const start = row === 0 ? 0 : ends[row - 1];
    return start === ends[row] ? null : decoder.decode(bytes.subarray(start, ends[row]));
  }

  /** All texts of a column, in a tenth of the time that one by one takes. @param {Texts} texts @returns {string[]} */
  texts({ ends, bytes }) {
    const whole = decoder.decode(bytes);
    let [offset, end] = [0, 0];
    return Array.from(ends, (endOffset) => {
      const start = end;
      for (; offset < endOffset; offset += 1) {
        // Bytes that begin a letter; those of four bytes are two units of a string.
        if ((bytes[offset] & 0xc0) !== 0x80) end += bytes[offset] >= 0xf0 ? 2 : 1;
      }
      return whole.slice(start, end);
    });
  }

  word(index) {
    return this.text(this.words, index);
  }

  ascii(offset, length) {
    const codes = Array.from({ length }, (_, index) => this.header.getUint8(offset + index));
    const end = codes.indexOf(0);
    return String.fromCharCode(...(end < 0 ? codes : codes.slice(0, end)));
  }

  /** A booth as the server's lists write it. */
  booth(row) {
    const known = (value) => (value === -1 ? null : value);
    const bits = this.bits[row];
    const verified = this.verified[row];
    return {
      id: this.numbers[row],
      name: this.text(this.names, row) ?? '',
      name_en: this.text(this.englishNames, row),
      brand: this.word(this.brands[row]),
      road_address: this.text(this.roadAddresses, row),
      lot_address: this.text(this.lotAddresses, row),
      latitude: this.latitudes[row] / 1e7,
      longitude: this.longitudes[row] / 1e7,
      phone: this.text(this.phones, row),
      opening_hours: this.word(this.hours[row]),
      tags: this.word(this.tags[row])?.split(',') ?? [],
      cuts: known(this.cuts[row]),
      shots: known(this.shots[row]),
      price: known(this.prices[row]),
      currency: this.currencies && this.word(this.currencies[row]),
      even_prints_only: [null, false, true][(bits >> 2) & 3] ?? null,
      capacity: known(this.capacities[row]),
      status: (bits & 3) === 1 ? 'operating' : 'unknown',
      last_verified: verified === unknownTime ? null : new Date(verified * 60_000).toISOString().replace('.000', ''),
    };
  }
}

/** As numbers, which are exact below 2^53. @param {BigInt64Array} written */
function integers(written) {
  const values = Float64Array.from(written, Number);
  check(values.every((value) => value >= 0 && value <= Number.MAX_SAFE_INTEGER), 'the number of a booth');
  return values;
}

function check(isValid, what) {
  if (!isValid) throw new InvalidCatalogue(what);
}
