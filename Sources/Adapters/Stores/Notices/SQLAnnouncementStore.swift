package import Basics
package import Notices
package import SQL

package struct SQLAnnouncementStore: AnnouncementStore {
  private let database: any Database
  private let announce: NoticeAnnouncement

  /// - Parameters:
  ///   - database: its schema must be up to date.
  ///   - announce: called for each account that gets one.
  package init(_ database: any Database, announcing announce: @escaping NoticeAnnouncement = { _ in }) {
    (self.database, self.announce) = (database, announce)
  }

  private static let columns = """
    id, text, path, latitude_e7, longitude_e7, metres, send_at, created_at, state, recipient_count, progress,
    (SELECT COUNT(*) FROM notice WHERE kind = 'announcement' AND subject = announcement.id AND read_at IS NOT NULL)
    """

  /// Complexity: O(limit, and the recipients of these).
  package func announcements(limit: Int) async throws -> [Announcement] {
    try await database.read { connection in
      var found: [Announcement] = []
      try connection.each(
        "SELECT \(Self.columns) FROM announcement ORDER BY send_at DESC, id DESC LIMIT $1", [.integer(Int64(limit))]
      ) { found.append(try Self.announcement(of: $0)) }
      return found
    }
  }

  package func add(_ made: Announcement, pause: Int64) async throws {
    try await database.write { connection in
      let other = try connection.integer(
        "SELECT 1 FROM announcement WHERE state <> 'cancelled' AND send_at > $1 AND send_at < $2 LIMIT 1",
        [.instant(made.sendAt.advanced(seconds: -pause)), .instant(made.sendAt.advanced(seconds: pause))])
      guard other == nil else { throw DomainError.announcementsTooMany }
      try connection.run(
        """
        INSERT INTO announcement (
          id, text, path, latitude_e7, longitude_e7, metres, send_at, created_at, state, recipient_count, progress)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, '')
        """,
        [
          .id(made.id), .text(made.text), .text(orNull: made.path),
          .integer(orNull: made.area.map { Int64($0.middle.latitudeE7) }),
          .integer(orNull: made.area.map { Int64($0.middle.longitudeE7) }),
          .integer(orNull: made.area.map { Int64($0.metres) }), .instant(made.sendAt), .instant(made.createdAt),
          .text(made.state.rawValue),
        ])
    }
  }

  package func cancel(_ id: AnnouncementID) async throws {
    try await database.write { connection in
      let cancelled = try connection.run(
        "UPDATE announcement SET state = 'cancelled' WHERE id = $1 AND state = 'waiting'", [.id(id)])
      guard cancelled == 0 else { return }
      let isThere = try connection.integer("SELECT 1 FROM announcement WHERE id = $1", [.id(id)]) != nil
      throw isThere ? DomainError.announcementSent : .announcementUnknown
    }
  }

  package func due(at instant: Timestamp, pause: Int64) async throws -> Announcement? {
    try await database.read {
      try $0.first(
        """
        SELECT \(Self.columns) FROM announcement
        WHERE state = 'sending' OR state = 'waiting' AND send_at <= $1
          AND NOT EXISTS (SELECT 1 FROM announcement AS other WHERE other.started_at > $2)
        ORDER BY send_at, id LIMIT 1
        """, [.instant(instant), .instant(instant.advanced(seconds: -pause))], Self.announcement)
    }
  }

  /// Complexity: O(limit log n, and their saved booths).
  package func members(after account: AccountID?, limit: Int) async throws -> [AnnouncementMember] {
    try await database.read { connection in
      var found: [(account: AccountID, booths: [BoothID])] = []
      try connection.each(
        """
        SELECT member.account_id, booth_id FROM (
          SELECT account_id FROM announcement_consent WHERE account_id > $1 ORDER BY account_id LIMIT \(limit)) AS member
        LEFT JOIN saved_booth ON saved_booth.account_id = member.account_id
        ORDER BY member.account_id, booth_id
        """, [.text(account?.description ?? "")]
      ) { row in
        let account: AccountID = try row.identifier(0)
        if found.last?.account != account { found.append((account, [])) }
        if let booth = row.optionalInteger(1) { found[found.count - 1].booths.append(BoothID(booth)) }
      }
      return found.map { AnnouncementMember(account: $0.account, savedBooths: $0.booths) }
    }
  }

  package func deliver(
    _ announcement: Announcement, to recipients: [AccountID], upTo progress: AccountID?, isLast: Bool,
    at instant: Timestamp
  ) async throws {
    let id = announcement.id
    try await database.write(announcing: announce) { connection, notices in
      let moved = try connection.run(
        """
        UPDATE announcement SET state = $3, recipient_count = recipient_count + $4, progress = $5,
          started_at = COALESCE(started_at, $6)
        WHERE id = $1 AND progress = $2 AND state IN ('waiting', 'sending')
        """,
        [
          .id(id), .text(announcement.progress?.description ?? ""),
          .text((isLast ? Announcement.State.sent : .sending).rawValue), .integer(Int64(recipients.count)),
          .text((progress ?? announcement.progress)?.description ?? ""), .instant(instant),
        ])
      guard moved > 0 else { return }
      try notices.add(
        recipients.map { recipient in
          NewNotice(
            recipient: recipient, kind: .announcement, subject: id.description, event: id.description, instant: instant)
        })
    }
  }

  private static func announcement(of row: any Row) throws -> Announcement {
    let progress = row.text(10)
    return Announcement(
      id: try row.identifier(0), text: row.text(1), path: row.optionalText(2),
      area: row.optionalInteger(5).map { metres in
        AnnouncementArea(
          around: StoredCoordinate(clamping: Int32(clamping: row.integer(3)), Int32(clamping: row.integer(4))),
          metres: Int(metres))
      }, sendAt: row.instant(6), createdAt: row.instant(7), state: try row.rawValue(8),
      recipientCount: Int(row.integer(9)), readCount: Int(row.integer(11)),
      progress: progress.isEmpty ? nil : try row.identifier(10))
  }
}
