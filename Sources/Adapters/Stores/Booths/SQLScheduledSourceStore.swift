package import Basics
package import Booths
import JSON
package import SQL

package struct SQLScheduledSourceStore: ScheduledSourceStore {
  private let database: any Database

  /// - Parameter database: Its schema must be up to date.
  package init(_ database: any Database) { self.database = database }

  private static let columns = """
    name, location, interval_seconds, max_percent, allows_private, parameters, due_at, checked_at, state, message, \
    validator
    """

  package func add(_ source: ScheduledSource) async throws -> Bool {
    let parameters = JSONValue.object(
      source.parameters.sorted { $0.key < $1.key }.map { JSONMember(key: $0.key, value: .string($0.value)) })
    return try await database.write { connection in
      try connection.first(
        """
        INSERT INTO scheduled_source (\(Self.columns), leased_until)
        VALUES ($1, $2, $3, $4, $5, $6, $7, NULL, $8, '', NULL, 0) ON CONFLICT DO NOTHING RETURNING 1
        """,
        [
          .text(source.name), .text(source.location), .integer(source.interval), .integer(Int64(source.maxPercent)),
          .integer(source.allowsPrivate ? 1 : 0), .text(String(decoding: parameters.bytes, as: UTF8.self)),
          .instant(source.dueAt), .text(source.state.rawValue),
        ]
      ) { _ in true } ?? false
    }
  }

  package func remove(_ name: String) async throws -> Bool {
    try await database.write { connection in
      try connection.first("DELETE FROM scheduled_source WHERE name = $1 RETURNING 1", [.text(name)]) { _ in true }
        ?? false
    }
  }

  /// Complexity: O(rows).
  package func list(limit: Int) async throws -> [ScheduledSource] {
    try await database.read { connection in
      var found: [ScheduledSource] = []
      try connection.each(
        "SELECT \(Self.columns) FROM scheduled_source ORDER BY name LIMIT $1", [.integer(Int64(limit))]
      ) { found.append(try Self.source(of: $0)) }
      return found
    }
  }

  package func leaseDue(at instant: Timestamp, until lease: Timestamp) async throws -> ScheduledSource? {
    // Called each minute: locks and writes nothing if nothing is due.
    let isAny = try await database.read {
      try $0.integer(
        "SELECT 1 FROM scheduled_source WHERE due_at <= $1 AND leased_until <= $1 LIMIT 1", [.instant(instant)]) != nil
    }
    guard isAny else { return nil }
    return try await self.lease(
      "(SELECT name FROM scheduled_source WHERE due_at <= $1 AND leased_until <= $1 ORDER BY due_at, name LIMIT 1)",
      [.instant(instant), .instant(lease)])
  }

  package func lease(_ name: String, at instant: Timestamp, until lease: Timestamp) async throws -> ScheduledSource? {
    try await self.lease("($3)", [.instant(instant), .instant(lease), .text(name)])
  }

  /// The condition on the lease is repeated outside the subquery: another process may have leased the chosen one
  /// meanwhile.
  private func lease(_ names: String, _ values: [Value]) async throws -> ScheduledSource? {
    try await database.write { connection in
      try connection.first(
        """
        UPDATE scheduled_source SET leased_until = $2 WHERE leased_until <= $1 AND name IN \(names)
        RETURNING \(Self.columns)
        """, values
      ) { try Self.source(of: $0) }
    }
  }

  package func finish(_ source: ScheduledSource, lease: Timestamp) async throws {
    try await database.write { connection in
      try connection.run(
        """
        UPDATE scheduled_source
        SET due_at = $3, checked_at = $4, state = $5, message = $6, validator = $7, leased_until = 0
        WHERE name = $1 AND leased_until = $2
        """,
        [
          .text(source.name), .instant(lease), .instant(source.dueAt), .instant(orNull: source.checkedAt),
          .text(source.state.rawValue), .text(source.message), source.validator.map(Value.text) ?? .null,
        ])
    }
  }

  private static func source(of row: any Row) throws -> ScheduledSource {
    var parameters: [String: String] = [:]
    guard case .object(let members) = try JSONReader.value(of: Array(row.text(5).utf8)) else {
      throw Unreadable(what: "the parameters of a source")
    }
    for member in members {
      guard case .string(let text) = member.value else { throw Unreadable(what: "a parameter of a source") }
      parameters[member.key] = text
    }
    var source = ScheduledSource(
      name: row.text(0), location: row.text(1), interval: row.integer(2), maxPercent: Int(row.integer(3)),
      allowsPrivate: row.integer(4) != 0, parameters: parameters, dueAt: row.instant(6))
    source.checkedAt = row.instantIfAny(7)
    source.state = try row.rawValue(8)
    source.message = row.text(9)
    source.validator = row.optionalText(10)
    return source
  }
}
