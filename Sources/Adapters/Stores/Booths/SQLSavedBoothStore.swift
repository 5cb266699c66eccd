package import Basics
package import Booths
import Notices
package import SQL

package struct SQLSavedBoothStore: SavedBoothStore {
  private let database: any Database
  private let announce: NoticeAnnouncement

  /// - Parameters:
  ///   - database: its schema must be up to date.
  ///   - announce: called for each account that is told of a booth.
  package init(_ database: any Database, announcing announce: @escaping NoticeAnnouncement = { _ in }) {
    (self.database, self.announce) = (database, announce)
  }

  /// Complexity: O(saved booths).
  package func booths(of account: AccountID) async throws -> [BoothID] {
    try await database.read { connection in
      var booths: [BoothID] = []
      try connection.each(
        "SELECT booth_id FROM saved_booth WHERE account_id = $1 ORDER BY since DESC, booth_id DESC", [.id(account)]
      ) { booths.append(BoothID($0.integer(0))) }
      return booths
    }
  }

  /// Adds booths, a millisecond apart, in two statements and one for the rows. Complexity: O(saved booths).
  package func add(_ booths: [SavedBooth], of account: AccountID, maxCount: Int, at instant: Timestamp) async throws {
    try await database.write { connection in
      // The account's row is locked, so that two devices cannot exceed the limit together.
      guard try connection.run("UPDATE account SET photo = photo WHERE id = $1", [.id(account)]) > 0 else {
        throw DomainError(
          .unauthenticated, "token-unusable", "The account does not exist any more: log in with another one.")
      }
      var bound = BoundValues()
      let rows = bound.add(
        rows: booths.enumerated().map { offset, booth in
          [
            .id(account), .integer(booth.id.number), .instant(instant.advanced(milliseconds: -Int64(offset))),
            .text(booth.presence.rawValue), .text(orNull: booth.name), .integer(booth.catalogueVersion),
          ]
        })
      try connection.run(
        """
        INSERT INTO saved_booth (account_id, booth_id, since, presence, name, catalogue_version) VALUES \(rows)
        ON CONFLICT DO NOTHING
        """, bound.values)
      let count = try connection.integer("SELECT COUNT(*) FROM saved_booth WHERE account_id = $1", [.id(account)]) ?? 0
      guard count <= maxCount else { throw DomainError.savedBoothsFull(maxCount) }
    }
  }

  /// Removes a booth. Complexity: O(log n).
  package func remove(_ booth: BoothID, of account: AccountID) async throws {
    let values: [Value] = [.id(account), .integer(booth.number)]
    try await database.write {
      _ = try $0.run([
        BoundStatement("DELETE FROM saved_booth WHERE account_id = $1 AND booth_id = $2", values),
        BoundStatement("DELETE FROM notice WHERE recipient_id = $1 AND booth_id = $2", values),
      ])
    }
  }

  /// Complexity: O(saved booths).
  package func presences() async throws -> [(booth: BoothID, presence: BoothPresence?)] {
    try await database.read { connection in
      var found: [(BoothID, BoothPresence?)] = []
      try connection.each("SELECT DISTINCT booth_id, presence FROM saved_booth", []) { row in
        found.append((BoothID(row.integer(0)), row.optionalText(1).flatMap(BoothPresence.init)))
      }
      return found
    }
  }

  /// Complexity: O(limit log n).
  package func update(_ booth: SavedBooth, limit: Int, at instant: Timestamp) async throws -> Int {
    let change = "presence = $2, name = COALESCE($3, name), catalogue_version = $4"
    let values: [Value] = [
      .integer(booth.id.number), .text(booth.presence.rawValue), .text(orNull: booth.name),
      .integer(booth.catalogueVersion),
    ]
    return try await database.write(announcing: announce) { connection, notices in
      // Saved before this was recorded: nobody knows what it was then. A catalogue without it may be an older one.
      if booth.presence != .removed {
        try connection.run("UPDATE saved_booth SET \(change) WHERE booth_id = $1 AND presence IS NULL", values)
      }
      var accounts: [AccountID] = []
      try connection.each(
        """
        UPDATE saved_booth SET \(change) WHERE booth_id = $1 AND presence <> $2 AND account_id IN (
          SELECT account_id FROM saved_booth WHERE booth_id = $1 AND presence <> $2 AND catalogue_version < $4
          ORDER BY account_id LIMIT \(limit))
        RETURNING account_id
        """, values
      ) { accounts.append(try $0.identifier(0)) }
      try notices.add(
        accounts.map {
          NewNotice(
            recipient: $0, kind: .savedBooth, subject: booth.id.description, event: booth.presence.rawValue,
            booth: booth.id, instant: instant)
        })
      return accounts.count
    }
  }
}
