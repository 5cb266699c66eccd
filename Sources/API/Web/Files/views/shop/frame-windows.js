// The windows of a frame: its transparent regions, in which photos are seen.

/** The least alpha, of 255, that hides a photo. */
const minAlpha = 128;
/** The least part of the frame that is a window: smaller gaps belong to its drawing. */
const minPart = 0.01;

/**
 * The box of a window, as parts of the frame's width and height.
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 */

/**
 * The windows, row by row from the top, each row from the left. A transparent region around the whole frame is none of
 * them, unless it is the only one.
 * @param {{data: Uint8ClampedArray, width: number, height: number}} image of the frame; a small one will do
 * @returns {Box[]}
 */
export function windowsOf({ data, width, height }) {
  const isClear = new Uint8Array(width * height);
  for (let pixel = 0; pixel < isClear.length; pixel += 1) isClear[pixel] = data[4 * pixel + 3] < minAlpha ? 1 : 0;
  const regions = [];
  for (let pixel = 0; pixel < isClear.length; pixel += 1) {
    if (!isClear[pixel]) continue;
    const region = takeRegion(isClear, width, pixel);
    if (region.area >= minPart * isClear.length) regions.push(region);
  }
  const isAround = ({ left, top, right, bottom }) => left === 0 && top === 0 && right === width && bottom === height;
  const windows = regions.length > 1 ? regions.filter((region) => !isAround(region)) : regions;
  return inRows(windows).map(({ left, top, right, bottom }) =>
    ({ left: left / width, top: top / height, right: right / width, bottom: bottom / height }));
}

/** The clear pixels that are connected with one, which are no longer clear then. @param {Uint8Array} isClear */
function takeRegion(isClear, width, first) {
  const region = { area: 0, left: width, top: Infinity, right: 0, bottom: 0 };
  const pending = [first];
  isClear[first] = 0;
  const visit = (pixel) => {
    if (!isClear[pixel]) return;
    isClear[pixel] = 0;
    pending.push(pixel);
  };
  for (let pixel = pending.pop(); pixel !== undefined; pixel = pending.pop()) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    region.area += 1;
    region.left = Math.min(region.left, x);
    region.right = Math.max(region.right, x + 1);
    region.top = Math.min(region.top, y);
    region.bottom = Math.max(region.bottom, y + 1);
    visit(pixel - width);
    visit(pixel + width);
    if (x > 0) visit(pixel - 1);
    if (x < width - 1) visit(pixel + 1);
  }
  return region;
}

/** Regions belong to one row if the middle of each lies beside the row's highest. */
function inRows(regions) {
  /** @type {(typeof regions)[]} */
  const rows = [];
  for (const region of [...regions].sort((one, other) => one.top - other.top)) {
    const row = rows.at(-1);
    if (row && (region.top + region.bottom) / 2 < row[0].bottom) row.push(region);
    else rows.push([region]);
  }
  return rows.flatMap((row) => row.sort((one, other) => one.left - other.left));
}
