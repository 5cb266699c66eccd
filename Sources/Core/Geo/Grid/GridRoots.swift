/// The grids of all faces that have points, with their cells numbered consecutively.
struct GridRoots {
  /// One node for each face that has points.
  let nodes: [GridNode]
  let cellCount: Int
  /// By face; nil when it has no points.
  private let layouts: [GridLayout?]
  private let firstCells: [Int]

  /// Lays a grid over each face's extent.
  init(_ extents: [GridExtent]) {
    layouts = extents.map { $0.count == 0 ? nil : GridLayout($0, cellLimit: GridBuilder.rootCellLimit) }
    var nodes: [GridNode] = []
    var firstCells: [Int] = []
    var next = 0
    for (face, layout) in layouts.enumerated() {
      firstCells.append(next)
      guard let layout else { continue }
      nodes.append(layout.node(firstCell: next, face: face))
      next += layout.cellCount
    }
    self.nodes = nodes
    self.firstCells = firstCells
    cellCount = next
  }

  /// The cell of a record. The face must have points.
  @inline(__always)
  func cell(_ record: GridRecord, _ face: UInt8) -> Int {
    firstCells[Int(face)] &+ layouts[Int(face)].unsafelyUnwrapped.cell(record)
  }

  func face(ofCell cell: Int) -> Int {
    Int(nodes.last { Int($0.firstCell) <= cell }!.face)
  }
}
