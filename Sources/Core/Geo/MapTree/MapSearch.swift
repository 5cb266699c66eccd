import Basics
import Segments

/// A filter by kind, evaluated once for each kind. `destroy` frees the memory.
///
/// A verdict is a mask: all bits set for an accepted kind, none for a rejected one.
struct KindVerdicts {
  private static let unknown: Int8 = 1

  private let table: UnsafeMutablePointer<Int8>
  private let predicate: (UInt32) -> Bool

  init(count: Int, _ predicate: @escaping (UInt32) -> Bool) {
    table = .allocate(capacity: count)
    table.initialize(repeating: Self.unknown, count: count)
    self.predicate = predicate
  }

  func destroy() { table.deallocate() }

  @inline(__always)
  func mask(_ kind: UInt32) -> Int32 {
    let verdict = table[Int(kind)]
    return verdict == Self.unknown ? evaluate(kind) : Int32(verdict)
  }

  @inline(never)
  private func evaluate(_ kind: UInt32) -> Int32 {
    let verdict: Int8 = predicate(kind) ? -1 : 0
    table[Int(kind)] = verdict
    return Int32(verdict)
  }
}

/// A descent of a map tree, as deep as the cells of a map require.
///
/// A node whose points are all inside the viewport and in one cell contributes its sums. As cells and nodes are
/// divided along the same lines, other nodes occur only at the edges of the viewport, and where a leaf extends over
/// several cells; their points are tested one by one.
struct MapSearch {
  private let points: UnsafePointer<MapTreePoint>
  private let nodes: UnsafePointer<MapTreeNode>
  private let grid: MapGrid
  private let marks: UnsafeMutablePointer<MapMark>
  private let verdicts: KindVerdicts?
  private let removed: OrdinalSet
  private let isTouched: [Bool]
  var box: StoredBox
  /// The offset by which its longitudes are moved east.
  var shift: Int64 = 0

  init(
    _ tree: MapTree, _ grid: MapGrid, _ marks: UnsafeMutablePointer<MapMark>, _ verdicts: KindVerdicts?,
    removed: OrdinalSet, isTouched: [Bool], box: StoredBox
  ) {
    points = tree.points.unchecked
    nodes = tree.nodes.unchecked
    self.grid = grid
    self.marks = marks
    self.verdicts = verdicts
    self.removed = removed
    self.isTouched = isTouched
    self.box = box
  }

  func run() { visit(0) }

  private func visit(_ index: Int) {
    let node = nodes[index]
    if !box.overlaps(node.sum.box) { return }
    let areSumsValid = isTouched.isEmpty || !isTouched[index]
    if areSumsValid, box.contains(node.sum.box), let cell = grid.cell(of: node.sum.box, shift: shift) {
      marks[cell].add(verdicts.map { sum(of: node.range, $0) } ?? node.sum, shift: shift)
    } else if node.firstChild == 0 {
      scan(node.range, mayBeRemoved: !areSumsValid)
    } else {
      var child = Int(node.firstChild)
      var position = node.range.lowerBound
      while position < node.range.upperBound {
        visit(child)
        position &+= Int(nodes[child].sum.count)
        child &+= 1
      }
    }
  }

  private func sum(of range: Range<Int>, _ verdicts: KindVerdicts) -> PointSum {
    var sum = PointSum()
    for position in range {
      let point = points[position]
      sum.add(point, mask: verdicts.mask(point.kind))
    }
    return sum
  }

  private func scan(_ range: Range<Int>, mayBeRemoved: Bool) {
    for position in range {
      let point = points[position]
      let coordinate = StoredCoordinate(unchecked: point.latitude, point.longitude)
      if !box.contains(coordinate) || mayBeRemoved && removed.contains(point.ordinal) { continue }
      if let verdicts, verdicts.mask(point.kind) == 0 { continue }
      var sum = PointSum()
      sum.add(point)
      marks[grid.cell(latitude: point.latitude, unwrapped: Int64(point.longitude) &+ shift)].add(sum, shift: shift)
    }
  }
}

extension StoredBox {
  @inline(__always)
  fileprivate func overlaps(_ other: StoredBox) -> Bool {
    other.north >= south && other.south <= north && other.east >= west && other.west <= east
  }

  /// Whether another box, which must not be empty, is inside.
  @inline(__always)
  fileprivate func contains(_ other: StoredBox) -> Bool {
    other.south >= south && other.north <= north && other.west >= west && other.east <= east
  }
}
