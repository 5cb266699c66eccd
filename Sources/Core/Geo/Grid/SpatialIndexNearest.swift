package import Basics

extension SpatialIndex {
  /// The `limit` nearest points within `radius` metres, nearest first.
  ///
  /// Complexity: O(log n + limit) near points; tens of microseconds when the nearest is over 100 km away.
  package func nearest(to coordinate: Coordinate, limit: Int, within radius: Double = .infinity) -> [Neighbor] {
    find(coordinate, limit, radius, nil, nil)
  }

  /// The `limit` nearest points within `radius` metres for which `isIncluded(ordinal)` holds, nearest first.
  ///
  /// `isIncluded` must be deterministic. It is called for every point nearer than the last result, and some more, but for
  /// those of the grid outside `selection`, for which it must be false. For very selective filters, `among` costs less.
  package func nearest(
    to coordinate: Coordinate, limit: Int, within radius: Double = .infinity, in selection: BlockSet? = nil,
    where isIncluded: (UInt32) -> Bool
  ) -> [Neighbor] {
    withoutActuallyEscaping(isIncluded) { find(coordinate, limit, radius, selection, $0) }
  }

  /// The `limit` nearest of the given points (ordinals, each once) within `radius`, nearest first: for selective
  /// filters. Replaced, removed and unknown ordinals are ignored. Complexity: O(ordinals).
  package func nearest(
    to coordinate: Coordinate, limit: Int, within radius: Double = .infinity, among ordinals: [UInt32]
  ) -> [Neighbor] {
    let limit = min(limit, ordinals.count)
    guard limit > 0, radius >= 0 else { return [] }
    defer { withExtendedLifetime((grid, layer)) {} }
    var measured = Measurement(grid.tables.blocks, from: coordinate, count: limit, radius: radius)
    var layered = Measurement(layer?.blocks ?? grid.tables.blocks, from: coordinate, count: limit, radius: radius)
    for ordinal in ordinals {
      if ordinal < UInt32(grid.count) {
        if layer?.removed.contains(ordinal) ?? false { continue }
        measured.consider(grid.position(of: Int(ordinal)))
      } else if ordinal < UInt32(ordinalLimit), let position = layer!.position(of: ordinal) {
        layered.consider(position)
      }
    }
    return merged(measured.drainNeighbors(), fromLayer: layered.drainNeighbors(), limit)
  }

  /// Every point within `radius` metres, nearest first.
  ///
  /// Complexity: O(log n + results); points farther than 100 km cost a microsecond each.
  package func within(_ radius: Double, of coordinate: Coordinate) -> [Neighbor] {
    find(coordinate, .max, radius, nil, nil)
  }

  /// All points, nearest first, computed on demand: tests compare them with every other search.
  ///
  /// Complexity: tens of microseconds for the first, about one for each of the next.
  package func nearestFirst(from coordinate: Coordinate) -> NearestFirst {
    NearestFirst(DistanceBrowser(grid, layer, from: coordinate, accepts: nil))
  }

  private func find(
    _ coordinate: Coordinate, _ limit: Int, _ radius: Double, _ selection: BlockSet?, _ isIncluded: ((UInt32) -> Bool)?
  ) -> [Neighbor] {
    guard limit > 0, count > 0, radius >= 0 else { return [] }
    // Searches hold views of memory that the grid and the layer own.
    defer { withExtendedLifetime((grid, layer)) {} }
    let limit = limit < count ? limit : .max
    if let nearby = findNearby(coordinate, limit, radius, selection, isIncluded),
      nearby.count == min(limit, count) || radius <= nearbyMetres
    {
      return nearby
    }
    var browser = DistanceBrowser(grid, layer, from: coordinate, accepts: isIncluded, in: selection)
    var found: [Neighbor] = []
    while found.count < limit, let next = browser.next(), next.metres <= radius { found.append(next) }
    return found
  }

  /// The nearest within 100 km; nil when browsing is faster.
  private func findNearby(
    _ coordinate: Coordinate, _ limit: Int, _ radius: Double, _ selection: BlockSet?, _ isIncluded: ((UInt32) -> Bool)?
  ) -> [Neighbor]? {
    let origin = EarthCentred(coordinate)
    var accepts = isIncluded
    if let removed = layer?.removed, removed.count > 0 {
      accepts = { !removed.contains($0) && isIncluded?($0) ?? true }
    }
    // Near data about 60 points are examined for 10 results, plus those that a filter rejects.
    let budget = (isIncluded == nil ? 4096 : 131_072) + 16 * min(limit, count)
    var search = NearbySearch(
      grid.tables, from: origin, count: limit, radius: radius, budget: budget, accepts: accepts,
      in: selection)
    let isComplete = search.run()
    let inGrid = search.drainNeighbors()
    guard isComplete else { return nil }
    guard let layer, !layer.live.isEmpty else { return inGrid }
    // Only points that improve on the grid's results, including ties, are taken from the layer.
    let reach = inGrid.count == limit ? min(radius, inGrid[limit - 1].metres + 0.001) : radius
    let isLayeredWanted = isIncluded.map { isIncluded in { isIncluded(layer.ordinal($0)) } }
    var flat = NearbySearch(
      GridTables(layer.blocks), from: origin, count: limit, radius: reach, budget: .max, accepts: isLayeredWanted)
    flat.scan(0, layer.blocks.count)
    return merged(inGrid, fromLayer: flat.drainNeighbors(), limit)
  }

  /// The first `limit` of two sorted lists; the ordinals of the second are positions in the layer's live points.
  private func merged(_ inGrid: [Neighbor], fromLayer: [Neighbor], _ limit: Int) -> [Neighbor] {
    guard let layer, !fromLayer.isEmpty else { return inGrid }
    let layered = fromLayer.map { Neighbor(ordinal: layer.ordinal($0.ordinal), metres: $0.metres) }
    var merged: [Neighbor] = []
    merged.reserveCapacity(min(limit, inGrid.count + layered.count))
    var one = inGrid[...]
    var other = layered[...]
    while merged.count < limit, let first = one.first ?? other.first {
      let otherIsNext = one.isEmpty || !other.isEmpty && comes(other.first!, before: first)
      merged.append(otherIsNext ? other.removeFirst() : one.removeFirst())
    }
    return merged
  }

  private func comes(_ one: Neighbor, before other: Neighbor) -> Bool {
    let left = Shortlist.millimetres(one.metres)
    let right = Shortlist.millimetres(other.metres)
    return left == right ? id(of: one.ordinal) < id(of: other.ordinal) : left < right
  }
}

/// All points of an index, nearest first; the cost depends on how many are consumed.
package struct NearestFirst: Sequence, IteratorProtocol {
  private var browser: DistanceBrowser

  init(_ browser: DistanceBrowser) { self.browser = browser }

  /// The next nearest point; nil after the last.
  package mutating func next() -> Neighbor? { browser.next() }
}
