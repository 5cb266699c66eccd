/// A point to index: a stable identifier and a stored place.
public struct IndexedPoint: Hashable, Sendable {
  /// Stable identifier; ties of distance are ordered by it. Unique within one index.
  public let id: Int64
  /// Where it is.
  public let place: StoredCoordinate

  /// A point to index.
  public init(id: Int64, place: StoredCoordinate) {
    self.id = id
    self.place = place
  }
}

/// One answer of a query: which point, and how far.
public struct Neighbor: Hashable, Sendable {
  /// The position of the point in the index (see `SpatialIndex`).
  public let ordinal: UInt32
  /// Geodesic distance on the WGS84 ellipsoid in metres, right to 1 mm.
  public let metres: Double

  /// One answer.
  public init(ordinal: UInt32, metres: Double) {
    self.ordinal = ordinal
    self.metres = metres
  }
}

/// An immutable index over points: a grid plus a small layer of changes.
///
/// Ordinals 0..<baseCount are the points that the grid was built from, in ascending id; the following ones are
/// points added since by `updating`. A replaced or removed point keeps its ordinal and is never answered.
/// Queries are pure, lock-free and may run on any thread. Order: by distance in whole millimetres, then by id.
public struct SpatialIndex: Sendable {
  // Skeleton: the grid is being written.

  /// Builds the index from points of ascending, unique id. Complexity: O(n log n), on all cores.
  public init(_ points: [IndexedPoint]) {}

  /// How many points can be answered (replaced and removed ones not counted).
  public var count: Int { 0 }

  /// One past the largest ordinal.
  public var ordinalLimit: Int { 0 }

  /// How many changes lie over the grid; rebuild when it grows beyond `SpatialIndex.largestLayer`.
  public var layerCount: Int { 0 }

  /// The number of changes that a layer takes before a rebuild pays.
  public static let largestLayer = 1000

  /// The same index with some points replaced or added and some removed, sharing the grid.
  /// The new and changed points get the ordinals from `ordinalLimit` on, in the order given.
  public func updating(_ changed: [IndexedPoint], removing removed: [Int64]) -> SpatialIndex { self }

  /// The `limit` nearest points within `radius` metres, nearest first.
  public func nearest(to place: Coordinate, limit: Int, within radius: Double = .infinity) -> [Neighbor] { [] }

  /// The `limit` nearest points within `radius` metres for which `isWanted(ordinal)` holds, nearest first.
  public func nearest(
    to place: Coordinate, limit: Int, within radius: Double = .infinity, where isWanted: (UInt32) -> Bool
  ) -> [Neighbor] { [] }

  /// Of the given points (ordinals), the `limit` nearest within `radius`, nearest first: for rare filters.
  public func nearest(
    to place: Coordinate, limit: Int, within radius: Double = .infinity, among ordinals: [UInt32]
  ) -> [Neighbor] { [] }

  /// Every point within `radius` metres, nearest first.
  public func within(_ radius: Double, of place: Coordinate) -> [Neighbor] { [] }

  /// Every point inside the viewport, by ascending id, at most `limit`.
  public func inside(_ viewport: Viewport, limit: Int = .max) -> [UInt32] { [] }
}
