import Basics

/// Incremental nearest-neighbour search: all points, nearest first, on demand (G. R. Hjaltason, H. Samet: Distance
/// browsing in spatial databases, 1999).
///
/// A heap holds rectangles of cells, points and answers, each keyed by a lower bound of its distance. The top is
/// expanded: a rectangle into quarters, finer grids or points, a point into an answer with its exact distance; an
/// answer on top is the next one. The bounds are so close (`HingeBound`) that hardly more points are measured than
/// asked for, far from all data and at the antipode too. Complexity of the next answer: O(log n) for cells of few
/// points each.
struct DistanceBrowser {
  private let grid: Grid
  private let tables: GridTables
  private let layer: ChangeLayer?
  private let from: Coordinate
  private let origin: EarthCentred
  /// A filter of points; nil for all.
  private let accepts: ((UInt32) -> Bool)?
  /// The blocks of all points of the grid that the filter accepts; nil for all blocks.
  private let selection: BlockSet?
  private var heap = BrowserHeap()
  /// The pivots that bound distances. The last is likely to be close to the cells that are opened next.
  private var hinges: [HingeBound] = []
  private(set) var measured = 0

  /// A browser from a coordinate over a grid and its changes. It retains both.
  init(
    _ grid: Grid, _ layer: ChangeLayer?, from: Coordinate, accepts: ((UInt32) -> Bool)?, in selection: BlockSet? = nil
  ) {
    self.grid = grid
    tables = grid.tables
    self.layer = layer
    self.from = from
    self.accepts = accepts
    self.selection = selection
    origin = EarthCentred(from)
    hinges.reserveCapacity(8)
    for root in 0..<tables.rootCount { push(wholeOf: root, hinge: nil) }
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

  /// Whether every point is wanted.
  private var acceptsAll: Bool { layer == nil && accepts == nil }

  private func ordinal(_ points: Points) -> UInt32 {
    let stored = blocks(points).ordinal(at: Int(points.position))
    return points.isLayered ? layer!.ordinal(stored) : stored
  }

  /// Skips removed and filtered points; nil when nothing is left.
  private func wanted(_ points: Points) -> Points? {
    var points = points
    while points.position < points.end {
      if let selection, !points.isLayered {
        points.position = UInt32(selection.position(from: Int(points.position), before: Int(points.end)))
        if points.position == points.end { return nil }
      }
      let ordinal = ordinal(points)
      let isGone = !points.isLayered && layer?.removed.contains(ordinal) ?? false
      if !isGone, accepts?(ordinal) ?? true { return points }
      points.position += 1
    }
    return nil
  }

  private mutating func push(layered index: Int) {
    let centred = layer!.blocks.centred(at: index)
    let last = hinges.count - 1
    // Changes are few: a hinge that is off by a kilometre serves.
    let isClose = last >= 0 && hinges[last].slack(centred, radius: 0) < 1000
    let hinge = isClose ? last : addHinge(centred)
    push(Points(position: UInt32(index), end: UInt32(index + 1), isLayered: true), hinge: hinge)
  }

  private mutating func push(_ points: Points, hinge: Int) {
    guard let points = acceptsAll ? points : wanted(points) else { return }
    let centred = blocks(points).centred(at: Int(points.position))
    if origin.chordSquared(to: centred) <= nearbyMetres * nearbyMetres { return measure(points) }
    heap.push(BrowserHeap.Entry(notNearerThan: hinges[hinge].bound(of: centred), .points(points)))
  }

  private mutating func measure(_ points: Points) {
    measured += 1
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
    guard let points = acceptsAll ? points : wanted(points) else { return }
    let ordinal = ordinal(points)
    let id = rank(ordinal, isLayered: points.isLayered)
    let rest = Points(position: points.position + 1, end: points.end, isLayered: points.isLayered)
    heap.push(
      BrowserHeap.Entry(
        answerAt: metres, id: id, .answer(ordinal, metres, rest: rest.position < rest.end ? rest : nil)))
  }

  // MARK: - Cells

  struct Cells {
    var node: UInt32
    /// The index in `hinges` of what bounded its distance.
    var hinge: UInt32
    /// The radius of a circle around its corners in metres.
    var radius: Float
    var left: UInt16
    var right: UInt16
    var bottom: UInt16
    var top: UInt16

    var width: Int { Int(right - left) }
    var height: Int { Int(top - bottom) }
  }

  private mutating func push(wholeOf node: Int, hinge: Int?) {
    let whole = tables.nodes[node]
    push(
      Cells(node: UInt32(node), hinge: 0, radius: 0, left: 0, right: whole.columns, bottom: 0, top: whole.rows),
      hinge: hinge)
  }

  /// Pushes the part of a rectangle that has points.
  private mutating func push(_ cells: Cells, hinge: Int?) {
    guard var cells = trimmed(cells), mayHoldSelected(cells) else { return }

    let patch = patch(cells)
    let hinge = hinge ?? addHinge(pivot(cells))
    cells.hinge = UInt32(hinge)
    cells.radius = Float(patch.radiusSquared.squareRoot())
    heap.push(BrowserHeap.Entry(notNearerThan: hinges[hinge].bound(of: patch), .cells(cells)))
  }

  private mutating func addHinge(_ pivot: EarthCentred) -> Int {
    hinges.append(HingeBound(from: from, origin, pivot: pivot))
    return hinges.count - 1
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

  /// Without the outer rows and columns that have no points; nil when none has.
  private func trimmed(_ cells: Cells) -> Cells? {
    let node = tables.nodes[Int(cells.node)]
    var left = cells.width
    var right = 0
    var bottom: Int?
    var top = 0
    for row in Int(cells.bottom)..<Int(cells.top) {
      let first = tables.cells(node, row: row, column: Int(cells.left))
      let start = first[0].start
      let end = first[cells.width].start
      if start == end { continue }
      bottom = bottom ?? row
      top = row + 1
      var column = 0
      while column < left, first[column + 1].start == start { column += 1 }
      left = column
      column = cells.width
      while column > right, first[column - 1].start == end { column -= 1 }
      right = column
    }
    guard let bottom else { return nil }
    var part = cells
    part.left = cells.left + UInt16(left)
    part.right = cells.left + UInt16(right)
    part.bottom = UInt16(bottom)
    part.top = UInt16(top)
    return part
  }

  /// Whether a block of the selection is among those of the cells.
  private func mayHoldSelected(_ cells: Cells) -> Bool {
    guard let selection else { return true }
    let node = tables.nodes[Int(cells.node)]
    for row in Int(cells.bottom)..<Int(cells.top) {
      let first = tables.cells(node, row: row, column: Int(cells.left))
      let end = Int(first[cells.width].start)
      if selection.position(from: Int(first[0].start), before: end) < end { return true }
    }
    return false
  }

  private func patch(_ cells: Cells) -> SurfacePatch {
    let node = tables.nodes[Int(cells.node)]
    return SurfacePatch(
      Int(node.face), left: node.lineU(Int(cells.left)) / CubeFace.unitsPerOne - 1,
      right: node.lineU(Int(cells.right)) / CubeFace.unitsPerOne - 1,
      bottom: node.lineV(Int(cells.bottom)) / CubeFace.unitsPerOne - 1,
      top: node.lineV(Int(cells.top)) / CubeFace.unitsPerOne - 1)
  }

  /// The surface point in the middle.
  private func pivot(_ cells: Cells) -> EarthCentred {
    let node = tables.nodes[Int(cells.node)]
    let u = node.lineU(0) + node.stepU * Double(cells.left + cells.right) / 2
    let v = node.lineV(0) + node.stepV * Double(cells.bottom + cells.top) / 2
    return CubeFace.surfacePoint(Int(node.face), u: u / CubeFace.unitsPerOne - 1, v: v / CubeFace.unitsPerOne - 1)
  }

  /// The hinge for what is in a rectangle: its own or the last one, if it is close enough; otherwise a new one.
  private mutating func hinge(_ cells: Cells, isLeaf: Bool) -> Int {
    let radius = Double(cells.radius)
    // A new hinge costs a geodesic: as much as one point too many that is measured.
    let enough = isLeaf ? 200 : 200 + radius / 4
    let middle = pivot(cells)
    if hinges[Int(cells.hinge)].slack(middle, radius: radius) < enough { return Int(cells.hinge) }
    let last = hinges.count - 1
    if hinges[last].slack(middle, radius: radius) < enough { return last }
    return addHinge(middle)
  }

  private mutating func open(_ cells: Cells) {
    let count = pointCount(cells)
    let first = tables.cells(
      tables.nodes[Int(cells.node)], row: Int(cells.bottom), column: Int(cells.left))
    let isSingle = cells.width == 1 && cells.height == 1
    if isSingle, first.pointee.child != GridCell.leaf {
      openChild(first.pointee, end: first[1].start, cells)
    } else if isSingle || count <= 12 && !hasChildren(cells) {
      pushPoints(cells)
    } else {
      divide(cells)
    }
  }

  private mutating func openChild(_ cell: GridCell, end: UInt32, _ cells: Cells) {
    if cell.child == GridCell.stack {
      push(Points(position: cell.start, end: end, isLayered: false), hinge: hinge(cells, isLeaf: true))
    } else {
      push(wholeOf: Int(cell.child), hinge: hinge(cells, isLeaf: false))
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

    let hinge = hinge(cells, isLeaf: true)
    for row in Int(cells.bottom)..<Int(cells.top) {
      let first = tables.cells(node, row: row, column: Int(cells.left))
      for position in first[0].start..<first[cells.width].start {
        push(Points(position: position, end: position + 1, isLayered: false), hinge: hinge)
      }
    }
  }

  private mutating func divide(_ cells: Cells) {
    let hinge = hinge(cells, isLeaf: false)
    let across = min(2, cells.width)
    let up = min(2, cells.height)
    for row in 0..<up {
      for column in 0..<across {
        var part = cells
        part.left = cells.left + UInt16(cells.width * column / across)
        part.right = cells.left + UInt16(cells.width * (column + 1) / across)
        part.bottom = cells.bottom + UInt16(cells.height * row / up)
        part.top = cells.bottom + UInt16(cells.height * (row + 1) / up)
        push(part, hinge: hinge)
      }
    }
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
