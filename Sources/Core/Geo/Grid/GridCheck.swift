import Segments

/// Checks the nodes and cells of a grid from a file, so that searches can follow them without further checks: every
/// node has its cells, every cell a range of the points, and the nodes are a tree that is not deep.
///
/// Accepted nodes need not be right, but they lead nowhere outside, and a search visits each at most once.
struct GridCheck {
  let nodes: PackedArray<GridNode>
  let cells: PackedArray<GridCell>
  let rootCount: Int
  let count: Int

  /// Above what a builder can reach: each finer grid divides its cell at least by four.
  private static let maxLevel: UInt8 = 64

  /// Complexity: O(nodes + cells).
  func run() throws(SegmentFault) {
    guard rootCount <= nodes.count, nodes.count < Int(UInt32.max) else { throw Self.fault }
    // The level of each node; 0 if no cell has led to it yet.
    var levels = [UInt8](repeating: 0, count: nodes.count)
    for root in 0..<rootCount { levels[root] = 1 }
    var nextCell = 0
    for index in 0..<nodes.count {
      let node = nodes[index]
      guard levels[index] > 0, isValid(node), Int(node.firstCell) >= nextCell,
        check(node, level: levels[index], above: index, &levels)
      else { throw Self.fault }
      nextCell = Int(node.firstCell) + node.width * node.height
    }
  }

  private static var fault: SegmentFault { .damaged("The grid of the segment contradicts itself.") }

  private func isValid(_ node: GridNode) -> Bool {
    let unit = 0x1p32
    return node.face < CubeFace.count && node.columns > 0 && node.rows > 0 && node.width <= GridPart.cellLimit
      && node.height <= GridPart.cellLimit
      && (0...unit).contains(node.originU) && (0...unit).contains(node.originV)
      && (0x1p-20...unit).contains(node.stepU) && (0x1p-20...unit).contains(node.stepV)
      && node.lineU(node.width) <= unit + 1 && node.lineV(node.height) <= unit + 1
      && abs(node.inverseU * node.stepU - 1) < 1e-6 && abs(node.inverseV * node.stepV - 1) < 1e-6
      && Int(node.firstCell) + node.width * node.height < cells.count
  }

  /// Checks the cells of a node and gives the nodes that they lead to a level.
  private func check(_ node: GridNode, level: UInt8, above index: Int, _ levels: inout [UInt8]) -> Bool {
    let first = cells.unchecked + Int(node.firstCell)
    let number = node.width * node.height
    for cell in 0..<number {
      guard first[cell].start <= first[cell + 1].start else { return false }
      let child = first[cell].child
      if child == GridCell.leaf || child == GridCell.stack { continue }
      // A child comes after its parent, and has one only.
      guard child > index, child >= rootCount, child < nodes.count, levels[Int(child)] == 0, level < Self.maxLevel
      else { return false }
      levels[Int(child)] = level + 1
    }
    return first[number].start <= count
  }
}
