import Accounts
import Basics
import Stores
import Support
import Testing
import Workload

@Suite("Stored refresh tokens")
struct SessionLaws {
  private let accounts: AccountsUnderTest
  private let session: LoginSession

  init() async throws {
    accounts = try await AccountsUnderTest(people: 1)
    let start = accounts.fixture.clock.now
    session = LoginSession(
      id: SessionID(at: start, random: seededBytes(3)), account: accounts.people[0].id, kind: .rotating,
      openedAt: start)
    #expect(try await accounts.sessions.open(session, token("first", lifetime: 100), from: []) == .opened)
  }

  private func token(_ hash: String, lifetime: Int64) -> StoredRefreshToken {
    StoredRefreshToken(hash: hash, expiresAt: accounts.fixture.clock.now.advanced(seconds: lifetime))
  }

  private func rotate(_ old: String, into new: String) async throws -> RotationResult {
    try await accounts.sessions.rotate(
      old, into: token(new, lifetime: 100), at: accounts.fixture.clock.now, grace: 10)
  }

  @Test("An unknown token stays unknown, and stores nothing")
  func knowsNothingElse() async throws {
    #expect(try await rotate("other", into: "second") == .unknown)
    _ = try await accounts.sessions.end(session.id, of: session.account)
    #expect(try await rotate("first", into: "second") == .unknown)
    #expect(try await accounts.count("refresh_token") == 0)
  }

  @Test("The sessions of an account are listed by their last use, and expired ones are not")
  func list() async throws {
    let clock = accounts.fixture.clock
    accounts.fixture.clock.advance(milliseconds: 10_000)
    let phone = LoginSession(
      id: SessionID(at: clock.now, random: seededBytes(4)), account: session.account, kind: .fixed, openedAt: clock.now,
      device: DeviceName(stored: "Chrome, Android"))
    #expect(try await accounts.sessions.open(phone, token("phone", lifetime: 50), from: []) == .opened)
    func listed() async throws -> [SessionID] {
      try await accounts.sessions.sessions(of: session.account, at: clock.now, limit: 10).map(\.id)
    }
    #expect(try await accounts.sessions.sessions(of: session.account, at: clock.now, limit: 1) == [phone])
    accounts.fixture.clock.advance(milliseconds: 10_000)
    #expect(try await rotate("first", into: "second") == .done)
    #expect(try await listed() == [session.id, phone.id])
    accounts.fixture.clock.advance(milliseconds: 10_000)
    try await accounts.sessions.use(phone.id, at: clock.now)
    #expect(try await listed() == [phone.id, session.id])
    accounts.fixture.clock.advance(milliseconds: 40_000)
    #expect(try await listed() == [session.id])
  }

  @Test("A session is ended by its account only, and others stay if they are kept")
  func ends() async throws {
    let stranger = AccountID(at: accounts.fixture.clock.now, random: seededBytes(8))
    #expect(try await !accounts.sessions.end(session.id, of: stranger))
    try await accounts.sessions.endAll(of: session.account, but: session.id)
    #expect(try await accounts.sessions.isOpen(session.id, of: session.account))
    #expect(try await accounts.sessions.end(session.id, of: session.account))
    #expect(try await !accounts.sessions.end(session.id, of: session.account))
  }

  @Test("An expired token is refused and stays, and so does its session")
  func expires() async throws {
    accounts.fixture.clock.advance(milliseconds: 100_000)
    #expect(try await rotate("first", into: "second") == .expired)
    #expect(try await accounts.sessions.isOpen(session.id, of: session.account))
    #expect(try await accounts.count("refresh_token") == 1)
  }

  @Test("A used token that is replayed ends its session, even after its own expiry")
  func endsReplayed() async throws {
    #expect(try await rotate("first", into: "second") == .done)
    accounts.fixture.clock.advance(milliseconds: 200_000)
    #expect(try await rotate("first", into: "third") == .replayed)
    #expect(try await !accounts.sessions.isOpen(session.id, of: session.account))
    #expect(try await accounts.count("refresh_token") == 0)
  }

  @Test("A used or unused token leads to its session and its expiry")
  func leadsToItsSession() async throws {
    #expect(try await rotate("first", into: "second") == .done)
    for hash in ["first", "second"] {
      let found = try await accounts.sessions.session(ofTokenHashed: hash)
      #expect(found?.session == session)
      #expect(found?.expiresAt == accounts.fixture.clock.now.advanced(seconds: 100))
    }
    #expect(try await accounts.sessions.session(ofTokenHashed: "third") == nil)
  }
}
