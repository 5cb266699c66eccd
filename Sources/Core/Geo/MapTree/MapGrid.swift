package import Basics

/// A position on a map, in cells from the upper left.
package struct MapPoint: Sendable {
  let x: Double
  let y: Double

  package func distance(to other: MapPoint) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}

/// The cells of a map's viewport: squares of the Web Mercator projection that are the same for all viewports of a
/// zoom level, so that the content of a cell does not change while the map is moved.
package struct MapGrid: Sendable {
  /// A quarter of a tile: 64 pixels for tiles of 256.
  static let cellsPerTile = 4.0
  /// The maximum number of cells of one viewport; if a zoom level needs more, they are doubled in size.
  package static let maxCells = 320

  /// The number of cells around the world.
  let scale: Double
  let columns: Int
  let rows: Int
  let viewport: Viewport
  private let firstColumn: Int
  /// The latitudes between rows in units of 1e-7 degrees, from north to south: a binary search in these is cheaper
  /// than projecting each point.
  private let edges: [Int32]

  /// The cells for a viewport at a zoom level (0...22, as for Web Mercator tiles).
  package init(_ viewport: Viewport, zoom: Int) {
    let width = viewport.east - viewport.west + (viewport.west > viewport.east ? 360 : 0)
    let left = WebMercator.x(viewport.west)
    let (top, bottom) = (WebMercator.y(viewport.north), WebMercator.y(viewport.south))
    var scale = Self.cellsPerTile * Double(1 << zoom)
    func span(_ low: Double, _ high: Double) -> Range<Int> { Int(low * scale)..<Int(high * scale) + 1 }
    while scale > 1, span(left, left + width / 360).count * span(top, bottom).count > Self.maxCells { scale /= 2 }
    let wide = span(left, left + width / 360)
    let high = span(top, bottom)
    self.viewport = viewport
    self.scale = scale
    (columns, rows, firstColumn) = (wide.count, high.count, wide.lowerBound)
    edges = (high.lowerBound + 1..<high.upperBound).map { Self.latitude(Double($0) / scale) }
  }

  /// The latitude of `y` (0...1, as in `WebMercator`), in units of 1e-7 degrees; a point exactly on it belongs to the
  /// north.
  static func latitude(_ y: Double) -> Int32 { Int32((WebMercator.latitude(y) * 1e7).rounded()) }

  /// The longitude of a point in the viewport, continued east beyond 180 if the viewport crosses the antimeridian.
  @inline(__always)
  func unwrapped(_ longitudeE7: Int32) -> Int64 {
    Double(longitudeE7) / 1e7 < viewport.west ? Int64(longitudeE7) + 3_600_000_000 : Int64(longitudeE7)
  }

  /// The index of a point's cell in the viewport, row by row. Complexity: O(log rows).
  @inline(__always)
  func cell(latitude: Int32, unwrapped: Int64) -> Int {
    row(latitude) &* columns &+ column(unwrapped)
  }

  /// The cell that contains a whole box of the viewport; nil when there are several.
  func cell(of box: StoredBox, shift: Int64) -> Int? {
    let column = column(Int64(box.west) &+ shift)
    guard column == self.column(Int64(box.east) &+ shift) else { return nil }
    let row = row(box.north)
    return row == self.row(box.south) ? row &* columns &+ column : nil
  }

  @inline(__always)
  private func column(_ unwrapped: Int64) -> Int {
    max(0, min(columns &- 1, Int((Double(unwrapped) / 1e7 + 180) / 360 * scale) &- firstColumn))
  }

  @inline(__always)
  private func row(_ latitude: Int32) -> Int {
    var (low, high) = (0, edges.count)
    while low < high {
      let middle = (low &+ high) / 2
      if edges[middle] > latitude { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  package func point(latitude: Double, unwrapped: Double) -> MapPoint {
    MapPoint(x: WebMercator.x(unwrapped) * scale, y: WebMercator.y(latitude) * scale)
  }
}
