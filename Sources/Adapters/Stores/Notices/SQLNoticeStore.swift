package import Basics
package import Notices
package import SQL

package struct SQLNoticeStore: NoticeStore {
  private let database: any Database

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

  // MARK: Settings

  package func mutedKinds(of account: AccountID) async throws -> Set<NoticeKind> {
    try await database.read { connection in
      var kinds: Set<NoticeKind> = []
      // A newer program may have kinds that this one does not know.
      try connection.each("SELECT kind FROM muted_notice WHERE account_id = $1", [.id(account)]) { row in
        NoticeKind(rawValue: row.text(0)).map { _ = kinds.insert($0) }
      }
      return kinds
    }
  }

  package func mute(_ kinds: Set<NoticeKind>, for account: AccountID) async throws {
    try await database.write { connection in
      try AccountRow.checkExists(account, on: connection)
      let removal = BoundStatement("DELETE FROM muted_notice WHERE account_id = $1", [.id(account)])
      let additions = kinds.map(\.rawValue).sorted().map { kind in
        BoundStatement("INSERT INTO muted_notice (account_id, kind) VALUES ($1, $2)", [.id(account), .text(kind)])
      }
      try connection.run([removal] + additions)
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
