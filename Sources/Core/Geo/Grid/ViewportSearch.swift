import CPrefetch

/// The points inside boxes of latitudes and longitudes.
///
/// On every face a box covers a range of cells in each row of a grid. The points of cells completely inside are added
/// without a test; those of the others are compared with the box exactly, sixteen at a time, by their stored
/// coordinates. Ranges are collected and prefetched before they are scanned. Complexity: O(√n + points in the cells).
struct ViewportSearch {
  private let tables: GridTables
  private var box: StoredBox
  /// The ordinals found, unordered. `destroy` frees them.
  var found = OrdinalBuffer()
  /// The search stops when more are found.
  var maxCount = Int.max
  private let stretches: UnsafeMutablePointer<Stretch>
  private var stretchCount = 0

  private struct Stretch {
    var start: UInt32
    var end: UInt32
    var isInside: Bool
  }

  /// The number of ranges collected before they are scanned.
  private static let maxStretches = 64
  /// The maximum number of blocks of a range to prefetch.
  private static let maxBlocks = 12

  init(_ tables: GridTables) {
    self.tables = tables
    box = StoredBox(west: 0, south: 0, east: 0, north: 0)
    stretches = .allocate(capacity: Self.maxStretches)
  }

  func destroy() {
    found.destroy()
    stretches.deallocate()
  }

  /// The number of collected but unscanned points that are certainly inside.
  private var certain = 0

  /// Whether the search stopped early.
  var isOverfull: Bool { found.count &+ certain > maxCount }

  /// Discards the results and removes the limit.
  mutating func restart() {
    found.removeAll { _ in true }
    certain = 0
    stretchCount = 0
    maxCount = .max
  }

  mutating func add(_ boxes: StoredBoxes) {
    add(boxes.first)
    if let second = boxes.second { add(second) }
    found.clamp(to: tables.blocks.lastOrdinal)
  }

  private mutating func add(_ box: StoredBox) {
    if box.south > box.north || box.west > box.east { return }
    self.box = box
    for root in 0..<tables.rootCount {
      let node = tables.nodes[root]
      if let cover = FaceCover(Int(node.face), box) { visit(node, cover) }
    }
    flush()
  }

  private mutating func visit(_ node: GridNode, _ cover: FaceCover) {
    guard cover.lowU <= node.lineU(node.width), cover.highU >= node.originU,
      cover.lowV <= node.lineV(node.height), cover.highV >= node.originV
    else { return }
    let rows = node.row(cover.lowV)..<node.row(cover.highV) &+ 1
    let column = node.column(cover.lowU)
    for row in rows { prefetch_line(tables.cells(node, row: row, column: column)) }
    for row in rows {
      if isOverfull { return }
      let part = cover.part(fromV: node.lineV(row), toV: node.lineV(row &+ 1))
      if part.outerLow > node.lineU(node.width) || part.outerHigh < node.originU || part.outerLow > part.outerHigh {
        continue
      }
      let columns = node.column(part.outerLow)..<node.column(part.outerHigh) &+ 1
      let inside = node.columns(from: part.innerLow, to: part.innerHigh).clamped(to: columns)
      visit(node, row, columns.lowerBound..<inside.lowerBound, cover)
      collect(node, row, inside)
      visit(node, row, inside.upperBound..<columns.upperBound, cover)
    }
  }

  /// Collects the points of a row's cells for comparison: leaves as one range, finer grids recursively.
  @inline(__always)
  private mutating func visit(_ node: GridNode, _ row: Int, _ columns: Range<Int>, _ cover: FaceCover) {
    let cells = tables.cells(node, row: row, column: columns.lowerBound)
    let width = columns.upperBound &- columns.lowerBound
    if cells[0].start == cells[width].start { return }
    var pending = 0
    for index in 0..<width {
      let child = cells[index].child
      if child == GridCell.leaf || child == GridCell.stack { continue }
      gather(cells[pending].start, cells[index].start, isInside: false)
      visit(tables.nodes[Int(child)], cover)
      pending = index &+ 1
    }
    gather(cells[pending].start, cells[width].start, isInside: false)
  }

  /// Collects a range of a row that is completely inside, including finer grids.
  @inline(__always)
  private mutating func collect(_ node: GridNode, _ row: Int, _ columns: Range<Int>) {
    let cells = tables.cells(node, row: row, column: columns.lowerBound)
    gather(cells[0].start, cells[columns.upperBound &- columns.lowerBound].start, isInside: true)
  }

  @inline(__always)
  private mutating func gather(_ start: UInt32, _ end: UInt32, isInside: Bool) {
    if start >= end { return }
    if stretchCount == Self.maxStretches { flush() }
    if isOverfull { return }
    stretches[stretchCount] = Stretch(start: start, end: end, isInside: isInside)
    stretchCount &+= 1
    if isInside { certain &+= Int(end &- start) }
    let first = Int(start) >> 4
    var block = first
    while block <= min(Int(end &- 1) >> 4, first &+ Self.maxBlocks) {
      let memory = tables.blocks.block(block)
      prefetch_line(memory + PointBlocks.ordinalOffset)
      if !isInside {
        prefetch_line(memory + PointBlocks.latitudeOffset)
        prefetch_line(memory + PointBlocks.longitudeOffset)
      }
      block &+= 1
    }
  }

  private mutating func flush() {
    if isOverfull { return }
    for index in 0..<stretchCount {
      let stretch = stretches[index]
      if stretch.isInside {
        collectAll(Int(stretch.start), Int(stretch.end))
      } else {
        scan(Int(stretch.start), Int(stretch.end))
      }
    }
    stretchCount = 0
    certain = 0
  }

  private mutating func scan(_ start: Int, _ end: Int) {
    let last = (end &- 1) >> 4
    found.reserve((last &- start >> 4 &+ 1) &* 16)
    for index in start >> 4...last {
      let block = tables.blocks.block(index)
      var lanes = tables.blocks.lanes(inside: box, in: block)
      if index == start >> 4 { lanes.removeLanes(before: start & 15) }
      if index == last { lanes.removeLanes(after: (end &- 1) & 15) }
      found.append(lanes, of: UnsafeRawPointer(block + PointBlocks.ordinalOffset))
    }
  }

  private mutating func collectAll(_ start: Int, _ end: Int) {
    found.reserve(end &- start)
    var position = start
    while position < end {
      let ordinals = tables.blocks.block(position >> 4) + (PointBlocks.ordinalOffset &+ (position & 15) &* 4)
      let count = min(16 &- position & 15, end &- position)
      found.append(count, of: UnsafeRawPointer(ordinals))
      position &+= count
    }
  }
}

extension GridNode {
  /// The columns completely between two values of u; empty when there are none.
  @inline(__always)
  fileprivate func columns(from low: Double, to high: Double) -> Range<Int> {
    let right = min(Double(width), (high - originU) * inverseU)
    let left = max(0, (low - originU) * inverseU)
    if right < 1 || left > right - 1 { return 0..<0 }
    let first = Int(left)
    let whole = Double(first) < left ? first &+ 1 : first
    return whole < Int(right) ? whole..<Int(right) : 0..<0
  }
}
