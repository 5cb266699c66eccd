package import Basics
import Geo

/// Booths so close on a map that one marker stands for them.
package struct BoothCluster: Hashable, Sendable {
  /// The number of booths, at least two.
  package let count: Int
  /// The mean of their latitudes and longitudes.
  package let centre: StoredCoordinate
  /// Their bounding box. It may cross the antimeridian and may be a single point.
  package let bounds: Viewport
}

/// The markers of a viewport: every booth is in exactly one.
package struct ClusteredBooths: Sendable {
  package let count: Int
  /// The ordinals of booths shown singly.
  package let booths: [UInt32]
  /// The clusters, largest first.
  package let clusters: [BoothCluster]
}

/// Merges the cells of a map into markers.
struct Clustering {
  /// Markers closer than this, in cells, are merged: mostly those on both sides of a cell's edge.
  static let minDistance = 0.6

  private let cells: MapCells

  init(_ cells: MapCells) {
    self.cells = cells
  }

  /// The markers. Complexity: O(marks²), at most `MapGrid.maxCells` marks.
  func finish() -> ClusteredBooths {
    var marks: [MapMark] = []
    var points: [MapPoint] = []
    for mark in cells.marks.enumerated().filter({ $0.element.count > 0 }).sorted(by: Self.isLarger).map(\.element) {
      let point = mark.point(on: cells.grid)
      if let near = points.indices.first(where: { points[$0].distance(to: point) < Self.minDistance }) {
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
  /// The booths inside a viewport that pass the filter, clustered for a zoom level (0...22, as of Web Mercator tiles)
  /// into at most 320 markers. Complexity: O(marks² + √n), with a filter O(marks² + booths inside the viewport).
  /// - Parameter separate: As many booths or fewer are not clustered.
  package func clusters(
    inside viewport: Viewport, zoom: Int, separate: Int = 0, _ filter: BoothFilter = BoothFilter()
  ) -> ClusteredBooths {
    if separate > 0 {
      let all = inside(viewport, limit: separate + 1, filter)
      if all.count <= separate { return ClusteredBooths(count: all.count, booths: all, clusters: []) }
    }
    return Clustering(aggregate(MapGrid(viewport, zoom: zoom), filter)).finish()
  }
}
