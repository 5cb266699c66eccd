// Draws roads: edges, then surfaces, those of great roads over those of small ones, and motorways last of all.

/** From small to great. */
export const roadKinds = ['path', 'service', 'minor', 'secondary', 'primary', 'motorway'];

/** Widths in pixels from zoom 11 on; the last one grows with the zoom. */
const widths = {
  path: [0, 0, 0, 0, 0.7, 1.1, 1.6],
  service: [0, 0, 0, 0, 1.1, 2.6, 4.5],
  minor: [0, 0, 0.9, 1.5, 2.8, 5, 8],
  secondary: [0.6, 0.8, 1.5, 2.5, 4.5, 7, 10],
  primary: [1.2, 1.7, 2.4, 3.8, 6, 9, 13],
  motorway: [1.7, 2.2, 3.2, 4.6, 7, 10, 14],
};
const firstZoom = 11;
/** Narrower surfaces have no edges, nor have paths. */
const minEdgedWidth = 2.2;
const metresPerLane = 3.2;
/** How much wider than usual many lanes make a road. */
const maxWidening = 2;
const rampPart = 0.6;
/** Lines whose roads may be further away than this, in pixels, are not drawn. */
const maxUncertainty = 40;

function widthOf({ kind, lanes, isRamp }, zoom, metresPerPixel) {
  const steps = widths[kind];
  const usual = (steps[zoom - firstZoom] ?? steps.at(-1) * 1.4 ** (zoom - firstZoom - steps.length + 1));
  if (isRamp) return usual * rampPart;
  return Math.max(usual, Math.min((lanes * metresPerLane) / metresPerPixel, usual * maxWidening));
}

/**
 * @param {CanvasRenderingContext2D} context in units of the tile
 * @param {import('./vector-tile.js').Feature[]} roads
 * @param {{zoom: number, scale: number, metresPerPixel: number, colors: Record<string, string>,
 *   isVisible: (feature: import('./vector-tile.js').Feature) => boolean}} view `scale`: pixels of a unit
 */
export function drawRoads(context, roads, { zoom, scale, metresPerPixel, colors, isVisible }) {
  const looks = groups(roads.filter(isVisible));
  context.lineJoin = 'round';
  context.setLineDash([]);
  const stroke = (path, color, width) => {
    context.strokeStyle = color;
    context.lineWidth = width / scale;
    context.stroke(path);
  };
  const drawn = (look) => {
    const width = widthOf(look, zoom, metresPerPixel);
    const isFaint = look.faint > 0;
    const isEdged = width >= minEdgedWidth && !isFaint && look.kind !== 'path';
    if (look.faint / metresPerPixel > maxUncertainty) return { ...look, isFaint, isEdged, width: 0 };
    return { ...look, isFaint, isEdged, width: isFaint ? width * 0.6 : width };
  };
  for (const kinds of [roadKinds.slice(0, -1), roadKinds.slice(-1)]) {
    const shown = looks.filter(({ kind }) => kinds.includes(kind)).map(drawn).filter(({ width }) => width > 0)
      .sort((a, b) => roadKinds.indexOf(a.kind) - roadKinds.indexOf(b.kind));
    context.lineCap = 'butt';
    for (const { path, kind, width, isEdged } of shown) {
      if (isEdged) stroke(path, colors[`${kind}-edge`], width + 1.6);
    }
    context.lineCap = 'round';
    for (const { path, kind, width, isFaint, isEdged } of shown) {
      context.globalAlpha = isFaint ? 0.45 : 1;
      stroke(path, isEdged ? colors[kind] : colors[`${kind}-thin`], width);
    }
    context.globalAlpha = 1;
  }
}

/** Roads that look alike, as one path each. */
function groups(roads) {
  const looks = new Map();
  for (const { look, properties, path } of roads) {
    const { kind, lanes = 0, ramp = 0, faint = 0 } = look ?? properties;
    if (!roadKinds.includes(kind)) continue;
    const key = `${kind} ${lanes} ${ramp} ${faint}`;
    if (!looks.has(key)) looks.set(key, { kind, lanes, isRamp: ramp === 1, faint, path: new Path2D() });
    looks.get(key).path.addPath(path);
  }
  return [...looks.values()];
}
