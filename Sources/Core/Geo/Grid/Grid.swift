import Basics
import CPrefetch

/// One cell of a grid: where its points begin, and the finer grid that they are spread over, if any.
///
/// The points of a grid's cells follow each other row by row, so that a cell ends where the next one begins and a
/// stretch of a row is one stretch of points.
struct GridCell {
  var start: UInt32
  /// The index of the finer grid; or one of the marks below.
  var child: UInt32

  /// No finer grid.
  static let leaf: UInt32 = 0
  /// Points that all have the same stored place, by ascending ordinal.
  static let stack: UInt32 = .max
}

/// A grid fitted to the points it holds: columns of equal u, rows of equal v, on one cube face.
struct GridNode {
  /// The first column's lower edge, in the face's units.
  var originU: Double
  var originV: Double
  /// Units from one line to the next.
  var stepU: Double
  var stepV: Double
  var inverseU: Double
  var inverseV: Double
  /// The first cell; one more than `columns * rows` follow, the last marking the end.
  var firstCell: UInt32
  var columns: UInt16
  var rows: UInt16
  var face: UInt32
  var padding: UInt32 = 0

  @inline(__always) var width: Int { Int(columns) }
  @inline(__always) var height: Int { Int(rows) }
  @inline(__always) func lineU(_ index: Int) -> Double { originU + Double(index) * stepU }
  @inline(__always) func lineV(_ index: Int) -> Double { originV + Double(index) * stepV }

  /// The column nearest to u.
  @inline(__always)
  func column(_ u: Double) -> Int { Int(max(0, min(Double(width &- 1), (u - originU) * inverseU))) }

  /// The row nearest to v.
  @inline(__always)
  func row(_ v: Double) -> Int { Int(max(0, min(Double(height &- 1), (v - originV) * inverseV))) }
}

/// The tables of a grid, as queries read them.
struct GridTables {
  let blocks: PointBlocks
  let nodes: UnsafeMutablePointer<GridNode>
  let cells: UnsafeMutablePointer<GridCell>
  /// The first nodes are the faces that have points, one each.
  let rootCount: Int

  init(
    blocks: PointBlocks, nodes: UnsafeMutablePointer<GridNode>, cells: UnsafeMutablePointer<GridCell>, rootCount: Int
  ) {
    self.blocks = blocks
    self.nodes = nodes
    self.cells = cells
    self.rootCount = rootCount
  }

  /// Points under no grid at all.
  init(_ blocks: PointBlocks) {
    self.blocks = blocks
    nodes = UnsafeMutablePointer(bitPattern: MemoryLayout<GridNode>.alignment).unsafelyUnwrapped
    cells = UnsafeMutablePointer(bitPattern: MemoryLayout<GridCell>.alignment).unsafelyUnwrapped
    rootCount = 0
  }

  /// The cells of a node from a column of a row on.
  @inline(__always)
  func cells(_ node: GridNode, row: Int, column: Int) -> UnsafeMutablePointer<GridCell> {
    cells + (Int(node.firstCell) &+ row &* node.width &+ column)
  }

  /// Asks for the memory of a rectangle of cells and of the first points of each row, all at once: without this a
  /// query would wait for one line after the other.
  @inline(__always)
  func prefetch(_ node: GridNode, _ columns: Range<Int>, _ rows: Range<Int>) {
    for row in rows { prefetch_line(cells(node, row: row, column: columns.lowerBound)) }
    for row in rows {
      let first = cells(node, row: row, column: columns.lowerBound)
      let start = Int(first[0].start)
      let end = min(Int(first[columns.count].start), start &+ 48)
      if start < end { blocks.prefetch(start >> 4, (end &- 1) >> 4) }
    }
  }
}

/// Points under nested grids: every face of the cube has one, and every cell of too many points a finer one,
/// fitted to what it holds. That is how Seoul and the open sea fit into one index.
///
/// Immutable after `init`, which alone writes to the memory: safe to share (`@unchecked Sendable`).
final class Grid: @unchecked Sendable {
  let tables: GridTables
  /// Where each ordinal's point is.
  let positions: UnsafeMutablePointer<UInt32>
  let identifiers: PointIdentifiers
  let count: Int
  /// How much memory it takes, in bytes.
  let byteCount: Int

  /// Builds the grid. See `SpatialIndex.init`.
  init(_ points: [IndexedPoint]) {
    precondition(points.count < Shortlist.ordinalLimit, "An index takes up to 536,870,911 points.")
    count = points.count
    identifiers = PointIdentifiers(points)
    let built = points.withUnsafeBufferPointer { GridBuilder($0).build() }
    tables = built.tables
    positions = built.positions
    byteCount = built.byteCount + identifiers.byteCount
  }

  /// The place of an ordinal.
  func coordinate(of ordinal: Int) -> StoredCoordinate {
    withExtendedLifetime(self) { tables.blocks.coordinate(at: Int(positions[ordinal])) }
  }

  /// The identifier of an ordinal.
  func id(of ordinal: Int) -> Int64 {
    withExtendedLifetime(self) { identifiers[ordinal] }
  }

  deinit {
    tables.blocks.base.deallocate()
    tables.nodes.deallocate()
    tables.cells.deallocate()
    positions.deallocate()
    identifiers.destroy()
  }
}
