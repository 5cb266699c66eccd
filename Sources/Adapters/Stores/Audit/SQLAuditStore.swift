package import Audit
package import Basics
package import SQL

package struct SQLAuditStore: AuditStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) { self.database = database }

  package func add(_ entry: AuditEntry) async throws {
    try await database.write { connection in
      try connection.run(
        """
        INSERT INTO audit_entry (at, action, actor, actor_name, subject, failure, detail, network, request)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """,
        [
          .instant(entry.at), .text(entry.action), .text(entry.actor.kind), .text(orNull: entry.actor.name),
          .text(orNull: entry.subject), .text(orNull: entry.failure), .text(orNull: entry.detail),
          .text(orNull: entry.network), .text(orNull: entry.request),
        ])
    }
  }

  /// Complexity: O(limit log n).
  package func entries(action: String?, about name: String?, limit: Int) async throws -> [AuditEntry] {
    var bound = BoundValues()
    var conditions = action.map { ["action = \(bound.add(.text($0)))"] } ?? []
    if let name {
      let value = bound.add(.text(name))
      conditions.append("(actor_name = \(value) OR subject = \(value))")
    }
    let filter = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
    let query = """
      SELECT at, action, actor, actor_name, subject, failure, detail, network, request FROM audit_entry \(filter)
      ORDER BY id DESC LIMIT \(bound.add(.integer(Int64(limit))))
      """
    let values = bound.values
    return try await database.read { connection in
      var entries: [AuditEntry] = []
      try connection.each(query, values) { entries.append(try Self.entry($0)) }
      return entries
    }
  }

  private static func entry(_ row: any Row) throws -> AuditEntry {
    AuditEntry(
      at: row.instant(0), row.text(1), by: try actor(row), on: row.optionalText(4), failure: row.optionalText(5),
      detail: row.optionalText(6), network: row.optionalText(7), request: row.optionalText(8))
  }

  private static func actor(_ row: any Row) throws -> AuditEntry.Actor {
    switch row.text(2) {
    case "account": .account(try row.identifierIfAny(3))
    case "operator": .operator
    case "command": .command(row.text(3))
    case "server": .server
    default: throw Unreadable(what: "actor")
    }
  }

  /// Complexity: O(n), of the key's index.
  package func remove(before instant: Timestamp, keeping maxCount: Int) async throws {
    try await database.write { connection in
      try connection.run("DELETE FROM audit_entry WHERE at < $1", [.instant(instant)])
      try connection.run(
        """
        DELETE FROM audit_entry WHERE id <= (SELECT id FROM audit_entry ORDER BY id DESC LIMIT 1 OFFSET $1)
        """, [.integer(Int64(maxCount))])
    }
  }
}
