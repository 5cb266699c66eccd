package import Accounts
package import Basics
package import Mail
package import SQL

/// A database store of mails to be sent.
package struct SQLMailOutbox: MailOutbox {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  /// Adds mails. Complexity: O(mails log n).
  package func add(_ mails: [QueuedMail]) async throws {
    try await database.write { _ = try $0.run(mails.map(MailRow.add)) }
  }

  package func add(
    _ kind: MailKind, _ id: MailID, to account: AccountID, detail: String, at instant: Timestamp
  ) async throws {
    let mail = MailRow.add(kind, id, to: account, detail: detail, at: instant)
    try await database.write { _ = try $0.run([mail]) }
  }

  package func waiting(limit: Int) async throws -> [QueuedMail] {
    try await database.read { connection in
      var mails: [QueuedMail] = []
      try connection.each(
        "SELECT \(MailRow.columns) FROM mail ORDER BY created_at, id LIMIT $1", [.integer(Int64(limit))]
      ) { mails.append(try MailRow.mail(of: $0)) }
      return mails
    }
  }

  package func retry(at instant: Timestamp) async throws -> Int {
    try await database.write {
      // One that is being sent is not sent by another process.
      try $0.run(
        "UPDATE mail SET due_at = $1 WHERE due_at > $1 AND COALESCE(leased_until, 0) <= $1", [.instant(instant)])
    }
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
        UPDATE mail SET due_at = $2, leased_until = $2, attempts = attempts + 1
        WHERE id = (SELECT id FROM mail WHERE due_at <= $1 ORDER BY due_at, id LIMIT 1) AND due_at <= $1
        RETURNING \(MailRow.columns)
        """, [.instant(instant), .instant(lease)]
      ) { leased = try MailRow.mail(of: $0) }
      return leased
    }
  }

  /// Stores a link for the account that a mail is about. Complexity: O(log n).
  package func addLink(_ hash: String, for mail: QueuedMail, until end: Timestamp) async throws -> Bool {
    let present = mail.kind == .newAddress ? mail.other : mail.recipient
    let confirmed = mail.kind == .addressConsent ? mail.other : mail.recipient
    let condition = mail.kind == .addressCheck ? "AND email_verified_at IS NULL" : ""
    return try await database.write {
      try $0.run(
        """
        INSERT INTO account_link (account_id, purpose, hash, expires_at, address)
        SELECT id, $2, $3, CAST($4 AS BIGINT), $5 FROM account
        WHERE email = $1 AND suspended_at IS NULL \(condition)
        ON CONFLICT (account_id, purpose) DO UPDATE SET
          hash = excluded.hash, expires_at = excluded.expires_at, address = excluded.address,
          confirmed_at = CASE WHEN account_link.hash = excluded.hash THEN account_link.confirmed_at END
        """,
        [
          .text(orNull: present?.description), .text(mail.kind.rawValue), .text(hash), .instant(end),
          .text(orNull: confirmed?.description),
        ]) > 0
    }
  }

  /// Confirms an address by a link. Complexity: O(log n).
  package func confirm(byLinkHashed hash: String, at instant: Timestamp) async throws -> AddressConfirmation? {
    try await database.write { connection in
      let link = try connection.first(
        """
        SELECT account_id, purpose, address FROM account_link JOIN account ON account.id = account_id
        WHERE hash = $1 AND expires_at > $2 AND suspended_at IS NULL AND address IS NOT NULL
        """, [.text(hash), .instant(instant)]
      ) { (account: try $0.identifier(0) as AccountID, kind: try $0.rawValue(1) as MailKind, address: $0.text(2)) }
      guard let link, link.kind != .passwordReset else { return nil }
      let (account, address) = (Value.id(link.account), Value.text(link.address))
      guard link.kind == .addressCheck else {
        try connection.run(
          "UPDATE account_link SET confirmed_at = COALESCE(confirmed_at, $2) WHERE hash = $1",
          [.text(hash), .instant(instant)])
        let confirmed = try connection.integer(
          """
          SELECT COUNT(*) FROM account_link
          WHERE account_id = $1 AND address = $2 AND confirmed_at IS NOT NULL AND purpose IN ($3, $4)
          """,
          [account, address] + [MailKind.newAddress, .addressConsent].map { .text($0.rawValue) })
        guard confirmed == 2 else { return .waiting }
        let other = try connection.integer("SELECT 1 FROM account WHERE email = $1", [address])
        guard other == nil else { throw DomainError.emailTaken }
        try connection.run([
          BoundStatement(
            "UPDATE account SET email = $2, email_verified_at = $3 WHERE id = $1",
            [account, address, .instant(instant)]),
          BoundStatement("DELETE FROM account_link WHERE account_id = $1", [account]),
        ])
        return .changed
      }
      // The address may have changed since the mail was sent.
      let verified = try connection.run(
        "UPDATE account SET email_verified_at = $3 WHERE id = $1 AND email = $2", [account, address, .instant(instant)])
      try connection.run("DELETE FROM account_link WHERE hash = $1", [.text(hash)])
      return verified > 0 ? .verified : nil
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
        "UPDATE mail SET due_at = $3, leased_until = NULL WHERE id = $1 AND due_at = $2",
        [.id(mail.id), .instant(mail.dueAt), .instant(instant)])
    }
  }
}

/// Reads and writes mails to be sent.
enum MailRow {
  static let columns = "id, kind, address, language, created_at, attempts, due_at, other_address, detail"

  /// The statement that adds a mail for an account with a verified address, in the account's language.
  static func add(
    _ kind: MailKind, _ id: MailID, to account: AccountID, detail: String, at instant: Timestamp
  ) -> BoundStatement {
    BoundStatement(
      """
      INSERT INTO mail (id, kind, address, language, created_at, due_at, detail)
      SELECT $1, $2, email, language, CAST($4 AS BIGINT), CAST($4 AS BIGINT), $5 FROM account
      WHERE id = $3 AND email_verified_at IS NOT NULL AND email IS NOT NULL AND suspended_at IS NULL
      ON CONFLICT DO NOTHING
      """,
      [.id(id), .text(kind.rawValue), .id(account), .instant(instant), .text(detail)])
  }

  /// The statements that add the first mail to an account, whose further mails are in the same language.
  static func addFirst(_ mail: QueuedMail, of account: AccountID) -> [BoundStatement] {
    [
      add(mail),
      BoundStatement(
        "UPDATE account SET language = $2 WHERE id = $1", [.id(account), .text(mail.language.rawValue)]),
    ]
  }

  /// The statement that adds a mail, for the transaction of what it is about.
  static func add(_ mail: QueuedMail) -> BoundStatement {
    BoundStatement(
      """
      INSERT INTO mail (id, kind, address, language, created_at, due_at, other_address)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT DO NOTHING
      """,
      [
        .id(mail.id), .text(mail.kind.rawValue), .text(mail.recipient.description), .text(mail.language.rawValue),
        .instant(mail.createdAt), .instant(mail.dueAt), .text(orNull: mail.other?.description),
      ])
  }

  static func mail(of row: any Row) throws -> QueuedMail {
    QueuedMail(
      id: try row.identifier(0), kind: try row.rawValue(1), recipient: try EmailAddress(row.text(2)),
      other: try row.optionalText(7).map { try EmailAddress($0) }, language: try row.rawValue(3),
      detail: row.optionalText(8),
      createdAt: row.instant(4), attempts: Int(row.integer(5)), dueAt: row.instant(6))
  }
}
