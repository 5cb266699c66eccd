import Accounts
import Basics
import Crypto
import SQL
import Stores
import Support
import Synchronization
import Testing
import Workload

/// A provider that vouches for whoever says who they are.
final class StubIdentityProvider: IdentityProvider {
  let name: ProviderName
  private let people = Mutex<[String: ProviderIdentity]>([:])
  private let isAway = Mutex(false)
  private let reported = Mutex<[String]>([])

  init(_ name: ProviderName) { self.name = name }

  /// Who was revoked, with what was handed in for it.
  var revoked: [String] { reported.withLock { $0 } }

  func goAway(_ isAway: Bool) { self.isAway.withLock { $0 = isAway } }

  /// Knows somebody from now on, by a token that is the subject.
  func know(
    _ subject: String, email: String? = nil, verified: Bool = true, nickname: String? = nil, grant: String? = nil
  ) {
    people.withLock {
      $0[subject] = ProviderIdentity(
        provider: name, subject: subject, email: email, isEmailVerified: verified, nickname: nickname, grant: grant)
    }
  }

  func identity(proving proof: IdentityProof) async throws -> ProviderIdentity {
    guard !isAway.withLock({ $0 }) else { throw DomainError.providerUnavailable(name) }
    guard case .access(let token) = proof.token, let identity = people.withLock({ $0[token] }) else {
      throw DomainError.proofRejected(name)
    }
    return identity
  }

  func revoke(_ subject: String, grant: String?) async throws -> RevocationOutcome {
    guard !isAway.withLock({ $0 }) else { throw DomainError.providerUnavailable(name) }
    reported.withLock { $0.append("\(subject) \(grant ?? "-")") }
    return .done
  }
}

/// Accounts with two providers.
struct SocialLoginFixture {
  let accounts: AccountsUnderTest
  let kakao = StubIdentityProvider(.kakao)
  let google = StubIdentityProvider(.google)
  let identities: IdentityService

  init() async throws {
    accounts = try await AccountsUnderTest()
    identities = Self.service(accounts.accounts, accounts.statements, accounts.clock, [kakao, google])
  }

  static func service(
    _ accounts: AccountService, _ database: any Database, _ clock: ManualClock, _ providers: [any IdentityProvider]
  ) -> IdentityService {
    IdentityService(
      accounts: accounts, identities: SQLIdentityStore(database), providers: providers,
      box: SecretBox(key: [UInt8](0..<32)), clock: { clock.now }, random: seededBytes(5))
  }

  @discardableResult
  func logIn(
    _ subject: String, nickname: String? = nil
  ) async throws -> (account: Account, tokens: SessionTokens, isNew: Bool) {
    try await logIn(.kakao, subject, nickname: nickname)
  }

  @discardableResult
  func logIn(
    _ provider: ProviderName, _ subject: String, nickname: String? = nil
  ) async throws -> (account: Account, tokens: SessionTokens, isNew: Bool) {
    accounts.clock.advance(milliseconds: 1)
    return try await identities.logIn(
      provider, IdentityProof(.access(subject)), nickname: nickname, .rotating)
  }

  func caller(_ tokens: SessionTokens) async throws -> Caller {
    try await accounts.accounts.caller(withAccessToken: tokens.access)
  }

  func link(_ provider: ProviderName, _ subject: String, to caller: Caller) async throws -> LinkedIdentity {
    try await identities.link(provider, IdentityProof(.access(subject)), to: caller)
  }

  /// How many rows the tables hold that a login writes to.
  func counts() async throws -> [Int64] {
    var counts: [Int64] = []
    for table in ["account", "identity", "session", "refresh_token", "revocation"] {
      counts.append(try await accounts.count(table))
    }
    return counts
  }
}
