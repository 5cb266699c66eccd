import Basics

/// Some points, summed up. Degrees are in ten-millionths.
struct PointSum {
  private(set) var latitudes: Int64 = 0
  private(set) var longitudes: Int64 = 0
  /// What all of them lie within; inside out where there are none.
  private(set) var box = StoredBox(west: .max, south: .max, east: .min, north: .min)
  private(set) var count: UInt32 = 0
  /// Of one of them.
  private(set) var ordinal: UInt32 = 0

  /// Adds a point where all bits of the mask are set, and nothing where none is: without a jump, of which many would
  /// be guessed wrong.
  @inline(__always)
  mutating func add(_ point: MapTreePoint, mask: Int32 = -1) {
    let (latitude, longitude) = (point.latitude & mask, point.longitude & mask)
    let (most, least) = (Int32.max & ~mask, Int32.min & ~mask)
    latitudes &+= Int64(latitude)
    longitudes &+= Int64(longitude)
    (box.south, box.north) = (min(box.south, latitude | most), max(box.north, latitude | least))
    (box.west, box.east) = (min(box.west, longitude | most), max(box.east, longitude | least))
    count &-= UInt32(bitPattern: mask)
    ordinal = ordinal & UInt32(bitPattern: ~mask) | point.ordinal & UInt32(bitPattern: mask)
  }

  mutating func add(_ other: PointSum) {
    latitudes += other.latitudes
    longitudes += other.longitudes
    (box.south, box.north) = (min(box.south, other.box.south), max(box.north, other.box.north))
    (box.west, box.east) = (min(box.west, other.box.west), max(box.east, other.box.east))
    count += other.count
    ordinal = other.ordinal
  }
}

/// A point of a map tree.
struct MapTreePoint {
  var latitude: Int32
  var longitude: Int32
  var ordinal: UInt32
  /// What else is known of it, as a number: points of one kind pass a filter all or none.
  var kind: UInt32
}

/// A square of a map with its points.
struct MapTreeNode {
  var sum = PointSum()
  /// The first of its points; as many follow as `sum` counts.
  var start: UInt32
  /// The first of the squares that it is divided into: those that are not empty follow each other, and so do their
  /// points. 0 for none.
  var firstChild: UInt32 = 0

  @inline(__always) var range: Range<Int> { Int(start)..<Int(start &+ sum.count) }
}

/// The points of an index in the squares of Web Mercator, each square divided into four until it holds few, with the
/// sums of every square: what is needed to see a map of very many points without looking at each of them.
///
/// Takes about 21 bytes a point. Immutable after `init`, which alone writes to the memory: safe to share
/// (`@unchecked Sendable`).
package final class MapTree: @unchecked Sendable {
  let points: UnsafeMutablePointer<MapTreePoint>
  let nodes: UnsafeMutablePointer<MapTreeNode>
  let nodeCount: Int
  /// How many kinds there are.
  let kindCount: Int
  /// How much memory it takes, in bytes.
  package let byteCount: Int

  /// A tree over the points that an index was built from; what was changed since by `updating` is left out of account.
  ///
  /// `kinds` has a number for each ordinal. Complexity: O(n log n), on one core.
  package init(_ index: SpatialIndex, kinds: [UInt32]) {
    precondition(kinds.count == index.grid.count, "Each point has a kind.")
    var builder = MapTreeBuilder(index.grid, kinds)
    builder.build()
    points = builder.points
    nodeCount = builder.nodes.count
    nodes = LargeMemory.allocate(MapTreeNode.self, count: nodeCount)
    nodes.initialize(from: builder.nodes, count: nodeCount)
    kindCount = kinds.reduce(0) { max($0, Int($1) + 1) }
    byteCount = kinds.count * MemoryLayout<MapTreePoint>.stride + nodeCount * MemoryLayout<MapTreeNode>.stride
  }

  deinit {
    points.deallocate()
    nodes.deallocate()
  }
}

/// A map tree without some of its points.
package struct PrunedMapTree: Sendable {
  private let tree: MapTree
  private let removed: OrdinalSet
  /// By node, whether a removed point is in it, so that its sums are not true any more; empty where nothing is removed.
  private let isTouched: [Bool]

  /// Complexity: O(log n) for each ordinal.
  package init(_ tree: MapTree, without ordinals: some Sequence<UInt32>, of index: SpatialIndex) {
    var removed = OrdinalSet()
    var isTouched: [Bool] = []
    for ordinal in ordinals {
      if isTouched.isEmpty { isTouched = [Bool](repeating: false, count: tree.nodeCount) }
      removed.insert(ordinal)
      let coordinate = index.coordinate(of: ordinal)
      tree.eachNode(around: coordinate) { isTouched[$0] = true }
    }
    self.tree = tree
    self.removed = removed
    self.isTouched = isTouched
  }

  /// Adds the points inside the cells' viewport that are of a kind wanted (all, where nothing is said), each kind
  /// being asked about once at most.
  ///
  /// Complexity: O(cells + √n), where a filter is given O(cells + points in the viewport).
  package func add(to cells: inout MapCells, ofKind isWanted: ((UInt32) -> Bool)? = nil) {
    let verdicts = isWanted.map { KindVerdicts(count: tree.kindCount, $0) }
    defer { verdicts?.destroy() }
    defer { withExtendedLifetime(tree) {} }
    let grid = cells.grid
    cells.marks.withUnsafeMutableBufferPointer { marks in
      let boxes = StoredBoxes(grid.viewport)
      var search = MapSearch(
        tree, grid, marks.baseAddress!, verdicts, removed: removed, isTouched: isTouched, box: boxes.first)
      search.run()
      if let second = boxes.second {
        search.box = second
        search.shift = 3_600_000_000
        search.run()
      }
    }
  }
}

extension MapTree {
  /// Every node that a point of a place may be in.
  fileprivate func eachNode(around coordinate: StoredCoordinate, _ body: (Int) -> Void) {
    var index = 0
    while true {
      body(index)
      guard let child = children(of: index)?.first(where: { nodes[$0].sum.box.contains(coordinate) }) else { return }
      index = child
    }
  }

  /// The squares that one is divided into; nil where it is not.
  private func children(of index: Int) -> Range<Int>? {
    let node = nodes[index]
    if node.firstChild == 0 { return nil }
    var child = Int(node.firstChild)
    while nodes[child].range.upperBound < node.range.upperBound { child += 1 }
    return Int(node.firstChild)..<child + 1
  }
}
