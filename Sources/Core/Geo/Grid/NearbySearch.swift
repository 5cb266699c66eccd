/// The nearest points within `nearbyMetres` of a coordinate.
///
/// Visits cells outwards: in every grid a window of cells grows by the row or column whose plane is nearest, until no
/// plane is nearer than the worst candidate. Blocks are filtered sixteen points at a time by their chord in 32-bit
/// numbers; the remaining points are measured and compared exactly.
struct NearbySearch {
  private let tables: GridTables
  private let origin: EarthCentred
  private let x: Int32
  private let y: Int32
  private let z: Int32
  private let radius: Double
  /// A filter of points; nil for all.
  private let accepts: ((UInt32) -> Bool)?
  /// The blocks of all points that the filter accepts; nil for all blocks.
  private let selection: BlockSet?
  private var shortlist: Shortlist
  /// Whether every point within the radius is an answer, so that the reach never shrinks.
  private let acceptsAll: Bool
  /// The number of points that the search may still examine before it gives up.
  private var budget: Int
  /// The distance of the farthest possible answer in metres, with a margin for the rounding of the grid.
  private var reach = 0.0
  /// The same for sixteen points at once: the square in 1/128 m.
  private var limit: Float = 0

  /// A search for the `count` (at least 1, `.max` for all) nearest points within `radius`, at most `nearbyMetres`. It
  /// gives up after `budget` points.
  init(
    _ tables: GridTables, from origin: EarthCentred, count: Int, radius: Double, budget: Int,
    accepts: ((UInt32) -> Bool)?, in selection: BlockSet? = nil
  ) {
    self.tables = tables
    self.origin = origin
    x = Int32((origin.x * PointBlocks.unitsPerMetre).rounded())
    y = Int32((origin.y * PointBlocks.unitsPerMetre).rounded())
    z = Int32((origin.z * PointBlocks.unitsPerMetre).rounded())
    self.radius = min(radius, nearbyMetres)
    self.accepts = accepts
    self.selection = selection
    shortlist = Shortlist(limit: count)
    acceptsAll = count == .max
    self.budget = acceptsAll ? .max : budget
    narrow(to: self.radius)
  }

  /// The points found, nearest first. Frees the memory: call it once, at the end.
  mutating func drainNeighbors() -> [Neighbor] { shortlist.drainNeighbors() }

  @inline(__always)
  private mutating func narrow(to metres: Double) {
    // Units of the grid are 3 mm, in both directions of both ends.
    reach = metres + 0.02
    // Each end is rounded by half a unit on each axis, the squares' sum by four parts in 2²⁴.
    let units = (metres * PointBlocks.unitsPerMetre + 1.8) * (1 + 0x1p-21)
    limit = Float(units * units)
  }

  /// Searches all grids. False when the budget is exhausted and another method is faster: beyond the edge of a dense
  /// area the nearest plane is a poor guide, and far more points than answers lie within reach.
  mutating func run() -> Bool {
    let own = CubeFace.face(of: origin)
    for root in 0..<tables.rootCount where Int(tables.nodes[root].face) == own { visit(root: root) }
    for root in 0..<tables.rootCount where Int(tables.nodes[root].face) != own { visit(root: root) }
    return budget > 0
  }

  private mutating func visit(root: Int) {
    guard let view = FaceView(Int(tables.nodes[root].face), of: origin) else { return }
    visit(tables.nodes + root, view)
  }

  private mutating func visit(_ pointer: UnsafePointer<GridNode>, _ view: FaceView) {
    let node = pointer.pointee
    let beyondU = max(node.originU - view.u, view.u - node.lineU(node.width)) * view.metresPerU
    let beyondV = max(node.originV - view.v, view.v - node.lineV(node.height)) * view.metresPerV
    if max(beyondU, beyondV) > reach { return }
    if acceptsAll { return visitAll(node, view) }
    var window = GridWindow(node, view)
    tables.prefetch(
      node, max(0, window.left &- 1)..<min(node.width, window.right &+ 1),
      max(0, window.bottom &- 1)..<min(node.height, window.top &+ 1))
    visit(node, view, row: window.bottom, window.left..<window.right)
    while budget > 0, let side = window.grow(node, view, within: reach) {
      switch side {
      case .left: visitColumn(node, view, window.left, window.bottom..<window.top)
      case .right: visitColumn(node, view, window.right - 1, window.bottom..<window.top)
      case .bottom: visit(node, view, row: window.bottom, window.left..<window.right)
      case .top: visit(node, view, row: window.top - 1, window.left..<window.right)
      }
    }
  }

  /// Visits all cells within reach, row by row.
  private mutating func visitAll(_ node: GridNode, _ view: FaceView) {
    let acrossU = reach / view.metresPerU
    let acrossV = reach / view.metresPerV
    let columns = node.column(view.u - acrossU)..<node.column(view.u + acrossU) &+ 1
    let rows = node.row(view.v - acrossV)..<node.row(view.v + acrossV) &+ 1
    tables.prefetch(node, columns, rows)
    for row in rows { visit(node, view, row: row, columns) }
  }

  private mutating func visitColumn(_ node: GridNode, _ view: FaceView, _ column: Int, _ rows: Range<Int>) {
    for row in rows { visit(node, view, row: row, column..<column + 1) }
  }

