import Basics
import Concurrency
import Glibc
import Segments

/// A point during the build: its units on its face, and its ordinal.
struct GridRecord {
  var u: UInt32
  var v: UInt32
  var ordinal: UInt32
}

/// The bounding rectangle of records, and their number.
struct GridExtent {
  var lowU = UInt32.max
  var highU = UInt32.min
  var lowV = UInt32.max
  var highV = UInt32.min
  var count = 0

  @inline(__always)
  mutating func add(u: UInt32, v: UInt32) {
    lowU = min(lowU, u)
    highU = max(highU, u)
    lowV = min(lowV, v)
    highV = max(highV, v)
    count &+= 1
  }

  mutating func add(_ other: GridExtent) {
    lowU = min(lowU, other.lowU)
    highU = max(highU, other.highU)
    lowV = min(lowV, other.lowV)
    highV = max(highV, other.highV)
    count += other.count
  }
}

/// The columns and rows of a grid over an extent: about eight points per cell, cells about square.
struct GridLayout {
  static let pointsPerCell = 8

  let originU: UInt32
  let originV: UInt32
  let columns: Int
  let rows: Int
  private let stepU: Double
  private let stepV: Double
  private let inverseU: Double
  private let inverseV: Double

  init(_ extent: GridExtent, cellLimit: Int) {
    originU = extent.lowU
    originV = extent.lowV
    let width = Double(extent.highU - extent.lowU) + 1
    let height = Double(extent.highV - extent.lowV) + 1
    let cells = Double(min(cellLimit, max(4, extent.count / Self.pointsPerCell)))
    let across = min(cells, width, max(1, (cells * width / height).squareRoot().rounded()))
    let up = min(height, max(1, (cells / across).rounded(.down)))
    columns = Int(across)
    rows = Int(up)
    stepU = width / across
    stepV = height / up
    inverseU = across / width
    inverseV = up / height
  }

  var cellCount: Int { columns * rows }

  @inline(__always)
  func cell(_ record: GridRecord) -> Int {
    let column = min(columns &- 1, Int(Double(record.u &- originU) * inverseU))
    let row = min(rows &- 1, Int(Double(record.v &- originV) * inverseV))
    return row &* columns &+ column
  }

  func node(firstCell: Int, face: Int) -> GridNode {
    GridNode(
      originU: Double(originU), originV: Double(originV), stepU: stepU, stepV: stepV, inverseU: inverseU,
      inverseV: inverseV, firstCell: UInt32(firstCell), columns: UInt16(columns), rows: UInt16(rows),
      face: UInt32(face))
  }
}

/// Builds a grid: projects every point to a face, distributes the points to the cells of the faces' grids by a
/// counting sort, then splits each of those cells independently until no cell has too many points.
///
/// Every sort is stable, so that the points of a cell are in ascending order of ordinals. Complexity: O(n log n), on
/// all cores; 24 bytes per point besides the result.
struct GridBuilder {
  /// The maximum number of cells of a face's grid.
  static let rootCellLimit = 4096

  private let points: UnsafeBufferPointer<IndexedPoint>
  private let records: UnsafeMutablePointer<GridRecord>
  private let sorted: UnsafeMutablePointer<GridRecord>
  private let faces: UnsafeMutablePointer<UInt8>
  private let chunkCount: Int

  private var isSmall: Bool { points.count < 20_000 }

