import Glibc

/// Repeatable measurements of the parts that must be fast, each beside a naive way to do the same.
///
///     fourcuts-bench [grid] [import] [writes] [http] [posts] [chat] [clusters] [--json] [--count N]…
///
/// Without a word it runs everything. It exits with 2 where it does not understand.
@main
struct Bench {
  static func main() async throws {
    guard let options = BenchOptions(CommandLine.arguments.dropFirst()) else {
      print("usage: fourcuts-bench [grid] [import] [writes] [http] [posts] [chat] [clusters] [--json] [--count N]…")
      exit(2)
    }
    if options.runs("grid") { benchGrid(options) }
    for count in options.counts.isEmpty ? [1_000_000] : options.counts {
      if options.runs("import") { try await benchImport(count: count) }
      if options.runs("writes") { try await benchWrites(count: count) }
      if options.runs("http") { try await benchHTTP(count: count) }
      if options.runs("posts") { try await benchPosts(count: count) }
      if options.runs("clusters") { try await benchClusters(count: count) }
    }
    if options.runs("chat") { try await benchChat() }
  }
}

/// What the command line asks for.
struct BenchOptions {
  private static let words = ["grid", "import", "writes", "http", "posts", "chat", "clusters"]

  /// The benchmarks to run; all where none is named.
  private var chosen: [String] = []
  /// One JSON object a line instead of a table.
  private(set) var isJSON = false
  /// Sizes to measure instead of the usual ones.
  private(set) var counts: [Int] = []

  /// Nil where something is not understood.
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
