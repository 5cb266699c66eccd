// Spreads points of a screen, so that marks at them do not cover each other.

/** The least distance between two marks, in pixels. */
const minDistance = 43;
const maxRounds = 60;

/**
 * Points that keep at least `minDistance` where there is room, each as near to its original as that allows. A point
 * that was not moved is the same object. Complexity: O(rounds × n²), for up to a few hundred points.
 * @template {{x: number, y: number}} Point
 * @param {Point[]} points
 * @param {(point: {x: number, y: number}, index: number) => boolean} clear moves a point from where none may be, and
 *   whether it has
 * @returns {(Point | {x: number, y: number})[]}
 */
export function spread(points, clear) {
  const moved = points.map(({ x, y }) => ({ x, y }));
  for (let round = 0; round < maxRounds; round += 1) {
    let isSettled = true;
    for (let one = 0; one < moved.length; one += 1) {
      for (let other = one + 1; other < moved.length; other += 1) {
        if (pushApart(moved[one], moved[other], other)) isSettled = false;
      }
    }
    moved.forEach((point, index) => {
      if (clear(point, index)) isSettled = false;
    });
    if (isSettled) break;
  }
  return moved.map((end, index) =>
    (Math.hypot(end.x - points[index].x, end.y - points[index].y) < 2 ? points[index] : end));
}

/** Moves two points that are too close, each by half of what is missing. */
function pushApart(one, other, number) {
  let [x, y] = [other.x - one.x, other.y - one.y];
  let distance = Math.hypot(x, y);
  if (distance > minDistance - 0.5) return false;
  if (distance < 0.01) {
    // Of one position: in directions that differ from pair to pair.
    [x, y, distance] = [Math.cos(number * 2.4), Math.sin(number * 2.4), 1];
    [one.x, one.y] = [one.x - x * 0.01, one.y - y * 0.01];
    distance = 1;
  }
  const step = (minDistance - Math.min(distance, minDistance)) / 2;
  [one.x, one.y] = [one.x - (x / distance) * step, one.y - (y / distance) * step];
  [other.x, other.y] = [other.x + (x / distance) * step, other.y + (y / distance) * step];
  return true;
}
