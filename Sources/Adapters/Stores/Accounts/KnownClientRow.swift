import Accounts
import Basics
import SQL

/// Writes the known clients of accounts.
enum KnownClientRow {
  /// The number of latest clients kept for each account.
  private static let maxCount: Int64 = 16

  static func remember(
    _ clients: [ClientTag], of account: AccountID, at instant: Timestamp, on connection: any DatabaseConnection
  ) throws {
    for client in clients {
      try connection.run(
        """
        INSERT INTO known_client (account_id, tag, seen_at) SELECT id, $2, $3 FROM account WHERE id = $1
        ON CONFLICT (account_id, tag) DO UPDATE SET seen_at = excluded.seen_at
        """, [.id(account), .text(client.description), .instant(instant)])
    }
    try connection.run(
      """
      DELETE FROM known_client WHERE account_id = $1 AND tag NOT IN
        (SELECT tag FROM known_client WHERE account_id = $1 ORDER BY seen_at DESC, tag LIMIT $2)
      """, [.id(account), .integer(maxCount)])
  }

  static func forgetAll(of account: AccountID, on connection: any DatabaseConnection) throws {
    try connection.run("DELETE FROM known_client WHERE account_id = $1", [.id(account)])
  }
}
