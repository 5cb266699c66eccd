import APIKit
package import Accounts
import Basics
import Contracts
import HTTP
import JSON

/// Accounts, as operators see them.
struct PeopleEndpoints: Sendable {
  let administration: AccountAdministration
  let access: OperatorAccess

  var all: [Endpoint] { [list, suspend, restore] }

  private static let name = Parameter<String>(
    "account", .text(maxCount: 254), "Only the account with this identifier, e-mail address or nickname.",
    example: "mina@example.com")
  private static let isSuspended = Parameter<Bool>("suspended", .flag(default: false), "Only suspended accounts.")
  private static let limit = Parameter<Int>.limit(of: "accounts")
  private static let reason = BodyField<String>(
    "reason", .text(1...500), "Why, for the audit log.", isRequired: true, example: "광고를 되풀이했어요.")

  private static let account = ResponseDescription(200, "The account.", [(MediaType.json, "ManagedAccount")])
  private static let unknown = ResponseDescription.notFound("There is no account with this identifier.")

  private var list: Endpoint {
    Endpoint(
      path: "/api/operator/accounts", group: .operators, summary: "Find accounts",
      details: "Newest first, with what only their owners and operators see.",
      query: [Self.name, Self.isSuspended, Self.limit], caller: .role(.operator), action: "accounts list",
      answers: [ResponseDescription(200, "The accounts.", [(MediaType.json, "ManagedAccountList")])],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        .forOperator(ManagedAccountListDocument(accounts: try await found(context).map(ManagedAccountDocument.init)))
      })
  }

  private func found(_ context: RequestContext) async throws -> [ManagedAccount] {
    let onlySuspended = try context.query.required(Self.isSuspended)
    guard let name = try context.query.value(Self.name) else {
      return try await administration.accounts(
        onlySuspended: onlySuspended, limit: try context.query.required(Self.limit))
    }
    do {
      let account = try await administration.account(name)
      return onlySuspended && account.suspendedAt == nil ? [] : [account]
    } catch let error as DomainError where error.kind == .notFound {
      return []
    }
  }

  private var suspend: Endpoint {
    Endpoint(
      method: .put, path: "/api/operator/accounts/{id}/suspension", group: .operators, summary: "Suspend an account",
      details: """
        Ends every session at once, streams included, and refuses logins in every API. Posts stay. Suspending twice is \
        no error. An account with a role is suspended once the role was taken away on the server, so that nobody locks \
        out the operators.
        """,
      pathParameters: [AccountParameters.id], caller: .role(.operator, isDangerous: true), action: "accounts suspend",
      body: .json("The reason.", [Self.reason]),
      answers: [Self.account, Self.unknown, .conflict("The account has a role.")], allowsCrossOrigin: false,
      handler: .deferred { context in
        let (id, reason) = (
          try context.pathParameter(AccountParameters.id), try context.body.required(Self.reason)
        )
        return try await access.audited(context, on: id.description, detail: reason) {
          guard try await administration.account(id).role == nil else {
            throw DomainError(
              .conflict, "account-has-role",
              "This account has a role: take it away first, with 'fourcuts accounts revoke' on the server.")
          }
          return .forOperator(ManagedAccountDocument(try await administration.suspend(id.description)))
        }
      })
  }

  private var restore: Endpoint {
    Endpoint(
      method: .delete, path: "/api/operator/accounts/{id}/suspension", group: .operators,
      summary: "Lift the suspension of an account", details: "Its owner can log in again.",
      pathParameters: [AccountParameters.id], caller: .role(.operator, isDangerous: true), action: "accounts restore",
      answers: [Self.account, Self.unknown], allowsCrossOrigin: false,
      handler: .deferred { context in
        let id = try context.pathParameter(AccountParameters.id)
        return try await access.audited(context, on: id.description) {
          _ = try await administration.account(id)
          return .forOperator(ManagedAccountDocument(try await administration.restore(id.description)))
        }
      })
  }
}

struct ManagedAccountListDocument: NativeDocument {
  let accounts: [ManagedAccountDocument]
}

package struct ManagedAccountDocument: NativeDocument {
  let id: AccountID
  let nickname: String
  let email: String?
  let hasPassword: Bool
  let passkeyCount: Int
  /// The providers of linked identities.
  let providers: [String]
  let createdAt: Timestamp
  let postCount: Int
  let sessionCount: Int
  let role: AccountRoleValue?
  let hasSecondFactor: Bool
  let state: AccountStateValue
  let suspendedAt: Timestamp?

  enum CodingKeys: String, CodingKey {
    case id, nickname, email
    case hasPassword = "has_password"
    case passkeyCount = "passkey_count"
    case providers
    case createdAt = "created_at"
    case postCount = "post_count"
    case sessionCount = "session_count"
    case role
    case hasSecondFactor = "has_second_factor"
    case state
    case suspendedAt = "suspended_at"
  }

  package init(_ found: ManagedAccount) {
    let account = found.account
    (id, nickname, email) = (account.id, account.nickname.description, account.email?.description)
    (hasPassword, passkeyCount) = (found.hasPassword, found.passkeyCount)
    providers = found.identities.map(\.rawValue)
    (createdAt, postCount, sessionCount) = (account.createdAt, found.postCount, found.sessionCount)
    role = found.role.map { AccountRoleValue(rawValue: $0.rawValue) }
    hasSecondFactor = found.hasSecondFactor
    state = found.suspendedAt == nil ? .active : .suspended
    suspendedAt = found.suspendedAt
  }
}

struct AccountStateValue: OpenEnum {
  let rawValue: String

  static let active = AccountStateValue(rawValue: "active")
  static let suspended = AccountStateValue(rawValue: "suspended")
  static let all = [active, suspended]
}
