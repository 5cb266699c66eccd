package import Basics
package import Notices
package import SQL

package struct SQLNoticeStore: NoticeStore {
  let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  /// Two statements. Complexity: O(limit), with up to `Notice.maxCount` events of each notice.
  package func page(of account: AccountID, _ request: PageRequest) async throws -> Page<Notice> {
    try await database.read { connection in
      let page = try connection.page(
        NoticeReader.page, request, [.id(account)],
        key: { PageKey(instant: $0.updatedAt, id: $0.id.description) }, NoticeReader.Found.init)
      let people = try NoticeReader.people(of: page.items.map(\.id), on: connection)
      return Page(items: page.items.map { $0.notice(by: people[$0.id]) }, next: page.next)
    }
  }

  /// Complexity: O(unread notices).
  package func unreadCount(for account: AccountID, since instant: Timestamp) async throws -> Int {
    let count = try await database.read {
      try $0.integer(NoticeReader.unreadCount, [.id(account), .instant(instant)])
    }
    return Int(count ?? 0)
  }

  package func markRead(upTo position: PageKey, for account: AccountID, at instant: Timestamp) async throws -> Bool {
    try await database.write { connection in
      try connection.run(
        """
        UPDATE notice SET read_at = $4 WHERE recipient_id = $1 AND read_at IS NULL AND (updated_at, id) <= ($2, $3)
        """, [.id(account), .instant(position.instant), .text(position.id), .instant(instant)]) > 0
    }
  }

  // MARK: Cleanup

  /// Complexity: O(log n + removed rows).
  package func remove(before instant: Timestamp) async throws {
    _ = try await database.write {
      try $0.run("DELETE FROM notice WHERE updated_at < $1", [.instant(instant)])
    }
  }
}
