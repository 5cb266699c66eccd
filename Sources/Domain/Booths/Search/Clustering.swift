package import Basics
import Geo

/// Booths that stand so close on a map that one mark stands for them.
package struct BoothCluster: Hashable, Sendable {
  /// How many; at least two.
  package let count: Int
  /// The mean of their latitudes and longitudes.
  package let centre: StoredCoordinate
  /// What all of them lie within; it may cross the antimeridian, and be a single point.
  package let bounds: Viewport
}

/// What a map shows of a viewport: every booth is in exactly one mark.
package struct ClusteredBooths: Sendable {
  /// How many booths there are in all.
  package let count: Int
  /// Those that stand for themselves, as ordinals.
  package let booths: [UInt32]
  /// Those that stand together, largest first.
  package let clusters: [BoothCluster]
}

/// Makes marks of the cells of a map.
struct Clustering {
  /// Marks nearer to each other than this, in cells, become one: those on either side of a cell's edge, mostly.
  static let nearest = 0.6

  private let cells: MapCells

  init(_ cells: MapCells) {
    self.cells = cells
  }

  /// The marks. Complexity: O(marks²), of which there are at most `MapGrid.maxCells`.
  func finish() -> ClusteredBooths {
    var marks: [MapMark] = []
    var points: [MapPoint] = []
    for mark in cells.marks.enumerated().filter({ $0.element.count > 0 }).sorted(by: Self.isLarger).map(\.element) {
      let point = mark.point(on: cells.grid)
      if let near = points.indices.first(where: { points[$0].distance(to: point) < Self.nearest }) {
        marks[near].add(mark)
        points[near] = marks[near].point(on: cells.grid)
      } else {
        marks.append(mark)
        points.append(point)
      }
    }
    let clusters = marks.enumerated().filter { $0.element.count > 1 }.sorted(by: Self.isLarger)
    return ClusteredBooths(
      count: marks.reduce(0) { $0 + $1.count }, booths: marks.filter { $0.count == 1 }.map(\.ordinal),
      clusters: clusters.map(\.element.cluster))
  }

  private static func isLarger(
    _ one: (offset: Int, element: MapMark), _ other: (offset: Int, element: MapMark)
  ) -> Bool {
    (other.element.count, one.offset) < (one.element.count, other.offset)
  }
}

extension MapMark {
  fileprivate func point(on grid: MapGrid) -> MapPoint {
    grid.point(
      latitude: Double(latitudes) / Double(count) / 1e7, unwrapped: Double(longitudes) / Double(count) / 1e7)
  }

  fileprivate var cluster: BoothCluster {
    let latitude = (Double(latitudes) / Double(count)).rounded()
    let longitude = Int64((Double(longitudes) / Double(count)).rounded())
    return BoothCluster(
      count: count, centre: StoredCoordinate(unchecked: Int32(latitude), Self.wrapped(longitude)),
      bounds: Viewport(
        west: Double(Self.wrapped(west)) / 1e7, south: Double(south) / 1e7, east: Double(Self.wrapped(east)) / 1e7,
        north: Double(north) / 1e7)!)
  }

  private static func wrapped(_ longitude: Int64) -> Int32 {
    Int32(longitude > 1_800_000_000 ? longitude - 3_600_000_000 : longitude)
  }
}

extension Catalogue {
  /// The booths inside a viewport that pass the filter, gathered for a map of a zoom (0...22, as Web Mercator tiles
  /// count): at most 320 marks. Complexity: O(marks² + √n), with a filter O(marks² + booths inside the viewport).
  package func clusters(inside viewport: Viewport, zoom: Int, _ filter: BoothFilter = BoothFilter()) -> ClusteredBooths
  {
    Clustering(aggregate(MapGrid(viewport, zoom: zoom), filter)).finish()
  }
}
