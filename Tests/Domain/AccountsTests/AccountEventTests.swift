import Basics
import Crypto
import Stores
import Support
import Synchronization
import Testing
import Workload

@testable import Accounts

/// Collects what is recorded.
private final class Events: Sendable {
  private let events = Mutex<[AccountEvent]>([])

  /// The service, which records here.
  func recording(_ service: AccountService) -> AccountService {
    var service = service
    service.onEvent = { event in self.events.withLock { $0.append(event) } }
    return service
  }

  /// What was recorded since the last call, as `kind account failure method`.
  func take(_ names: [AccountID: String] = [:]) -> [String] {
    let taken = events.withLock { events in
      defer { events = [] }
      return events
    }
    return taken.map { event in
      let account = event.account.map { names[$0] ?? "?" } ?? "-"
      return "\(event.kind.rawValue) \(account) \(event.failure ?? "done") \(event.method ?? "-")"
    }
  }

  var networks: [String?] { events.withLock { $0.map(\.network) } }
}

@Suite("Events that are recorded of accounts")
struct AccountEventTests {
  private let fixture: AccountsUnderTest
  private let events = Events()
  private let accounts: AccountService

  init() async throws {
    fixture = try await AccountsUnderTest()
    accounts = events.recording(fixture.accounts)
  }

  private func signUp(_ name: String) async throws -> AccountID {
    let new = SignUp(
      email: try EmailAddress("\(name)@example.com"), password: AccountsUnderTest.password,
      nickname: try Nickname(name))
    return try await accounts.signUp(new).id
  }

  private func logIn(
    _ name: String, _ password: String = AccountsUnderTest.password, from client: LoginClient = .local
  ) async throws -> SessionTokens {
    try await accounts.logIn(email: "\(name)@example.com", password: password, .rotating, from: client).1
  }

  @Test("Sign-ups, logins and each reason of a failed login are recorded")
  func logins() async throws {
    let mina = try await signUp("mina")
    let names = [mina: "mina"]
    _ = try await accounts.openSession(for: mina, .rotating, from: .local)
    #expect(events.take(names) == ["sign-up mina done -", "log-in mina done sign-up"])
    _ = try await logIn("mina")
    _ = try? await logIn("mina", "wrong guess")
    _ = try? await logIn("nobody", "wrong guess")
    _ = try? await accounts.logIn(email: "not an address", password: "wrong guess", .rotating, from: .local)
    #expect(
      events.take(names) == [
        "log-in mina done password", "log-in mina login-failed password", "log-in - login-failed password",
        "log-in - login-failed password",
      ])
    for _ in 0..<20 { _ = try? await logIn("mina", "wrong guess") }
    #expect(events.take(names).last == "log-in mina too-many-logins password")
  }

  @Test("Suspensions, ended sessions and replayed refresh tokens are recorded")
  func sessions() async throws {
    let mina = try await signUp("mina")
    let names = [mina: "mina"]
    let tokens = try await logIn("mina")
    let caller = try await accounts.caller(withAccessToken: tokens.access)
    try await accounts.logOut(caller, everywhere: false)
    _ = events.take()
    try await accounts.logOut(caller, everywhere: true)
    #expect(events.take(names) == ["log-out-everywhere mina done -"])
    let again = try await logIn("mina")
    _ = try await accounts.refresh(again.refresh, .rotating)
    fixture.wait(seconds: 60)
    _ = try? await accounts.refresh(again.refresh, .rotating)
    #expect(events.take(names) == ["log-in mina done password", "refresh-replay mina done -"])
    let control = AccountAdministration(
      store: SQLAccountControlStore(fixture.database), clock: { [clock = fixture.clock] in clock.now },
      random: seededBytes(5))
    _ = try await control.suspend("mina")
    _ = try? await logIn("mina")
    #expect(events.take(names) == ["log-in mina account-suspended password"])
  }

  @Test("Changed, reset and wrong passwords and withdrawals are recorded")
  func passwords() async throws {
    let mina = try await signUp("mina")
    let names = [mina: "mina"]
    let caller = try await accounts.caller(withAccessToken: try await logIn("mina").access)
    _ = events.take()
    try? await accounts.changePassword(caller, from: "wrong guess", to: "another horse")
    try await accounts.changePassword(caller, from: AccountsUnderTest.password, to: "another horse")
    #expect(events.take(names) == ["password-check mina password-wrong -", "password-change mina done -"])
    let control = AccountAdministration(
      store: SQLAccountControlStore(fixture.database), clock: { [clock = fixture.clock] in clock.now },
      random: seededBytes(5))
    let link = try await control.makeResetLink(for: "mina")
    try await accounts.resetPassword(by: link.token, to: "third horse!")
    try? await accounts.resetPassword(by: link.token, to: "fourth horse!")
    #expect(events.take(names) == ["password-reset mina done -", "password-reset - reset-link-unusable -"])
    _ = try await accounts.withdraw(caller, password: "third horse!")
    #expect(events.take(names) == ["withdrawal mina done -"])
  }

  @Test("Logins with a provider and linked identities are recorded")
  func providers() async throws {
    let social = try await SocialLoginFixture()
    let identities = SocialLoginFixture.service(
      events.recording(social.accounts.accounts), social.accounts.database, social.accounts.clock,
      [social.kakao, social.google])
    social.kakao.know("7")
    social.google.know("8")
    let (account, tokens, _) = try await identities.logIn(.kakao, IdentityProof(.access("7")), .rotating)
    let names = [account.id: "mina"]
    _ = try? await identities.logIn(.kakao, IdentityProof(.access("unknown")), .rotating)
    let recorded = events.take(names)
    #expect(recorded.prefix(2) == ["sign-up mina done kakao", "log-in mina done kakao"])
    #expect(recorded.last?.hasPrefix("log-in - ") == true && recorded.last?.hasSuffix(" kakao") == true)
    let caller = try await social.caller(tokens)
    _ = try await identities.link(.google, IdentityProof(.access("8")), to: caller)
    try await identities.unlink(.google, from: caller)
    #expect(events.take(names) == ["identity-link mina done google", "identity-unlink mina done google"])
  }

  @Test("An event distinguishes networks without revealing them")
  func networks() async throws {
    _ = try await signUp("mina")
    let clients = [1, 1, 2].map { LoginClient(network: IPAddress(v4: 0x0A00_0000 + $0).network) }
    _ = events.take()
    for client in clients { _ = try await logIn("mina", from: client) }
    let networks = events.networks.compactMap(\.self)
    #expect(networks.count == 3 && networks[0] == networks[1] && networks[1] != networks[2])
    #expect(networks.allSatisfy { $0.count == 16 })
  }

  @Test("While the database is unavailable no failure of the account is recorded")
  func unavailable() async throws {
    let error = DomainError(.unavailable, "database-busy", "Too many writes are waiting.")
    let service = events.recording(fixture.accounts)
    await #expect(throws: error) {
      try await service.recordingFailure(of: .logIn, nil) { throw error }
    }
    #expect(events.take().isEmpty)
  }
}
