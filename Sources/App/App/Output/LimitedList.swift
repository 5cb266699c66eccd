import Basics
import CommandLineKit

/// The first items of a list, and whether there are more.
struct LimitedList<Item> {
  let items: [Item]
  private let isCut: Bool

  /// - Parameter fetch: reads at most so many items, from the first.
  init(_ limit: Int, _ fetch: (_ limit: Int) async throws -> [Item]) async throws {
    let found = try await fetch(limit + 1)
    (items, isCut) = (Array(found.prefix(limit)), found.count > limit)
  }

  /// Tells a person where the rest is. Programs read what they asked for, and nothing else.
  /// - Parameter next: the options that show what follows.
  func hint(_ console: Console, next: String? = nil) {
    guard isCut, console.isInteractive else { return }
    let onward = next.map { "\($0) shows what follows, and --limit N more at once." } ?? "--limit N shows more."
    for line in wrapped("There are more than these \(items.count.grouped): \(onward)", to: console.textWidth) {
      console.error(line)
    }
  }
}
