import Basics
import Testing

@Suite("Limits of calls")
struct RateLimiterTests {
  private static let start = Timestamp(seconds: 1_800_000_000)

  private static func later(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: start.milliseconds + milliseconds)
  }

  @Test("Each caller has a number of calls in each window, which slides")
  func windows() {
    let limiter = RateLimiter<String>(maxCalls: 3, seconds: 10)
    for instant in [0, 4_000, 9_999] as [Int64] {
      #expect(!limiter.isExhausted("a", at: Self.later(instant)))
      #expect(limiter.admits("a", at: Self.later(instant)))
    }
    #expect(limiter.isExhausted("a", at: Self.later(9_999)))
    #expect(!limiter.admits("a", at: Self.later(9_999)))
    #expect(limiter.admits("b", at: Self.later(9_999)))
    #expect(limiter.admits("a", at: Self.later(10_000)))
    #expect(!limiter.admits("a", at: Self.later(13_999)))
    #expect(limiter.admits("a", at: Self.later(14_000)))
  }

  @Test("The wait ends when the next call is really allowed")
  func waits() {
    let limiter = RateLimiter<String>(maxCalls: 2, seconds: 10)
    #expect(limiter.wait(for: "a", at: Self.start) == 1)
    for instant in [0, 3_500] as [Int64] { #expect(limiter.admits("a", at: Self.later(instant))) }
    #expect(limiter.wait(for: "a", at: Self.later(4_000)) == 6)
    #expect(limiter.wait(for: "a", at: Self.later(9_999)) == 1)
    #expect(limiter.admits("a", at: Self.later(10_000)))
    #expect(limiter.wait(for: "a", at: Self.later(10_000)) == 4)
  }

  @Test("A clock that was set back locks nobody out for longer than two windows")
  func clockSetBack() {
    let limiter = RateLimiter<String>(maxCalls: 2, seconds: 10)
    for _ in 0..<2 { #expect(limiter.admits("a", at: Self.later(3_600_000))) }
    #expect(!limiter.admits("a", at: Self.later(3_600_000)))
    #expect(limiter.admits("a", at: Self.start))
    #expect(limiter.wait(for: "a", at: Self.start) == 1)
    // A little earlier is no clock that was set back.
    #expect(limiter.admits("b", at: Self.later(-1)) && limiter.admits("b", at: Self.later(-2)))
    #expect(!limiter.admits("b", at: Self.later(-3)))
  }

  @Test("However many callers there are, no more than so many are remembered")
  func bounded() {
    let limiter = RateLimiter<Int>(maxCalls: 1, seconds: 10, maxKeys: 100)
    for number in 0..<1000 { #expect(limiter.admits(number, at: Self.start)) }
    #expect(limiter.count <= 100)
  }

  @Test("Those whose time is over make room before anybody else is forgotten")
  func makesRoom() {
    let limiter = RateLimiter<Int>(maxCalls: 1, seconds: 10, maxKeys: 100)
    for number in 0..<60 { _ = limiter.admits(number, at: Self.start) }
    for number in 60..<100 { _ = limiter.admits(number, at: Self.later(20_000)) }
    _ = limiter.admits(100, at: Self.later(20_000))
    #expect(limiter.count == 41)
    #expect(limiter.isExhausted(60, at: Self.later(20_000)))
  }
}
