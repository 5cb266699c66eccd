import Glibc

/// Benchmarks of performance-critical parts, each compared with a naive implementation.
///
///     fourcuts-bench [NAME…] [--json] [--count N]…
///
/// The names are grid, import, writes, http, posts, chat, clusters, search, segments, offline and
/// backup.
///
/// Without a name it runs all benchmarks. `deliveries` is for `Tests/Cluster/benchmarks.py`, whose servers it listens to,
/// `points` for `Tests/Peers/peers.py`, and `opening-hours` for `Tests/Peers/compare-opening-hours.py`.
/// It exits with 2 when the arguments are invalid.
@main
struct Bench {
  static func main() async throws {
    if let deliveries = DeliveryOptions(CommandLine.arguments.dropFirst()) {
      return try await benchDeliveries(deliveries)
    }
    if CommandLine.arguments.dropFirst() == ["opening-hours"] { return answerOpeningHours() }
    if let points = PointsOptions(CommandLine.arguments.dropFirst()) { return try benchPoints(points) }
    guard let options = BenchOptions(CommandLine.arguments.dropFirst()) else {
      print(
        "usage: fourcuts-bench [grid] [import] [writes] [http] [posts] [chat] [clusters] [search] [segments] "
          + "[offline] [backup] [--json] [--count N]…")
      exit(2)
    }
    if options.runs("grid") { benchGrid(options) }
    for count in options.counts.isEmpty ? [1_000_000] : options.counts {
      if options.runs("import") { try await benchImport(count: count) }
      if options.runs("writes") { try await benchWrites(count: count) }
      if options.runs("http") { try await benchHTTP(count: count) }
      if options.runs("posts") { try await benchPosts(count: count) }
      if options.runs("clusters") { try await benchClusters(count: count) }
      if options.runs("search") { try benchSearch(count: count) }
      if options.runs("segments") { try benchSegments(count: count) }
      if options.runs("offline") { try await benchOffline(count: count) }
      if options.runs("backup") { try await benchBackup(count: count) }
    }
    if options.runs("chat") { try await benchChat() }
  }
}

struct BenchOptions {
  private static let words = [
    "grid", "import", "writes", "http", "posts", "chat", "clusters", "search", "segments", "offline", "backup",
  ]

  /// The benchmarks to run. Empty: all.
  private var chosen: [String] = []
  /// Prints one JSON object per line instead of a table.
  private(set) var isJSON = false
  /// Sizes to measure instead of the default ones.
  private(set) var counts: [Int] = []

  /// Nil when the arguments are invalid.
  init?(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--count":
        guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else { return nil }
        counts.append(count)
      case let word where Self.words.contains(word): chosen.append(word)
      default: return nil
      }
    }
  }

  func runs(_ word: String) -> Bool { chosen.isEmpty || chosen.contains(word) }
}
