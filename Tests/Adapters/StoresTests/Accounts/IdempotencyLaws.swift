import Accounts
import Basics
import Stores
import Support
import Testing

@Suite("Idempotency keys")
struct IdempotencyLaws {
  private let shop: PaymentsUnderTest
  private let account: AccountID
  private let answer = StoredResponse(status: 201, body: Array("{\"이름\":1}\0".utf8), type: "application/json")

  init() async throws {
    shop = try await PaymentsUnderTest()
    account = try await shop.database.addAccount(1)
  }

  private func request(_ key: String = "key", _ fingerprint: String = "aa", by other: AccountID? = nil)
    -> IdempotencyKey
  {
    IdempotencyKey(account: other ?? account, key: key, fingerprint: fingerprint)
  }

  private func begin(_ request: IdempotencyKey, _ operation: Int = 1) async throws -> IdempotencyRecord {
    try await shop.keys.begin(request, operation: self.operation(operation), at: shop.clock.now)
  }

  private func operation(_ number: Int) -> OperationID { OperationID(AccountID.numbered(number)) }

  private func domainError(_ body: () async throws -> IdempotencyRecord) async -> String {
    let domainError = await #expect(throws: DomainError.self) { _ = try await body() }
    return "\(domainError?.kind.rawValue ?? "") \(domainError?.code ?? "")"
  }

  @Test("A request runs once, and its repetitions get the same response")
  func repeated() async throws {
    #expect(try await begin(request()) == .begin(operation: operation(1)))
    try await shop.keys.finish(request(), answer)
    for number in 2...3 { #expect(try await begin(request(), number) == .answered(answer)) }
    let empty = StoredResponse(status: 204, body: [], type: "")
    #expect(try await begin(request("other"), 4) == .begin(operation: operation(4)))
    try await shop.keys.finish(request("other"), empty)
    #expect(try await begin(request("other"), 5) == .answered(empty))
  }

  @Test("A key with another request is refused, during the first one and after it")
  func reused() async throws {
    _ = try await begin(request())
    #expect(await domainError { try await begin(request("key", "bb")) } == "contradiction idempotency-key-reused")
    try await shop.keys.finish(request(), answer)
    #expect(await domainError { try await begin(request("key", "bb")) } == "contradiction idempotency-key-reused")
  }

  @Test("A request of a crashed run can begin again at once with the same operation, unlike one of a live run")
  func crashed() async throws {
    let (crashed, live) = (SQLIdempotencyStore(shop.database, run: "1"), SQLIdempotencyStore(shop.database, run: "2"))
    func begin(_ store: SQLIdempotencyStore, _ key: String, _ number: Int) async throws -> IdempotencyRecord {
      try await store.begin(request(key), operation: operation(number), at: shop.clock.now)
    }
    _ = try await begin(crashed, "a", 1)
    _ = try await begin(live, "b", 2)
    _ = try await begin(crashed, "c", 3)
    try await crashed.finish(request("c"), answer)
    try await live.releaseKeys(of: ["3"])
    #expect(await domainError { try await begin(live, "a", 4) } == "conflict idempotency-key-in-use")
    try await live.releaseKeys(of: ["1"])
    #expect(await domainError { try await begin(live, "b", 4) } == "conflict idempotency-key-in-use")
    #expect(try await begin(live, "a", 4) == .begin(operation: operation(1)))
    #expect(await domainError { try await begin(live, "a", 5) } == "conflict idempotency-key-in-use")
    #expect(try await begin(live, "c", 5) == .answered(answer))
    // It is the live run's now.
    try await live.releaseKeys(of: ["1"])
    #expect(await domainError { try await begin(live, "a", 6) } == "conflict idempotency-key-in-use")
    try await live.releaseKeys(of: ["2"])
    #expect(try await begin(live, "b", 6) == .begin(operation: operation(2)))
  }

  @Test("The same key of another account is another key")
  func accounts() async throws {
    let other = try await shop.database.addAccount(2)
    #expect(try await begin(request(), 1) == .begin(operation: operation(1)))
    #expect(try await begin(request("key", "bb", by: other), 2) == .begin(operation: operation(2)))
    #expect(await domainError { try await begin(request(by: .numbered(9))) } == "unauthenticated token-unusable")
  }

  @Test("A request is in use for 60 seconds, and can then begin again with the same operation")
  func inUse() async throws {
    _ = try await begin(request())
    shop.clock.advance(milliseconds: 59_999)
    #expect(await domainError { try await begin(request(), 2) } == "conflict idempotency-key-in-use")
    shop.clock.advance(milliseconds: 1)
    #expect(try await begin(request(), 2) == .begin(operation: operation(1)))
    #expect(await domainError { try await begin(request(), 3) } == "conflict idempotency-key-in-use")
  }

  @Test("The first stored response stays, and cannot be removed")
  func firstAnswer() async throws {
    _ = try await begin(request())
    try await shop.keys.finish(request(), answer)
    try await shop.keys.finish(request(), StoredResponse(status: 409, body: [], type: "text/plain"))
    try await shop.keys.finish(request("key", "bb"), StoredResponse(status: 409, body: [], type: "text/plain"))
    try await shop.keys.abandon(request())
    #expect(try await begin(request(), 2) == .answered(answer))
  }

  @Test("An abandoned key begins again with its operation, or serves another request with a new one")
  func abandoned() async throws {
    _ = try await begin(request())
    try await shop.keys.abandon(request("key", "bb"))
    #expect(await domainError { try await begin(request(), 2) } == "conflict idempotency-key-in-use")
    try await shop.keys.abandon(request())
    #expect(try await begin(request(), 2) == .begin(operation: operation(1)))
    #expect(await domainError { try await begin(request(), 2) } == "conflict idempotency-key-in-use")
    try await shop.keys.abandon(request())
    #expect(try await begin(request("key", "bb"), 3) == .begin(operation: operation(3)))
    #expect(await domainError { try await begin(request(), 4) } == "contradiction idempotency-key-reused")
  }

  @Test("A late abandonment does not change the operation of a key")
  func late() async throws {
    _ = try await begin(request())
    shop.clock.advance(seconds: 60)
    #expect(try await begin(request(), 2) == .begin(operation: operation(1)))
    try await shop.keys.abandon(request())
    #expect(try await begin(request(), 3) == .begin(operation: operation(1)))
  }

  @Test("Keys older than a given time are removed, answered or not")
  func forget() async throws {
    let start = shop.clock.now
    _ = try await begin(request("old"))
    _ = try await begin(request("answered"))
    try await shop.keys.finish(request("answered"), answer)
    shop.clock.advance(seconds: 1)
    _ = try await begin(request("new"))
    try await shop.keys.forgetKeys(before: start.advanced(seconds: 1))
    for key in ["old", "answered"] {
      #expect(try await begin(request(key, "bb"), 2) == .begin(operation: operation(2)))
    }
    #expect(await domainError { try await begin(request("new")) } == "conflict idempotency-key-in-use")
  }

  @Test("One of forty concurrent requests with one key in two processes begins")
  func atOnce() async throws {
    let other = try await shop.otherProcess()
    let outcomes = await withTaskGroup(of: String.self) { group in
      for number in 0..<40 {
        group.addTask {
          do {
            _ = try await (number.isMultiple(of: 2) ? shop : other).keys.begin(
              request(), operation: operation(number + 1), at: shop.clock.now)
            return "begun"
          } catch {
            return (error as? DomainError)?.code ?? "\(error)"
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(outcomes == ["begun": 1, "idempotency-key-in-use": 39])
  }
}
