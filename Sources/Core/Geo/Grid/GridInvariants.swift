extension Grid {
  /// The first broken invariant in one sentence; nil when all hold.
  ///
  /// Every position holds the point of one ordinal, and every ordinal has its position; every point lies within the
  /// lines of its cell, in every grid above it; the points of a cell are in ascending order of ordinals; no cell
  /// without a finer grid has too many points, unless they cannot be separated.
  func brokenInvariant() -> String? {
    for ordinal in 0..<count where Int(tables.blocks.ordinal(at: position(of: ordinal))) != ordinal {
      return "Ordinal \(ordinal) is not at its position."
    }
    var covered = 0
    for root in 0..<tables.rootCount {
      let range = points(of: tables.nodes[root])
      if range.lowerBound != covered { return "Root \(root) does not begin where the one before ends." }
      covered = range.upperBound
      if let broken = brokenInvariant(of: tables.nodes[root]) { return broken }
    }
    return covered == count ? nil : "The roots hold \(covered) of \(count) points."
  }

  private func points(of node: GridNode) -> Range<Int> {
    let first = tables.cells(node, row: 0, column: 0)
    return Int(first[0].start)..<Int(first[node.width * node.height].start)
  }

  private func brokenInvariant(of node: GridNode) -> String? {
    for row in 0..<node.height {
      for column in 0..<node.width {
        let cell = tables.cells(node, row: row, column: column)
        if cell[0].start > cell[1].start { return "A cell ends before it begins." }
        let range = Int(cell[0].start)..<Int(cell[1].start)
        if let broken = brokenInvariant(of: cell[0], range, node, row, column) { return broken }
      }
    }
    return nil
  }

  private func brokenInvariant(
    of cell: GridCell, _ range: Range<Int>, _ node: GridNode, _ row: Int, _ column: Int
  ) -> String? {
    for position in range {
      let (u, v) = units(of: position, Int(node.face))
      let slack = 2.0
      guard u >= node.lineU(column) - slack, u <= node.lineU(column + 1) + slack,
        v >= node.lineV(row) - slack, v <= node.lineV(row + 1) + slack
      else { return "The point at \(position) lies outside its cell." }
    }
    if cell.child == GridCell.leaf || cell.child == GridCell.stack {
      let ordinals = range.map { tables.blocks.ordinal(at: $0) }
      if ordinals != ordinals.sorted() { return "The points of a cell are not in order." }
      if cell.child == GridCell.leaf { return range.count <= GridPart.leafLimit ? nil : spread(range, node) }
      let coordinates = Set(range.map { tables.blocks.coordinate(at: $0) })
      return coordinates.count == 1 ? nil : "A stack has points of several places."
    }
    let child = tables.nodes[Int(cell.child)]
    if child.face != node.face || points(of: child) != range { return "A finer grid does not hold its cell's points." }
    return brokenInvariant(of: child)
  }

  private func units(of position: Int, _ face: Int) -> (u: Double, v: Double) {
    let (alongU, alongV, height) = CubeFace.axes(face, tables.blocks.centred(at: position))
    return ((alongU / height + 1) * CubeFace.unitsPerOne, (alongV / height + 1) * CubeFace.unitsPerOne)
  }

  /// Reports a crowded cell whose points are more than a unit apart.
  private func spread(_ range: Range<Int>, _ node: GridNode) -> String? {
    let units = range.map { self.units(of: $0, Int(node.face)) }
    let u = units.map(\.u)
    let v = units.map(\.v)
    return u.max()! - u.min()! > 2 || v.max()! - v.min()! > 2 ? "A cell of \(range.count) points has no grid." : nil
  }
}
