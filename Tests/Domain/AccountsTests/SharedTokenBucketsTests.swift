import Accounts
import Basics
import Crypto
import SQL
import Stores
import Support
import Testing
import Workload

@Suite("Token buckets in a database that several processes use")
struct SharedTokenBucketsTests {
  private static let authenticator = MessageAuthenticator(
    key: [UInt8](repeating: 7, count: MessageAuthenticator.keyLength))
  /// Three takes of twenty, and one token back each second.
  private static let limit = RateLimit(tokensPerSecond: 1, burst: 60)
  private static let owner = BucketOwner.address(IPAddress(v4: 0xC000_0201).network)
  private static let account = BucketOwner.account(AccountID(at: at(0), random: seededBytes(9)))

  private let fixture: AccountsUnderTest
  private let store: SQLRateBucketStore
  private let buckets: SharedTokenBuckets
  /// Those of another process.
  private let other: SharedTokenBuckets

  init() async throws {
    fixture = try await AccountsUnderTest()
    store = SQLRateBucketStore(fixture.database)
    buckets = SharedTokenBuckets(Self.limit, store, authenticator: Self.authenticator)
    other = SharedTokenBuckets(
      Self.limit, SQLRateBucketStore(try await TestDatabase.open(fixture.path)), authenticator: Self.authenticator)
  }

  private static func at(_ seconds: Int64) -> Timestamp { Timestamp(seconds: 1_800_000_000 + seconds) }

  /// The tokens left and the seconds to wait; nil where tokens were taken.
  private static func take(
    _ cost: Int = 20, from owners: [BucketOwner] = [owner], of buckets: SharedTokenBuckets, after seconds: Int64 = 0
  ) async -> [Int64]? {
    await buckets.take(cost, from: owners, at: at(seconds)).map { [Int64($0.refusal.remaining), $0.refusal.seconds] }
  }

  @Test("A client gets as many tokens from two processes together as from one")
  func together() async {
    for buckets in [buckets, other, buckets] { #expect(await Self.take(of: buckets) == nil) }
    for buckets in [buckets, other] {
      #expect(await Self.take(of: buckets) == [0, 20])
      #expect(await Self.take(of: buckets, after: 15) == [15, 5])
    }
    #expect(await Self.take(of: other, after: 20) == nil)
    #expect(await Self.take(of: buckets, after: 20) == [0, 20])
    #expect(await Self.take(from: [Self.account], of: buckets, after: 20) == nil)
  }

  @Test("Shared buckets behave like those of one process", arguments: 0..<8 as Range<UInt64>)
  func same(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let limit = RateLimit(
      tokensPerSecond: Int.random(in: 1...9, using: &numbers), burst: Int.random(in: 1...60, using: &numbers))
    let own = TokenBuckets<String>(limit)
    var now = Self.at(0)
    for _ in 0..<60 {
      now = Timestamp(milliseconds: now.milliseconds + Int64.random(in: 0...3000, using: &numbers))
      let (cost, key) = (Int.random(in: 1...70, using: &numbers), ["a", "b"].randomElement(using: &numbers)!)
      let refused = try await store.take(cost, of: limit, from: [key], at: now)
      switch own.take(cost, from: key, at: now) {
      case .taken: #expect(refused == nil)
      case .refused(let remaining, let seconds):
        #expect(refused == RefusedTokens(key: key, remaining: remaining, seconds: seconds))
      }
    }
  }

  @Test("Tokens are taken from all buckets or from none, and the refusal names the one that has too few")
  func severalOwners() async throws {
    for _ in 0..<3 { #expect(await Self.take(from: [Self.account], of: buckets) == nil) }
    #expect(await other.take(20, from: [Self.owner, Self.account], at: Self.at(5))?.owner == Self.account)
    for _ in 0..<3 { #expect(await Self.take(of: other, after: 5) == nil) }
  }

  @Test("Sixty concurrent requests in two processes stay within the bucket")
  func race() async throws {
    let admitted = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<60 {
        group.addTask { [buckets, other] in
          await Self.take(of: number.isMultiple(of: 2) ? buckets : other) == nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(admitted == 3)
  }

  @Test("A clock that is set back does not block clients until it has caught up")
  func survivesClock() async {
    for _ in 0..<3 { #expect(await Self.take(of: buckets, after: 3600) == nil) }
    #expect(await Self.take(of: other) == nil)
    // A little earlier is no clock that was set back.
    for _ in 0..<2 { #expect(await Self.take(of: buckets, after: 1) == nil) }
    #expect(await Self.take(of: other, after: -30) == [0, 50])
  }

  @Test("Made-up owners do not evict a used bucket, and the table stays bounded")
  func bounded() async throws {
    let store = SQLRateBucketStore(fixture.database, maxRows: 100)
    #expect(try await store.take(60, of: Self.limit, from: ["spent"], at: Self.at(0)) == nil)
    for number in 0..<999 {
      #expect(try await store.take(1, of: Self.limit, from: ["made up \(number)"], at: Self.at(0)) == nil)
    }
    #expect(try await fixture.count("rate_bucket") <= 102)
    #expect(try await store.take(1, of: Self.limit, from: ["spent"], at: Self.at(0))?.seconds == 1)
  }

  @Test("Stored keys reveal no address, and rows are removed when the bucket is full")
  func storedRows() async throws {
    _ = await Self.take(of: buckets)
    let keys = try await fixture.database.read { connection in
      var keys: [String] = []
      try connection.each("SELECT key FROM rate_bucket", []) { keys.append($0.text(0)) }
      return keys
    }
    #expect(keys.count == 1 && keys.allSatisfy { $0.count == 24 && !$0.contains("192.0") })
    try await store.removeFull(at: Self.at(19))
    #expect(try await fixture.count("rate_bucket") == 1)
    try await store.removeFull(at: Self.at(20))
    #expect(try await fixture.count("rate_bucket") == 0)
  }

  @Test("Requests are admitted while the database fails, and the failure is reported")
  func databaseAway() async throws {
    for _ in 0..<3 { #expect(await Self.take(of: buckets) == nil) }
    let interrupted = InterruptedDatabase(fixture.database, before: 1) { throw CancellationError() }
    let store = SQLRateBucketStore(interrupted)
    await confirmation { heard in
      let without = SharedTokenBuckets(Self.limit, store, authenticator: Self.authenticator) { _ in heard() }
      #expect(await Self.take(of: without) == nil)
    }
    let without = SharedTokenBuckets(Self.limit, store, authenticator: Self.authenticator)
    #expect(await Self.take(of: without) == [0, 20])
  }

  @Test("Taking tokens is one statement")
  func statements() async throws {
    let buckets = SharedTokenBuckets(
      Self.limit, SQLRateBucketStore(fixture.statements), authenticator: Self.authenticator)
    for owners in [[Self.owner], [Self.owner, Self.account]] {
      #expect(try await fixture.statements.expect(1) { await Self.take(from: owners, of: buckets) } == nil)
    }
  }
}
