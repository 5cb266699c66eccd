import Basics
import Foundation
import Posts
import SQL
import SQLite
import Workload

/// Measures reading pages of 20 posts, and single posts, from 1,000 and from many posts. Both should take about the same.
///
/// The two databases are read alternately, so that other load on the machine affects both alike.
func benchPosts(count: Int = 1_000_000) async throws {
  let directory = try ScratchDirectory()
  let start = ContinuousClock.now
  let few = try await SeededPosts(count: 1_000, path: directory.url.appendingPathComponent("few.sqlite").path)
  let many = try await SeededPosts(count: count, path: directory.url.appendingPathComponent("many.sqlite").path)
  print(
    "posts, microseconds (median of \(rounds), wall); made in \((ContinuousClock.now - start).components.seconds) s")
  print("  " + fill("", 34) + pad("1000", 10) + pad(String(count), 10) + pad("ratio", 8))
  for reading in readings {
    let (one, other) = try await inTurn(reading, few, many)
    print(line(reading.name, one, other))
  }
  print(line("by kind, half way, by OFFSET", try await byOffset(few), try await byOffset(many)))
  try await whileWriting(few, many)
  await few.database.close()
  await many.database.close()
}

private let rounds = 400

private struct Query {
  let name: String
  /// Runs the query once, with random numbers for its parameters.
  let read: @Sendable (SeededPosts, inout SeededNumbers) async throws -> Void
}

private let feeds: [(name: String, feed: @Sendable (SeededPosts) -> Feed)] = [
  ("all", { _ in Feed() }),
  ("by kind", { _ in Feed(kinds: [.pose]) }),
  ("by kind and board", { _ in Feed(kinds: [.feed], board: "Mobbie") }),
  ("by author", { all in Feed(.by(all.people[0])) }),
  ("by hashtag", { _ in Feed(.hashtag(SeededPosts.hashtag)) }),
  ("of 200 followed people", { all in Feed(.followed(by: all.people[1])) }),
]

private let readings: [Query] =
  feeds.flatMap { pages($0.name, $0.feed) } + [
    Query(name: "one post") { all, numbers in
      _ = try await all.posts.post(all.ids.randomElement(using: &numbers)!, for: all.people[1])
    },
    Query(name: "its comments and likers") { all, numbers in
      _ = try await all.posts.participants(of: [all.ids.randomElement(using: &numbers)!], for: all.people[1])
    },
  ]

/// Queries for the first page of a feed, and for pages around its middle.
private func pages(_ name: String, _ feed: @escaping @Sendable (SeededPosts) -> Feed) -> [Query] {
  [
    Query(name: "\(name), newest") { all, _ in
      _ = try await all.posts.page(feed(all), for: all.people[1], PageRequest(limit: 20))
    },
    Query(name: "\(name), half way") { all, numbers in
      let middle = all.count / 2 + Int(numbers.next() % UInt64(all.count / 20))
      let key = PageKey(instant: all.instant(of: middle), id: "")
      let page = try await all.posts.page(feed(all), for: all.people[1], PageRequest(after: key, limit: 20))
      guard page.items.count > 15 else { throw ShortPage(name: name, count: page.items.count) }
    },
  ]
}

/// A page with fewer posts than requested.
private struct ShortPage: Error {
  var name: String
  var count: Int
}

private func inTurn(_ reading: Query, _ few: SeededPosts, _ many: SeededPosts) async throws -> (Double, Double) {
  var numbers = SeededNumbers(seed: 13)
  var times: ([Double], [Double]) = ([], [])
  for _ in 0..<rounds {
    times.0.append(try await microseconds { try await reading.read(few, &numbers) })
    times.1.append(try await microseconds { try await reading.read(many, &numbers) })
  }
  return (Percentiles(times.0)(0.5), Percentiles(times.1)(0.5))
}

/// The time of paging by OFFSET, for comparison.
private func byOffset(_ all: SeededPosts) async throws -> Double {
  var times: [Double] = []
  for _ in 0..<9 {
    times.append(
      try await microseconds {
        try await all.database.read { connection in
          try connection.each(
            "SELECT id FROM post WHERE kind = 'pose' ORDER BY created_at DESC, id DESC LIMIT 20 OFFSET $1",
            [.integer(Int64(all.count / 14))]
          ) { _ in }
        }
      })
  }
  return Percentiles(times)(0.5)
}

/// Measures reading pages while posts are saved as fast as possible.
private func whileWriting(_ few: SeededPosts, _ many: SeededPosts) async throws {
  let page = readings[0]
  for all in [few, many] {
    let writer = Task {
      var content = PostContent(kind: .feed)
      content.text = "#\(SeededPosts.hashtag) 새 글"
      var written = 0
      while !Task.isCancelled {
        _ = try await all.posts.make(content, by: all.people[2])
        written += 1
      }
      return written
    }
    let start = ContinuousClock.now
    var numbers = SeededNumbers(seed: 17)
    var times: [Double] = []
    for _ in 0..<2000 { times.append(try await microseconds { try await page.read(all, &numbers) }) }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    writer.cancel()
    let written = try await writer.value
    let spread = Percentiles(times)
    print(
      "  \(all.count) posts while writing: a page takes \(whole(spread(0.5))) (99 of 100 under \(whole(spread(0.99)))), "
        + "\(whole(Double(written) / seconds)) posts saved a second")
  }
}

private func microseconds(_ work: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await work()
  return (ContinuousClock.now - start) / .microseconds(1)
}

private func line(_ name: String, _ one: Double, _ other: Double) -> String {
  "  " + fill(name, 34) + pad(whole(one), 10) + pad(whole(other), 10)
    + pad(String(format: "%.2f", other / one), 8)
}

private func whole(_ number: Double) -> String { String(Int(number.rounded())) }

private func pad(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

private func fill(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
