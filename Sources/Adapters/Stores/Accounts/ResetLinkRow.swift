import Accounts
import Basics
import SQL

/// Reads and writes reset links: one of an operator and one by mail per account, a newer one replaces it.
enum ResetLinkRow {
  /// The purpose of an operator's link.
  private static let byOperator = "operator-reset"

  /// The account of a link, if the link is still valid.
  static func account(_ hash: String, at instant: Timestamp, on connection: any DatabaseConnection) throws -> AccountID?
  {
    try connection.first(
      """
      SELECT account_id FROM account_link JOIN account ON account.id = account_id
      WHERE hash = $1 AND expires_at > $2 AND suspended_at IS NULL
        AND purpose IN ('\(byOperator)', '\(MailKind.passwordReset.rawValue)')
      """, [.text(hash), .instant(instant)]
    ) { try $0.identifier(0) }
  }

  static func add(
    _ hash: String, for account: AccountID, until end: Timestamp, on connection: any DatabaseConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO account_link (account_id, purpose, hash, expires_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (account_id, purpose) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at
      """, [.id(account), .text(byOperator), .text(hash), .instant(end)])
  }
}
