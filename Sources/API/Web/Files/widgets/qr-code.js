// QR codes (ISO/IEC 18004) of texts of up to 213 bytes, with error correction of level M.

/** By version, from 1 on: all codewords, those for error correction of a block, and the number of blocks. */
const versions = [
  [26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2], [172, 16, 4], [196, 18, 4], [242, 22, 4],
  [292, 22, 5], [346, 26, 5],
];
/** The middles of the alignment patterns, by version. */
const alignments = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
];
const masks = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** The code of a text as a drawing. @param {string} text @param {string} label what it leads to */
export function qrCode(text, label) {
  const rows = qrModules(text);
  const size = rows.length + 8;
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of Object.entries({
    class: 'qr-code', viewBox: `-4 -4 ${size} ${size}`, role: 'img', 'aria-label': label,
    'shape-rendering': 'crispEdges',
  })) drawing.setAttribute(name, value);
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1Z` : '')));
  path.setAttribute('d', squares.join(''));
  drawing.append(path);
  return drawing;
}

/** The modules of the code by rows; true is dark. @param {string} text @returns {boolean[][]} */
export function qrModules(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = versions.findIndex((_, index) => bytes.length + (index < 9 ? 2 : 3) <= dataCount(index)) + 1;
  if (version === 0) throw new RangeError('The text is too long for a QR code.');
  const codewords = interleaved(dataCodewords(bytes, version), version);
  const drawings = masks.map((_, mask) => new Drawing(version, codewords, mask).modules);
  const penalties = drawings.map(penalty);
  return drawings[penalties.indexOf(Math.min(...penalties))];
}

/** The codewords of data of a version; its index is one less. */
const dataCount = (index) => versions[index][0] - versions[index][1] * versions[index][2];

/** The mode, the length, the bytes and what fills the rest. */
function dataCodewords(bytes, version) {
  const bits = [];
  const put = (value, length) => { for (let at = length - 1; at >= 0; at -= 1) bits.push((value >> at) & 1); };
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const count = dataCount(version - 1);
  put(0, Math.min(4, count * 8 - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let filler = 0xEC; bits.length < count * 8; filler ^= 0xEC ^ 0x11) put(filler, 8);
  return Array.from({ length: count }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0));
}

// MARK: Error correction

const powers = [];
for (let value = 1; powers.length < 255; value = (value << 1) ^ (value >= 128 ? 0x11D : 0)) powers.push(value);
const logarithms = new Map(powers.map((value, index) => [value, index]));
/** The product of two elements of the field of 256. */
const product = (one, other) =>
  (one && other ? powers[((logarithms.get(one) ?? 0) + (logarithms.get(other) ?? 0)) % 255] : 0);

/** The remainder of a block divided by the generator polynomial. */
function correction(block, count) {
  let generator = [1];
  for (let degree = 0; degree < count; degree += 1) {
    const times = [...generator, 0];
    generator.forEach((factor, index) => { times[index + 1] ^= product(factor, powers[degree]); });
    generator = times;
  }
  const rest = [...block, ...new Array(count).fill(0)];
  block.forEach((_, index) => {
    const factor = rest[index];
    generator.forEach((part, offset) => { rest[index + offset] ^= product(part, factor); });
  });
  return rest.slice(block.length);
}

/** All codewords in their order: the data of the blocks by turns, then their corrections by turns. */
function interleaved(data, version) {
  const [total, corrections, count] = versions[version - 1];
  const shortLength = Math.floor(total / count) - corrections;
  const shortCount = count - (total % count);
  const blocks = [];
  for (let start = 0, index = 0; index < count; index += 1) {
    const length = shortLength + (index < shortCount ? 0 : 1);
    blocks.push(data.slice(start, start + length));
    start += length;
  }
  const byTurns = (lists) => Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, index) =>
    lists.map((list) => list[index]).filter((value) => value !== undefined)).flat();
  return [...byTurns(blocks), ...byTurns(blocks.map((block) => correction(block, corrections)))];
}

// MARK: Drawing

class Drawing {
  /** @param {number} version @param {number[]} codewords @param {number} mask */
  constructor(version, codewords, mask) {
    this.size = version * 4 + 17;
    /** @type {boolean[][]} */
    this.modules = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.isTaken = this.modules.map((row) => row.map(() => false));
    this.drawPatterns(version);
    this.drawFormat(mask);
    if (version >= 7) this.drawVersion(version);
    this.drawCodewords(codewords, mask);
  }

  set(x, y, isDark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.modules[y][x] = isDark;
    this.isTaken[y][x] = true;
  }

  drawPatterns(version) {
    const { size } = this;
    for (let at = 0; at < size; at += 1) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
      this.drawSquare(x, y, 4, (ring) => ring !== 2 && ring !== 4);
    }
    const middles = alignments[version - 1];
    const last = middles.length - 1;
    middles.forEach((x, column) => middles.forEach((y, row) => {
      const isFinder = (column === 0 && row === 0) || (column === 0 && row === last) || (column === last && row === 0);
      if (!isFinder) this.drawSquare(x, y, 2, (ring) => ring !== 1);
    }));
  }

  /** Draws rings around a middle. @param {(ring: number) => boolean} isDark */
  drawSquare(x, y, radius, isDark) {
    for (let down = -radius; down <= radius; down += 1) {
      for (let right = -radius; right <= radius; right += 1) {
        this.set(x + right, y + down, isDark(Math.max(Math.abs(right), Math.abs(down))));
      }
    }
  }

  /** The level of correction, whose bits are 00, and the mask, twice. */
  drawFormat(mask) {
    const { size } = this;
    const bits = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412;
    const bit = (index) => ((bits >> index) & 1) === 1;
    for (let at = 0; at < 15; at += 1) {
      if (at < 6) this.set(8, at, bit(at));
      else if (at < 8) this.set(8, at + 1, bit(at));
      else if (at === 8) this.set(7, 8, bit(at));
      else this.set(14 - at, 8, bit(at));
      if (at < 8) this.set(size - 1 - at, 8, bit(at));
      else this.set(8, size - 15 + at, bit(at));
    }
    this.set(8, size - 8, true);
  }

  drawVersion(version) {
    const bits = (version << 12) | remainder(version, 12, 0x1F25);
    for (let at = 0; at < 18; at += 1) {
      const [near, far] = [Math.floor(at / 3), this.size - 11 + (at % 3)];
      this.set(far, near, ((bits >> at) & 1) === 1);
      this.set(near, far, ((bits >> at) & 1) === 1);
    }
  }

  /** From the right to the left, by two columns, upwards and downwards by turns. */
  drawCodewords(codewords, mask) {
    let at = 0;
    let isUpward = true;
    for (let right = this.size - 1; right > 0; right -= 2, isUpward = !isUpward) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step += 1) {
        const y = isUpward ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.isTaken[y][x]) continue;
          const bit = at < codewords.length * 8 && ((codewords[at >> 3] >> (7 - (at & 7))) & 1) === 1;
          this.modules[y][x] = bit !== (masks[mask](x, y) === 0);
          at += 1;
        }
      }
    }
  }
}

/** The remainder of a value, shifted by `length` bits, divided by a polynomial. */
function remainder(value, length, polynomial) {
  let rest = value;
  for (let at = 0; at < length; at += 1) rest = (rest << 1) ^ ((rest >> (length - 1)) * polynomial);
  return rest;
}

/** How hard the code is to read: long runs of a colour, squares of one, and more of one than of the other. */
function penalty(rows) {
  const size = rows.length;
  let sum = 0;
  const columns = rows.map((_, x) => rows.map((row) => row[x]));
  for (const line of [...rows, ...columns]) {
    for (let at = 0, run = 0; at < size; at += 1) {
      run = at > 0 && line[at] === line[at - 1] ? run + 1 : 1;
      if (run === 5) sum += 3;
      else if (run > 5) sum += 1;
    }
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      if (new Set([rows[y][x], rows[y - 1][x], rows[y][x - 1], rows[y - 1][x - 1]]).size === 1) sum += 3;
    }
  }
  const dark = rows.flat().filter(Boolean).length;
  return sum + Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size)) * 10;
}
