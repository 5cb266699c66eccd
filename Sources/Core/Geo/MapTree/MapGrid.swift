package import Basics

/// A place on a map, in cells from its upper left.
package struct MapPoint: Sendable {
  let x: Double
  let y: Double

  /// How many cells lie between.
  package func distance(to other: MapPoint) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}

/// The cells into which a map's viewport is cut: squares of the Web Mercator projection that lie the same at every
/// viewport of a zoom, so that what stands in a cell does not change while a map is moved.
package struct MapGrid: Sendable {
  /// A quarter of a tile: 64 pixels where tiles have 256.
  static let cellsPerTile = 4.0
  /// Cells of one viewport at most; where a zoom would need more, they are doubled in size.
  package static let maxCells = 320

  /// Cells around the world.
  let scale: Double
  let columns: Int
  let rows: Int
  /// What the cells cover.
  let viewport: Viewport
  private let firstColumn: Int
  /// The latitudes between rows in ten-millionths of a degree, from north to south: looking a row up among these is
  /// cheaper than projecting each booth.
  private let edges: [Int32]

  /// The cells for a viewport at a zoom (0...22, as Web Mercator tiles count it).
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

  /// The latitude that begins south of `y` (0...1, as `WebMercator`), in ten-millionths of a degree; a place on it
  /// belongs to the north.
  static func latitude(_ y: Double) -> Int32 { Int32((WebMercator.latitude(y) * 1e7).rounded()) }

  /// The longitude of a place in the viewport, counted on to the east beyond 180 where that is crossed.
  @inline(__always)
  func unwrapped(_ longitudeE7: Int32) -> Int64 {
    Double(longitudeE7) / 1e7 < viewport.west ? Int64(longitudeE7) + 3_600_000_000 : Int64(longitudeE7)
  }

  /// The cell of a place in the viewport, row by row. Complexity: O(log rows).
  @inline(__always)
  func cell(latitude: Int32, unwrapped: Int64) -> Int {
    row(latitude) &* columns &+ column(unwrapped)
  }

  /// The cell in which all places of a box in the viewport are; nil where they are in several.
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

  /// Where a place is on the map.
  package func point(latitude: Double, unwrapped: Double) -> MapPoint {
    MapPoint(x: WebMercator.x(unwrapped) * scale, y: WebMercator.y(latitude) * scale)
  }
}
