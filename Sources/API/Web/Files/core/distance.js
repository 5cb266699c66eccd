/**
 * Metres between two coordinates on the sphere: within 0.6 % of the distance on the ellipsoid.
 * @param {{latitude: number, longitude: number}} one
 * @param {{latitude: number, longitude: number}} other
 */
export function metresBetween(one, other) {
  const radians = Math.PI / 180;
  const north = Math.sin(((other.latitude - one.latitude) * radians) / 2);
  const east = Math.sin(((other.longitude - one.longitude) * radians) / 2);
  const half = north * north
    + Math.cos(one.latitude * radians) * Math.cos(other.latitude * radians) * east * east;
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(half)));
}
