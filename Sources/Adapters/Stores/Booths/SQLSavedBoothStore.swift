package import Basics
import Booths
package import SQL

package struct SQLSavedBoothStore: SavedBoothStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
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
  package func add(_ booths: [BoothID], of account: AccountID, maxCount: Int, at instant: Timestamp) async throws {
    try await database.write { connection in
      // The account's row is locked, so that two devices cannot exceed the limit together.
      guard try connection.run("UPDATE account SET photo = photo WHERE id = $1", [.id(account)]) > 0 else {
        throw DomainError(
          .unauthenticated, "token-unusable", "The account does not exist any more: log in with another one.")
      }
      var bound = BoundValues()
      let rows = bound.add(
        rows: booths.enumerated().map { offset, booth in
          [.id(account), .integer(booth.number), .instant(instant.advanced(milliseconds: -Int64(offset)))]
        })
      try connection.run(
        "INSERT INTO saved_booth (account_id, booth_id, since) VALUES \(rows) ON CONFLICT DO NOTHING", bound.values)
      let count = try connection.integer("SELECT COUNT(*) FROM saved_booth WHERE account_id = $1", [.id(account)]) ?? 0
      guard count <= maxCount else { throw DomainError.savedBoothsFull(maxCount) }
    }
  }

  /// Removes a booth. Complexity: O(log n).
  package func remove(_ booth: BoothID, of account: AccountID) async throws {
    try await database.write {
      try $0.run(
        "DELETE FROM saved_booth WHERE account_id = $1 AND booth_id = $2", [.id(account), .integer(booth.number)])
    }
  }
}
