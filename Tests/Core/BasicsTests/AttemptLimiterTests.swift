import Basics
import Testing

@Suite("Limits of guesses")
struct AttemptLimiterTests {
  private typealias Limiter = AttemptLimiter<String>
  private static let start = Timestamp(seconds: 1_800_000_000)
  private static let bounds = [AttemptLimit(maxCount: 3, seconds: 60), AttemptLimit(maxCount: 5, seconds: 3600)]

  private static func domainError(_ seconds: Int64) -> DomainError {
    DomainError(.rateLimited, "wait", "", retryAfter: seconds)
  }

  /// Makes an attempt. Nil when allowed, else the seconds until the next one is.
  private func attempt(
    _ limiter: Limiter, _ keys: [String] = ["a"], isRight: Bool = false, after seconds: Int64 = 0
  ) -> Int64? {
    do throws(DomainError) {
      _ = try limiter.check(
        keys.map { .init($0, Self.bounds) }, at: Self.start.advanced(seconds: seconds), rejection: Self.domainError
      ) { isRight }
      return nil
    } catch { return error.retryAfter }
  }

  @Test("Failures are bounded in each window, and the wait ends when the next attempt is really allowed")
  func bounds() {
    let limiter = Limiter()
    for second in [0, 10, 20] as [Int64] { #expect(attempt(limiter, after: second) == nil) }
    #expect(attempt(limiter, after: 25) == 35)
    #expect(attempt(limiter, after: 59) == 1)
    #expect(attempt(limiter, after: 60) == nil)
    #expect(attempt(limiter, after: 70) == nil)
    // Five within the hour: the wait lasts until the first expires.
    #expect(attempt(limiter, after: 200) == 3400)
    #expect(attempt(limiter, after: 3599) == 1)
    #expect(attempt(limiter, after: 3600) == nil)
    #expect(attempt(limiter, ["b"], after: 200) == nil)
  }

  @Test("What is right does not count, and is refused like the rest where the bound is reached")
  func rightOnes() {
    let limiter = Limiter()
    for _ in 0..<10 { #expect(attempt(limiter, isRight: true) == nil) }
    #expect(limiter.count == 0)
    for _ in 0..<3 { #expect(attempt(limiter) == nil) }
    #expect(attempt(limiter, isRight: true) == 60)
  }

  @Test("An attempt counts for all of its keys or for none")
  func severalKeys() {
    let limiter = Limiter()
    for number in 0..<3 { #expect(attempt(limiter, ["all", "one \(number)"]) == nil) }
    #expect(attempt(limiter, ["all", "other"]) == 60)
    for _ in 0..<3 { #expect(attempt(limiter, ["other"]) == nil) }
  }

  @Test("Of three hundred at once no more are tried than the bound allows")
  func reserves() async {
    let limiter = Limiter()
    let tried = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<300 {
        group.addTask {
          do {
            _ = try await limiter.run([.init("a", Self.bounds)], clock: { Self.start }, rejection: Self.domainError) {
              () async throws -> Int? in
              for _ in 0..<10 { await Task.yield() }
              return nil
            }
            return true
          } catch { return false }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(tried == 3)
    #expect(attempt(limiter) == 60)
  }

  @Test("An attempt that could not be made frees its place")
  func throwing() async throws {
    let limiter = Limiter()
    for _ in 0..<10 {
      await #expect(throws: CancellationError.self) {
        try await limiter.run([.init("a", Self.bounds)], clock: { Self.start }, rejection: Self.domainError) {
          () async throws -> Int? in throw CancellationError()
        }
      }
    }
    #expect(limiter.count == 0)
  }

  @Test("Whoever makes up keys gets rid of no failures of a key that is attacked")
  func keepsTheAttacked() {
    let limiter = Limiter(maxKeys: 100)
    for _ in 0..<3 { #expect(attempt(limiter, ["attacked"]) == nil) }
    for number in 0..<1000 { #expect(attempt(limiter, ["made up \(number)"], after: 1) == nil) }
    #expect(limiter.count <= 100)
    #expect(attempt(limiter, ["attacked"], after: 2) == 58)
  }
}
