import Accounts
package import Basics
import Notices
package import SQL

package struct SQLRelationStore: RelationStore {
  private let database: any Database
  private let announce: NoticeAnnouncement

  /// - Parameters:
  ///   - database: its schema must be up to date.
  ///   - announce: called for each account that somebody follows.
  package init(_ database: any Database, announcing announce: @escaping NoticeAnnouncement = { _ in }) {
    (self.database, self.announce) = (database, announce)
  }

  // MARK: Changes

  package func follow(
    _ account: AccountID, by follower: AccountID, at instant: Timestamp
  ) async throws -> (Person, Person) {
    try await database.write(announcing: announce) { connection, notices in
      let pair = try Self.visiblePair(follower, account, on: connection)
      let added = try connection.run(
        "INSERT INTO follow (follower_id, followed_id, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        [.id(follower), .id(account), .instant(instant)])
      guard added > 0 else { throw DomainError.alreadyFollowing }
      try notices.add(
        NewNotice(
          recipient: account, kind: .follow, actor: follower, event: follower.description, instant: instant),
        after: [Self.count(follower, account, by: 1)])
      return pair
    }
  }

  package func unfollow(_ account: AccountID, by follower: AccountID) async throws -> (Person, Person) {
    try await database.write { connection in
      let pair = try Self.visiblePair(follower, account, on: connection)
      try Self.removeFollow(follower, account, on: connection)
      return pair
    }
  }

  package func block(_ account: AccountID, by blocker: AccountID, at instant: Timestamp) async throws {
    try await database.write { connection in
      let people = try AccountRow.people([blocker, account], on: connection)
      guard people[blocker] != nil, people[account] != nil else { throw DomainError.accountUnknown }
      try connection.run(
        "INSERT INTO block (blocker_id, blocked_id, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        [.id(blocker), .id(account), .instant(instant)])
      try Self.removeFollow(blocker, account, on: connection)
      try Self.removeFollow(account, blocker, on: connection)
      try connection.run(NoticeRows.removeAll(between: blocker, and: account))
    }
  }

  package func unblock(_ account: AccountID, by blocker: AccountID) async throws {
    try await database.write {
      try $0.run("DELETE FROM block WHERE blocker_id = $1 AND blocked_id = $2", [.id(blocker), .id(account)])
    }
  }

  /// - Throws: `DomainError` `account-unknown` unless both exist and neither has blocked the other.
  private static func visiblePair(
    _ one: AccountID, _ other: AccountID, on connection: any DatabaseConnection
  ) throws -> (Person, Person) {
    let people = try AccountRow.people([one, other], seenBy: one, on: connection)
    guard let first = people[one], let second = people[other] else { throw DomainError.accountUnknown }
    return (first, second)
  }

  private static func removeFollow(
    _ follower: AccountID, _ followed: AccountID, on connection: any DatabaseConnection
  ) throws {
    let removed = try connection.run(
      "DELETE FROM follow WHERE follower_id = $1 AND followed_id = $2", [.id(follower), .id(followed)])
    guard removed > 0 else { return }
    try connection.run([count(follower, followed, by: -1)] + NoticeRows.removeFollow(of: followed, by: follower))
  }

  private static func count(_ follower: AccountID, _ followed: AccountID, by step: Int64) -> BoundStatement {
    BoundStatement(
      """
      UPDATE account SET
        following_count = following_count + CASE WHEN id = $1 THEN CAST($3 AS BIGINT) ELSE 0 END,
        follower_count = follower_count + CASE WHEN id = $2 THEN CAST($3 AS BIGINT) ELSE 0 END
      WHERE id IN ($1, $2)
      """, [.id(follower), .id(followed), .integer(step)])
  }

  // MARK: Lists

  /// The accounts whose folded nicknames begin with a text. Databases compare texts by their bytes, so that these are
  /// one range of the index.
  package func people(
    foldedNicknamePrefix prefix: String, for viewer: AccountID, limit: Int
  ) async throws -> [Person] {
    try await database.read { connection in
      var people: [Person] = []
      try connection.each(
        Self.prefixed, [.id(viewer), .text(prefix), .text(prefix + "\u{10FFFF}"), .integer(Int64(limit))]
      ) { people.append(try $0.person(from: 0)) }
      return people
    }
  }

  private static let prefixed = """
    SELECT \(AccountRow.personColumns) FROM account
    WHERE nickname_folded >= $2 AND nickname_folded < $3 AND \(Visibility.shows("account.id", to: "$1"))
    ORDER BY nickname_folded LIMIT $4
    """

  package func blocked(by blocker: AccountID, _ request: PageRequest) async throws -> Page<Person> {
    try await database.read {
      try RelationList(table: "block", owner: "blocker_id", other: "blocked_id").page(
        of: blocker, for: nil, request, on: $0)
    }
  }

  package func followers(
    of account: AccountID, for viewer: AccountID?, _ request: PageRequest
  ) async throws -> Page<Person> {
    let list = RelationList(table: "follow", owner: "followed_id", other: "follower_id")
    return try await visiblePage(list, account, viewer, request)
  }

  package func following(
    by account: AccountID, for viewer: AccountID?, _ request: PageRequest
  ) async throws -> Page<Person> {
    let list = RelationList(table: "follow", owner: "follower_id", other: "followed_id")
    return try await visiblePage(list, account, viewer, request)
  }

  private func visiblePage(
    _ list: RelationList, _ account: AccountID, _ viewer: AccountID?, _ request: PageRequest
  ) async throws -> Page<Person> {
    try await database.read { connection in
      guard try AccountRow.people([account], seenBy: viewer, on: connection)[account] != nil else {
        throw DomainError.accountUnknown
      }
      return try list.page(of: account, for: viewer, request, on: connection)
    }
  }
}

/// One direction of a relation table, read newest first through the index on (owner, since, other).
private struct RelationList {
  var table: String
  var owner: String
  var other: String

  func page(
    of account: AccountID, for viewer: AccountID?, _ request: PageRequest, on connection: any DatabaseConnection
  ) throws -> Page<Person> {
    var values: [Value] = [.id(account), .integer(Int64(request.limit + 1))]
    var conditions = "\(owner) = $1"
    if let key = request.after {
      values += [.instant(key.instant), .text(key.id)]
      conditions += " AND (since, \(other)) < ($3, $4)"
    }
    if let viewer {
      values.append(.id(viewer))
      conditions += """
         AND NOT EXISTS (SELECT 1 FROM block WHERE (blocker_id = $\(values.count) AND blocked_id = \(other))
          OR (blocker_id = \(other) AND blocked_id = $\(values.count)))
        """
    }
    var found: [(person: Person, since: Timestamp)] = []
    try connection.each(
      """
      SELECT since, \(AccountRow.personColumns) FROM \(table) JOIN account ON account.id = \(other)
      WHERE \(conditions) ORDER BY since DESC, \(other) DESC LIMIT $2
      """, values
    ) { found.append((try $0.person(from: 1), $0.instant(0))) }
    return Self.page(found, limit: request.limit)
  }

  /// One item more than the limit was read, to know whether there is a next page.
  private static func page(_ found: [(person: Person, since: Timestamp)], limit: Int) -> Page<Person> {
    let items = found.prefix(limit)
    let last = items.last.map { PageKey(instant: $0.since, id: $0.person.id.description) }
    return Page(items: items.map(\.person), next: found.count > limit ? last : nil)
  }
}
