// The names of booths beside their pins, where they have room.

import { boothName } from '../../core/texts.js';
import { textWidth } from './base-labels.js';
import { boxAround, overlap } from './controls.js';

/** The font of the names, as in the styles, and how wide they are at most. */
const font = '600 12px';
const maxWidth = 140;

/**
 * The names that have room, by the numbers of booths, those of the lowest rank first; that of the rank -1 always, where
 * the least of it is covered.
 * @param {{booth: any, rank: number, x: number, y: number}[]} pins and where their feet are, in pixels of the map
 * @param {import('./controls.js').Box[]} covered
 * @param {{x: number, y: number}} size of the map
 * @returns {Map<number, {side: string, words: string}>}
 */
export function placeNames(pins, covered, size) {
  const outside = [
    { left: -Infinity, right: 0 }, { left: size.x, right: Infinity }, { top: -Infinity, bottom: 0 },
    { top: size.y, bottom: Infinity },
  ].map((edge) => ({ left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity, ...edge }));
  const taken = [...covered, ...outside];
  const names = new Map();
  for (const { booth, rank, x, y } of [...pins].sort((one, other) => one.rank - other.rank || 0)) {
    const words = shortName(booth);
    const half = Math.min(textWidth(words, font), maxWidth) / 2;
    const sides = {
      below: boxAround(x, y + 12, half + 2, 9), right: boxAround(x + 22 + half, y - 22, half + 2, 9),
      left: boxAround(x - 22 - half, y - 22, half + 2, 9),
    };
    const free = Object.keys(sides).find((side) => !taken.some((box) => overlap(sides[side], box)));
    const side = free ?? (rank < 0 ? leastCovered(sides, taken) : null);
    if (!side) continue;
    taken.push(sides[side]);
    names.set(booth.id, { side, words });
  }
  return names;
}

/** @param {Record<string, import('./controls.js').Box>} sides @param {import('./controls.js').Box[]} taken */
function leastCovered(sides, taken) {
  const covered = (side) => taken.reduce((sum, box) => sum + sharedArea(sides[side], box), 0);
  return Object.keys(sides).reduce((least, side) => (covered(side) < covered(least) ? side : least));
}

function sharedArea(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** A booth's name without that of its chain, which the pin tells by its letter and colour, and without notes. */
function shortName(booth) {
  const name = boothName(booth);
  const brand = (name !== booth.name && booth.brand_en) || booth.brand;
  const short = name.replace(brand ?? '', '').replace(/\(.*\)/, '').trim();
  return short || name;
}
