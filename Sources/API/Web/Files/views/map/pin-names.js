// The names of booths beside their pins, where they have room.

import { boothName } from '../../core/texts.js';
import { textWidth } from './base-labels.js';
import { boxAround, overlap } from './controls.js';

/** The font of the names, as in the styles, and how wide they are at most. */
const font = '600 12px';
const maxWidth = 140;

/**
 * The names that have room, by the numbers of booths, those of the lowest rank first; that of the rank -1 always.
 * @param {{booth: any, rank: number, x: number, y: number}[]} pins and where their feet are, in pixels of the map
 * @param {import('./controls.js').Box[]} covered
 * @returns {Map<number, {side: string, words: string}>}
 */
export function placeNames(pins, covered) {
  const taken = [...covered];
  const names = new Map();
  for (const { booth, rank, x, y } of [...pins].sort((one, other) => one.rank - other.rank || 0)) {
    const words = shortName(booth);
    const half = Math.min(textWidth(words, font), maxWidth) / 2;
    const sides = {
      below: boxAround(x, y + 12, half + 2, 9), right: boxAround(x + 22 + half, y - 22, half + 2, 9),
      left: boxAround(x - 22 - half, y - 22, half + 2, 9),
    };
    const free = Object.keys(sides).find((side) => !taken.some((box) => overlap(sides[side], box)));
    const side = free ?? (rank < 0 ? 'below' : null);
    if (!side) continue;
    taken.push(sides[side]);
    names.set(booth.id, { side, words });
  }
  return names;
}

/** A booth's name without that of its chain, which the pin tells by its letter and colour, and without notes. */
function shortName(booth) {
  const name = boothName(booth);
  const brand = (name !== booth.name && booth.brand_en) || booth.brand;
  const short = name.replace(brand ?? '', '').replace(/\(.*\)/, '').trim();
  return short || name;
}
