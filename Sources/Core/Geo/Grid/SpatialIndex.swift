package import Basics

/// A point to index: a stable identifier and a stored place.
package struct IndexedPoint: Hashable, Sendable {
  /// Stable identifier; ties of distance are ordered by it. Unique within one index.
  package let id: Int64
  /// Where it is.
  package let coordinate: StoredCoordinate

  /// A point to index.
  package init(id: Int64, coordinate: StoredCoordinate) {
    self.id = id
    self.coordinate = coordinate
  }
}

/// One answer of a query: which point, and how far.
package struct Neighbor: Hashable, Sendable {
  /// The position of the point in the index (see `SpatialIndex`).
  package let ordinal: UInt32
  /// Geodesic distance on the WGS84 ellipsoid in metres, right to 1 mm.
  package let metres: Double

  /// One answer.
  package init(ordinal: UInt32, metres: Double) {
    self.ordinal = ordinal
    self.metres = metres
  }
}

/// An immutable index over points: a grid plus a small layer of changes.
///
/// Ordinals 0..<baseCount are the points that the grid was built from, in ascending id; the following ones are
/// points added since by `updating`. A replaced or removed point keeps its ordinal and is never answered.
/// Queries are pure, lock-free and may run on any thread. Order: by distance in whole millimetres, then by id.
///
/// Distances are those of WGS84 geodesics between the place asked for and the stored one, right to 0.1 mm.
/// The index takes about 37 bytes a point, 41 where the ids span more than 32 bits.
package struct SpatialIndex: Sendable {
  let grid: Grid
  let layer: ChangeLayer?

  /// The number of changes that a layer takes before a rebuild pays.
  package static let maxLayerCount = 1000

  /// Builds the index from points of ascending, unique id, at most 536,870,911.
  /// Complexity: O(n log n), on all cores; 40 bytes a point besides the index.
  package init(_ points: [IndexedPoint]) {
    grid = Grid(points)
    layer = nil
  }

  private init(_ grid: Grid, _ layer: ChangeLayer) {
    self.grid = grid
    self.layer = layer
  }

  /// The same index with some points replaced or added and some removed, sharing the grid.
  ///
  /// Removals come first; unknown ids are passed over; of two points with one id the last counts. The new and
  /// changed points get the ordinals from `ordinalLimit` on, in the order given.
  /// Complexity: O(m log n) for all m changes of the layer.
  package func updating(_ changed: [IndexedPoint], removing removed: [Int64]) -> SpatialIndex {
    precondition(ordinalLimit + changed.count < Shortlist.ordinalLimit, "An index takes up to 536,870,911 points.")
    return SpatialIndex(grid, ChangeLayer(over: grid, after: layer, changed, removing: removed))
  }

  // MARK: - What it holds

  /// How many points can be answered (replaced and removed ones not counted).
  package var count: Int { grid.count - (layer?.removed.count ?? 0) + (layer?.live.count ?? 0) }

  /// One past the largest ordinal.
  package var ordinalLimit: Int { grid.count + (layer?.added.count ?? 0) }

  /// How many changes lie over the grid; rebuild when it grows beyond `SpatialIndex.maxLayerCount`.
  package var layerCount: Int { layer.map { $0.added.count + $0.removals } ?? 0 }

  /// How much memory the grid takes, in bytes.
  package var byteCount: Int { grid.byteCount }

  /// The id of an ordinal below `ordinalLimit`. Complexity: O(1).
  package func id(of ordinal: UInt32) -> Int64 {
    precondition(ordinal < ordinalLimit, "No such ordinal.")
    return Int(ordinal) < grid.count ? grid.id(of: Int(ordinal)) : layer!.id(ordinal)
  }

  /// The place of an ordinal below `ordinalLimit`. Complexity: O(1).
  package func coordinate(of ordinal: UInt32) -> StoredCoordinate {
    precondition(ordinal < ordinalLimit, "No such ordinal.")
    if Int(ordinal) >= grid.count { return layer!.added[Int(ordinal) - grid.count].coordinate }
    return grid.coordinate(of: Int(ordinal))
  }

  /// The ordinal that now answers for an id; nil where there is none. Complexity: O(log n).
  package func ordinal(of id: Int64) -> UInt32? {
    if let layered = layer?.ordinal(of: id) { return layered }
    guard let ordinal = withExtendedLifetime(grid, { grid.identifiers.ordinal(of: id) }) else { return nil }
    return layer?.removed.contains(ordinal) ?? false ? nil : ordinal
  }

  /// What is wrong with the tables, in one sentence; nil where all is well. For tests. Complexity: O(n).
  package func brokenInvariant() -> String? { grid.brokenInvariant() }
}