  /// Visits a range of a row, which is one range of points unless a cell has a finer grid.
  @inline(__always)
  private mutating func visit(_ node: GridNode, _ view: FaceView, row: Int, _ columns: Range<Int>) {
    let cells = tables.cells(node, row: row, column: columns.lowerBound)
    let width = columns.upperBound &- columns.lowerBound
    let start = cells[0].start
    let end = cells[width].start
    if start == end { return }
    var children: UInt32 = 0
    for index in 0..<width { children |= cells[index].child }
    if children == GridCell.leaf {
      scan(Int(start), Int(end))
    } else {
      visitEach(cells, width, view)
    }
  }

  private mutating func visitEach(_ cells: UnsafePointer<GridCell>, _ width: Int, _ view: FaceView) {
    for index in 0..<width {
      let cell = cells[index]
      let end = cells[index + 1].start
      if cell.child == GridCell.leaf {
        if cell.start < end { scan(Int(cell.start), Int(end)) }
      } else if cell.child == GridCell.stack {
        collectColocated(Int(cell.start), Int(end))
      } else {
        visit(tables.nodes + Int(cell.child), view)
      }
    }
  }

  /// Examines the points in `start..<end`, which must not be empty.
  mutating func scan(_ start: Int, _ end: Int) {
    if let selection { return scan(start, end, in: selection) }
    budget &-= end &- start
    scanAll(start, end)
  }

  /// Examines those of the points that are in a block of the selection.
  private mutating func scan(_ start: Int, _ end: Int, in selection: BlockSet) {
    var start = selection.position(from: start, before: end)
    while start < end {
      let next = min(end, (start | 15) + 1)
      budget &-= next &- start
      scanAll(start, next)
      start = selection.position(from: next, before: end)
    }
  }

  @inline(__always)
  private mutating func scanAll(_ start: Int, _ end: Int) {
    let last = (end &- 1) >> 4
    for index in start >> 4...last {
      let block = tables.blocks.block(index)
      var lanes = tables.blocks.lanes(near: x, y, z, below: limit, in: block)
      if index == start >> 4 { lanes.removeLanes(before: start & 15) }
      if index == last { lanes.removeLanes(after: (end &- 1) & 15) }
      if lanes.isEmpty { continue }
      repeat { consider(index &* 16 &+ lanes.removeFirst()) } while !lanes.isEmpty
      narrow()
    }
  }

  /// Reduces the reach to what can still improve a full list.
  @inline(__always)
  private mutating func narrow() {
    if shortlist.isFull { narrow(to: min(radius, shortlist.reach)) }
  }

  @inline(__always)
  private mutating func consider(_ position: Int) {
    let metres = origin.nearbyDistance(to: tables.blocks.centred(at: position))
    if metres > radius || shortlist.isFull && metres > shortlist.reach { return }
    let ordinal = tables.blocks.ordinal(at: position)
    let key = Shortlist.key(metres, ordinal: ordinal)
    if shortlist.isFull, key >= shortlist.worstKey { return }
    if let accepts, !accepts(ordinal) { return }
    shortlist.insert(Shortlist.Entry(key: key, metres: metres))
  }

  /// Adds points of one coordinate, by ascending ordinal, as long as they improve the list.
  private mutating func collectColocated(_ start: Int, _ end: Int) {
    let metres = origin.nearbyDistance(to: tables.blocks.centred(at: start))
    if metres > radius { return }
    defer { narrow() }
    var next = start
    while next < end {
      let position = selection?.position(from: next, before: end) ?? next
      if position == end { return }
      next = position &+ 1
      let ordinal = tables.blocks.ordinal(at: position)
      let key = Shortlist.key(metres, ordinal: ordinal)
      if shortlist.isFull, key >= shortlist.worstKey { return }
      if let accepts, !accepts(ordinal) { continue }
      shortlist.insert(Shortlist.Entry(key: key, metres: metres))
    }
  }
}

/// A rectangle of a grid's cells that grows towards the nearest line.
struct GridWindow {
  enum Side { case left, right, bottom, top }

  private(set) var left: Int
  private(set) var right: Int
  private(set) var bottom: Int
  private(set) var top: Int

  /// The cell nearest to the view's point.
  @inline(__always)
  init(_ node: GridNode, _ view: FaceView) {
    left = node.column(view.u)
    bottom = node.row(view.v)
    right = left &+ 1
    top = bottom &+ 1
  }

  /// Grows by one row or column on the side whose line is nearest; nil when none is within `reach` metres.
  @inline(__always)
  mutating func grow(_ node: GridNode, _ view: FaceView, within reach: Double) -> Side? {
    let toLeft = left > 0 ? (view.u - node.lineU(left)) * view.metresPerU : .infinity
    let toRight = right < node.width ? (node.lineU(right) - view.u) * view.metresPerU : .infinity
    let toBottom = bottom > 0 ? (view.v - node.lineV(bottom)) * view.metresPerV : .infinity
    let toTop = top < node.height ? (node.lineV(top) - view.v) * view.metresPerV : .infinity
    if min(min(toLeft, toRight), min(toBottom, toTop)) > reach { return nil }
    if min(toLeft, toRight) < min(toBottom, toTop) {
      if toLeft < toRight {
        left &-= 1
        return .left
      }
      right &+= 1
      return .right
    }
    if toBottom < toTop {
      bottom &-= 1
      return .bottom
    }
    top &+= 1
    return .top
  }
}
