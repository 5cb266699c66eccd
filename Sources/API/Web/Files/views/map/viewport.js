// The viewport in whole squares, as the server gathers booths: so that marks stay as they are while the map is moved.

const perTile = 4;

/**
 * West, south, east and north of the squares that a map's view touches.
 * @param {{getWest(): number, getSouth(): number, getEast(): number, getNorth(): number}} bounds
 * @param {number} zoom
 */
export function viewport(bounds, zoom) {
  const around = perTile * 2 ** zoom;
  const left = Math.floor(((bounds.getWest() + 180) / 360) * around);
  const right = Math.ceil(((bounds.getEast() + 180) / 360) * around);
  const top = Math.max(0, Math.floor(row(bounds.getNorth()) * around));
  const bottom = Math.min(around, Math.ceil(row(bounds.getSouth()) * around));
  const [west, east] = right - left >= around ? [-180, 180] : [longitude(left / around), longitude(right / around)];
  return [west, latitude(bottom / around), east, latitude(top / around)].map((degrees) => Number(degrees.toFixed(6)));
}

/** -180...180, whichever copy of the world it is on. */
function longitude(turns) {
  return (turns - Math.floor(turns)) * 360 - 180;
}

/** Web Mercator: 0 at the upper edge of the world, 1 at the lower. */
function row(degrees) {
  const radians = (Math.max(-85.05, Math.min(85.05, degrees)) * Math.PI) / 180;
  return 0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI);
}

function latitude(part) {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * part))) * 180) / Math.PI;
}