  init(_ points: UnsafeBufferPointer<IndexedPoint>) {
    self.points = points
    records = LargeMemory.allocate(GridRecord.self, count: points.count)
    sorted = LargeMemory.allocate(GridRecord.self, count: points.count)
    faces = LargeMemory.allocate(UInt8.self, count: points.count)
    chunkCount = points.count < 20_000 ? 1 : max(2, 2 * Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  struct Built {
    let blocks: PackedArray<UInt8>
    let nodes: PackedArray<GridNode>
    let cells: PackedArray<GridCell>
    let positions: PackedArray<UInt32>
    let rootCount: Int
  }

  /// Builds the tables, and frees the builder's own memory.
  func build() -> Built {
    let roots = GridRoots(project())
    var rootCells = sortIntoRoots(roots)
    faces.deallocate()
    let blocks = PointBlocks.allocate(points.count)
    let positions = LargeMemory.allocate(UInt32.self, count: points.count)
    let writer = GridWriter(points: points, blocks: blocks, positions: positions)
    let parts = splitRootCells(&rootCells, roots, writer)
    records.deallocate()
    sorted.deallocate()
    let joined = GridPart.join(roots.nodes, rootCells, parts)
    return Built(
      blocks: blocks.packed, nodes: joined.nodes, cells: joined.cells,
      positions: PackedArray(adopting: positions, count: points.count), rootCount: roots.nodes.count)
  }

  private func chunk(_ index: Int) -> Range<Int> {
    points.count * index / chunkCount..<points.count * (index + 1) / chunkCount
  }

  /// Computes every point's face and units, and each face's extent.
  private func project() -> [GridExtent] {
    let extents = UnsafeMutablePointer<GridExtent>.allocate(capacity: chunkCount * CubeFace.count)
    extents.initialize(repeating: GridExtent(), count: chunkCount * CubeFace.count)
    onAllCores(chunkCount, isSmall: isSmall) { index in
      project(chunk(index), extents + index * CubeFace.count)
    }
    var faces = [GridExtent](repeating: GridExtent(), count: CubeFace.count)
    for index in 0..<chunkCount * CubeFace.count { faces[index % CubeFace.count].add(extents[index]) }
    extents.deallocate()
    return faces
  }

  private func project(_ range: Range<Int>, _ extents: UnsafeMutablePointer<GridExtent>) {
    for ordinal in range {
      let centred = EarthCentred(Coordinate(points[ordinal].coordinate))
      let face = CubeFace.face(of: centred)
      let (alongU, alongV, height) = CubeFace.axes(face, centred)
      let u = CubeFace.unit(alongU / height)
      let v = CubeFace.unit(alongV / height)
      records[ordinal] = GridRecord(u: u, v: v, ordinal: UInt32(ordinal))
      faces[ordinal] = UInt8(face)
      extents[face].add(u: u, v: v)
    }
  }

  /// Sorts the records by the cells of the faces' grids; returns the cells and an end marker.
  private func sortIntoRoots(_ roots: GridRoots) -> [GridCell] {
    let width = roots.cellCount
    let starts = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, chunkCount * width))
    starts.initialize(repeating: 0, count: chunkCount * width)
    onAllCores(chunkCount, isSmall: isSmall) { index in
      let counts = starts + index * width
      for ordinal in chunk(index) { counts[roots.cell(records[ordinal], faces[ordinal])] &+= 1 }
    }
    let cells = Self.starts(starts, chunkCount, width)
    onAllCores(chunkCount, isSmall: isSmall) { index in
      let next = starts + index * width
      for ordinal in chunk(index) {
        let cell = roots.cell(records[ordinal], faces[ordinal])
        sorted[Int(next[cell])] = records[ordinal]
        next[cell] &+= 1
      }
    }
    starts.deallocate()
    return cells
  }

  /// Turns counts per chunk and cell into write positions, and returns the cells' starts.
  private static func starts(_ starts: UnsafeMutablePointer<UInt32>, _ chunks: Int, _ width: Int) -> [GridCell] {
    var cells: [GridCell] = []
    cells.reserveCapacity(width + 1)
    var sum: UInt32 = 0
    for cell in 0..<width {
      cells.append(GridCell(start: sum, child: GridCell.leaf))
      for chunk in 0..<chunks {
        let size = starts[chunk * width + cell]
        starts[chunk * width + cell] = sum
        sum += size
      }
    }
    cells.append(GridCell(start: sum, child: GridCell.leaf))
    return cells
  }

  /// Writes the points of every root cell to their final positions, in groups of about equal numbers of points.
  private func splitRootCells(_ cells: inout [GridCell], _ roots: GridRoots, _ writer: GridWriter) -> [GridPart] {
    let groups = Self.groups(cells, isSmall ? 1 : 16 * chunkCount)
    var parts = groups.map { GridPart(rootCells: $0, writer: writer) }
    cells.withUnsafeMutableBufferPointer { cells in
      parts.withUnsafeMutableBufferPointer { parts in
        let table = cells.baseAddress!
        let part = parts.baseAddress!
        onAllCores(groups.count, isSmall: isSmall) { group in
          for cell in groups[group] {
            let range = Int(table[cell].start)..<Int(table[cell + 1].start)
            table[cell].child = part[group].settle(range, in: sorted, scratch: records, face: roots.face(ofCell: cell))
          }
        }
      }
    }
    return parts
  }

  /// Divides the root cells into at most `count` ranges with about equal numbers of points.
  private static func groups(_ cells: [GridCell], _ count: Int) -> [Range<Int>] {
    let share = Int(cells.last!.start) / count + 1
    var groups: [Range<Int>] = []
    var first = 0
    for cell in 0..<cells.count - 1 where Int(cells[cell + 1].start) - Int(cells[first].start) >= share {
      groups.append(first..<cell + 1)
      first = cell + 1
    }
    if first < cells.count - 1 { groups.append(first..<cells.count - 1) }
    return groups
  }
}
