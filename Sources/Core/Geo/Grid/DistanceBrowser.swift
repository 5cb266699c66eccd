import Basics

/// Incremental nearest-neighbour search: all points, nearest first, on demand (G. R. Hjaltason, H. Samet: Distance
/// browsing in spatial databases, 1999).
///
/// A heap holds rectangles of cells, points and answers, each keyed by a lower bound of its distance. The top is
/// expanded: a rectangle into halves, finer grids or points, a point into an answer with its exact distance; an
/// answer on top is the next one. It works at any distance, far from all data and at the antipode too. Complexity of
/// the next answer: O(log n) for cells of few points each.
struct DistanceBrowser {
  private let grid: Grid
  private let tables: GridTables
  private let layer: ChangeLayer?
  private let from: Coordinate
  private let origin: EarthCentred
  /// A filter of points; nil for all.
  private let accepts: ((UInt32) -> Bool)?
  private var heap = BrowserHeap()

  /// A browser from a coordinate over a grid and its changes. It retains both.
  init(_ grid: Grid, _ layer: ChangeLayer?, from: Coordinate, accepts: ((UInt32) -> Bool)?) {
    self.grid = grid
    tables = grid.tables
    self.layer = layer
    self.from = from
    self.accepts = accepts
    origin = EarthCentred(from)
    for root in 0..<tables.rootCount { push(wholeOf: root) }
    if let layer { for index in 0..<layer.blocks.count { push(layered: index) } }
  }

  /// The next point; nil after the last.
  mutating func next() -> Neighbor? {
    // The tables are memory owned by the grid.
    defer { withExtendedLifetime(grid) {} }
    while let entry = heap.pop() {
      switch entry.content {
      case .cells(let cells): open(cells)
      case .points(let points): measure(points)
      case .answer(let ordinal, let metres, let rest):
        if let rest { push(rest, metres: metres) }
        return Neighbor(ordinal: ordinal, metres: metres)
      }
    }
    return nil
  }

  // MARK: - Points

  /// A range of points with the same coordinate, by ascending ordinal; or one point of the layer.
  struct Points {
    var position: UInt32
    var end: UInt32
    var isLayered: Bool
  }

  private func blocks(_ points: Points) -> PointBlocks { points.isLayered ? layer!.blocks : tables.blocks }

  private func ordinal(_ points: Points) -> UInt32 {
    let stored = blocks(points).ordinal(at: Int(points.position))
    return points.isLayered ? layer!.ordinal(stored) : stored
  }

  /// Skips removed and filtered points; nil when nothing is left.
  private func wanted(_ points: Points) -> Points? {
    var points = points
    while points.position < points.end {
      let ordinal = ordinal(points)
      let isGone = !points.isLayered && layer?.removed.contains(ordinal) ?? false
      if !isGone, accepts?(ordinal) ?? true { return points }
      points.position += 1
    }
    return nil
  }

  private mutating func push(layered index: Int) {
    push(Points(position: UInt32(index), end: UInt32(index + 1), isLayered: true))
  }

  private mutating func push(_ points: Points) {
    guard let points = wanted(points) else { return }
    let centred = blocks(points).centred(at: Int(points.position))
    guard origin.chordSquared(to: centred) > nearbyMetres * nearbyMetres,
      let bound = origin.lowerBound(to: centred)
    else { return measure(points) }
    heap.push(BrowserHeap.Entry(notNearerThan: bound - 0.001, .points(points)))
  }

  private mutating func measure(_ points: Points) {
    let metres = blocks(points).distance(to: Int(points.position), from: origin, from)
    push(points, metres: metres)
  }

  /// The tie-breaker of equal distances: the id. Within the grid alone the ordinal has the same order and is cheaper.
  private func rank(_ ordinal: UInt32, isLayered: Bool) -> Int64 {
    guard let layer else { return Int64(ordinal) }
    return isLayered ? layer.id(ordinal) : grid.identifiers[Int(ordinal)]
  }

  /// Pushes the first accepted point of a range whose distance is known.
  private mutating func push(_ points: Points, metres: Double) {
    guard let points = wanted(points) else { return }
    let ordinal = ordinal(points)
    let id = rank(ordinal, isLayered: points.isLayered)
    let rest = Points(position: points.position + 1, end: points.end, isLayered: points.isLayered)
    heap.push(
      BrowserHeap.Entry(
        answerAt: metres, id: id, .answer(ordinal, metres, rest: rest.position < rest.end ? rest : nil)))
  }

  // MARK: - Cells

  /// A rectangle of cells of a grid.
  struct Cells {
    var node: UInt32
    var left: UInt16
    var right: UInt16
    var bottom: UInt16
    var top: UInt16

    var width: Int { Int(right - left) }
    var height: Int { Int(top - bottom) }
  }

