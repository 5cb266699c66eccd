package import Basics

extension SpatialIndex {
  /// The points inside the viewport, by ascending id, at most `limit`.
  ///
  /// Exactly those whose stored coordinate the viewport contains. Complexity: O(√n + points inside); for a limit far
  /// below the number inside, about O(limit · n / points inside).
  package func inside(_ viewport: Viewport, limit: Int = .max) -> [UInt32] {
    inside(viewport, after: nil, limit: limit)
  }

  /// The next page: points inside the viewport with an id above `id`, by ascending id, at most `limit`.
  package func inside(_ viewport: Viewport, after id: Int64?, limit: Int) -> [UInt32] {
    guard limit > 0 else { return [] }
    let boxes = StoredBoxes(viewport)
    let inGrid = insideGrid(boxes, after: id, limit)
    guard let layer, !layer.live.isEmpty else { return inGrid }
    let layered = layer.live.filter { index in
      let point = layer.added[Int(index)]
      return boxes.contain(point.coordinate) && id.map { point.id > $0 } ?? true
    }
    return merged(inGrid[...], layered.map { UInt32(grid.count) + $0 }[...], limit)
  }

  /// Passes all points inside the viewport to `body`, unordered: the cheapest way to visit them. Complexity: O(√n +
  /// points inside).
  package func withOrdinals<Result>(inside viewport: Viewport, _ body: (Span<UInt32>) throws -> Result) rethrows
    -> Result
  {
    let boxes = StoredBoxes(viewport)
    defer { withExtendedLifetime(grid) {} }
    var search = ViewportSearch(grid.tables)
    defer { search.destroy() }
    search.add(boxes)
    if let layer {
      if layer.removed.count > 0 { search.found.removeAll { layer.removed.contains($0) } }
      for index in layer.live where boxes.contain(layer.added[Int(index)].coordinate) {
        search.found.append(UInt32(grid.count) + index)
      }
    }
    return try body(UnsafeBufferPointer(start: search.found.values, count: search.found.count).span)
  }

  /// The number of points inside the viewport. Complexity: as `withOrdinals`.
  package func count(inside viewport: Viewport) -> Int {
    withOrdinals(inside: viewport) { $0.count }
  }

  private func insideGrid(_ boxes: StoredBoxes, after id: Int64?, _ limit: Int) -> [UInt32] {
    defer { withExtendedLifetime(grid) {} }
    let first = id.map { $0 == .max ? grid.count : grid.identifiers.lowerBound($0 + 1) } ?? 0
    var search = ViewportSearch(grid.tables)
    defer { search.destroy() }
    // For a small limit and very many results it is cheaper to walk the ids than to sort them all.
    search.maxCount = limit > 1 << 32 ? .max : 32 * limit + 8192
    search.add(boxes)
    if search.isOverfull {
      if let walked = walk(boxes, from: first, limit) { return walked }
      search.restart()
      search.add(boxes)
    }
    let removed = layer?.removed
    if removed?.count ?? 0 > 0 || first > 0 {
      search.found.removeAll { $0 < first || removed?.contains($0) ?? false }
    }
    search.found.sort(below: grid.count)
    return [UInt32](UnsafeBufferPointer(start: search.found.values, count: min(limit, search.found.count)))
  }

  /// The first `limit` points inside, walking the ordinals from `first`; nil when an eighth of all points does not
  /// contain that many.
  private func walk(_ boxes: StoredBoxes, from first: Int, _ limit: Int) -> [UInt32]? {
    var found: [UInt32] = []
    let end = min(grid.count, first + grid.count / 8)
    for ordinal in first..<end {
      let coordinate = grid.coordinate(of: ordinal)
      if !boxes.contain(coordinate) || layer?.removed.contains(UInt32(ordinal)) ?? false { continue }
      found.append(UInt32(ordinal))
      if found.count == limit { return found }
    }
    return end == grid.count ? found : nil
  }

  private func merged(_ one: ArraySlice<UInt32>, _ other: ArraySlice<UInt32>, _ limit: Int) -> [UInt32] {
    var one = one
    var other = other
    var merged: [UInt32] = []
    while merged.count < limit, let first = one.first ?? other.first {
      let otherIsNext = one.isEmpty || !other.isEmpty && id(of: other.first!) < id(of: first)
      merged.append(otherIsNext ? other.removeFirst() : one.removeFirst())
    }
    return merged
  }
}
