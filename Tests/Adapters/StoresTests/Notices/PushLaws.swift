import Accounts
import Basics
import Concurrency
import Notices
import Posts
import SQL
import Support
import Testing
import TimeZones
import Workload

@testable import Stores

/// A push service that answers as it is told, and remembers what it got.
private final class PushStub: PushTransport {
  let sent = Locked<[(endpoint: String, notice: Notice)]>([])
  let failure = Locked<PushFailure?>(nil)

  func accepts(_ subscription: PushSubscription) -> Bool { subscription.endpoint.hasPrefix("https://") }

  func send(
    _ notice: Notice, to subscription: PushSubscription, at instant: Timestamp
  ) async throws(PushFailure) {
    let expected = failure.withLock { $0 }
    if let expected { throw expected }
    sent.withLock { $0.append((subscription.endpoint, notice)) }
  }

  var endpoints: [String] { sent.withLock { $0.map(\.endpoint) } }
}

@Suite("Notices for browsers")
struct PushLaws {
  private let world: NoticesUnderTest
  private let stub = PushStub()
  private let push: PushService
  private let sessions: SQLSessionStore

  init() async throws {
    world = try await NoticesUnderTest()
    let (database, clock) = (world.database, world.clock)
    sessions = SQLSessionStore(database)
    push = PushService(
      store: SQLPushStore(database), notices: SQLNoticeStore(database), transport: stub,
      zones: SystemTimeZones(), clock: { clock.now },
      wake: {})
  }

  /// Opens a session of a person and subscribes its device.
  private func subscribe(_ person: Int, _ endpoint: String, seed: UInt64 = 5) async throws -> SessionID {
    let now = world.clock.now
    let session = LoginSession(
      id: SessionID(at: now, random: seededBytes(seed)), account: world.people[person], kind: .rotating, openedAt: now)
    let token = StoredRefreshToken(hash: endpoint, expiresAt: now.advanced(seconds: 86_400))
    #expect(try await sessions.open(session, token, from: []) == .opened)
    try await push.subscribe(
      "https://push.example/\(endpoint)", publicKey: "key", secret: "secret", language: "ko",
      of: world.people[person], in: session.id)
    return session.id
  }

  private func like(_ count: Int = 1) async throws {
    let post = try await world.fixture.post("네컷", by: world.people[0])
    for person in world.people[1...count] { try await world.like(post.id, by: person) }
  }

  @Test("Each notice is sent once to each device, and nothing of before the subscription")
  func once() async throws {
    try await like()
    world.clock.advance(seconds: 1)
    _ = try await subscribe(0, "phone", seed: 1)
    _ = try await subscribe(0, "laptop", seed: 2)
    _ = try await subscribe(2, "other", seed: 3)
    #expect(try await push.sendDue() == nil && stub.endpoints.isEmpty)
    try await like()
    #expect(try await push.sendDue() == nil)
    #expect(stub.endpoints.sorted() == ["https://push.example/laptop", "https://push.example/phone"])
    #expect(try await push.sendDue() == nil && stub.endpoints.count == 2)
  }

  @Test("A notice that grows is sent again, and one that was read is not")
  func growing() async throws {
    _ = try await subscribe(0, "phone")
    let post = try await world.fixture.post("네컷", by: world.people[0])
    try await world.like(post.id, by: world.people[1])
    _ = try await push.sendDue()
    try await world.like(post.id, by: world.people[2])
    _ = try await push.sendDue()
    let sent = stub.sent.withLock { $0.map(\.notice) }
    #expect(sent.count == 2 && sent[0].id == sent[1].id && sent.map(\.count) == [1, 2])
    try await world.like(post.id, by: world.people[3])
    try await world.read(by: world.people[0])
    _ = try await push.sendDue()
    #expect(stub.endpoints.count == 2)
  }

  @Test("A failure is tried again later, and forgotten after a day")
  func failures() async throws {
    _ = try await subscribe(0, "phone")
    try await like()
    stub.failure.withLock { $0 = .unreachable }
    #expect(try await push.sendDue() == .unreachable)
    #expect(try await push.sendDue() == nil, "it waits")
    stub.failure.withLock { $0 = nil }
    world.clock.advance(seconds: 61)
    #expect(try await push.sendDue() == nil && stub.endpoints.count == 1)
    stub.failure.withLock { $0 = .refused(503) }
    try await like()
    #expect(try await push.sendDue() == .refused(503))
    stub.failure.withLock { $0 = nil }
    world.clock.advance(seconds: 86_500)
    #expect(try await push.sendDue() == nil && stub.endpoints.count == 1)
  }

  @Test("A device that is gone gets nothing any more: by the push service, or by its session")
  func gone() async throws {
    let (one, other) = (try await subscribe(0, "phone", seed: 1), try await subscribe(0, "laptop", seed: 2))
    #expect(try await push.endpoint(of: one) == "https://push.example/phone")
    try await like()
    stub.failure.withLock { $0 = .gone }
    #expect(try await push.sendDue() == nil)
    #expect(try await push.endpoint(of: one) == nil)
    let third = try await subscribe(0, "tablet", seed: 3)
    _ = try await sessions.end(third, of: world.people[0])
    stub.failure.withLock { $0 = nil }
    try await like()
    _ = try await push.sendDue()
    #expect(stub.endpoints.isEmpty)
    try await push.unsubscribe(other)
  }

