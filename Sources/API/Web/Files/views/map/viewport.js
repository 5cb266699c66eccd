// The viewport in whole grid cells, by which the server clusters booths: markers stay the same while the map moves
// within a cell.

const cellsPerTile = 4;

/**
 * West, south, east and north of the cells that a view of the map touches.
 * @param {{getWest(): number, getSouth(): number, getEast(): number, getNorth(): number}} bounds
 * @param {number} zoom
 */
export function snappedViewport(bounds, zoom) {
  const cells = cellsPerTile * 2 ** zoom;
  const left = Math.floor(((bounds.getWest() + 180) / 360) * cells);
  const right = Math.ceil(((bounds.getEast() + 180) / 360) * cells);
  const top = Math.max(0, Math.floor(mercatorY(bounds.getNorth()) * cells));
  const bottom = Math.min(cells, Math.ceil(mercatorY(bounds.getSouth()) * cells));
  const [west, east] = right - left >= cells ? [-180, 180] : [longitude(left / cells), longitude(right / cells)];
  return [west, latitude(bottom / cells), east, latitude(top / cells)].map((degrees) => Number(degrees.toFixed(6)));
}

/** -180...180, on whichever copy of the world. */
function longitude(turns) {
  return (turns - Math.floor(turns)) * 360 - 180;
}

/** Web Mercator: 0 at the upper edge of the world, 1 at the lower. */
function mercatorY(degrees) {
  const radians = (Math.max(-85.05, Math.min(85.05, degrees)) * Math.PI) / 180;
  return 0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI);
}

function latitude(y) {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}
