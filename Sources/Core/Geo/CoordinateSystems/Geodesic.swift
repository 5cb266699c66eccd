package import Basics
import CPROJ
import Glibc

/// Distances on the WGS84 ellipsoid.
package enum Geodesic {
  /// The ellipsoid for `geodesic.h`. Never freed and never written after this line: safe to share.
  nonisolated(unsafe) private static let ellipsoid: UnsafePointer<geod_geodesic> = {
    let prepared = UnsafeMutablePointer<geod_geodesic>.allocate(capacity: 1)
    prepared.initialize(to: geod_geodesic())
    geod_init(prepared, Ellipsoid.equatorialRadius, Ellipsoid.flattening)
    return UnsafePointer(prepared)
  }()

  /// The geodesic distance in metres (C. F. F. Karney, Algorithms for geodesics, 2013; PROJ's `geod_inverse`):
  /// accurate to about 15 nm for any two coordinates. Complexity: O(1), about a microsecond.
  package static func distance(_ from: Coordinate, _ to: Coordinate) -> Double {
    var metres = 0.0
    geod_inverse(ellipsoid, from.latitude, from.longitude, to.latitude, to.longitude, &metres, nil, nil)
    return metres
  }

  /// The geodesic between two coordinates: its length, and the directions at its end.
  static func line(_ from: Coordinate, _ to: Coordinate) -> GeodesicLine {
    var line = GeodesicLine(end: to, metres: 0, azimuth: 0)
    geod_inverse(
      ellipsoid, from.latitude, from.longitude, to.latitude, to.longitude, &line.metres, nil, &line.azimuth)
    return line
  }
}

struct GeodesicLine {
  let end: Coordinate
  var metres: Double
  /// The direction in which the geodesic would continue, in degrees from north to east.
  var azimuth: Double

  /// Unit vectors in the tangent plane of the end: along the geodesic, and to its right.
  var directions: (forward: EarthCentred, sideways: EarthCentred) {
    let degree = Double.pi / 180
    let (phi, lambda, alpha) = (end.latitude * degree, end.longitude * degree, azimuth * degree)
    let (north, east) = (cos(alpha), sin(alpha))
    let (sinPhi, cosPhi, sinLambda, cosLambda) = (sin(phi), cos(phi), sin(lambda), cos(lambda))
    let toNorth = EarthCentred(x: -sinPhi * cosLambda, y: -sinPhi * sinLambda, z: cosPhi)
    let toEast = EarthCentred(x: -sinLambda, y: cosLambda, z: 0)
    return (
      EarthCentred(
        x: north * toNorth.x + east * toEast.x, y: north * toNorth.y + east * toEast.y, z: north * toNorth.z),
      EarthCentred(
        x: north * toEast.x - east * toNorth.x, y: north * toEast.y - east * toNorth.y, z: -east * toNorth.z)
    )
  }
}
