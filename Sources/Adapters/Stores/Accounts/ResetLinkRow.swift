import Accounts
import Basics
import SQL

/// Reads and writes reset links: one per account, a newer one replaces it.
enum ResetLinkRow {
  /// The account of a link, if the link is still valid.
  static func account(_ hash: String, at instant: Timestamp, on connection: any DatabaseConnection) throws -> AccountID?
  {
    try connection.first(
      """
      SELECT account_id FROM reset_link JOIN account ON account.id = account_id
      WHERE hash = $1 AND expires_at > $2 AND suspended_at IS NULL
      """, [.text(hash), .instant(instant)]
    ) { try $0.identifier(0) }
  }

  static func add(
    _ hash: String, for account: AccountID, until end: Timestamp, on connection: any DatabaseConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO reset_link (account_id, hash, expires_at) VALUES ($1, $2, $3)
      ON CONFLICT (account_id) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at
      """, [.id(account), .text(hash), .instant(end)])
  }
}