  @Test("In quiet hours nothing is shown; afterwards what was not read, also if they are taken back")
  func quiet() async throws {
    _ = try await subscribe(0, "phone")
    let mina = world.people[0]
    // It is five in the afternoon.
    let hours = QuietHours(from: TimeOfDay("16:30")!, until: TimeOfDay("18:00")!, in: "Asia/Seoul")
    try await world.choose(quiet: hours, for: mina)
    try await like()
    #expect(try await push.sendDue() == nil)
    world.clock.advance(seconds: 3500)
    #expect(try await push.sendDue() == nil && stub.endpoints.isEmpty)
    world.clock.advance(seconds: 100)
    #expect(try await push.sendDue() == nil && stub.endpoints.count == 1)
    world.clock.advance(seconds: 23 * 3600)
    try await like()
    #expect(try await push.sendDue() == nil && stub.endpoints.count == 1)
    try await world.choose(for: mina)
    #expect(try await push.sendDue() == nil && stub.endpoints.count == 2)
    let nowhere = QuietHours(from: TimeOfDay("16:30")!, until: TimeOfDay("18:00")!, in: "KST")
    await #expect {
      try await world.choose(quiet: nowhere, for: mina)
    } throws: {
      ($0 as? DomainError)?.code == "time-zone-unknown"
    }
  }

  @Test("Devices show what operators write by day, and not at night")
  func announcements() async throws {
    _ = try await subscribe(0, "phone")
    let clock = world.clock
    clock.advance(seconds: 1)
    try await world.choose(for: world.people[0])
    let service = AnnouncementService(
      store: SQLAnnouncementStore(world.database), isWithin: { _, _ in true }, zones: SystemTimeZones(),
      clock: { clock.now }, random: seededBytes(8))
    _ = try await service.write("새 부스", path: nil, area: nil, at: nil)
    try await service.sendDue()
    _ = try await push.sendDue()
    #expect(stub.sent.withLock { $0.map(\.notice.text) } == ["새 부스"])
    clock.advance(seconds: 86_400)
    _ = try await service.write("둘", path: nil, area: nil, at: nil)
    try await service.sendDue()
    clock.advance(seconds: 5 * 3600)
    _ = try await push.sendDue()
    #expect(stub.endpoints.count == 1)
  }

  @Test("Devices show the kinds that are chosen for them")
  func kinds() async throws {
    _ = try await subscribe(0, "phone")
    try await world.choose(push: [.follow], for: world.people[0])
    try await like()
    #expect(try await push.sendDue() == nil && stub.endpoints.isEmpty)
    try await world.follow(world.people[0], by: world.people[1])
    _ = try await push.sendDue()
    #expect(stub.sent.withLock { $0.map(\.notice.kind) } == [.follow])
    // What was not shown is not shown later.
    try await world.choose(for: world.people[0])
    _ = try await push.sendDue()
    #expect(stub.endpoints.count == 1)
  }

  @Test("A session has one subscription, and a browser belongs to one session")
  func replaced() async throws {
    let one = try await subscribe(0, "a", seed: 1)
    try await push.subscribe(
      "https://push.example/b", publicKey: "key", secret: "secret", language: "en", of: world.people[0], in: one)
    #expect(try await push.endpoint(of: one) == "https://push.example/b")
    let other = try await subscribe(1, "b", seed: 2)
    #expect(try await push.endpoint(of: one) == nil)
    #expect(try await push.endpoint(of: other) == "https://push.example/b")
  }

  @Test("An ended session and an address that is none are refused")
  func refused() async throws {
    let session = try await subscribe(0, "a")
    _ = try await sessions.end(session, of: world.people[0])
    let subscribe = { (endpoint: String) async throws in
      try await push.subscribe(
        endpoint, publicKey: "key", secret: "secret", language: "ko", of: world.people[0], in: session)
    }
    await #expect { try await subscribe("https://push.example/a") } throws: {
      ($0 as? DomainError)?.code == "token-unusable"
    }
    for endpoint in ["http://push.example/a", "device:abc"] {
      await #expect { try await subscribe(endpoint) } throws: { ($0 as? DomainError)?.code == "push-unusable" }
    }
    // This server has no webhook for apps.
    let other = try await self.subscribe(0, "b", seed: 6)
    try await push.subscribe(deviceToken: "abc", of: world.people[0], in: other)
    #expect(try await push.endpoint(of: other) == "https://push.example/b")
  }

  @Test("A leased device is not given to another sender before its lease has ended")
  func lease() async throws {
    _ = try await subscribe(0, "phone")
    try await like()
    let (store, now) = (SQLPushStore(world.database), world.clock.now)
    let since = now.advanced(seconds: -86_400)
    let leased = try #require(try await store.lease(dueAt: now, since: since, until: now.advanced(seconds: 120)))
    #expect(leased.attempts == 1)
    #expect(try await store.lease(dueAt: now, since: since, until: now.advanced(seconds: 120)) == nil)
    let later = now.advanced(seconds: 121)
    let again = try #require(try await store.lease(dueAt: later, since: since, until: later.advanced(seconds: 120)))
    // The first one has lost its lease: what it records does not count.
    try await store.finish(leased, shownUpTo: later, next: later)
    try await store.postpone(again, shownUpTo: again.shownUpTo, until: later)
    #expect(try await store.lease(dueAt: later, since: since, until: later.advanced(seconds: 120)) != nil)
  }
}
