import Basics

/// Which kinds of points are wanted; each is asked about once. `destroy` gives the memory back.
///
/// A verdict is a mask: all bits where the kind is wanted, none where it is not.
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

/// A walk down a map tree, as far as is needed to tell the cells of a map apart.
///
/// A node whose points are all inside the viewport and in one cell is taken as a whole, by its sums. As cells and
/// nodes are cut along the same lines, others are met at the edges of the viewport only, and where a leaf spreads over
/// several cells; their points are looked at one by one.
struct MapSearch {
  private let points: UnsafeMutablePointer<MapTreePoint>
  private let nodes: UnsafeMutablePointer<MapTreeNode>
  private let grid: MapGrid
  private let marks: UnsafeMutablePointer<MapMark>
  private let verdicts: KindVerdicts?
  private let removed: OrdinalSet
  private let isTouched: [Bool]
  /// The part of the viewport that is looked for.
  var box: StoredBox
  /// How much further east it lies than it says.
  var shift: Int64 = 0

  init(
    _ tree: MapTree, _ grid: MapGrid, _ marks: UnsafeMutablePointer<MapMark>, _ verdicts: KindVerdicts?,
    removed: OrdinalSet, isTouched: [Bool], box: StoredBox
  ) {
    points = tree.points
    nodes = tree.nodes
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
    let isTrue = isTouched.isEmpty || !isTouched[index]
    if isTrue, box.contains(node.sum.box), let cell = grid.cell(of: node.sum.box, shift: shift) {
      marks[cell].add(verdicts.map { sum(of: node.range, $0) } ?? node.sum, shift: shift)
    } else if node.firstChild == 0 {
      scan(node.range, mayBeRemoved: !isTrue)
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

  /// The sum of those points of a stretch that are wanted.
  private func sum(of range: Range<Int>, _ verdicts: KindVerdicts) -> PointSum {
    var sum = PointSum()
    for position in range {
      let point = points[position]
      sum.add(point, mask: verdicts.mask(point.kind))
    }
    return sum
  }

  /// Takes the points of a stretch one by one.
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

  /// Whether another box, which isn't empty, is inside.
  @inline(__always)
  fileprivate func contains(_ other: StoredBox) -> Bool {
    other.south >= south && other.north <= north && other.west >= west && other.east <= east
  }
}
