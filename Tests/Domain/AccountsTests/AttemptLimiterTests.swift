import Accounts
import Basics
import Crypto
import SQL
import Stores
import Support
import Testing
import Workload

@Suite("Limits of guesses, over a database that several processes use")
struct AttemptLimiterTests {
  private static let start = Timestamp(seconds: 1_800_000_000)
  private static let limits = [AttemptLimit(maxCount: 3, seconds: 60), AttemptLimit(maxCount: 5, seconds: 3600)]
  private static let authenticator = MessageAuthenticator(
    key: [UInt8](repeating: 7, count: MessageAuthenticator.keyLength))

  private let fixture: AccountsUnderTest
  private let limiter: AttemptLimiter
  /// That of another process.
  private let other: AttemptLimiter

  init() async throws {
    fixture = try await AccountsUnderTest()
    limiter = AttemptLimiter(SQLAttemptStore(fixture.database), authenticator: Self.authenticator)
    other = AttemptLimiter(
      SQLAttemptStore(try await TestDatabase.open(fixture.path)), authenticator: Self.authenticator)
  }

  private static func key(_ name: String) -> AttemptKey { AttemptKey("test", Array(name.utf8), limits) }

  private static func domainError(_ seconds: Int64) -> DomainError {
    DomainError(.rateLimited, "wait", "", retryAfter: seconds)
  }

  /// Makes an attempt. Nil when it was admitted, else the seconds until the next one is.
  private func attempt(
    _ limiter: AttemptLimiter? = nil, _ names: [String] = ["a"], isRight: Bool = false, after seconds: Int64 = 0
  ) async throws -> Int64? {
    do {
      _ = try await (limiter ?? self.limiter).run(
        names.map(Self.key), at: Self.start.advanced(seconds: seconds), rejection: Self.domainError
      ) { isRight ? true : nil }
      return nil
    } catch let error as DomainError where error.code == "wait" { return error.retryAfter }
  }

  @Test("Failures in each period are bounded across processes, and the stated wait is correct")
  func limits() async throws {
    for (second, limiter) in [(0, limiter), (10, other), (20, limiter)] as [(Int64, AttemptLimiter)] {
      #expect(try await attempt(limiter, after: second) == nil)
    }
    for limiter in [limiter, other] {
      #expect(try await attempt(limiter, after: 25) == 35)
      #expect(try await attempt(limiter, after: 59) == 1)
    }
    #expect(try await attempt(other, after: 60) == nil)
    #expect(try await attempt(after: 70) == nil)
    // Five within the hour: the wait lasts until it is over.
    for limiter in [limiter, other] {
      #expect(try await attempt(limiter, after: 200) == 3400)
      #expect(try await attempt(limiter, after: 3599) == 1)
    }
    #expect(try await attempt(other, ["b"], after: 200) == nil)
    #expect(try await attempt(other, after: 3600) == nil)
  }

  @Test("Successful attempts do not count, and are refused at the limit like others")
  func rightOnes() async throws {
    for _ in 0..<10 { #expect(try await attempt(isRight: true) == nil) }
    for _ in 0..<3 { #expect(try await attempt() == nil) }
    #expect(try await attempt(other, isRight: true) == 60)
  }

  @Test("An attempt counts for all of its keys or for none")
  func severalKeys() async throws {
    for number in 0..<3 { #expect(try await attempt(limiter, ["all", "one \(number)"]) == nil) }
    #expect(try await attempt(other, ["all", "other"]) == 60)
    for _ in 0..<3 { #expect(try await attempt(other, ["other"]) == nil) }
  }

  @Test("Sixty concurrent attempts in two processes stay within the limit")
  func race() async throws {
    let tried = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<60 {
        group.addTask { try await attempt(number.isMultiple(of: 2) ? limiter : other, ["a", "b"]) == nil }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(tried == 3)
    #expect(try await attempt(limiter, ["b"]) == 60)
  }

  @Test("An attempt that throws does not count")
  func throwing() async throws {
    for _ in 0..<10 {
      await #expect(throws: CancellationError.self) {
        _ = try await limiter.run([Self.key("a")], at: Self.start, rejection: Self.domainError) { () -> Bool? in
          throw CancellationError()
        }
      }
    }
    #expect(try await attempt() == nil)
  }

  @Test("Undoing an attempt after its period does not change the next period")
  func late() async throws {
    guard case .counted(let counters) = try await limiter.count([Self.key("a")], at: Self.start) else {
      Issue.record("The first attempt was not counted.")
      return
    }
    for _ in 0..<3 { #expect(try await attempt(after: 60) == nil) }
    await limiter.takeBack(counters)
    #expect(try await attempt(after: 61) == 59)
  }

  @Test("Made-up keys do not evict the failures of an attacked key, and the table stays bounded")
  func keepsTheAttacked() async throws {
    let store = SQLAttemptStore(fixture.database, maxRows: 100)
    let limiter = AttemptLimiter(store, authenticator: Self.authenticator)
    for _ in 0..<3 { #expect(try await attempt(limiter, ["attacked"]) == nil) }
    for number in 0..<997 { #expect(try await attempt(limiter, ["made up \(number)"], after: 1) == nil) }
    #expect(try await fixture.count("attempt_counter") <= 102)
    #expect(try await attempt(limiter, ["attacked"], after: 2) == 58)
  }

  @Test("Stored keys reveal no address, and rows are removed after their period")
  func storedRows() async throws {
    _ = try await attempt(limiter, ["10.0.0.1"])
    let keys = try await fixture.database.read { connection in
      var keys: [String] = []
      try connection.each("SELECT key FROM attempt_counter", []) { keys.append($0.text(0)) }
      return keys
    }
    #expect(Set(keys).count == 2 && keys.allSatisfy { $0.count == 24 && !$0.contains("10.0") })
    try await limiter.removeEnded(at: Self.start.advanced(seconds: 60))
    #expect(try await fixture.count("attempt_counter") == 1)
    try await limiter.removeEnded(at: Self.start.advanced(seconds: 3600))
    #expect(try await fixture.count("attempt_counter") == 0)
  }
}
