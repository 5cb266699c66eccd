import Accounts
import Basics
import Concurrency
import SQL
import Stores
import Support
import Testing
import WebAuthn

/// Passkeys over a new database, with short words for what tests do.
struct PasskeysUnderTest: Sendable {
  static let site = RelyingParty(origin: "http://booths.localhost:8080")!
  let fixture: AccountsUnderTest
  let passkeys: PasskeyService
  private let recorded = Locked<[AccountEvent]>([])

  init() async throws { self.init(over: try await AccountsUnderTest()) }

  init(over fixture: AccountsUnderTest) {
    self.fixture = fixture
    var accounts = fixture.accounts
    let recorded = recorded
    accounts.onEvent = { event in recorded.withLock { $0.append(event) } }
    passkeys = PasskeyService(accounts: accounts, store: SQLPasskeyStore(fixture.database))
  }

  var events: [AccountEvent] { recorded.withLock { $0 } }

  /// Somebody with a password and a session.
  func newcomer(_ name: String) async throws -> Caller { try await fixture.newcomer(name).0 }

  /// Adds a passkey to somebody's account; the authenticator knows the account then.
  @discardableResult
  func add(
    _ authenticator: inout TestAuthenticator, to caller: Caller, password: String? = AccountsUnderTest.password,
    name: String? = nil
  ) async throws -> Passkey {
    let creation = try await passkeys.begin(for: caller, password: password, at: Self.site)
    authenticator.userHandle = creation.userHandle
    return try await passkeys.add(
      Self.registration(authenticator, creation.challenge), name: name, for: caller, at: Self.site)
  }

  static func registration(_ authenticator: TestAuthenticator, _ challenge: [UInt8]) -> PasskeyRegistration {
    let (client, object) = authenticator.registration(challenge)
    return PasskeyRegistration(clientData: client, attestationObject: object)
  }

  static func assertion(_ authenticator: TestAuthenticator, _ challenge: [UInt8]) -> PasskeyAssertion {
    let (client, data, signature) = authenticator.assertion(challenge)
    return PasskeyAssertion(
      credential: authenticator.credential, clientData: client, authenticatorData: data, signature: signature,
      userHandle: authenticator.userHandle)
  }

  /// Logs in with a passkey, with a challenge that is made now unless one is given.
  @discardableResult
  func logIn(
    _ authenticator: TestAuthenticator, challenge: [UInt8]? = nil, from client: LoginClient = .local
  ) async throws -> Caller {
    let challenge = challenge ?? passkeys.beginLogIn(at: Self.site).challenge
    let (_, tokens) = try await passkeys.logIn(
      Self.assertion(authenticator, challenge), at: Self.site, .rotating, from: client)
    return try await fixture.accounts.caller(withAccessToken: tokens.access)
  }

  /// Signs somebody up with a passkey.
  func signUp(_ authenticator: inout TestAuthenticator, _ name: String) async throws -> Account {
    let (email, nickname) = (try EmailAddress("\(name)@example.com"), try Nickname(name))
    let creation = try await passkeys.beginSignUp(email: email, nickname: nickname, at: Self.site)
    authenticator.userHandle = creation.userHandle
    return try await passkeys.signUp(
      Self.registration(authenticator, creation.challenge), email: email, nickname: nickname, mail: { nil }, name: nil,
      at: Self.site)
  }
}
