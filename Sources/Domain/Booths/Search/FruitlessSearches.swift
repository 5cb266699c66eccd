package import Basics
import Synchronization

/// A text that people searched for, and for which there is no booth.
package struct FruitlessSearch: Hashable, Sendable {
  /// Without regard to case, width and punctuation.
  package let text: String
  package let count: Int
  /// The last day of them, in days since 1970 (UTC).
  package let lastDay: Int64

  package init(text: String, count: Int, lastDay: Int64) {
    (self.text, self.count, self.lastDay) = (text, count, lastDay)
  }
}

package protocol FruitlessSearchStore: Sendable {
  /// Adds searches of a day, in days since 1970.
  func add(_ counts: [String: Int], on day: Int64) async throws
  func remove(before day: Int64) async throws
  /// The most frequent ones, first.
  func list(limit: Int) async throws -> [FruitlessSearch]
}

/// Counts searches that find no booth, so that operators see which booths, places and names are missing.
///
/// A text is counted once five clients have searched for it on one day; until then, and who they are, is known in memory
/// only, as hashes that nobody can compute again on the next day.
package final class FruitlessSearches: Sendable {
  /// The number of clients from which on a text is kept.
  package static let minClients = 5
  /// How long it is kept, in days.
  package static let daysKept: Int64 = 30

  /// Nil: nothing is counted.
  private let store: (any FruitlessSearchStore)?
  private let clock: @Sendable () -> Timestamp
  private let maxTexts: Int
  private let state = Mutex(State())

  private struct State {
    var day: Int64 = 0
    var salt = UInt64.random(in: .min ... .max)
    /// The searches of the day that are not written yet, by text.
    var texts: [String: Entry] = [:]
    /// The counts of days that ended before they were written.
    var unwritten: [Int64: [String: Int]] = [:]
  }

  private struct Entry {
    /// Hashes of the clients; not counted on when there are enough.
    var clients: Set<Int> = []
    var count = 0
  }

  /// - Parameter maxTexts: How many texts of a day are known; further ones are not counted.
  package init(
    _ store: (any FruitlessSearchStore)?, maxTexts: Int = 20_000, clock: @escaping @Sendable () -> Timestamp
  ) {
    (self.store, self.maxTexts, self.clock) = (store, maxTexts, clock)
  }

  /// Counts nothing.
  package static let uncounted = FruitlessSearches(nil) { Timestamp(seconds: 0) }

  package func record(_ query: SearchQuery, from network: ClientNetwork) {
    guard store != nil else { return }
    let text = query.phrase.typed.map(SearchPhrase.folded).joined(separator: " ")
    guard text.count > 1 else { return }
    let today = Self.day(clock())
    state.withLock { state in
      if state.day != today {
        state.unwritten[state.day, default: [:]].merge(Self.taken(from: &state.texts)) { $0 + $1 }
        (state.day, state.salt, state.texts) = (today, .random(in: .min ... .max), [:])
      }
      guard state.texts[text] != nil || state.texts.count < maxTexts else { return }
      var entry = state.texts.removeValue(forKey: text) ?? Entry()
      if entry.clients.count < Self.minClients {
        var hasher = Hasher()
        hasher.combine(state.salt)
        hasher.combine(network)
        entry.clients.insert(hasher.finalize())
      }
      entry.count += 1
      state.texts[text] = entry
    }
  }

  /// Writes what was counted, and removes what is old.
  package func write() async throws {
    guard let store else { return }
    let today = Self.day(clock())
    let counts = state.withLock { state in
      state.unwritten[state.day, default: [:]].merge(Self.taken(from: &state.texts)) { $0 + $1 }
      let counts = state.unwritten.filter { !$0.value.isEmpty }
      state.unwritten = [:]
      return counts
    }
    for (day, texts) in counts {
      do {
        try await store.add(texts, on: day)
      } catch {
        state.withLock { $0.unwritten[day, default: [:]].merge(texts) { $0 + $1 } }
        throw error
      }
    }
    try await store.remove(before: today - Self.daysKept)
  }

  /// The most frequent ones that were written, first.
  package func list(limit: Int) async throws -> [FruitlessSearch] { try await store?.list(limit: limit) ?? [] }

  /// Takes the counts of the texts with enough clients.
  private static func taken(from texts: inout [String: Entry]) -> [String: Int] {
    var counts: [String: Int] = [:]
    for (text, entry) in texts where entry.clients.count >= minClients && entry.count > 0 {
      counts[text] = entry.count
      texts[text]?.count = 0
    }
    return counts
  }

  private static func day(_ instant: Timestamp) -> Int64 { instant.milliseconds / 86_400_000 }
}
