import Basics
import Geo
import Glibc
import Workload

/// Measures the spatial index over booths clustered as in Korea: build time, memory, and every kind of query.
func benchGrid(_ options: BenchOptions) {
  let counts = options.counts.isEmpty ? [100_000, 1_000_000, 10_000_000] : options.counts
  if !options.isJSON { print(GridFigures.heading) }
  for count in counts {
    let figures = GridBench(count: count).run()
    print(options.isJSON ? figures.json : figures.row)
  }
}

struct GridFigures {
  var count = 0
  var buildSeconds = 0.0
  var bytesPerBooth = 0.0
  var nearest = 0.0
  var radius = 0.0
  var radiusFound = 0.0
  var viewport = 0.0
  var viewportSorted = 0.0
  var viewportFound = 0.0
  var far = Percentiles([0])
  var antipode = Percentiles([0])
  var naive = 0.0
  /// The load average of the last minute.
  var load = 0.0

  /// Names and values, in the order of the table. Near queries are in nanoseconds, far ones in microseconds.
  private var columns: [(name: String, heading: String, value: Double, digits: Int)] {
    [
      ("booths", "booths", Double(count), 0), ("build_s", "build s", buildSeconds, 3),
      ("bytes_per_booth", "bytes each", bytesPerBooth, 1), ("nearest10_ns", "nearest(10) ns", nearest, 0),
      ("radius_ns", "radius ns", radius, 0), ("radius_found", "found", radiusFound, 0),
      ("viewport_ns", "viewport ns", viewport, 0), ("viewport_sorted_ns", "by id ns", viewportSorted, 0),
      ("viewport_found", "found", viewportFound, 0),
      ("far_p50_us", "far p50 µs", far(0.5), 1), ("far_p99_us", "p99", far(0.99), 1), ("far_max_us", "max", far(1), 1),
      ("antipode_p50_us", "antipode p50 µs", antipode(0.5), 1), ("antipode_p99_us", "p99", antipode(0.99), 1),
      ("antipode_max_us", "max", antipode(1), 1), ("naive_ns", "plain loop ns", naive, 0), ("load", "load", load, 1),
    ]
  }

  static var heading: String {
    GridFigures().columns.map { pad($0.heading, max(7, $0.heading.count)) }.joined(separator: "  ")
  }

  var row: String {
    columns.map { Self.pad(Self.decimal($0.value, $0.digits), max(7, $0.heading.count)) }.joined(separator: "  ")
  }

  var json: String {
    "{" + columns.map { "\"\($0.name)\":\(Self.decimal($0.value, $0.digits))" }.joined(separator: ",") + "}"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func decimal(_ value: Double, _ digits: Int) -> String {
    if digits == 0 { return String(Int(value.rounded())) }
    let scale = digits == 1 ? 10 : 1000
    let whole = Int((value * Double(scale)).rounded())
    let rest = String(whole % scale)
    return "\(whole / scale)." + String(repeating: "0", count: digits - rest.count) + rest
  }
}

struct GridBench {
  let points: [IndexedPoint]
  private var random = SeededNumbers(seed: 20)

  init(count: Int) {
    var coordinates = ClusteredCoordinates(seed: 1)
    points = (0..<count).map { id in
      let coordinate = coordinates.next()
      return IndexedPoint(
        id: Int64(id),
        coordinate: StoredCoordinate(Coordinate(latitude: coordinate.latitude, longitude: coordinate.longitude)!))
    }
  }

  func run() -> GridFigures {
    var bench = self
    var figures = GridFigures()
    var built: SpatialIndex?
    var loads = [0.0]
    getloadavg(&loads, 1)
    figures.load = loads[0]
    figures.count = points.count
    let builds = (0..<3).map { _ in Stopwatch.seconds { built = SpatialIndex(points) } }
    let index = built!
    figures.buildSeconds = builds.sorted()[1]
    figures.bytesPerBooth = Double(index.byteCount) / Double(points.count)
    bench.measureNear(index, &figures)
    figures.far = bench.far(index) { SeededNumbers.coordinate(&$0) }
    figures.antipode = bench.far(index) { random in
      Coordinate(latitude: -36.5 + random.normal() * 2, longitude: -52.5 + random.normal() * 2)!
    }
    figures.naive = bench.naive(index)
    return figures
  }

