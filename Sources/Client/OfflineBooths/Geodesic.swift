import Foundation

/// Distances on the ellipsoid WGS84 without a library: the inverse problem by Bessel's equations, which are integrated
/// by quadrature.
///
/// C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87 (2013), sections 3 and 4. Within a micrometre of PROJ's.
enum Geodesic {
  static let equatorialRadius = 6_378_137.0
  static let flattening = 1 / 298.257223563
  static let polarRadius = equatorialRadius * (1 - flattening)
  /// The square of the second eccentricity.
  private static let eccentricity = flattening * (2 - flattening) / ((1 - flattening) * (1 - flattening))

  /// The distance between two positions in degrees, in metres.
  static func metres(_ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double)
    -> Double
  {
    let difference = abs((otherLongitude - longitude).remainder(dividingBy: 360)) * .pi / 180
    // By symmetry, the first point is the one farther from the equator, and south of it.
    let isFirst = abs(latitude) >= abs(otherLatitude)
    let (first, second) = isFirst ? (latitude, otherLatitude) : (otherLatitude, latitude)
    // A tenth of a micrometre from the equator is on it: smaller numbers have no room for the azimuth's digits.
    let start = abs(first) < 1e-12 ? ReducedLatitude(sine: 0, cosine: 1) : ReducedLatitude(degrees: -abs(first))
    let end = ReducedLatitude(degrees: first > 0 ? -second : second)
    if start.sine == 0 {
      if difference <= (1 - flattening) * .pi { return equatorialRadius * difference }
      // Nearly antipodal, the shortest way leaves the equator, to the north or the south: nanometres decide.
      return Path(from: ReducedLatitude(sine: -1e-14, cosine: 1), to: start, over: difference).metres
    }
    return Path(from: start, to: end, over: difference).metres
  }

  private struct ReducedLatitude {
    let sine: Double
    let cosine: Double

    init(sine: Double, cosine: Double) {
      self.sine = sine
      self.cosine = cosine
    }

    init(degrees: Double) {
      let radians = degrees * .pi / 180
      let (sine, cosine) = ((1 - flattening) * sin(radians), max(cos(radians), 1e-17))
      let length = (sine * sine + cosine * cosine).squareRoot()
      self.init(sine: sine / length, cosine: cosine / length)
    }
  }

  /// The shortest way from a point in the south to one that is nearer to the equator.
  private struct Path {
    let metres: Double

    /// - Parameter longitude: The difference in radians, 0...π.
    init(from start: ReducedLatitude, to end: ReducedLatitude, over longitude: Double) {
      if longitude == 0 || longitude == .pi {
        metres = Arc(from: start, to: end, north: .pi / 2 - longitude).metres
        return
      }
      // The azimuth is counted from the east towards the north: near the equator its digits are needed there. First the
      // one on the sphere.
      var azimuth = atan2(
        start.cosine * end.sine - start.sine * end.cosine * cos(longitude), end.cosine * sin(longitude))
      // The longitude that is reached falls from π to 0 as the azimuth grows: Newton's steps with the derivative on the
      // sphere, and bisection if these fail.
      var (low, high) = (-Double.pi / 2, Double.pi / 2)
      var lastError = Double.infinity
      while true {
        let arc = Arc(from: start, to: end, north: azimuth)
        let error = arc.longitude - longitude
        if error > 0 { low = azimuth } else { high = azimuth }
        // 1e-14 radians are 64 nanometres; no azimuth needs more than 1e-28.
        if abs(error) < 1e-14 || high - low < max(1e-28, 4e-16 * abs(azimuth)) {
          metres = arc.metres
          return
        }
        let next = azimuth + error / arc.slope
        let converges = abs(error) < lastError / 4 && next > low && next < high
        lastError = abs(error)
        azimuth = converges ? next : (low + high) / 2
      }
    }
  }

  /// The geodesic that leaves the first latitude at an azimuth, up to where it reaches the second one going north.
  private struct Arc {
    /// The difference of longitude in radians.
    let longitude: Double
    let metres: Double
    /// How `longitude` falls with the azimuth, on the sphere.
    let slope: Double

    /// - Parameter azimuth: From the east towards the north.
    init(from start: ReducedLatitude, to end: ReducedLatitude, north azimuth: Double) {
      let (sine, cosine) = (cos(azimuth), sin(azimuth))
      // At the equator, (27) to (30) of the paper.
      let equatorSine = sine * start.cosine
      let equatorCosine = (cosine * cosine + sine * sine * start.sine * start.sine).squareRoot()
      let east = cosine * start.cosine
      let north = max(
        0, east * east + (end.cosine - start.cosine) * (end.cosine + start.cosine)
      ).squareRoot()
      let from = atan2(start.sine, east)
      let to = atan2(end.sine, north)
      let spherical = atan2(equatorSine * end.sine, north) - atan2(equatorSine * start.sine, east)
      let integrals = Integrals(
        from: from, to: to, modulus: Geodesic.eccentricity * equatorCosine * equatorCosine)
      longitude = spherical - flattening * equatorSine * integrals.longitude
      metres = polarRadius * integrals.distance
      slope = sin(to - from) / max(north, 1e-9)
    }
  }

  /// (7) and (8) of the paper, by Gauss and Legendre's quadrature with ten nodes: the integrands are nearly constant, so
  /// that its error over half a turn is 1e-14.
  private struct Integrals {
    private(set) var distance = 0.0
    private(set) var longitude = 0.0

    private static let nodes: [(node: Double, weight: Double)] = [
      (0.1488743389816312, 0.2955242247147529), (0.4333953941292472, 0.2692667193099963),
      (0.6794095682990244, 0.2190863625159820), (0.8650633666889845, 0.1494513491505806),
      (0.9739065285171717, 0.0666713443086881),
    ]

    /// - Parameter modulus: The square of k.
    init(from: Double, to: Double, modulus: Double) {
      let (middle, half) = ((from + to) / 2, (to - from) / 2)
      for (node, weight) in Self.nodes {
        add(sin(middle - half * node), modulus, weight * half)
        add(sin(middle + half * node), modulus, weight * half)
      }
    }

    private mutating func add(_ sine: Double, _ modulus: Double, _ weight: Double) {
      let root = (1 + modulus * sine * sine).squareRoot()
      distance += weight * root
      longitude += weight * (2 - Geodesic.flattening) / (1 + (1 - Geodesic.flattening) * root)
    }
  }
}
