// Distances on the WGS84 ellipsoid: the inverse problem of geodesics after Bessel, with his two integrals by
// quadrature. A geodesic is a great circle of the auxiliary sphere of reduced latitudes β; σ is the arc from the
// circle's crossing of the equator, ω its longitude on the sphere, α the azimuth (α0 at the equator).

const equatorialRadius = 6_378_137;
const flattening = 1 / 298.257223563;
const polarRadius = equatorialRadius * (1 - flattening);
/** The square of the second eccentricity. */
const eccentricity = (flattening * (2 - flattening)) / (1 - flattening) ** 2;
const radians = Math.PI / 180;

/**
 * Nodes and weights of Gauss and Legendre: twelve give both integrals to 1e-15, as the integrands are nearly constant.
 */
const { nodes, weights } = quadrature(12);

/** @param {number} count */
function quadrature(count) {
  const [roots, factors] = [new Float64Array(count), new Float64Array(count)];
  for (let index = 0; index < count; index += 1) {
    let root = Math.cos((Math.PI * (index + 0.75)) / (count + 0.5));
    let slope = 1;
    for (let step = 0; step < 8; step += 1) {
      let [last, value] = [0, 1];
      for (let degree = 1; degree <= count; degree += 1) {
        [last, value] = [value, ((2 * degree - 1) * root * value - (degree - 1) * last) / degree];
      }
      slope = (count * (last - root * value)) / (1 - root * root);
      root -= value / slope;
    }
    roots[index] = root;
    factors[index] = 2 / ((1 - root * root) * slope * slope);
  }
  return { nodes: roots, weights: factors };
}

/**
 * The integrals along an arc that `integrate` has computed last: metres, and by how much the longitude λ lags behind ω.
 */
let metres = 0;
let lag = 0;

/** @param {number} sine of α0 @param {number} cosineSquared of α0 @param {number} start σ @param {number} arc */
function integrate(sine, cosineSquared, start, arc) {
  const kSquared = eccentricity * cosineSquared;
  let [length, turn] = [0, 0];
  for (let index = 0; index < nodes.length; index += 1) {
    const height = Math.sin(start + (arc / 2) * (1 + nodes[index]));
    const root = Math.sqrt(1 + kSquared * height * height);
    length += weights[index] * root;
    turn += weights[index] / (1 + (1 - flattening) * root);
  }
  metres = polarRadius * (arc / 2) * length;
  lag = flattening * (2 - flattening) * sine * (arc / 2) * turn;
}

/**
 * Metres of the shortest way between two coordinates in degrees, to a nanometre for what one walks and to a micrometre
 * for all else.
 */
export function geodesicDistance(latitude1, longitude1, latitude2, longitude2) {
  const turns = (longitude2 - longitude1) / 360;
  const lambda = Math.abs(turns - Math.round(turns)) * 360 * radians;
  // The form in which there is one solution: the first point is south, and further from the equator.
  const [far, near] = Math.abs(latitude1) < Math.abs(latitude2) ? [latitude2, latitude1] : [latitude1, latitude2];
  const one = reduced(-Math.abs(far));
  const other = reduced(far > 0 ? -near : near);
  if (lambda === 0 || far === 90 || far === -90) {
    integrate(0, 1, one.beta, other.beta - one.beta);
    return metres;
  }
  if (lambda === Math.PI) {
    // Over the pole.
    integrate(0, 1, one.beta, -Math.PI - other.beta - one.beta);
    return -metres;
  }
  if (far === 0 && lambda <= (1 - flattening) * Math.PI) return equatorialRadius * lambda;
  return iterated(one, other, lambda) ?? searched(one, other, lambda);
}

function reduced(latitude) {
  const sine = (1 - flattening) * Math.sin(latitude * radians);
  const cosine = Math.cos(latitude * radians);
  const norm = Math.sqrt(sine * sine + cosine * cosine);
  return { beta: Math.atan2(sine, cosine), sine: sine / norm, cosine: cosine / norm };
}

/**
 * ω from λ by iteration, which is right at once up to the flattening. Null where it does not converge: near the
 * antipode.
 */
function iterated(one, other, lambda) {
  let omega = lambda;
  for (let step = 0; step < 10; step += 1) {
    if (omega >= Math.PI) return null;
    // Without differences of large numbers, so that short distances keep all their digits.
    const half = Math.sin(omega / 2);
    const east = other.cosine * Math.sin(omega);
    const north = Math.sin(other.beta - one.beta) + 2 * one.sine * other.cosine * half * half;
    const sine = Math.sqrt(east * east + north * north);
    const arc = Math.atan2(sine, one.sine * other.sine + one.cosine * other.cosine * Math.cos(omega));
    const sine0 = (east / sine) * one.cosine;
    const start = Math.atan2(one.sine, (north / sine) * one.cosine);
    const cosine0Squared = (north * north + east * east * one.sine * one.sine) / (sine * sine);
    integrate(sine0, cosine0Squared, start, arc);
    const miss = lambda + lag - omega;
    // To first order the rest of the way; what it leaves is the square of the miss.
    if (Math.abs(miss) <= 1e-8 * lambda) return metres + equatorialRadius * sine0 * miss;
    omega += miss;
  }
  return null;
}

/** The azimuth at the first point by bracketing: λ grows with it from 0 to π. */
function searched(one, other, lambda) {
  // On the equator the way leaves it northwards or southwards.
  let [low, lowMiss, high, highMiss] = [one.sine === 0 ? Math.PI / 2 : 0, -lambda, Math.PI, Math.PI - lambda];
  let distance = 0;
  for (let step = 0; step < 100; step += 1) {
    // A straight line between the ends, or their middle: both ends come closer.
    const azimuth = step % 3 === 2 ? (low + high) / 2 : (low * highMiss - high * lowMiss) / (highMiss - lowMiss);
    const [sine, cosine] = [Math.sin(azimuth), Math.cos(azimuth)];
    const north1 = cosine * one.cosine;
    const north2 = Math.sqrt(north1 * north1 + (one.sine - other.sine) * (one.sine + other.sine));
    const sine0 = sine * one.cosine;
    const start = Math.atan2(one.sine, north1);
    const arc = Math.atan2(other.sine, north2) - start;
    integrate(sine0, cosine * cosine + sine * sine * one.sine * one.sine, start, arc);
    const omega = Math.atan2(sine0 * other.sine, north2) - Math.atan2(sine0 * one.sine, north1);
    const miss = omega - lag - lambda;
    distance = metres - equatorialRadius * sine0 * miss;
    if (Math.abs(miss) < 1e-14 || high - low < 1e-15) break;
    if (miss < 0) [low, lowMiss] = [azimuth, miss];
    else [high, highMiss] = [azimuth, miss];
  }
  return distance;
}