  /// Coordinates about 200 m from random booths, so that every query reads other, cold memory.
  mutating func origins(_ count: Int) -> [Coordinate] {
    (0..<count).map { _ in
      let coordinate = Coordinate(points[Int(random.next() % UInt64(points.count))].coordinate)
      return Coordinate(
        latitude: coordinate.latitude + random.normal() * 0.002,
        longitude: coordinate.longitude + random.normal() * 0.002)!
    }
  }

  private mutating func measureNear(_ index: SpatialIndex, _ figures: inout GridFigures) {
    let many = origins(100_000)
    var found = 0
    figures.nearest = Stopwatch.nanoseconds(per: many.count) {
      for coordinate in many { found &+= index.nearest(to: coordinate, limit: 10).count }
    }
    let some = many.prefix(20_000).map { (coordinate: $0, radius: index.nearest(to: $0, limit: 50).last!.metres) }
    found = 0
    figures.radius = Stopwatch.nanoseconds(per: some.count) {
      for query in some { found &+= index.within(query.radius, of: query.coordinate).count }
    }
    figures.radiusFound = Double(found) / Double(5 * some.count)
    measureViewports(index, many.prefix(10_000).map { viewport($0, index) }, &figures)
  }

  private func measureViewports(_ index: SpatialIndex, _ views: [Viewport], _ figures: inout GridFigures) {
    var found = 0
    figures.viewportSorted = Stopwatch.nanoseconds(per: views.count) {
      for view in views { found &+= index.inside(view).count }
    }
    figures.viewportFound = Double(found) / Double(5 * views.count)
    found = 0
    figures.viewport = Stopwatch.nanoseconds(per: views.count) {
      for view in views { found &+= index.withOrdinals(inside: view) { $0.count } }
    }
  }

  /// A square with about 500 booths: as wide as the circle around the nearest 393.
  func viewport(_ coordinate: Coordinate, _ index: SpatialIndex) -> Viewport {
    let half = index.nearest(to: coordinate, limit: 393).last!.metres / 111_200
    let wide = half / cos(coordinate.latitude * .pi / 180)
    return Viewport(
      west: coordinate.longitude - wide, south: coordinate.latitude - half, east: coordinate.longitude + wide,
      north: coordinate.latitude + half)!
  }

  /// Microseconds of each nearest(10) query from coordinates that are mostly far from every booth.
  private mutating func far(_ index: SpatialIndex, _ coordinate: (inout SeededNumbers) -> Coordinate) -> Percentiles {
    let coordinates = (0..<2000).map { _ in coordinate(&random) }
    var found = 0
    return Percentiles(
      coordinates.map { coordinate in
        Stopwatch.processorSeconds { found &+= index.nearest(to: coordinate, limit: 10).count } * 1e6
      })
  }

  /// Nanoseconds of a plain loop over all booths by geodesic distance, which must find the same booths.
  private mutating func naive(_ index: SpatialIndex) -> Double {
    let coordinates = origins(max(1, 2_000_000 / points.count))
    var answers: [[UInt32]] = []
    let seconds = Stopwatch.processorSeconds {
      for coordinate in coordinates { answers.append(plainNearest(coordinate)) }
    }
    for (coordinate, answer) in zip(coordinates, answers) {
      precondition(
        index.nearest(to: coordinate, limit: 10).map(\.ordinal) == answer, "The index and the plain loop differ.")
    }
    return seconds * 1e9 / Double(coordinates.count)
  }

  private func plainNearest(_ coordinate: Coordinate) -> [UInt32] {
    var best: [(millimetres: Int, ordinal: UInt32)] = []
    for (ordinal, point) in points.enumerated() {
      let millimetres = Int((Geodesic.distance(coordinate, Coordinate(point.coordinate)) * 1000).rounded())
      if best.count == 10, millimetres >= best[9].millimetres { continue }
      let rank = best.firstIndex { millimetres < $0.millimetres } ?? best.count
      best.insert((millimetres, UInt32(ordinal)), at: rank)
      if best.count > 10 { best.removeLast() }
    }
    return best.map(\.ordinal)
  }
}

extension SeededNumbers {
  /// A coordinate anywhere on the Earth, uniform by area.
  fileprivate static func coordinate(_ random: inout SeededNumbers) -> Coordinate {
    Coordinate(latitude: asin(random.unit() * 2 - 1) * (180 / .pi), longitude: random.unit() * 360 - 180)!
  }
}
