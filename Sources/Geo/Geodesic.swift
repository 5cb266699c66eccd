/// Distances on the WGS84 ellipsoid.
public enum Geodesic {
  /// The geodesic distance in metres (C. F. F. Karney, Algorithms for geodesics, 2013; PROJ's `geod_inverse`):
  /// right to about 15 nm for any two places.
  public static func distance(_ from: Coordinate, _ to: Coordinate) -> Double { 0 }
}
