import Basics
import Segments

/// Checks a map tree from a file: its nodes are a tree that is not deep and divides all points, its points have valid
/// coordinates, ordinals and kinds, and the sums of a node can be those of as many points in its box.
struct MapTreeCheck {
  let points: PackedArray<MapTreePoint>
  let nodes: PackedArray<MapTreeNode>
  let kindCount: Int

  private static let world = StoredBox(
    west: -1_800_000_000, south: -900_000_000, east: 1_800_000_000, north: 900_000_000)
  private static let maxLevel: UInt8 = 64

  /// Complexity: O(points + nodes).
  var holds: Bool {
    guard let root = nodes.first, root.start == 0, Int(root.sum.count) == points.count,
      points.allSatisfy(isValid), nodes.allSatisfy({ isValid($0.sum) })
    else { return false }
    return isTree
  }

  private func isValid(_ point: MapTreePoint) -> Bool {
    Self.world.contains(StoredCoordinate(unchecked: point.latitude, point.longitude)) && point.ordinal < points.count
      && point.kind < kindCount
  }

  private func isValid(_ sum: PointSum) -> Bool {
    if sum.count == 0 { return points.isEmpty }
    let (box, count) = (sum.box, Int64(sum.count))
    return box.south <= box.north && box.west <= box.east && box.south >= Self.world.south
      && box.north <= Self.world.north && box.west >= Self.world.west && box.east <= Self.world.east
      && (Int64(box.south) * count...Int64(box.north) * count).contains(sum.latitudes)
      && (Int64(box.west) * count...Int64(box.east) * count).contains(sum.longitudes) && sum.ordinal < points.count
  }

  private var isTree: Bool {
    // The level of each node; 0 if no other has led to it yet.
    var levels = [UInt8](repeating: 0, count: nodes.count)
    levels[0] = 1
    for index in 0..<nodes.count {
      let node = nodes[index]
      guard levels[index] > 0, levels[index] < Self.maxLevel else { return false }
      if node.firstChild == 0 { continue }
      var child = Int(node.firstChild)
      var position = Int(node.start)
      let end = position + Int(node.sum.count)
      while position < end {
        guard child > index, child < nodes.count, levels[child] == 0, Int(nodes[child].start) == position else {
          return false
        }
        levels[child] = levels[index] + 1
        position += Int(nodes[child].sum.count)
        child += 1
      }
      if position != end { return false }
    }
    return true
  }
}
