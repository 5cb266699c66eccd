// What covers the map: marks, controls, and on a phone the upper edge of the list. Marks and names are kept from under
// it.

import { Marker } from '../../leaflet/leaflet.js';

const selector = '.map-area :is(.leaflet-control, .round, .pill), #display, #panel';

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box in pixels of the map */

/** @param {any} map @returns {Box[]} */
export function coveredBoxes(map) {
  const { left: x, top: y, width, height } = map.getContainer().getBoundingClientRect();
  return [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect())
    .map(({ left, top, right, bottom }) => ({ left: left - x, top: top - y, right: right - x, bottom: bottom - y }))
    .filter((box) => overlap(box, { left: 0, top: 0, right: width, bottom: height }));
}

/**
 * What marks cover.
 * @param {any} map
 * @param {string} pane only those of this pane; empty: those of all panes but the names'
 * @returns {Box[]}
 */
export function markBoxes(map, pane = '') {
  const parts = [];
  map.eachLayer((layer) => {
    if (!(layer instanceof Marker) || (pane ? layer.options.pane !== pane : layer.options.pane === 'names')) return;
    const icon = layer.getElement();
    if (icon) parts.push(icon, ...icon.children);
  });
  const { left: x, top: y } = map.getContainer().getBoundingClientRect();
  return parts.map((part) => part.getBoundingClientRect()).filter(({ left, right }) => right > left)
    .map(({ left, top, right, bottom }) => ({ left: left - x, top: top - y, right: right - x, bottom: bottom - y }));
}

/** @returns {Box} */
export const boxAround = (x, y, halfWidth, halfHeight) =>
  ({ left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight });

/** @param {Box} one @param {Box} other */
export const overlap = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * How far a mark is to be moved so that nothing covers it: as little as that takes, and not beyond an edge of the map;
 * null if it stays.
 * @param {Box} mark
 * @param {Box[]} covered
 * @param {{x: number, y: number}} size of the map
 */
export function wayOut(mark, covered, size) {
  const isInView = mark.right > 0 && mark.left < size.x && mark.bottom > 0 && mark.top < size.y;
  if (!isInView || !covered.some((box) => overlap(mark, box))) return null;
  const ways = covered.flatMap(({ left, top, right, bottom }) => [
    { x: left - mark.right, y: 0 }, { x: right - mark.left, y: 0 },
    { x: 0, y: top - mark.bottom }, { x: 0, y: bottom - mark.top },
  ]).sort((one, other) => length(one) - length(other));
  return ways.find(({ x, y }) => {
    const moved = { left: mark.left + x, right: mark.right + x, top: mark.top + y, bottom: mark.bottom + y };
    const isInside = x ? moved.left >= 0 && moved.right <= size.x : moved.top >= 0 && moved.bottom <= size.y;
    return isInside && !covered.some((box) => overlap(moved, box));
  }) ?? null;
}

const length = ({ x, y }) => Math.abs(x) + Math.abs(y);
