package import Basics
package import Segments

/// A point to index: an identifier and a stored coordinate.
package struct IndexedPoint: Hashable, Sendable {
  /// A stable identifier, unique within one index; it orders equal distances.
  package let id: Int64
  package let coordinate: StoredCoordinate

  package init(id: Int64, coordinate: StoredCoordinate) {
    self.id = id
    self.coordinate = coordinate
  }
}

/// A result of a query: a point and its distance.
package struct Neighbor: Hashable, Sendable {
  /// The ordinal of the point in the index (see `SpatialIndex`).
  package let ordinal: UInt32
  /// The geodesic distance on the WGS84 ellipsoid in metres, accurate to 1 mm.
  package let metres: Double

  package init(ordinal: UInt32, metres: Double) {
    self.ordinal = ordinal
    self.metres = metres
  }
}

/// An immutable spatial index: a grid plus a small layer of changes.
///
/// Ordinals 0..<baseCount are the points that the grid was built from, in ascending id; the following ones are points
/// added later by `updating`. A replaced or removed point keeps its ordinal and is never returned. Queries are pure,
/// lock-free and may run on any thread. Results are ordered by distance in whole millimetres, then by id.
///
/// Distances are WGS84 geodesics to the stored coordinate, accurate to 0.03 mm: see `PointBlocks.centred`. The index takes about 37 bytes per
/// point, or 41 when the ids span more than 32 bits.
package struct SpatialIndex: Sendable {
  let grid: Grid
  let layer: ChangeLayer?

  /// The number of changes above which a rebuild pays off.
  package static let maxLayerCount = 1000

  /// Builds the index from points of ascending, unique ids, at most 536,870,911. Complexity: O(n log n), on all
  /// cores; 40 bytes per point besides the index.
  package init(_ points: [IndexedPoint]) {
    grid = Grid(points)
    layer = nil
  }

  /// The index in a file, mapped. Complexity: O(n / 100), to check what searches follow.
  /// - Throws: `SegmentFault.damaged`.
  package init(_ part: SegmentPart) throws(SegmentFault) {
    grid = try Grid(part)
    layer = nil
  }

  /// Adds the index without its changes to a file.
  package func add(to draft: inout SegmentDraft) { grid.add(to: &draft) }

  private init(_ grid: Grid, _ layer: ChangeLayer) {
    self.grid = grid
    self.layer = layer
  }

  /// A copy of the index with points replaced, added and removed; it shares the grid.
  ///
  /// Removals come first; unknown ids are ignored; the last of several points with one id counts. The new and changed
  /// points get the ordinals from `ordinalLimit` on, in the given order. Complexity: O(m log n) for all m changes of
  /// the layer.
  package func updating(_ changed: [IndexedPoint], removing removed: [Int64]) -> SpatialIndex {
    precondition(ordinalLimit + changed.count < Shortlist.ordinalLimit, "An index takes up to 536,870,911 points.")
    return SpatialIndex(grid, ChangeLayer(over: grid, after: layer, changed, removing: removed))
  }

  // MARK: - Contents

  /// The number of current points, without replaced and removed ones.
  package var count: Int { grid.count - (layer?.removed.count ?? 0) + (layer?.live.count ?? 0) }

  package var baseCount: Int { grid.count }

  /// The place of each ordinal below `baseCount` in an order in which neighbours are mostly together. Unless a file is
  /// damaged, each place is there once.
  package var places: PackedArray<UInt32> { grid.positions }

  /// The first ordinal of the grid whose id is not below `id`. Complexity: O(log n).
  package func lowerBound(_ id: Int64) -> Int { grid.identifiers.lowerBound(id) }

  /// One more than the largest ordinal.
  package var ordinalLimit: Int { grid.count + (layer?.added.count ?? 0) }

  /// The number of changes over the grid; rebuild when it exceeds `SpatialIndex.maxLayerCount`.
  package var layerCount: Int { layer.map { $0.added.count + $0.removals } ?? 0 }

  /// The size of the grid in memory, in bytes.
  package var byteCount: Int { grid.byteCount }

  /// The id of an ordinal below `ordinalLimit`. Complexity: O(1).
  package func id(of ordinal: UInt32) -> Int64 {
    precondition(ordinal < ordinalLimit, "No such ordinal.")
    return Int(ordinal) < grid.count ? grid.id(of: Int(ordinal)) : layer!.id(ordinal)
  }

  /// The coordinate of an ordinal below `ordinalLimit`. Complexity: O(1).
  package func coordinate(of ordinal: UInt32) -> StoredCoordinate {
    precondition(ordinal < ordinalLimit, "No such ordinal.")
    if Int(ordinal) >= grid.count { return layer!.added[Int(ordinal) - grid.count].coordinate }
    return grid.coordinate(of: Int(ordinal))
  }

  /// The current ordinal of an id; nil when unknown. Complexity: O(log n).
  package func ordinal(of id: Int64) -> UInt32? {
    if let layered = layer?.ordinal(of: id) { return layered }
    guard let ordinal = grid.identifiers.ordinal(of: id) else { return nil }
    return layer?.removed.contains(ordinal) ?? false ? nil : ordinal
  }

  /// The first broken invariant in one sentence; nil when all hold. For tests. Complexity: O(n).
  package func brokenInvariant() -> String? { grid.brokenInvariant() }
}
