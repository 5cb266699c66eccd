package import Accounts
package import Basics
package import SQL

/// A database store of mails to be sent.
package struct SQLMailOutbox: MailOutbox {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  /// Adds a mail. Complexity: O(log n).
  package func add(_ mail: QueuedMail) async throws {
    try await database.write { _ = try $0.run([MailRow.add(mail)]) }
  }

  /// Leases a mail. Complexity: O(log n).
  package func lease(dueAt instant: Timestamp, until lease: Timestamp) async throws -> QueuedMail? {
    // Called every few seconds: locks and writes nothing if nothing is due.
    let isAny = try await database.read {
      try $0.integer("SELECT 1 FROM mail WHERE due_at <= $1 LIMIT 1", [.instant(instant)]) != nil
    }
    guard isAny else { return nil }
    return try await database.write { connection in
      var leased: QueuedMail?
      try connection.each(
        """
        UPDATE mail SET due_at = $2, attempts = attempts + 1
        WHERE id = (SELECT id FROM mail WHERE due_at <= $1 ORDER BY due_at, id LIMIT 1) AND due_at <= $1
        RETURNING id, kind, address, language, created_at, attempts, due_at
        """, [.instant(instant), .instant(lease)]
      ) { leased = try MailRow.mail(of: $0) }
      return leased
    }
  }

  /// Stores a reset link for the account with the mail's address. Complexity: O(log n).
  package func addResetLink(_ hash: String, for mail: QueuedMail, until end: Timestamp) async throws -> Bool {
    try await database.write {
      try $0.run(
        """
        INSERT INTO account_link (account_id, purpose, hash, expires_at)
        SELECT id, $2, $3, CAST($4 AS BIGINT) FROM account WHERE email = $1 AND suspended_at IS NULL
        ON CONFLICT (account_id, purpose) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at
        """,
        [.text(mail.recipient.description), .text(ResetLinkRow.byMail), .text(hash), .instant(end)]) > 0
    }
  }

  /// Removes a mail.
  package func finish(_ mail: QueuedMail) async throws {
    try await database.write {
      try $0.run("DELETE FROM mail WHERE id = $1 AND due_at = $2", [.id(mail.id), .instant(mail.dueAt)])
    }
  }

  /// Postpones a mail.
  package func postpone(_ mail: QueuedMail, until instant: Timestamp) async throws {
    try await database.write {
      try $0.run(
        "UPDATE mail SET due_at = $3 WHERE id = $1 AND due_at = $2",
        [.id(mail.id), .instant(mail.dueAt), .instant(instant)])
    }
  }
}

/// Reads and writes mails to be sent.
enum MailRow {
  /// The statement that adds a mail, for the transaction of what it is about.
  static func add(_ mail: QueuedMail) -> BoundStatement {
    BoundStatement(
      """
      INSERT INTO mail (id, kind, address, language, created_at, due_at) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT DO NOTHING
      """,
      [
        .id(mail.id), .text(mail.kind.rawValue), .text(mail.recipient.description), .text(mail.language.rawValue),
        .instant(mail.createdAt), .instant(mail.dueAt),
      ])
  }

  static func mail(of row: any Row) throws -> QueuedMail {
    QueuedMail(
      id: try row.identifier(0), kind: try row.rawValue(1), recipient: try EmailAddress(row.text(2)),
      language: try row.rawValue(3), createdAt: row.instant(4), attempts: Int(row.integer(5)), dueAt: row.instant(6))
  }
}
