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
///
/// Distances are those of WGS84 geodesics between the place asked for and the stored one, right to 0.1 mm.
/// The index takes about 37 bytes a point, 41 where the ids span more than 32 bits.
public struct SpatialIndex: Sendable {
  private let grid: Grid
  private let layer: ChangeLayer?

  /// The number of changes that a layer takes before a rebuild pays.
  public static let largestLayer = 1000

  /// Builds the index from points of ascending, unique id, at most 536,870,911.
  /// Complexity: O(n log n), on all cores; 40 bytes a point besides the index.
  public init(_ points: [IndexedPoint]) {
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
  public func updating(_ changed: [IndexedPoint], removing removed: [Int64]) -> SpatialIndex {
    precondition(ordinalLimit + changed.count < Shortlist.ordinalLimit, "An index takes up to 536,870,911 points.")
    return SpatialIndex(grid, ChangeLayer(over: grid, after: layer, changed, removing: removed))
  }

  // MARK: - What it holds

  /// How many points can be answered (replaced and removed ones not counted).
  public var count: Int { grid.count - (layer?.removed.count ?? 0) + (layer?.live.count ?? 0) }

  /// One past the largest ordinal.
  public var ordinalLimit: Int { grid.count + (layer?.added.count ?? 0) }

  /// How many changes lie over the grid; rebuild when it grows beyond `SpatialIndex.largestLayer`.
  public var layerCount: Int { layer.map { $0.added.count + $0.removals } ?? 0 }

  /// How much memory the grid takes, in bytes.
  public var byteCount: Int { grid.byteCount }

  /// The id of an ordinal below `ordinalLimit`. Complexity: O(1).
  public func id(of ordinal: UInt32) -> Int64 {
    precondition(ordinal < ordinalLimit, "No such ordinal.")
    return Int(ordinal) < grid.count ? grid.identifiers[Int(ordinal)] : layer!.id(ordinal)
  }

  /// The place of an ordinal below `ordinalLimit`. Complexity: O(1).
  public func place(of ordinal: UInt32) -> StoredCoordinate {
    precondition(ordinal < ordinalLimit, "No such ordinal.")
    if Int(ordinal) >= grid.count { return layer!.added[Int(ordinal) - grid.count].place }
    return grid.tables.blocks.place(at: Int(grid.positions[Int(ordinal)]))
  }

  /// The ordinal that now answers for an id; nil where there is none. Complexity: O(log n).
  public func ordinal(of id: Int64) -> UInt32? {
    if let layered = layer?.ordinal(of: id) { return layered }
    guard let ordinal = grid.identifiers.ordinal(of: id) else { return nil }
    return layer?.removed.contains(ordinal) ?? false ? nil : ordinal
  }

  /// What is wrong with the tables, in one sentence; nil where all is well. For tests. Complexity: O(n).
  package func brokenInvariant() -> String? { grid.brokenInvariant() }

  // MARK: - Nearest

  /// The `limit` nearest points within `radius` metres, nearest first.
  ///
  /// Complexity: O(log n + limit) near points; tens of microseconds where the nearest is over 100 km away.
  public func nearest(to place: Coordinate, limit: Int, within radius: Double = .infinity) -> [Neighbor] {
    find(place, limit, radius, nil)
  }

  /// The `limit` nearest points within `radius` metres for which `isWanted(ordinal)` holds, nearest first.
  ///
  /// `isWanted` must say the same of an ordinal every time. It is asked about every point nearer than the last
  /// answer, and some more: where few are wanted, `among` costs less.
  public func nearest(
    to place: Coordinate, limit: Int, within radius: Double = .infinity, where isWanted: (UInt32) -> Bool
  ) -> [Neighbor] {
    withoutActuallyEscaping(isWanted) { find(place, limit, radius, $0) }
  }

  /// Of the given points (ordinals, each once), the `limit` nearest within `radius`, nearest first: for rare
  /// filters. Replaced, removed and unknown ordinals are passed over. Complexity: O(ordinals).
  public func nearest(
    to place: Coordinate, limit: Int, within radius: Double = .infinity, among ordinals: [UInt32]
  ) -> [Neighbor] {
    let limit = min(limit, ordinals.count)
    guard limit > 0, radius >= 0 else { return [] }
    var measured = Measurement(grid.tables.blocks, from: place, count: limit, radius: radius)
    var layered = Measurement(layer?.blocks ?? grid.tables.blocks, from: place, count: limit, radius: radius)
    for ordinal in ordinals {
      if ordinal < UInt32(grid.count) {
        if layer?.removed.contains(ordinal) ?? false { continue }
        measured.consider(Int(grid.positions[Int(ordinal)]))
      } else if ordinal < UInt32(ordinalLimit), let position = layer!.place(of: ordinal) {
        layered.consider(position)
      }
    }
    return merged(measured.takeNeighbors(), fromLayer: layered.takeNeighbors(), limit)
  }

  /// Every point within `radius` metres, nearest first.
  ///
  /// Complexity: O(log n + answers); points farther than 100 km cost a microsecond each.
  public func within(_ radius: Double, of place: Coordinate) -> [Neighbor] {
    find(place, .max, radius, nil)
  }

  /// Every point, nearest first, found as it is asked for: for filters that only the caller knows.
  ///
  /// Complexity: some microseconds for the first, about one for each of the next.
  public func nearestFirst(from place: Coordinate) -> NearestFirst {
    NearestFirst(DistanceBrowser(grid, layer, from: place, accepts: nil))
  }

  private func find(
    _ place: Coordinate, _ limit: Int, _ radius: Double, _ isWanted: ((UInt32) -> Bool)?
  ) -> [Neighbor] {
    let limit = min(limit, count)
    guard limit > 0, radius >= 0 else { return [] }
    let nearby = findNearby(place, limit, radius, isWanted)
    if nearby.count == limit || radius <= nearbyMetres { return nearby }
    var browser = DistanceBrowser(grid, layer, from: place, accepts: isWanted)
    var found: [Neighbor] = []
    while found.count < limit, let next = browser.next(), next.metres <= radius { found.append(next) }
    return found
  }

  private func findNearby(
    _ place: Coordinate, _ limit: Int, _ radius: Double, _ isWanted: ((UInt32) -> Bool)?
  ) -> [Neighbor] {
    let origin = EarthCentred(place)
    var accepts = isWanted
    if let removed = layer?.removed, removed.count > 0 {
      accepts = { !removed.contains($0) && isWanted?($0) ?? true }
    }
    var search = NearbySearch(grid.tables, from: origin, count: limit, radius: radius, accepts: accepts)
    search.run()
    let inGrid = search.takeNeighbors()
    guard let layer, !layer.live.isEmpty else { return inGrid }
    let isLayeredWanted = isWanted.map { isWanted in { isWanted(layer.ordinal($0)) } }
    var flat = NearbySearch(
      GridTables(layer.blocks), from: origin, count: limit, radius: radius, accepts: isLayeredWanted)
    flat.scan(0, layer.blocks.count)
    return merged(inGrid, fromLayer: flat.takeNeighbors(), limit)
  }

  /// The first `limit` of two sorted lists, the second of which speaks in places of the layer's live points.
  private func merged(_ inGrid: [Neighbor], fromLayer: [Neighbor], _ limit: Int) -> [Neighbor] {
    guard let layer, !fromLayer.isEmpty else { return inGrid }
    let layered = fromLayer.map { Neighbor(ordinal: layer.ordinal($0.ordinal), metres: $0.metres) }
    var merged: [Neighbor] = []
    merged.reserveCapacity(min(limit, inGrid.count + layered.count))
    var one = inGrid[...]
    var other = layered[...]
    while merged.count < limit, let first = one.first ?? other.first {
      let takesOther = one.isEmpty || !other.isEmpty && comes(other.first!, before: first)
      merged.append(takesOther ? other.removeFirst() : one.removeFirst())
    }
    return merged
  }

  private func comes(_ one: Neighbor, before other: Neighbor) -> Bool {
    let left = Shortlist.millimetres(one.metres)
    let right = Shortlist.millimetres(other.metres)
    return left == right ? id(of: one.ordinal) < id(of: other.ordinal) : left < right
  }

  // MARK: - Viewports

  /// Every point inside the viewport, by ascending id, at most `limit`.
  ///
  /// Exactly those whose stored place the viewport contains. Complexity: O(√n + points inside); for a limit far
  /// below the number inside, about O(limit · n / points inside).
  public func inside(_ viewport: Viewport, limit: Int = .max) -> [UInt32] {
    inside(viewport, after: nil, limit: limit)
  }

  /// The points inside the viewport whose id is above `id`, by ascending id, at most `limit`: the next page.
  public func inside(_ viewport: Viewport, after id: Int64?, limit: Int) -> [UInt32] {
    guard limit > 0 else { return [] }
    let boxes = StoredBox.boxes(viewport)
    let inGrid = insideGrid(boxes, after: id, limit)
    guard let layer, !layer.live.isEmpty else { return inGrid }
    let layered = layer.live.filter { index in
      let point = layer.added[Int(index)]
      return boxes.contains(point.place) && id.map { point.id > $0 } ?? true
    }
    return merged(inGrid[...], layered.map { UInt32(grid.count) + $0 }[...], limit)
  }

  /// Calls `body` with every point inside the viewport, in no order: the cheapest way to see them all.
  /// Complexity: O(√n + points inside).
  public func forEach(inside viewport: Viewport, _ body: (UInt32) -> Void) {
    let boxes = StoredBox.boxes(viewport)
    var search = ViewportSearch(grid.tables)
    defer { search.destroy() }
    search.add(boxes, without: layer?.removed)
    for index in 0..<search.found.count { body(search.found.values[index]) }
    for index in layer?.live ?? [] where boxes.contains(layer!.added[Int(index)].place) {
      body(UInt32(grid.count) + index)
    }
  }

  /// How many points lie inside the viewport. Complexity: as `forEach`.
  public func count(inside viewport: Viewport) -> Int {
    let boxes = StoredBox.boxes(viewport)
    var search = ViewportSearch(grid.tables)
    defer { search.destroy() }
    search.add(boxes, without: layer?.removed)
    return search.found.count + (layer?.live.count { boxes.contains(layer!.added[Int($0)].place) } ?? 0)
  }

  private func insideGrid(_ boxes: [StoredBox], after id: Int64?, _ limit: Int) -> [UInt32] {
    var search = ViewportSearch(grid.tables)
    defer { search.destroy() }
    search.add(boxes, without: layer?.removed)
    if let id {
      let first = id == .max ? grid.count : grid.identifiers.lowerBound(id + 1)
      search.found.removeAll { $0 < first }
    }
    search.found.sort()
    return [UInt32](UnsafeBufferPointer(start: search.found.values, count: min(limit, search.found.count)))
  }

  private func merged(_ one: ArraySlice<UInt32>, _ other: ArraySlice<UInt32>, _ limit: Int) -> [UInt32] {
    var one = one
    var other = other
    var merged: [UInt32] = []
    while merged.count < limit, let first = one.first ?? other.first {
      let takesOther = one.isEmpty || !other.isEmpty && id(of: other.first!) < id(of: first)
      merged.append(takesOther ? other.removeFirst() : one.removeFirst())
    }
    return merged
  }
}

/// Every point of an index, nearest first: a sequence that costs as much as is taken from it.
public struct NearestFirst: Sequence, IteratorProtocol {
  private var browser: DistanceBrowser

  init(_ browser: DistanceBrowser) { self.browser = browser }

  /// The next nearest point; nil after the last.
  public mutating func next() -> Neighbor? { browser.next() }
}
