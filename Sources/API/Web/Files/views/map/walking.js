// Walking times: four kilometres an hour, on a route 30 % longer than the straight line.

const metresPerMinute = 4000 / 60;
const detour = 1.3;

/** @param {number} distance in metres, straight */
export const walkingMinutes = (distance) => Math.max(1, Math.round((distance * detour) / metresPerMinute));

/** The distance in metres of a straight line. */
export const walkingDistance = (minutes) => (minutes * metresPerMinute) / detour;
