// What covers the map: its controls, and on a phone the upper edge of the list. Marks and names are kept from under it.

const selector = '.map-area :is(.leaflet-control, .round, .pill), #display, #panel';

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box in pixels of the map */

/** @param {any} map @returns {Box[]} */
export function coveredBoxes(map) {
  const { left: x, top: y, width, height } = map.getContainer().getBoundingClientRect();
  return [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect())
    .map(({ left, top, right, bottom }) => ({ left: left - x, top: top - y, right: right - x, bottom: bottom - y }))
    .filter((box) => overlap(box, { left: 0, top: 0, right: width, bottom: height }));
}

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
