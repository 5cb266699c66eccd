import Basics
import CPrefetch

/// A cell of a grid: the start of its points, and the finer grid that they are distributed over, if any.
///
/// The points of a grid's cells are stored row by row: a cell ends where the next one starts, and a range of a row is
/// one range of points.
struct GridCell {
  var start: UInt32
  /// The index of the finer grid; or one of the marks below.
  var child: UInt32

  /// No finer grid.
  static let leaf: UInt32 = 0
  /// Points that all have the same stored coordinate, by ascending ordinal.
  static let stack: UInt32 = .max
}

/// A grid fitted to the points it holds: columns of equal u, rows of equal v, on one cube face.
struct GridNode {
  /// The first column's lower edge, in the face's units.
  var originU: Double
  var originV: Double
  /// The distance between two lines in units.
  var stepU: Double
  var stepV: Double
  var inverseU: Double
  var inverseV: Double
  /// The first cell; `columns * rows` cells and an end marker follow each other from here.
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

/// The memory of a grid, as queries read it.
struct GridTables {
  let blocks: PointBlocks
  let nodes: UnsafeMutablePointer<GridNode>
  let cells: UnsafeMutablePointer<GridCell>
  /// The first nodes are the roots: one for each face that has points.
  let rootCount: Int

  init(
    blocks: PointBlocks, nodes: UnsafeMutablePointer<GridNode>, cells: UnsafeMutablePointer<GridCell>, rootCount: Int
  ) {
    self.blocks = blocks
    self.nodes = nodes
    self.cells = cells
    self.rootCount = rootCount
  }

  /// Points without a grid.
  init(_ blocks: PointBlocks) {
    self.blocks = blocks
    nodes = UnsafeMutablePointer(bitPattern: MemoryLayout<GridNode>.alignment).unsafelyUnwrapped
    cells = UnsafeMutablePointer(bitPattern: MemoryLayout<GridCell>.alignment).unsafelyUnwrapped
    rootCount = 0
  }

  /// The cells of a node, from a column of a row on.
  @inline(__always)
  func cells(_ node: GridNode, row: Int, column: Int) -> UnsafeMutablePointer<GridCell> {
    cells + (Int(node.firstCell) &+ row &* node.width &+ column)
  }

  /// Prefetches a rectangle of cells and the first points of each row at once: otherwise a query would wait for one
  /// cache miss after the other.
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

/// A spatial index of nested grids: each face of the cube has one, and each cell with too many points a finer one,
/// fitted to its points. This adapts to any density, from Seoul to the open sea.
///
/// Immutable after `init`, the only writer of the memory: safe to share (`@unchecked Sendable`).
final class Grid: @unchecked Sendable {
  let tables: GridTables
  /// The position of each ordinal's point.
  let positions: UnsafeMutablePointer<UInt32>
  let identifiers: PointIdentifiers
  let count: Int
  /// The size in memory, in bytes.
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

  func coordinate(of ordinal: Int) -> StoredCoordinate {
    withExtendedLifetime(self) { tables.blocks.coordinate(at: Int(positions[ordinal])) }
  }

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
