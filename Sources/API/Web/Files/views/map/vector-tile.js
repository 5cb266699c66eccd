// Reads vector tiles (Mapbox Vector Tile 2.1). What is broken is read as far as that goes: tiles may come from any
// file.

export const tileExtent = 4096;

/** A feature in the units of its tile, 0...4096, whatever the extent of its layer. */
export class Feature {
  /**
   * @param {Record<string, any>} properties
   * @param {number} type 1 points, 2 lines, 3 polygons
   * @param {Reader | null} geometry @param {number} scale
   */
  constructor(properties, type, geometry, scale) {
    this.properties = properties;
    this.type = type;
    this.geometry = geometry;
    this.scale = scale;
    /** How it is drawn, where its properties do not say it. @type {Record<string, any> | null} */
    this.look = null;
    /** @type {Path2D | null} */
    this.drawn = null;
    this.drawnBox = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  }

  /** The points, lines or rings: coordinates in turn. A ring does not repeat its first point. @returns {number[][]} */
  get parts() {
    const parts = [];
    this.read((x, y, isFirst) => {
      if (isFirst) parts.push([x, y]);
      else parts.at(-1)?.push(x, y);
    });
    return parts;
  }

  /** The first point. */
  get point() {
    const [[x, y] = [0, 0]] = this.parts;
    return { x, y };
  }

  /** The lines or rings to draw. @returns {Path2D} */
  get path() {
    if (this.drawn) return this.drawn;
    const path = new Path2D();
    const box = this.drawnBox;
    this.read((x, y, isFirst) => {
      if (isFirst) path.moveTo(x, y);
      else path.lineTo(x, y);
      if (x < box.left) box.left = x;
      if (x > box.right) box.right = x;
      if (y < box.top) box.top = y;
      if (y > box.bottom) box.bottom = y;
    }, () => path.closePath());
    this.drawn = path;
    return path;
  }

  /** What the path covers. */
  get box() {
    if (!this.drawn) this.drawn = this.path;
    return this.drawnBox;
  }

  /** Calls back with each point. Commands: 1 moves, 2 draws lines, 7 closes a ring. Coordinates are differences. */
  read(onPoint, onEnd = () => {}) {
    const reader = this.geometry && new Reader(this.geometry.bytes);
    let [x, y, isDrawn] = [0, 0, false];
    while (reader && !reader.isAtEnd) {
      const command = reader.number();
      const kind = command & 7;
      if (kind === 7) onEnd();
      for (let count = kind === 7 ? 0 : command >>> 3; count > 0 && !reader.isAtEnd; count -= 1) {
        x += reader.signed();
        y += reader.signed();
        onPoint(x * this.scale, y * this.scale, kind === 1 || !isDrawn);
        isDrawn = true;
      }
    }
  }
}

/**
 * The features of a tile, by layer.
 * @param {ArrayBuffer} buffer
 * @param {(layer: string) => boolean} [isWanted] others are skipped unread
 * @returns {Record<string, Feature[]>}
 */
export function readTile(buffer, isWanted = () => true) {
  /** @type {Record<string, Feature[]>} */
  const layers = Object.create(null);
  readFields(new Reader(new Uint8Array(buffer)), (field, reader) => {
    if (field !== 3) return false;
    const layer = reader.message();
    const name = nameOf(layer);
    if (isWanted(name)) layers[name] = (layers[name] ?? []).concat(readLayer(new Reader(layer.bytes)));
    return true;
  });
  return layers;
}

function nameOf(reader) {
  let name = '';
  readFields(reader, (field, it) => {
    if (field === 1) name = it.text();
    return field === 1;
  });
  return name;
}

function readLayer(reader) {
  const [keys, values, features] = [[], [], []];
  let extent = tileExtent;
  readFields(reader, (field, it) => {
    if (field === 2) features.push(it.message());
    else if (field === 3) keys.push(it.text());
    else if (field === 4) values.push(readValue(it.message()));
    else if (field === 5) extent = it.number();
    else return false;
    return true;
  });
  const scale = extent > 0 ? tileExtent / extent : 1;
  return features.map((feature) => readFeature(feature, keys, values, scale));
}

/** A text, a number or a truth; integers beyond 2^53 lose their last digits. */
function readValue(reader) {
  let value = null;
  readFields(reader, (field, it) => {
    if (field === 1) value = it.text();
    else if (field === 2) value = it.float(4);
    else if (field === 3) value = it.float(8);
    else if (field === 4) value = Number(BigInt.asIntN(64, it.long()));
    else if (field === 5) value = Number(it.long());
    else if (field === 6) value = Number(zigzag(it.long()));
    else if (field === 7) value = it.number() !== 0;
    else return false;
    return true;
  });
  return value;
}

const zigzag = (number) => (number >> 1n) ^ -(number & 1n);

function readFeature(reader, keys, values, scale) {
  const properties = {};
  let [type, geometry] = [0, /** @type {Reader | null} */ (null)];
  readFields(reader, (field, it) => {
    if (field === 2) {
      for (const tags = it.message(); !tags.isAtEnd;) properties[keys[tags.number()]] = values[tags.number()] ?? null;
    } else if (field === 3) type = it.number();
    else if (field === 4) geometry = it.message();
    else return false;
    return true;
  });
  return new Feature(properties, type, geometry, scale);
}

/** Calls `read` for each field of a message; it returns false for fields that it does not know. */
function readFields(reader, read) {
  while (!reader.isAtEnd) {
    const tag = reader.number();
    if (!read(tag >>> 3, reader)) reader.skip(tag & 7);
  }
}

const decoder = new TextDecoder();

/** Reads the wire format of protocol buffers. */
class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.position = 0;
  }

  get isAtEnd() {
    return this.position >= this.bytes.length;
  }

  /** The lower 32 bits of an integer. */
  number() {
    let [value, shift, byte] = [0, 0, 0x80];
    while (byte & 0x80 && !this.isAtEnd) {
      byte = this.bytes[this.position];
      this.position += 1;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      shift += 7;
    }
    return value >>> 0;
  }

  /** An integer of 64 bits. */
  long() {
    let [value, shift, byte] = [0n, 0n, 0x80];
    while (byte & 0x80 && !this.isAtEnd) {
      byte = this.bytes[this.position];
      this.position += 1;
      value |= BigInt(byte & 0x7f) << shift;
      shift += 7n;
    }
    return BigInt.asUintN(64, value);
  }

  /** A zigzag integer. */
  signed() {
    const value = this.number();
    return (value >>> 1) ^ -(value & 1);
  }

  /** A floating-point number of 4 or 8 bytes. */
  float(size) {
    const { buffer, byteOffset, length } = this.bytes;
    const start = this.position;
    this.position += size;
    if (this.position > length) return null;
    const view = new DataView(buffer, byteOffset + start, size);
    return size === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true);
  }

  message() {
    const count = this.number();
    const start = this.position;
    this.position += count;
    return new Reader(this.bytes.subarray(start, this.position));
  }

  text() {
    return decoder.decode(this.message().bytes);
  }

  skip(wireType) {
    if (wireType === 0) this.number();
    else if (wireType === 2) this.message();
    else if (wireType === 1 || wireType === 5) this.position += wireType === 1 ? 8 : 4;
    // Nothing can be read behind what no writer writes.
    else this.position = this.bytes.length;
  }
}
