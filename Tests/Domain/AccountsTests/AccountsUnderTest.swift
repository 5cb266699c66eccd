import Accounts
import Basics
import Crypto
import Foundation
import SQL
import Stores
import Support
import Testing
import Workload

/// The services of accounts over a new database, with short words for what tests do.
struct AccountsUnderTest: Sendable {
  let accounts: AccountService
  let relations: RelationService
  let database: any Database
  /// The statements of the services.
  let statements: CountedDatabase
  let clock = ManualClock()
  let passwords: PasswordHasher
  let path: String
  private let keys: SigningKeys
  private let policy: SessionPolicy
  private let directory: ScratchDirectory

  init(policy: SessionPolicy = SessionPolicy(), passwords: PasswordHasher = PasswordHasher()) async throws {
    directory = try ScratchDirectory()
    path = directory.url.appendingPathComponent("accounts.sqlite").path
    let database = try await TestDatabase.open(path)
    try await database.prepareStores()
    self.database = database
    statements = CountedDatabase(database)
    self.passwords = passwords
    self.policy = policy
    keys = SigningKeys(random: seededBytes(7))
    (accounts, relations) = Self.services(
      statements, keys, policy, passwords, clock, random: seededBytes(1))
  }

  private static func services(
    _ database: any Database, _ keys: SigningKeys, _ policy: SessionPolicy, _ passwords: PasswordHasher,
    _ clock: ManualClock, random: @escaping RandomBytes
  ) -> (AccountService, RelationService) {
    (
      AccountService(
        accounts: SQLAccountStore(database), sessions: SQLSessionStore(database), attempts: SQLAttemptStore(database),
        passwords: passwords,
        tokens: AccessTokens(keys: keys),
        authenticator: MessageAuthenticator(key: [UInt8](repeating: 7, count: MessageAuthenticator.keyLength)),
        policy: policy, clock: { clock.now }, random: random),
      RelationService(relations: SQLRelationStore(database), clock: { clock.now })
    )
  }

  /// The same services as in another process: on other connections to the same file.
  func otherProcess() async throws -> AccountService {
    let database = try await TestDatabase.open(path)
    return Self.services(database, keys, policy, passwords, clock, random: seededBytes(2)).0
  }

  /// The service over another view of the same database.
  func accounts(over database: any Database) -> AccountService {
    Self.services(database, keys, policy, passwords, clock, random: systemRandom).0
  }

  static let password = "correct horse"

  /// Somebody whose e-mail address and nickname are made of a word.
  @discardableResult
  func signUp(_ name: String) async throws -> Account {
    clock.advance(milliseconds: 1)
    return try await accounts.signUp(
      SignUp(email: try EmailAddress("\(name)@example.com"), password: Self.password, nickname: try Nickname(name)))
  }

  func logIn(_ name: String, _ kind: SessionKind = .rotating) async throws -> SessionTokens {
    try await accounts.logIn(email: "\(name)@example.com", password: Self.password, kind).1
  }

  /// Somebody new, with a session.
  func newcomer(_ name: String, _ kind: SessionKind = .rotating) async throws -> (Caller, SessionTokens) {
    let tokens = try await accounts.openSession(for: signUp(name).id, kind)
    return (try await accounts.caller(withAccessToken: tokens.access), tokens)
  }

  /// Moves the clock.
  func wait(seconds: Int64) { clock.advance(milliseconds: seconds * 1000) }

  func count(_ table: String) async throws -> Int64 {
    try await database.read { try $0.integer("SELECT COUNT(*) FROM \(table)") ?? -1 }
  }
}

/// Expects a refusal by its code.
func expectDomainError(
  _ code: String, _ kind: DomainError.Kind? = nil, field: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async {
  let domainError = await #expect(throws: DomainError.self, sourceLocation: sourceLocation) { try await body() }
  #expect(domainError?.code == code, sourceLocation: sourceLocation)
  if let kind { #expect(domainError?.kind == kind, sourceLocation: sourceLocation) }
  if let field { #expect(domainError?.field == field, sourceLocation: sourceLocation) }
}
