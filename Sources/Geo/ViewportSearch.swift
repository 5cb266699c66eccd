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

  /// Adds what lies inside a box.
  mutating func add(_ box: StoredBox) {
    self.box = box
    for root in 0..<tables.rootCount {
      let node = tables.nodes[root]
      if let rectangle = FaceRectangle(Int(node.face), box) { visit(node, rectangle) }
    }
  }

  private mutating func visit(_ node: GridNode, _ rectangle: FaceRectangle) {
    guard rectangle.lowU <= node.lineU(node.width), rectangle.highU >= node.originU,
      rectangle.lowV <= node.lineV(node.height), rectangle.highV >= node.originV
    else { return }
    let left = node.column(rectangle.lowU)
    let width = node.column(rectangle.highU) &+ 1 &- left
    for row in node.row(rectangle.lowV)...node.row(rectangle.highV) {
      let cells = tables.cells(node, row: row, column: left)
      if cells[0].start < cells[width].start { visit(cells, width, rectangle) }
    }
  }

  /// Looks at a stretch of a row: leaves as one stretch of points, finer grids each on its own.
  private mutating func visit(_ cells: UnsafeMutablePointer<GridCell>, _ width: Int, _ rectangle: FaceRectangle) {
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
      if index == last { lanes.removeLanes(from: (end &- 1) & 15 &+ 1) }
      found.append(lanes, of: UnsafeRawPointer(block + PointBlocks.ordinalOffset))
    }
  }
}
