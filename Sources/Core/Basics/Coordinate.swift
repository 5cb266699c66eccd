// For rounding.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A WGS84 coordinate in degrees.
///
/// Latitude is within -90...90, longitude within -180...180; both are finite. Every value is valid.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, -90...90.
  public let latitude: Double
  /// Degrees east of Greenwich, -180...180.
  public let longitude: Double

  /// A coordinate; nil when a number is not finite or out of range.
  @inlinable
  public init?(latitude: Double, longitude: Double) {
    guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The coordinate of a stored coordinate.
  @inlinable
  public init(_ stored: StoredCoordinate) {
    self.latitude = Double(stored.latitudeE7) / 1e7
    self.longitude = Double(stored.longitudeE7) / 1e7
  }

  /// Validates input from outside.
  /// - Throws: `DomainError` with `latitude-out-of-range` or `longitude-out-of-range`.
  public static func checked(latitude: Double, longitude: Double) throws(DomainError) -> Coordinate {
    guard latitude >= -90, latitude <= 90 else {
      throw DomainError(
        .invalid, "latitude-out-of-range", "The latitude must be a number from -90 to 90.", field: "lat")
    }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw DomainError(
        .invalid, "longitude-out-of-range", "The longitude must be a number from -180 to 180.", field: "lon")
    }
    return coordinate
  }
}

/// A coordinate as stored in the catalogue: integers in units of 1e-7 degrees (11 mm at the equator).
public struct StoredCoordinate: Hashable, Sendable {
  /// Latitude times 10,000,000, within ±900,000,000.
  public let latitudeE7: Int32
  /// Longitude times 10,000,000, within ±1,800,000,000.
  public let longitudeE7: Int32

  /// A stored coordinate; nil when a number is out of range.
  @inlinable
  public init?(latitudeE7: Int32, longitudeE7: Int32) {
    guard abs(Int64(latitudeE7)) <= 900_000_000, abs(Int64(longitudeE7)) <= 1_800_000_000 else { return nil }
    self.latitudeE7 = latitudeE7
    self.longitudeE7 = longitudeE7
  }

  /// A stored coordinate from numbers that were validated before.
  @inlinable
  public init(unchecked latitudeE7: Int32, _ longitudeE7: Int32) {
    self.latitudeE7 = latitudeE7
    self.longitudeE7 = longitudeE7
  }

  /// The nearest valid coordinate, for numbers from a file that nobody has checked.
  public init(clamping latitudeE7: Int32, _ longitudeE7: Int32) {
    self.latitudeE7 = min(900_000_000, max(-900_000_000, latitudeE7))
    self.longitudeE7 = min(1_800_000_000, max(-1_800_000_000, longitudeE7))
  }

  /// The nearest stored coordinate, at most 8 mm away.
  public init(_ coordinate: Coordinate) {
    latitudeE7 = Int32((coordinate.latitude * 1e7).rounded())
    longitudeE7 = Int32((coordinate.longitude * 1e7).rounded())
  }
}

/// A bounding box of latitudes and longitudes. It crosses the antimeridian when west is greater than east.
public struct Viewport: Hashable, Sendable {
  /// Western edge in degrees, -180...180.
  public let west: Double
  /// Southern edge in degrees, -90...90.
  public let south: Double
  /// Eastern edge in degrees, -180...180.
  public let east: Double
  /// Northern edge in degrees, not below `south`.
  public let north: Double

  /// A viewport; nil when an edge is not finite or out of range, or north lies below south.
  public init?(west: Double, south: Double, east: Double, north: Double) {
    guard abs(west) <= 180, abs(east) <= 180, abs(south) <= 90, abs(north) <= 90, south <= north else { return nil }
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }

  /// Whether a coordinate lies inside or on the edge. Complexity: O(1).
  @inlinable
  public func contains(_ coordinate: Coordinate) -> Bool {
    guard coordinate.latitude >= south, coordinate.latitude <= north else { return false }
    if west <= east { return coordinate.longitude >= west && coordinate.longitude <= east }
    return coordinate.longitude >= west || coordinate.longitude <= east
  }
}
