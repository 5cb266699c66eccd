import Segments

struct GridWriter {
  let points: UnsafeBufferPointer<IndexedPoint>
  let blocks: PointBlocks
  let positions: UnsafeMutablePointer<UInt32>

  func write(_ records: UnsafeMutablePointer<GridRecord>, _ range: Range<Int>) {
    for position in range {
      let ordinal = records[position].ordinal
      blocks.store(points[Int(ordinal)].coordinate, ordinal: ordinal, at: position)
      positions[Int(ordinal)] = UInt32(position)
    }
  }
}

/// The finer grids that one task builds for its root cells, numbered from 1 within the part until they are joined.
struct GridPart {
  /// The maximum number of points of a cell without a finer grid.
  static let leafLimit = 64
  /// The maximum number of cells of a finer grid.
  static let cellLimit = 4096

  let rootCells: Range<Int>
  private let writer: GridWriter
  private var nodes: [GridNode] = []
  private var cells: [GridCell] = []

  init(rootCells: Range<Int>, writer: GridWriter) {
    self.rootCells = rootCells
    self.writer = writer
  }

  /// Writes a cell's points in their final order, and splits the cell if it has many; returns the cell's `child`.
  /// `scratch` is as large as `records`.
  mutating func settle(
    _ range: Range<Int>, in records: UnsafeMutablePointer<GridRecord>, scratch: UnsafeMutablePointer<GridRecord>,
    face: Int
  ) -> UInt32 {
    if range.count > Self.leafLimit {
      var extent = GridExtent()
      for index in range { extent.add(u: records[index].u, v: records[index].v) }
      if extent.lowU < extent.highU || extent.lowV < extent.highV {
        return split(range, extent, in: records, scratch: scratch, face: face)
      }
    }
    writer.write(records, range)
    return isStack(range) ? GridCell.stack : GridCell.leaf
  }

  /// Whether many points of one unit all have the same stored coordinate.
  private func isStack(_ range: Range<Int>) -> Bool {
    guard range.count > Self.leafLimit else { return false }
    let first = writer.blocks.coordinate(at: range.lowerBound)
    return range.allSatisfy { writer.blocks.coordinate(at: $0) == first }
  }

  private mutating func split(
    _ range: Range<Int>, _ extent: GridExtent, in records: UnsafeMutablePointer<GridRecord>,
    scratch: UnsafeMutablePointer<GridRecord>, face: Int
  ) -> UInt32 {
    let layout = GridLayout(extent, cellLimit: Self.cellLimit)
    let first = cells.count
    nodes.append(layout.node(firstCell: first, face: face))
    let number = UInt32(nodes.count)
    sort(range, layout, from: records, to: scratch)
    for cell in first..<first + layout.cellCount {
      let part = Int(cells[cell].start)..<Int(cells[cell + 1].start)
      if !part.isEmpty { cells[cell].child = settle(part, in: scratch, scratch: records, face: face) }
    }
    return number
  }

  /// A counting sort by cell, which appends the cells.
  private mutating func sort(
    _ range: Range<Int>, _ layout: GridLayout, from source: UnsafeMutablePointer<GridRecord>,
    to target: UnsafeMutablePointer<GridRecord>
  ) {
    let first = cells.count
    let count = layout.cellCount
    cells.append(contentsOf: repeatElement(GridCell(start: 0, child: GridCell.leaf), count: count + 1))
    cells.withUnsafeMutableBufferPointer { all in
      let cells = all.baseAddress! + first
      for index in range { cells[layout.cell(source[index])].start &+= 1 }
      var sum = UInt32(range.lowerBound)
      for cell in 0...count {
        let size = cells[cell].start
        cells[cell].start = sum
        sum &+= size
      }
      for index in range {
        let cell = layout.cell(source[index])
        target[Int(cells[cell].start)] = source[index]
        cells[cell].start &+= 1
      }
      // Every start has advanced to its end, which is the start of the next cell.
      for cell in stride(from: count - 1, to: 0, by: -1) { cells[cell].start = cells[cell - 1].start }
      cells[0].start = UInt32(range.lowerBound)
    }
  }

  static func join(
    _ roots: [GridNode], _ rootCells: [GridCell], _ parts: [GridPart]
  ) -> (nodes: PackedArray<GridNode>, cells: PackedArray<GridCell>) {
    let nodeCount = parts.reduce(roots.count) { $0 + $1.nodes.count }
    let cellCount = parts.reduce(rootCells.count) { $0 + $1.cells.count }
    let nodes = LargeMemory.allocate(GridNode.self, count: nodeCount)
    let cells = LargeMemory.allocate(GridCell.self, count: cellCount)
    nodes.initialize(from: roots, count: roots.count)
    cells.initialize(from: rootCells, count: rootCells.count)
    var nextNode = roots.count
    var nextCell = rootCells.count
    for part in parts {
      // A child numbered 1 in its part becomes `nextNode`.
      for cell in part.rootCells { cells[cell].renumber(nextNode - 1) }
      for (index, cell) in part.cells.enumerated() {
        cells[nextCell + index] = cell
        cells[nextCell + index].renumber(nextNode - 1)
      }
      for (index, node) in part.nodes.enumerated() {
        nodes[nextNode + index] = node
        nodes[nextNode + index].firstCell += UInt32(nextCell)
      }
      nextNode += part.nodes.count
      nextCell += part.cells.count
    }
    return (PackedArray(adopting: nodes, count: nodeCount), PackedArray(adopting: cells, count: cellCount))
  }
}

extension GridCell {
  /// Offsets a child's number; marks stay.
  fileprivate mutating func renumber(_ offset: Int) {
    if child != GridCell.leaf && child != GridCell.stack { child += UInt32(offset) }
  }
}
