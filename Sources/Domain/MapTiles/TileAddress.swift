/// Which tile of Web Mercator: zoom level, column from the west and row from the north.
package struct TileAddress: Hashable, Sendable {
  /// The highest zoom level, at which a pixel is about a centimetre.
  package static let maxZoom = 24

  package let zoom: Int
  package let column: Int
  package let row: Int

  /// Nil outside of the world, and beyond the highest zoom level.
  package init?(zoom: Int, column: Int, row: Int) {
    guard (0...Self.maxZoom).contains(zoom) else { return nil }
    let sides = 0..<(1 << zoom)
    guard sides.contains(column), sides.contains(row) else { return nil }
    (self.zoom, self.column, self.row) = (zoom, column, row)
  }
}
