public import Geo

/// Booths that stand so close on a map that one mark stands for them.
public struct BoothCluster: Hashable, Sendable {
  /// How many; at least two.
  public let count: Int
  /// The mean of their latitudes and longitudes.
  public let centre: StoredCoordinate
  /// What all of them lie within; it may cross the antimeridian, and be a single point.
  public let bounds: Viewport
}

/// What a map shows of a viewport: every booth is in exactly one mark.
public struct ClusteredBooths: Sendable {
  /// How many booths there are in all.
  public let count: Int
  /// Those that stand for themselves, as ordinals.
  public let booths: [UInt32]
  /// Those that stand together, largest first.
  public let clusters: [BoothCluster]
}

/// Gathers booths by the cells of a map.
struct Clustering {
  /// Marks nearer to each other than this, in cells, become one: those on either side of a cell's edge, mostly.
  static let nearest = 0.6

  private let grid: MapGrid
  private var cells: [Mark]

  init(_ viewport: Viewport, zoom: Int) {
    grid = MapGrid(viewport, zoom: zoom)
    cells = [Mark](repeating: Mark(), count: grid.columns * grid.rows)
  }

  /// Takes a booth inside the viewport. Complexity: O(log rows).
  @inline(__always)
  mutating func add(_ ordinal: UInt32, _ place: StoredCoordinate) {
    let longitude = grid.unwrapped(place.longitudeE7)
    cells[grid.cell(latitude: place.latitudeE7, unwrapped: longitude)]
      .add(ordinal, latitude: Int64(place.latitudeE7), longitude: longitude)
  }

  /// What was taken. Complexity: O(marks²), of which there are at most `MapGrid.mostCells`.
  func finish() -> ClusteredBooths {
    var marks: [Mark] = []
    var points: [MapPoint] = []
    for mark in cells.enumerated().filter({ $0.element.count > 0 }).sorted(by: Self.isLarger).map(\.element) {
      let point = mark.point(on: grid)
      if let near = points.indices.first(where: { points[$0].distance(to: point) < Self.nearest }) {
        marks[near].add(mark)
        points[near] = marks[near].point(on: grid)
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

  private static func isLarger(_ one: (offset: Int, element: Mark), _ other: (offset: Int, element: Mark)) -> Bool {
    (other.element.count, one.offset) < (one.element.count, other.offset)
  }
}

/// Some booths, summed up. Longitudes are counted on to the east beyond 180 where the viewport crosses that.
private struct Mark {
  private(set) var count = 0
  /// Of the first booth.
  private(set) var ordinal: UInt32 = 0
  private var latitudes: Int64 = 0
  private var longitudes: Int64 = 0
  private var south = Int64.max
  private var north = Int64.min
  private var west = Int64.max
  private var east = Int64.min

  @inline(__always)
  mutating func add(_ ordinal: UInt32, latitude: Int64, longitude: Int64) {
    if count == 0 { self.ordinal = ordinal }
    count += 1
    latitudes += latitude
    longitudes += longitude
    (south, north) = (min(south, latitude), max(north, latitude))
    (west, east) = (min(west, longitude), max(east, longitude))
  }

  mutating func add(_ other: Mark) {
    count += other.count
    latitudes += other.latitudes
    longitudes += other.longitudes
    (south, north) = (min(south, other.south), max(north, other.north))
    (west, east) = (min(west, other.west), max(east, other.east))
  }

  func point(on grid: MapGrid) -> MapPoint {
    grid.point(
      latitude: Double(latitudes) / Double(count) / 1e7, unwrapped: Double(longitudes) / Double(count) / 1e7)
  }

  var cluster: BoothCluster {
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
  /// count): at most 320 marks. Complexity: O(√n + booths inside the viewport).
  public func clusters(inside viewport: Viewport, zoom: Int, _ filter: BoothFilter = BoothFilter()) -> ClusteredBooths {
    var clustering = Clustering(viewport, zoom: zoom)
    visit(inside: viewport, filter) { clustering.add($0, $1) }
    return clustering.finish()
  }
}
