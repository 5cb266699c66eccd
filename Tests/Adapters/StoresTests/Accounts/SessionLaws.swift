import Accounts
import Basics
import Support
import Testing
import Workload

@Suite("Refresh tokens as they are kept")
struct SessionLaws {
  private let community: CommunityUnderTest
  private let session: LoginSession

  init() async throws {
    community = try await CommunityUnderTest(people: 1)
    let start = community.world.clock.now
    session = LoginSession(
      id: SessionID(at: start, random: seededBytes(3)), account: community.people[0].id, kind: .rotating,
      openedAt: start)
    #expect(try await community.sessions.open(session, token("first", lifetime: 100), from: []) == .opened)
  }

  private func token(_ hash: String, lifetime: Int64) -> StoredRefreshToken {
    StoredRefreshToken(hash: hash, expiresAt: community.world.clock.now.advanced(seconds: lifetime))
  }

  private func rotate(_ old: String, into new: String) async throws -> Rotation {
    try await community.sessions.rotate(
      old, into: token(new, lifetime: 100), at: community.world.clock.now, grace: 10)
  }

  @Test("A token that is not there is unknown, and nothing is put in its place")
  func knowsNothingElse() async throws {
    #expect(try await rotate("other", into: "second") == .unknown)
    try await community.sessions.end(session.id)
    #expect(try await rotate("first", into: "second") == .unknown)
    #expect(try await community.count("refresh_token") == 0)
  }

  @Test("A token whose time is over is refused and stays, and so does its session")
  func expires() async throws {
    community.world.clock.advance(milliseconds: 100_000)
    #expect(try await rotate("first", into: "second") == .expired)
    #expect(try await community.sessions.isOpen(session.id, of: session.account))
    #expect(try await community.count("refresh_token") == 1)
  }

  @Test("A used token that comes back ends its session, even when its own time is over")
  func endsReplayed() async throws {
    #expect(try await rotate("first", into: "second") == .done)
    community.world.clock.advance(milliseconds: 200_000)
    #expect(try await rotate("first", into: "third") == .replayed)
    #expect(try await !community.sessions.isOpen(session.id, of: session.account))
    #expect(try await community.count("refresh_token") == 0)
  }

  @Test("Used or not, a token leads to its session and its end")
  func leadsToItsSession() async throws {
    #expect(try await rotate("first", into: "second") == .done)
    for hash in ["first", "second"] {
      let found = try await community.sessions.session(ofTokenHashed: hash)
      #expect(found?.session == session)
      #expect(found?.expiresAt == community.world.clock.now.advanced(seconds: 100))
    }
    #expect(try await community.sessions.session(ofTokenHashed: "third") == nil)
  }
}
