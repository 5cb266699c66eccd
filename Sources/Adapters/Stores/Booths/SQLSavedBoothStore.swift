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
            .text(booth.openingHours), .text(booth.price),
          ]
        })
      try connection.run(
        """
        INSERT INTO saved_booth (
          account_id, booth_id, since, presence, name, catalogue_version, opening_hours, price) VALUES \(rows)
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
  package func recorded() async throws -> [(booth: BoothID, record: SavedBoothRecord)] {
    try await database.read { connection in
      var found: [(BoothID, SavedBoothRecord)] = []
      try connection.each("SELECT DISTINCT booth_id, presence, opening_hours, price FROM saved_booth", []) { row in
        let record = SavedBoothRecord(
          presence: row.optionalText(1).flatMap(BoothPresence.init), openingHours: row.optionalText(2),
          price: row.optionalText(3))
        found.append((BoothID(row.integer(0)), record))
      }
      return found
    }
  }

  /// Complexity: O(limit log n), and O(people who have saved it) for hours or a price that nobody is told of.
  package func update(_ booth: SavedBooth, limit: Int, at instant: Timestamp) async throws -> Int {
    try await database.write(announcing: announce) { connection, notices in
      let update = SavedBoothUpdate(booth, limit: limit, connection: connection)
      let changes = try update.presence() + update.details()
      // Of several changes at once, people are told of the first.
      let events = Dictionary(
        changes.flatMap { change in change.accounts.map { ($0, change.event) } },
        uniquingKeysWith: { first, _ in first })
      try notices.add(
        events.map { account, event in
          NewNotice(
            recipient: account, kind: .savedBooth, subject: booth.id.description, event: event, booth: booth.id,
            instant: instant)
        })
      return changes.map(\.accounts.count).max() ?? 0
    }
  }
}

/// Records what became of one booth for those who have saved it.
private struct SavedBoothUpdate {
  /// What has changed, and for whom.
  typealias Change = (event: String, accounts: [AccountID])

  let booth: SavedBooth
  let limit: Int
  let connection: any DatabaseConnection

  init(_ booth: SavedBooth, limit: Int, connection: any DatabaseConnection) {
    (self.booth, self.limit, self.connection) = (booth, limit, connection)
  }

  func presence() throws -> [Change] {
    // Saved before this was recorded: nobody knows what it was then. A catalogue without it may be an older one.
    if booth.presence != .removed { try record("presence", booth.presence.rawValue, where: "presence IS NULL") }
    let accounts = try change("presence", booth.presence.rawValue, where: "catalogue_version < $4")
    return [(booth.presence.rawValue, accounts)]
  }

  func details() throws -> [Change] {
    guard booth.presence != .removed else { return [] }
    // Those whose presence is not recorded yet are told of that first, in a later transaction.
    let isCurrent = "catalogue_version <= $4 AND presence = '\(booth.presence.rawValue)'"
    let details = [("opening_hours", booth.openingHours, SavedBoothChange.hours), ("price", booth.price, .price)]
    return try details.map { column, value, event in
      let isNew = "\(column) IS NULL OR \(column) \(value.isEmpty ? "<>" : "=") ''"
      try record(column, value, where: "(\(isNew)) AND \(isCurrent)")
      return (event.rawValue, try change(column, value, where: isCurrent))
    }
  }

  private func record(_ column: String, _ value: String, where condition: String) throws {
    _ = try connection.run(
      "UPDATE saved_booth SET \(assignments(of: column)) WHERE booth_id = $1 AND \(condition)", values(value))
  }

  private func change(_ column: String, _ value: String, where condition: String) throws -> [AccountID] {
    var accounts: [AccountID] = []
    try connection.each(
      """
      UPDATE saved_booth SET \(assignments(of: column)) WHERE booth_id = $1 AND \(column) <> $2 AND account_id IN (
        SELECT account_id FROM saved_booth WHERE booth_id = $1 AND \(column) <> $2 AND \(condition)
        ORDER BY account_id LIMIT \(limit))
      RETURNING account_id
      """, values(value)
    ) { accounts.append(try $0.identifier(0)) }
    return accounts
  }

  private func assignments(of column: String) -> String {
    "\(column) = $2, name = COALESCE($3, name), catalogue_version = $4"
  }

  private func values(_ value: String) -> [Value] {
    [.integer(booth.id.number), .text(value), .text(orNull: booth.name), .integer(booth.catalogueVersion)]
  }
}
