import Basics
import Testing

@Suite("Token buckets")
struct TokenBucketsTests {
  private static func at(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_700_000_000_000 + milliseconds)
  }

  private let limit = RateLimit(tokensPerSecond: 2, burst: 10)

  @Test("A bucket gives its burst at once, and then its rate each second")
  func fills() {
    let buckets = TokenBuckets<String>(limit)
    for left in (0..<10).reversed() {
      #expect(buckets.take(1, from: "a", at: Self.at(0)) == .taken(remaining: left))
    }
    #expect(buckets.take(1, from: "a", at: Self.at(0)) == .refused(remaining: 0, seconds: 1))
    #expect(buckets.take(1, from: "a", at: Self.at(499)) == .refused(remaining: 0, seconds: 1))
    #expect(buckets.take(1, from: "a", at: Self.at(500)) == .taken(remaining: 0))
    #expect(buckets.take(4, from: "a", at: Self.at(500)) == .refused(remaining: 0, seconds: 2))
    #expect(buckets.take(10, from: "a", at: Self.at(10_000)) == .taken(remaining: 0))
  }

  @Test("A refused request takes no tokens, and an expensive request is refused before a cheap one")
  func refuses() {
    let buckets = TokenBuckets<String>(limit)
    #expect(buckets.take(7, from: "a", at: Self.at(0)) == .taken(remaining: 3))
    #expect(buckets.take(7, from: "a", at: Self.at(0)) == .refused(remaining: 3, seconds: 2))
    #expect(buckets.take(3, from: "a", at: Self.at(0)) == .taken(remaining: 0))
  }

  @Test("A cost above the burst takes the whole bucket")
  func clamps() {
    let buckets = TokenBuckets<String>(limit)
    #expect(buckets.take(50, from: "a", at: Self.at(0)) == .taken(remaining: 0))
    #expect(buckets.take(50, from: "a", at: Self.at(0)) == .refused(remaining: 0, seconds: 5))
  }

  @Test("Each key has its own bucket")
  func separates() {
    let buckets = TokenBuckets<String>(limit)
    #expect(buckets.take(10, from: "a", at: Self.at(0)) == .taken(remaining: 0))
    #expect(buckets.take(10, from: "b", at: Self.at(0)) == .taken(remaining: 0))
  }

  @Test("A clock that is set back blocks a client no longer than a bucket takes to fill")
  func survivesClock() {
    let buckets = TokenBuckets<String>(limit)
    #expect(buckets.take(10, from: "a", at: Self.at(3_600_000)) == .taken(remaining: 0))
    #expect(buckets.take(10, from: "a", at: Self.at(0)) == .refused(remaining: 0, seconds: 5))
    #expect(buckets.take(10, from: "a", at: Self.at(5_000)) == .taken(remaining: 0))
  }

  @Test("A flood of new keys evicts full buckets, not the emptiest one")
  func evictsFullest() {
    let buckets = TokenBuckets<Int>(limit, capacity: 64)
    #expect(buckets.take(10, from: 0, at: Self.at(0)) == .taken(remaining: 0))
    for key in 1...100_000 { _ = buckets.take(1, from: key, at: Self.at(0)) }
    #expect(buckets.take(1, from: 0, at: Self.at(0)) == .refused(remaining: 0, seconds: 1))
  }

  @Test("A bucket may refill less than once a second")
  func slow() {
    let limit = RateLimit(burst: 1, seconds: 86_400)
    #expect(limit.window == 86_400)
    let buckets = TokenBuckets<String>(limit)
    #expect(buckets.admits("a", at: Self.at(0)) && buckets.admits("b", at: Self.at(0)))
    #expect(!buckets.admits("a", at: Self.at(86_399_999)))
    #expect(buckets.take(1, from: "a", at: Self.at(400)) == .refused(remaining: 0, seconds: 86_400))
    #expect(buckets.admits("a", at: Self.at(86_400_000)) && !buckets.admits("a", at: Self.at(86_400_001)))
  }

  @Test("A rate or burst out of range is brought into range", arguments: [(0, 0), (-5, Int.min)])
  func validates(rate: Int, burst: Int) {
    let buckets = TokenBuckets<Int>(RateLimit(tokensPerSecond: rate, burst: burst))
    #expect(buckets.limit == RateLimit(tokensPerSecond: 1, burst: 1))
    #expect(buckets.take(1, from: 0, at: Self.at(0)) == .taken(remaining: 0))
  }
}
