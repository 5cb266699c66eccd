package import Basics

/// Who did what, for the audit log. It holds identifiers, codes and keyed hashes only: no address, name, secret or text
/// of a person.
package struct AuditEntry: Hashable, Sendable {
  package enum Actor: Hashable, Sendable {
    /// The owner of an account, or somebody who claimed to be; nil if no account is known.
    case account(AccountID?)
    /// Who holds the operator token.
    case `operator`
    /// A command on the server's machine, by the user of the operating system and the machine's name.
    case command(String)
    case server

    /// What it is called in the log.
    package var kind: String {
      switch self {
      case .account: "account"
      case .operator: "operator"
      case .command: "command"
      case .server: "server"
      }
    }

    package var name: String? {
      switch self {
      case .account(let account): account?.description
      case .command(let user): user
      case .operator, .server: nil
      }
    }
  }

  package var at: Timestamp
  /// Lower case with hyphens: `log-in`, or the name of a command, such as `accounts suspend`.
  package var action: String
  package var actor: Actor
  /// What was acted on, by its identifier.
  package var subject: String?
  /// The code of the error; nil: done.
  package var failure: String?
  /// Further words of the program, such as the way of a login.
  package var detail: String?
  /// A keyed hash of the client's network.
  package var network: String?
  /// The request, as the server's log names it.
  package var request: String?

  package init(
    at instant: Timestamp, _ action: String, by actor: Actor, on subject: String? = nil, failure: String? = nil,
    detail: String? = nil, network: String? = nil, request: String? = nil
  ) {
    (at, self.action, self.actor, self.subject) = (instant, action, actor, subject)
    (self.failure, self.detail, self.network, self.request) = (failure, detail, network, request)
  }
}

/// The audit log: entries are added, never changed, and removed by age only.
package protocol AuditStore: Sendable {
  func add(_ entry: AuditEntry) async throws

  /// Entries, newest first.
  /// - Parameters:
  ///   - action: only those of an action.
  ///   - name: only those by or on an identifier.
  func entries(action: String?, about name: String?, limit: Int) async throws -> [AuditEntry]

  /// Removes entries from before an instant, and of more than `maxCount` entries the oldest.
  func remove(before instant: Timestamp, keeping maxCount: Int) async throws
}

/// How long entries of the audit log are kept.
package enum AuditRetention {
  /// A year, in seconds.
  package static let seconds: Int64 = 366 * 86_400
  /// So that failed logins of many machines do not fill the disk: about 200 MB.
  package static let maxCount = 1_000_000
}