  private mutating func push(wholeOf node: Int) {
    let whole = tables.nodes[node]
    push(Cells(node: UInt32(node), left: 0, right: whole.columns, bottom: 0, top: whole.rows))
  }

  private mutating func push(_ cells: Cells) {
    if pointCount(cells) > 0 { heap.push(BrowserHeap.Entry(notNearerThan: bound(cells), .cells(cells))) }
  }

  private func pointCount(_ cells: Cells) -> Int {
    let node = tables.nodes[Int(cells.node)]
    var count = 0
    for row in Int(cells.bottom)..<Int(cells.top) {
      let first = tables.cells(node, row: row, column: Int(cells.left))
      count += Int(first[cells.width].start - first[0].start)
    }
    return count
  }

  /// A lower bound of the distance of the cells: the distance of their middle less the distance from there to a
  /// corner.
  private func bound(_ cells: Cells) -> Double {
    let node = tables.nodes[Int(cells.node)]
    let face = Int(node.face)
    let left = node.lineU(Int(cells.left)) / CubeFace.unitsPerOne - 1
    let right = node.lineU(Int(cells.right)) / CubeFace.unitsPerOne - 1
    let bottom = node.lineV(Int(cells.bottom)) / CubeFace.unitsPerOne - 1
    let top = node.lineV(Int(cells.top)) / CubeFace.unitsPerOne - 1
    let middle = CubeFace.surfacePoint(face, u: (left + right) / 2, v: (bottom + top) / 2)
    let squared = max(
      max(
        middle.chordSquared(to: CubeFace.surfacePoint(face, u: left, v: bottom)),
        middle.chordSquared(to: CubeFace.surfacePoint(face, u: left, v: top))),
      max(
        middle.chordSquared(to: CubeFace.surfacePoint(face, u: right, v: bottom)),
        middle.chordSquared(to: CubeFace.surfacePoint(face, u: right, v: top))))
    let distance = origin.lowerBound(to: middle) ?? Geodesic.distance(from, middle.coordinate)
    // A corner is the farthest point of a rectangle between planes through the centre, except for the flattening; a
    // geodesic exceeds its chord by 0.1 % at 1,000 km, and by 4 % at 6,000 km, the maximum here.
    let spread = squared.squareRoot()
    return distance - spread * (1.003 + 0.003 * spread * spread / 1e12) - 0.05
  }

  private mutating func open(_ cells: Cells) {
    let count = pointCount(cells)
    let first = tables.cells(
      tables.nodes[Int(cells.node)], row: Int(cells.bottom), column: Int(cells.left))
    if cells.width == 1, cells.height == 1, first.pointee.child != GridCell.leaf {
      openChild(first.pointee, end: first[1].start)
    } else if count <= 24 && !hasChildren(cells) || cells.width == 1 && cells.height == 1 {
      pushPoints(cells)
    } else {
      halve(cells)
    }
  }

  private mutating func openChild(_ cell: GridCell, end: UInt32) {
    if cell.child == GridCell.stack {
      push(Points(position: cell.start, end: end, isLayered: false))
    } else {
      push(wholeOf: Int(cell.child))
    }
  }

  private func hasChildren(_ cells: Cells) -> Bool {
    let node = tables.nodes[Int(cells.node)]
    for row in Int(cells.bottom)..<Int(cells.top) {
      let first = tables.cells(node, row: row, column: Int(cells.left))
      for column in 0..<cells.width where first[column].child != GridCell.leaf { return true }
    }
    return false
  }

  private mutating func pushPoints(_ cells: Cells) {
    let node = tables.nodes[Int(cells.node)]
    for row in Int(cells.bottom)..<Int(cells.top) {
      let first = tables.cells(node, row: row, column: Int(cells.left))
      for position in first[0].start..<first[cells.width].start {
        push(Points(position: position, end: position + 1, isLayered: false))
      }
    }
  }

  private mutating func halve(_ cells: Cells) {
    var one = cells
    var other = cells
    if cells.width >= cells.height {
      one.right = cells.left + UInt16(cells.width / 2)
      other.left = one.right
    } else {
      one.top = cells.bottom + UInt16(cells.height / 2)
      other.bottom = one.top
    }
    push(one)
    push(other)
  }
}

extension PointBlocks {
  /// The geodesic distance of a stored point from a coordinate, accurate to 0.1 mm.
  func distance(to position: Int, from origin: EarthCentred, _ coordinate: Coordinate) -> Double {
    let centred = centred(at: position)
    if origin.chordSquared(to: centred) <= nearbyMetres * nearbyMetres { return origin.nearbyDistance(to: centred) }
    return Geodesic.distance(coordinate, Coordinate(self.coordinate(at: position)))
  }
}
