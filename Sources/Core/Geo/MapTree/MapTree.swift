import Basics
package import Segments

/// The sums of some points, in units of 1e-7 degrees.
struct PointSum {
  private(set) var latitudes: Int64 = 0
  private(set) var longitudes: Int64 = 0
  /// The bounding box; inverted when there are no points.
  private(set) var box = StoredBox(west: .max, south: .max, east: .min, north: .min)
  private(set) var count: UInt32 = 0
  private(set) var ordinal: UInt32 = 0

  /// Adds a point if the mask is all ones, and nothing if it is zero. Branchless, since many branches would be
  /// mispredicted.
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

struct MapTreePoint {
  var latitude: Int32
  var longitude: Int32
  var ordinal: UInt32
  /// The other attributes of the point as a number: a filter accepts or rejects all points of one kind.
  var kind: UInt32
}

struct MapTreeNode {
  var sum = PointSum()
  /// The position of its first point; `sum.count` points belong to it.
  var start: UInt32
  /// The first of its child squares: the non-empty ones are stored consecutively, and so are their points. 0 for
  /// none.
  var firstChild: UInt32 = 0

  @inline(__always) var range: Range<Int> { Int(start)..<Int(start &+ sum.count) }
}

/// A quadtree of an index's points in Web Mercator squares, each divided into four until it has few points, with the
/// sums of every square: it summarizes a map of very many points without visiting each of them.
///
/// Takes about 21 bytes per point. Its memory is built here, or mapped from a file and checked.
package final class MapTree: Sendable {
  let points: PackedArray<MapTreePoint>
  let nodes: PackedArray<MapTreeNode>
  let kindCount: Int

  /// A tree of the points that an index was built from; later changes by `updating` are ignored.
  ///
  /// `kinds` has a number for each ordinal. Complexity: O(n log n), on one core.
  package init(_ index: SpatialIndex, kinds: [UInt32]) {
    precondition(kinds.count == index.grid.count, "Each point has a kind.")
    var builder = MapTreeBuilder(index.grid, kinds)
    builder.build()
    points = PackedArray(adopting: builder.points, count: kinds.count)
    nodes = PackedArray(builder.nodes)
    kindCount = kinds.reduce(0) { max($0, Int($1) + 1) }
  }

  /// The tree of an index of `count` points in a file. Complexity: O(n), to check it.
  /// - Throws: `SegmentFault.damaged`.
  package init(_ part: SegmentPart, count: Int, kindCount: Int) throws(SegmentFault) {
    (points, nodes) = (try part.elements("points", count: count), try part.elements("nodes"))
    self.kindCount = kindCount
    guard MapTreeCheck(points: points, nodes: nodes, kindCount: kindCount).holds else {
      throw .damaged("The map of the segment contradicts itself.")
    }
  }

  package func add(to draft: inout SegmentDraft) {
    draft.add("points", points)
    draft.add("nodes", nodes)
  }

  /// The size in memory, in bytes.
  package var byteCount: Int { points.byteCount + nodes.byteCount }

  var nodeCount: Int { nodes.count }
}

/// A map tree without some of its points.
package struct PrunedMapTree: Sendable {
  private let tree: MapTree
  private let removed: OrdinalSet
  /// By node, whether it contains a removed point, so that its sums are invalid; empty when nothing is removed.
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

  /// Adds the points inside the viewport of the cells whose kind is accepted (all if `isWanted` is nil); each kind is
  /// evaluated at most once.
  ///
  /// Complexity: O(cells + √n); with a filter O(cells + points in the viewport).
  package func add(to cells: inout MapCells, ofKind isIncluded: ((UInt32) -> Bool)? = nil) {
    let verdicts = isIncluded.map { KindVerdicts(count: tree.kindCount, $0) }
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
  /// Calls `body` for every node that may contain a point at the coordinate.
  fileprivate func eachNode(around coordinate: StoredCoordinate, _ body: (Int) -> Void) {
    var index = 0
    while true {
      body(index)
      guard let child = children(of: index)?.first(where: { nodes[$0].sum.box.contains(coordinate) }) else { return }
      index = child
    }
  }

  /// The child squares of a node; nil for a leaf.
  private func children(of index: Int) -> Range<Int>? {
    let node = nodes[index]
    if node.firstChild == 0 { return nil }
    var child = Int(node.firstChild)
    while nodes[child].range.upperBound < node.range.upperBound { child += 1 }
    return Int(node.firstChild)..<child + 1
  }
}
