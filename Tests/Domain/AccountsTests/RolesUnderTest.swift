import Accounts
import Basics
import Crypto
import SQL
import Stores
import Support
import Testing
import Workload

/// Roles over a new database, with short words for what tests do.
struct RolesUnderTest: Sendable {
  let fixture: AccountsUnderTest
  let control: AccountAdministration
  let roles: RoleService

  init() async throws {
    fixture = try await AccountsUnderTest()
    control = AccountAdministration(
      store: SQLAccountControlStore(fixture.database), clock: { [clock = fixture.clock] in clock.now },
      random: seededBytes(5))
    roles = Self.service(fixture)
  }

  /// - Parameter key: that of the secrets of apps.
  static func service(_ fixture: AccountsUnderTest, key: UInt8 = 7) -> RoleService {
    RoleService(
      accounts: fixture.accounts, store: SQLRoleStore(fixture.database),
      box: SecretBox(key: [UInt8](repeating: key, count: SecretBox.keyLength)))
  }

  var now: Timestamp { fixture.clock.now }

  /// Somebody with a role.
  func newcomer(_ name: String, _ role: AccountRole = .moderator) async throws -> Caller {
    let (caller, _) = try await fixture.newcomer(name)
    _ = try await control.grant(role, to: name)
    return caller
  }

  /// Somebody with a role and an app, of which no code of the last minutes was used.
  func enrolled(
    _ name: String, _ role: AccountRole = .moderator
  ) async throws -> (caller: Caller, app: AuthenticatorApp, recovery: [String]) {
    let caller = try await newcomer(name, role)
    let app = AuthenticatorApp(secret: try await roles.beginSecondFactor(of: caller.account).secret)
    let recovery = try await roles.confirmSecondFactor(of: caller.account, by: app.code(at: now))
    fixture.wait(seconds: 300)
    return (caller, app, recovery)
  }

  /// Somebody with an open session.
  func session(_ name: String, _ role: AccountRole = .moderator) async throws -> (Caller, AuthenticatorApp, String) {
    let (caller, app, _) = try await enrolled(name, role)
    return (caller, app, try await roles.open(caller, by: app.code(at: now)).token)
  }

  func usedAt() async throws -> Int64? {
    try await fixture.database.read { try $0.integer("SELECT used_at FROM role_session") }
  }
}
