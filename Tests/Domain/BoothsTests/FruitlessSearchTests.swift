import Basics
import Support
import Synchronization
import Testing

@testable import Booths

@Suite("Searches without a booth")
struct FruitlessSearchTests {
  /// Keeps counts in memory, and fails when asked to.
  private final class MemoryStore: FruitlessSearchStore {
    struct Failure: Error {}
    private let state = Mutex<[Int64: [String: Int]]>([:])
    private let fails = Mutex(false)

    var counts: [Int64: [String: Int]] { state.withLock { $0 } }
    func fail(_ isFailing: Bool) { fails.withLock { $0 = isFailing } }

    func add(_ counts: [String: Int], on day: Int64) async throws {
      if fails.withLock({ $0 }) { throw Failure() }
      state.withLock { $0[day, default: [:]].merge(counts) { $0 + $1 } }
    }

    func remove(before day: Int64) async throws { state.withLock { $0 = $0.filter { $0.key >= day } } }
    func list(limit: Int) async throws -> [FruitlessSearch] { [] }
  }

  private let store = MemoryStore()
  private let clock = ManualClock()
  private let search = PlaceSearch(.empty, .empty, now: Timestamp(seconds: 0))
  private let searches: FruitlessSearches

  private var day: Int64 { clock.now.milliseconds / 86_400_000 }

  init() { searches = FruitlessSearches(store, maxTexts: 3) { [clock] in clock.now } }

  private func record(_ text: String, by clients: ClosedRange<UInt32>) {
    for client in clients { searches.record(search.read(text), from: IPAddress(v4: 0x0A00_0000 + client).network) }
  }

  @Test("A text is kept once five clients have searched for it on one day")
  func clients() async throws {
    record("없는 사진관", by: 1...4)
    record("없는 사진관", by: 1...4)
    try await searches.write()
    #expect(store.counts.isEmpty)
    record("  없는  사진관 ", by: 5...5)
    try await searches.write()
    #expect(store.counts == [day: ["없는 사진관": 9]])
    record("없는 사진관", by: 1...1)
    try await searches.write()
    #expect(store.counts == [day: ["없는 사진관": 10]])
  }

  @Test("Clients are forgotten at the end of the day, and counts after thirty days")
  func days() async throws {
    record("hidden booth", by: 1...4)
    record("Gone", by: 1...5)
    let first = day
    clock.advance(seconds: 86_400)
    record("hidden booth", by: 5...8)
    try await searches.write()
    #expect(store.counts == [first: ["gone": 5]])
    clock.advance(seconds: 29 * 86_400)
    try await searches.write()
    #expect(store.counts[first] != nil)
    clock.advance(seconds: 86_400)
    try await searches.write()
    #expect(store.counts.isEmpty)
  }

  @Test("Counts that could not be written are written later, once")
  func failure() async throws {
    record("없는 사진관", by: 1...6)
    store.fail(true)
    await #expect(throws: MemoryStore.Failure.self) { try await searches.write() }
    store.fail(false)
    try await searches.write()
    try await searches.write()
    #expect(store.counts == [day: ["없는 사진관": 6]])
  }

  @Test("The number of texts of a day is limited, and single letters are not counted")
  func bounds() async throws {
    for text in ["가", "a", " . "] { record(text, by: 1...5) }
    for number in 1...5 { record("없는 사진관 \(number)", by: 1...5) }
    try await searches.write()
    #expect(store.counts[day]?.count == 3)
    FruitlessSearches.uncounted.record(search.read("없는 사진관"), from: .local)
    try await FruitlessSearches.uncounted.write()
  }
}
