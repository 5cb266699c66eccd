import Accounts
package import Basics
import Mail
package import Notices
import SQL

/// Lists of kinds are stored as words. A newer program may have kinds that this one does not know: they are left out.
extension SQLNoticeStore {
  package func settings(of account: AccountID) async throws -> NoticeSettings {
    try await database.read { try Self.settings(of: account, on: $0) }
  }

  /// Three statements.
  private static func settings(of account: AccountID, on connection: any DatabaseConnection) throws -> NoticeSettings {
    var page = Set(NoticeKind.allCases)
    try connection.each("SELECT kind FROM muted_notice WHERE account_id = $1", [.id(account)]) { row in
      NoticeKind(rawValue: row.text(0)).map { _ = page.remove($0) }
    }
    let hasAgreed = try connection.integer(
      "SELECT 1 FROM announcement_consent WHERE account_id = $1", [.id(account)])
    if hasAgreed == nil { page.remove(.announcement) }
    let all = Set(NoticeKind.allCases)
    return try connection.first(
      "SELECT not_pushed, mailed, quiet_from, quiet_until, time_zone FROM notice_settings WHERE account_id = $1",
      [.id(account)]
    ) { row in
      NoticeSettings(
        page: page, push: all.subtracting(kinds(row.text(0))), mail: kinds(row.text(1)),
        quiet: row.optionalText(4).flatMap { zone in
          guard let start = TimeOfDay(minutes: Int(row.integer(2))), let end = TimeOfDay(minutes: Int(row.integer(3)))
          else { return nil }
          return QuietHours(from: start, until: end, in: zone)
        })
    } ?? NoticeSettings(page: page, push: all, mail: [], quiet: nil)
  }

  private static func kinds(_ words: String) -> Set<NoticeKind> {
    Set(words.split(separator: " ").compactMap { NoticeKind(rawValue: String($0)) })
  }

  private static func words(_ kinds: Set<NoticeKind>) -> Value {
    .text(kinds.map(\.rawValue).sorted().joined(separator: " "))
  }

  /// Complexity: O(kinds), and O(devices of the account).
  package func set(
    _ settings: NoticeSettings, nextMail: Timestamp?, for account: AccountID, at instant: Timestamp
  ) async throws {
    let all = Set(NoticeKind.allCases)
    let key = Value.id(account)
    let muted = all.subtracting(settings.page).map(\.rawValue).sorted().map { kind in
      BoundStatement("INSERT INTO muted_notice (account_id, kind) VALUES ($1, $2)", [key, .text(kind)])
    }
    // The instant of a consent that is there stays.
    let consent =
      settings.page.contains(.announcement)
      ? BoundStatement(
        "INSERT INTO announcement_consent (account_id, agreed_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        [key, .instant(instant)])
      : BoundStatement("DELETE FROM announcement_consent WHERE account_id = $1", [key])
    let quiet = settings.quiet
    try await database.write { connection in
      try AccountRow.checkExists(account, on: connection)
      try connection.run(
        [BoundStatement("DELETE FROM muted_notice WHERE account_id = $1", [key])] + muted + [
          consent,
          BoundStatement(
            """
            INSERT INTO notice_settings (
              account_id, not_pushed, mailed, quiet_from, quiet_until, time_zone, mail_due_at, mailed_up_to)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (account_id) DO UPDATE SET not_pushed = excluded.not_pushed, mailed = excluded.mailed,
              quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, time_zone = excluded.time_zone,
              mail_due_at = excluded.mail_due_at,
              mailed_up_to = CASE WHEN notice_settings.mail_due_at IS NULL THEN excluded.mailed_up_to
                ELSE notice_settings.mailed_up_to END
            """,
            [
              key, Self.words(all.subtracting(settings.push)), Self.words(settings.mail),
              .integer(orNull: quiet.map { Int64($0.start.minutes) }),
              .integer(orNull: quiet.map { Int64($0.end.minutes) }), .text(orNull: quiet?.zone),
              .instant(orNull: nextMail), .instant(instant),
            ]),
          // Subscriptions that wait for the end of quiet hours are due at once.
          BoundStatement("UPDATE push_subscription SET due_at = 0 WHERE account_id = $1 AND attempts = 0", [key]),
        ])
    }
  }

  package func stopMail(for account: AccountID) async throws {
    _ = try await database.write {
      try $0.run(
        "UPDATE notice_settings SET mailed = '', mail_due_at = NULL WHERE account_id = $1", [.id(account)])
    }
  }

  // MARK: The daily mail

  /// Complexity: O(log n).
  package func dueDigest(at instant: Timestamp) async throws -> DueDigest? {
    try await database.read { connection in
      let due = try connection.first(
        """
        SELECT account_id, mail_due_at FROM notice_settings WHERE mail_due_at <= $1
        ORDER BY mail_due_at, account_id LIMIT 1
        """, [.instant(instant)]
      ) { (account: try $0.identifier(0) as AccountID, dueAt: $0.instant(1)) }
      guard let due else { return nil }
      return DueDigest(
        account: due.account, settings: try Self.settings(of: due.account, on: connection), dueAt: due.dueAt)
    }
  }

  /// Complexity: O(unread notices).
  package func queueMail(_ due: DueDigest, next: Timestamp?, at instant: Timestamp) async throws -> Bool {
    let id = MailID(at: instant)
    return try await database.write { connection in
      let since = try connection.first(
        "SELECT mailed_up_to FROM notice_settings WHERE account_id = $1 AND mail_due_at = $2",
        [.id(due.account), .instant(due.dueAt)]
      ) { $0.instant(0) }
      let isOwn =
        try connection.run(
          """
          UPDATE notice_settings SET mail_due_at = $3, mailed_up_to = $4 WHERE account_id = $1 AND mail_due_at = $2
          """, [.id(due.account), .instant(due.dueAt), .instant(orNull: next), .instant(instant)]) > 0
      guard isOwn, let since else { return false }
      var counts: [NoticeKind: Int] = [:]
      try connection.each(
        """
        SELECT kind, COUNT(*) FROM notice WHERE recipient_id = $1 AND read_at IS NULL AND updated_at > $2 GROUP BY kind
        """, [.id(due.account), .instant(since)]
      ) { row in NoticeKind(rawValue: row.text(0)).map { counts[$0] = Int(row.integer(1)) } }
      let digest = NoticeDigest(counts.filter { due.settings.mail.contains($0.key) })
      guard !digest.counts.isEmpty,
        let language = try connection.first(
          "SELECT language FROM account WHERE id = $1", [.id(due.account)],
          { row in Language(rawValue: row.text(0)) ?? .korean })
      else { return false }
      let detail = "\(due.account) \(digest.text(in: language))"
      return try connection.run([MailRow.add(.notices, id, to: due.account, detail: detail, at: instant)])[0] > 0
    }
  }
}
