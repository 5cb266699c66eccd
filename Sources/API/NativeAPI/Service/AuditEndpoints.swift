import APIKit
import Accounts
package import Audit
import Basics
import Contracts
import HTTP
import JSON

struct AuditEndpoints: Sendable {
  let audit: any AuditStore

  var all: [Endpoint] { [list] }

  private static let action = Parameter<String>(
    "action", .text(maxCount: 100), "Only entries of this action.", example: "proposals accept")
  private static let about = Parameter<String>(
    "about", .text(maxCount: 100), "Only entries by or on this identifier.", example: "0199c0ffee0123456789abcd")
  private static let limit = Parameter<Int>.limit(of: "entries")

  private var list: Endpoint {
    Endpoint(
      path: "/api/audit", group: .service, summary: "Who did what",
      details: """
        Logins and actions, newest first, as `fourcuts audit list`: they name accounts by their \
        identifiers and networks by a keyed hash.
        """,
      query: [Self.action, Self.about, Self.limit],
      caller: .role(.operator), action: "audit list",
      answers: [ResponseDescription(200, "The entries.", [(MediaType.json, "AuditList")])],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let query = context.query
        let entries = try await audit.entries(
          action: try query.value(Self.action), about: try query.value(Self.about),
          limit: try query.required(Self.limit))
        return .forOperator(AuditListDocument(entries: entries.map { AuditEntryDocument($0) }))
      })
  }
}

struct AuditListDocument: NativeDocument {
  let entries: [AuditEntryDocument]
}

package struct AuditEntryDocument: NativeDocument {
  let at: Timestamp
  /// The name of a command, or of what somebody did with an account.
  let action: String
  let actor: AuditActorValue
  /// The account, or the user of the operating system; null for others.
  let actorName: String?
  let subject: String?
  /// The code of the error; null: done.
  let failure: String?
  let detail: String?
  let network: String?
  let requestID: String?

  enum CodingKeys: String, CodingKey {
    case at, action, actor
    case actorName = "actor_name"
    case subject, failure, detail, network
    case requestID = "request_id"
  }

  package init(_ entry: AuditEntry) {
    (at, action, subject, failure) = (entry.at, entry.action, entry.subject, entry.failure)
    (actor, actorName) = (AuditActorValue(rawValue: entry.actor.kind), entry.actor.name)
    (detail, network, requestID) = (entry.detail, entry.network, entry.request)
  }
}

struct AuditActorValue: OpenEnum {
  let rawValue: String

  static let all = ["account", "operator", "command", "server"].map { AuditActorValue(rawValue: $0) }
}
