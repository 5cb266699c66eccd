import Basics
import CPrefetch
import Segments

/// A cell of a grid: the start of its points, and the finer grid that they are distributed over, if any.
///
/// The points of a grid's cells are stored row by row: a cell ends where the next one starts, and a range of a row is
/// one range of points.
struct GridCell {
  var start: UInt32
  /// The index of the finer grid; or one of the marks below.
  var child: UInt32

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

  @inline(__always)
  func column(_ u: Double) -> Int { Int(max(0, min(Double(width &- 1), (u - originU) * inverseU))) }

  @inline(__always)
  func row(_ v: Double) -> Int { Int(max(0, min(Double(height &- 1), (v - originV) * inverseV))) }
}

/// The memory of a grid, as queries read it.
struct GridTables {
  let blocks: PointBlocks
  let nodes: UnsafePointer<GridNode>
  let cells: UnsafePointer<GridCell>
  /// The first nodes are the roots: one for each face that has points.
  let rootCount: Int

  init(
    blocks: PointBlocks, nodes: UnsafePointer<GridNode>, cells: UnsafePointer<GridCell>, rootCount: Int
  ) {
    self.blocks = blocks
    self.nodes = nodes
    self.cells = cells
    self.rootCount = rootCount
  }

  /// Points without a grid.
  init(_ blocks: PointBlocks) {
    self.blocks = blocks
    nodes = UnsafePointer(bitPattern: MemoryLayout<GridNode>.alignment).unsafelyUnwrapped
    cells = UnsafePointer(bitPattern: MemoryLayout<GridCell>.alignment).unsafelyUnwrapped
    rootCount = 0
  }

  @inline(__always)
  func cells(_ node: GridNode, row: Int, column: Int) -> UnsafePointer<GridCell> {
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
/// Its memory is built here, or mapped from a file whose nodes and cells were checked (`GridCheck`). Nobody writes to it
/// after `init`: safe to share (`@unchecked Sendable`).
final class Grid: @unchecked Sendable {
  let tables: GridTables
  /// The position of each ordinal's point.
  /// The position of each ordinal's point. A file may say any number: see `position(of:)`.
  let positions: PackedArray<UInt32>
  let identifiers: PointIdentifiers
  let count: Int
  private let blocks: PackedArray<UInt8>
  private let nodes: PackedArray<GridNode>
  private let cells: PackedArray<GridCell>

  /// Builds the grid. See `SpatialIndex.init`.
  init(_ points: [IndexedPoint]) {
    precondition(points.count < Shortlist.ordinalLimit, "An index takes up to 536,870,911 points.")
    count = points.count
    identifiers = PointIdentifiers(points)
    let built = points.withUnsafeBufferPointer { GridBuilder($0).build() }
    (blocks, nodes, cells, positions) = (built.blocks, built.nodes, built.cells, built.positions)
    tables = Self.tables(blocks, count, nodes, cells, rootCount: built.rootCount)
  }

  private init(
    _ checked: GridCheck, blocks: PackedArray<UInt8>, positions: PackedArray<UInt32>, identifiers: PointIdentifiers
  ) {
    (count, nodes, cells) = (checked.count, checked.nodes, checked.cells)
    (self.blocks, self.positions, self.identifiers) = (blocks, positions, identifiers)
    tables = Self.tables(blocks, count, nodes, cells, rootCount: checked.rootCount)
  }

  private static func tables(
    _ blocks: PackedArray<UInt8>, _ count: Int, _ nodes: PackedArray<GridNode>, _ cells: PackedArray<GridCell>,
    rootCount: Int
  ) -> GridTables {
    // A grid's blocks are only read.
    let base = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(blocks.unchecked))
    return GridTables(
      blocks: PointBlocks(base: base, count: count), nodes: nodes.unchecked, cells: cells.unchecked,
      rootCount: rootCount)
  }

  /// The size in memory, in bytes.
  var byteCount: Int {
    blocks.byteCount + nodes.byteCount + cells.byteCount + positions.byteCount + identifiers.byteCount
  }

  /// The position of an ordinal's point: one of `count`, whatever a file says.
  @inline(__always)
  func position(of ordinal: Int) -> Int { min(Int(positions[ordinal]), count &- 1) }

  func coordinate(of ordinal: Int) -> StoredCoordinate {
    withExtendedLifetime(self) { tables.blocks.coordinate(at: position(of: ordinal)) }
  }

  func id(of ordinal: Int) -> Int64 { identifiers[ordinal] }
}

// MARK: - Files

extension Grid {
  func add(to draft: inout SegmentDraft) {
    draft.add("counts", PackedArray([Int64(count), Int64(tables.rootCount)]))
    draft.add("blocks", blocks)
    draft.add("nodes", nodes)
    draft.add("cells", cells)
    draft.add("positions", positions)
    draft.add(part: "ids") { identifiers.add(to: &$0) }
  }

  /// The grid in a file. Complexity: O(cells), to check them; its points are not read.
  convenience init(_ part: SegmentPart) throws(SegmentFault) {
    let counts: PackedArray<Int64> = try part.elements("counts", count: 2)
    guard counts[0] >= 0, counts[0] < Shortlist.ordinalLimit, (0...Int64(CubeFace.count)).contains(counts[1]) else {
      throw .damaged("The grid of the segment has an impossible size.")
    }
    let count = Int(counts[0])
    let check = GridCheck(
      nodes: try part.elements("nodes"), cells: try part.elements("cells"), rootCount: Int(counts[1]), count: count)
    try check.run()
    self.init(
      check, blocks: try part.elements("blocks", count: max(1, (count + 15) / 16) * PointBlocks.bytesPerBlock),
      positions: try part.elements("positions", count: count),
      identifiers: try PointIdentifiers(part.part("ids"), count: count))
  }
}
