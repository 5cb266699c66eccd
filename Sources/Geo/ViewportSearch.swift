import CSystem

/// The points inside a box of latitudes and longitudes.
///
/// On every face the box reaches into a rectangle of cells; their points are compared with the box sixteen at a
/// time, exactly, by what is stored. Complexity: O(√n + points in those cells).
struct ViewportSearch {
  private let tables: GridTables
  private var box: StoredBox
  /// The ordinals found, in no order. `destroy` gives them back.
  var found = OrdinalBuffer()

  /// A search that has not looked anywhere yet.
  init(_ tables: GridTables) {
    self.tables = tables
    box = StoredBox(west: 0, south: 0, east: 0, north: 0)
  }

  func destroy() { found.destroy() }

  /// Adds what lies inside the boxes and is not removed.
  mutating func add(_ boxes: [StoredBox], without removed: OrdinalSet?) {
    for box in boxes {
      self.box = box
      for root in 0..<tables.rootCount {
        let node = tables.nodes[root]
        if let rectangle = FaceRectangle(Int(node.face), box) { visit(node, rectangle) }
      }
    }
    if let removed, removed.count > 0 { found.removeAll { removed.contains($0) } }
  }

  private mutating func visit(_ node: GridNode, _ rectangle: FaceRectangle) {
    let outer = rectangle.outer
    guard outer.lowU <= node.lineU(node.width), outer.highU >= node.originU,
      outer.lowV <= node.lineV(node.height), outer.highV >= node.originV
    else { return }
    let columns = node.column(outer.lowU)..<node.column(outer.highU) &+ 1
    let rows = node.row(outer.lowV)..<node.row(outer.highV) &+ 1
    let inside = node.cells(within: rectangle.inner)
    tables.prefetchOrdinals(node, columns, rows)
    for row in rows {
      if inside.rows.contains(row) {
        visit(node, row, columns.lowerBound..<inside.columns.lowerBound, rectangle, isInside: false)
        visit(node, row, inside.columns, rectangle, isInside: true)
        visit(node, row, inside.columns.upperBound..<columns.upperBound, rectangle, isInside: false)
      } else {
        visit(node, row, columns, rectangle, isInside: false)
      }
    }
  }

  /// Looks at a stretch of a row: leaves as one stretch of points, finer grids each on its own.
  @inline(__always)
  private mutating func visit(
    _ node: GridNode, _ row: Int, _ columns: Range<Int>, _ rectangle: FaceRectangle, isInside: Bool
  ) {
    let cells = tables.cells(node, row: row, column: columns.lowerBound)
    let width = columns.count
    if cells[0].start == cells[width].start { return }
    if isInside { return takeAll(Int(cells[0].start), Int(cells[width].start)) }
    var pending = 0
    for index in 0..<width {
      let child = cells[index].child
      if child == GridCell.leaf || child == GridCell.stack { continue }
      scan(Int(cells[pending].start), Int(cells[index].start))
      visit(tables.nodes[Int(child)], rectangle)
      pending = index &+ 1
    }
    scan(Int(cells[pending].start), Int(cells[width].start))
  }

  private mutating func scan(_ start: Int, _ end: Int) {
    if start >= end { return }
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

  /// Takes points that are known to be inside.
  private mutating func takeAll(_ start: Int, _ end: Int) {
    found.reserve(end &- start &+ 32)
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
  /// The columns and rows of the cells that lie wholly within a rectangle; none of either where there are none.
  fileprivate func cells(within rectangle: UnitRectangle) -> (columns: Range<Int>, rows: Range<Int>) {
    let left = max(0, ((rectangle.lowU - originU) * inverseU).rounded(.up))
    let right = min(Double(width), ((rectangle.highU - originU) * inverseU).rounded(.down))
    let bottom = max(0, ((rectangle.lowV - originV) * inverseV).rounded(.up))
    let top = min(Double(height), ((rectangle.highV - originV) * inverseV).rounded(.down))
    guard left < right, bottom < top else { return (0..<0, 0..<0) }
    return (Int(left)..<Int(right), Int(bottom)..<Int(top))
  }
}

extension GridTables {
  /// Asks for the memory of a rectangle of cells and of the first points of each row, as far as a search by
  /// latitudes and longitudes reads it.
  fileprivate func prefetchOrdinals(_ node: GridNode, _ columns: Range<Int>, _ rows: Range<Int>) {
    for row in rows { csystem_prefetch(cells(node, row: row, column: columns.lowerBound)) }
    for row in rows {
      let first = cells(node, row: row, column: columns.lowerBound)
      let start = Int(first[0].start)
      let end = min(Int(first[columns.count].start), start &+ 128)
      var position = start
      while position < end {
        let memory = blocks.block(position >> 4)
        csystem_prefetch(memory + PointBlocks.ordinalOffset)
        csystem_prefetch(memory + PointBlocks.latitudeOffset)
        csystem_prefetch(memory + PointBlocks.longitudeOffset)
        position &+= 16
      }
    }
  }
}
