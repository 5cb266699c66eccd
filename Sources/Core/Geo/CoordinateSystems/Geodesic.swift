package import Basics
import CPROJ

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
}
