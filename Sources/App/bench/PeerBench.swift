import Basics
import Foundation
import Geo

/// Seeded points and queries for other programs, and the measurements of the index beside them.
///
///     fourcuts-bench points --count N --queries Q --to DIRECTORY
///
/// It writes text files, each with a line of column names:
///
/// - `points.csv`: `id,latitude,longitude`, in degrees, as the catalogue stores them.
/// - `nearest.csv`: `latitude,longitude,limit,answer`
/// - `radius.csv`: `latitude,longitude,metres,answer`, with about 50 points each
/// - `viewport.csv`: `west,south,east,north,answer`, with about 500 points each
///
/// An answer is a list of `id:millimetres`, nearest first, with blanks between; for viewports of `id`, ascending.
///
/// When the files are written it prints `{}`. Then it measures what each line of standard input names, `build` or one of
/// the files without its extension, and prints `{"nanoseconds":N}`: CPU time for one build or one query.
struct PointsOptions {
  let count: Int
  /// The queries for the nearest. There are fewer of the others, which find more.
  let queries: Int
  let directory: URL

  /// Nil for other arguments.
  init?(_ arguments: ArraySlice<String>) {
    let words = Array(arguments)
    guard words.count == 7, words[0] == "points", words[1] == "--count", words[3] == "--queries", words[5] == "--to",
      let count = Int(words[2]), count >= 1000, let queries = Int(words[4]), queries >= 10
    else { return nil }
    (self.count, self.queries, directory) = (count, queries, URL(fileURLWithPath: words[6], isDirectory: true))
  }
}

/// Writes the files, then measures what standard input asks for until it ends.
func benchPoints(_ options: PointsOptions) throws {
  let bench = PeerBench(options)
  try bench.write(to: options.directory)
  print("{}")
  fflush(nil)
  while let name = readLine() {
    guard let nanoseconds = bench.nanoseconds(name) else { return print("usage: build | nearest | radius | viewport") }
    print("{\"nanoseconds\":\(nanoseconds)}")
    fflush(nil)
  }
}

/// The index with queries of three kinds.
private struct PeerBench {
  private let points: [IndexedPoint]
  private let index: SpatialIndex
  private let nearest: [Coordinate]
  private let circles: [(coordinate: Coordinate, metres: Double)]
  private let viewports: [Viewport]

  init(_ options: PointsOptions) {
    var bench = GridBench(count: options.count)
    let index = SpatialIndex(bench.points)
    points = bench.points
    nearest = bench.origins(options.queries)
    circles = nearest.prefix(options.queries / 5).map { ($0, index.nearest(to: $0, limit: 50).last!.metres) }
    viewports = nearest.prefix(options.queries / 10).map { bench.viewport($0, index) }
    self.index = index
  }

  /// Nil for an unknown name.
  func nanoseconds(_ name: String) -> Double? {
    switch name {
    case "build": return Stopwatch.processorSeconds { _ = SpatialIndex(points) } * 1e9
    case "nearest": return nanoseconds(nearest) { index.nearest(to: $0, limit: 10).count }
    case "radius": return nanoseconds(circles) { index.within($0.metres, of: $0.coordinate).count }
    case "viewport": return nanoseconds(viewports) { index.withOrdinals(inside: $0) { $0.count } }
    default: return nil
    }
  }

  private func nanoseconds<Query>(_ queries: [Query], _ count: (Query) -> Int) -> Double {
    var found = 0
    let seconds = Stopwatch.processorSeconds { for query in queries { found &+= count(query) } }
    precondition(found > 0, "Every query finds points.")
    return seconds * 1e9 / Double(queries.count)
  }

  func write(to directory: URL) throws {
    func write(_ name: String, _ columns: String, _ lines: some Sequence<String>) throws {
      let text = columns + "\n" + lines.map { $0 + "\n" }.joined()
      try Data(text.utf8).write(to: directory.appendingPathComponent(name))
    }
    try write(
      "points.csv", "id,latitude,longitude",
      points.lazy.map { point in
        let coordinate = Coordinate(point.coordinate)
        return "\(point.id),\(coordinate.latitude),\(coordinate.longitude)"
      })
    try write(
      "nearest.csv", "latitude,longitude,limit,answer",
      nearest.lazy.map { "\($0.latitude),\($0.longitude),10,\(text(index.nearest(to: $0, limit: 10)))" })
    try write(
      "radius.csv", "latitude,longitude,metres,answer",
      circles.lazy.map { circle in
        let (coordinate, metres) = circle
        return "\(coordinate.latitude),\(coordinate.longitude),\(metres),\(text(index.within(metres, of: coordinate)))"
      })
    try write(
      "viewport.csv", "west,south,east,north,answer",
      viewports.lazy.map { view in
        let found = index.inside(view).map { String(index.id(of: $0)) }.joined(separator: " ")
        return "\(view.west),\(view.south),\(view.east),\(view.north),\(found)"
      })
  }

  private func text(_ neighbors: [Neighbor]) -> String {
    neighbors.map { "\(index.id(of: $0.ordinal)):\(Int(($0.metres * 1000).rounded()))" }.joined(separator: " ")
  }
}
