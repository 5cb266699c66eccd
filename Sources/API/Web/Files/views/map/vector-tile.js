// Reads vector tiles (Mapbox Vector Tile 2.1). Only what the base map's tiles hold: texts and numbers as properties, and
// one point for each feature of points.

/**
 * A feature in the units of its tile, 0...4096. Lines and polygons have a path, points have coordinates.
 * @typedef {{properties: Record<string, any>, path: Path2D | null, x: number, y: number}} Feature
 */

export const tileExtent = 4096;

/** The features of a tile, by layer. @param {ArrayBuffer} buffer @returns {Record<string, Feature[]>} */
export function readTile(buffer) {
  const layers = {};
  readFields(new Reader(new Uint8Array(buffer)), (field, reader) => {
    if (field !== 3) return false;
    const layer = readLayer(reader.message());
    layers[layer.name] = layer.features;
    return true;
  });
  return layers;
}

function readLayer(reader) {
  const [keys, values, features] = [[], [], []];
  let name = '';
  readFields(reader, (field, it) => {
    if (field === 1) name = it.text();
    else if (field === 2) features.push(it.message());
    else if (field === 3) keys.push(it.text());
    else if (field === 4) values.push(readValue(it.message()));
    else return false;
    return true;
  });
  return { name, features: features.map((feature) => readFeature(feature, keys, values)) };
}

function readValue(reader) {
  let value = null;
  readFields(reader, (field, it) => {
    if (field === 1) value = it.text();
    else if (field === 5) value = it.number();
    else return false;
    return true;
  });
  return value;
}

function readFeature(reader, keys, values) {
  const feature = { properties: {}, path: null, x: 0, y: 0 };
  let kind = 0;
  readFields(reader, (field, it) => {
    if (field === 2) {
      for (const tags = it.message(); !tags.isAtEnd;) feature.properties[keys[tags.number()]] = values[tags.number()];
    } else if (field === 3) kind = it.number();
    else if (field === 4) readGeometry(it.message(), feature, kind === 1);
    else return false;
    return true;
  });
  return feature;
}

/** Commands: 1 moves, 2 draws lines, 7 closes a ring. Coordinates are differences. */
function readGeometry(reader, feature, isPoint) {
  const path = isPoint ? null : new Path2D();
  let [x, y] = [0, 0];
  while (!reader.isAtEnd) {
    const command = reader.number();
    for (let count = command >> 3; count > 0; count -= 1) {
      if ((command & 7) === 7) path?.closePath();
      else {
        x += reader.signed();
        y += reader.signed();
        if ((command & 7) === 1) path?.moveTo(x, y);
        else path?.lineTo(x, y);
      }
    }
  }
  Object.assign(feature, { path, x, y });
}

/** Calls `read` for each field of a message; it returns false for fields that it does not know. */
function readFields(reader, read) {
  while (!reader.isAtEnd) {
    const tag = reader.number();
    if (!read(tag >> 3, reader)) reader.skip(tag & 7);
  }
}

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

  /** An integer of up to 32 bits. */
  number() {
    let [value, shift, byte] = [0, 0, 0x80];
    while (byte & 0x80 && !this.isAtEnd) {
      byte = this.bytes[this.position];
      this.position += 1;
      value |= (byte & 0x7f) << shift;
      shift += 7;
    }
    return value >>> 0;
  }

  /** A zigzag integer. */
  signed() {
    const value = this.number();
    return (value >>> 1) ^ -(value & 1);
  }

  message() {
    const count = this.number();
    const start = this.position;
    this.position += count;
    return new Reader(this.bytes.subarray(start, this.position));
  }

  text() {
    return new TextDecoder().decode(this.message().bytes);
  }

  skip(wireType) {
    if (wireType === 0) this.number();
    else if (wireType === 2) this.message();
    else this.position += wireType === 1 ? 8 : 4;
  }
}
