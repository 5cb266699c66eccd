package import Basics
package import GrapeCard
package import SQL

package struct SQLGrapeCardStore: GrapeCardStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  package func change<Outcome: Sendable>(
    of account: AccountID, _ body: @escaping @Sendable (any GrapeCardTransaction) throws -> Outcome
  ) async throws -> Outcome {
    try await database.write { try body(SQLGrapeCardTransaction(account: account, connection: $0)) }
  }

  package func read<Outcome: Sendable>(
    of account: AccountID, _ body: @escaping @Sendable (any GrapeCardTransaction) throws -> Outcome
  ) async throws -> Outcome {
    try await database.read { try body(SQLGrapeCardTransaction(account: account, connection: $0)) }
  }
}

/// The data of one account within a transaction: every statement names the account.
struct SQLGrapeCardTransaction: GrapeCardTransaction {
  let account: AccountID
  let connection: any DatabaseConnection
}

// MARK: - Card

extension SQLGrapeCardTransaction {
  func card() throws -> CardState? {
    let found = try connection.first(
      """
      SELECT zone, today, latest FROM account LEFT JOIN stamp_card ON stamp_card.account_id = account.id
      WHERE account.id = $1
      """, [.id(account)]
    ) { row in
      row.isNull(0) ? nil : CardState(zone: row.text(0), today: row.day(1), latestDay: row.day(2))
    }
    guard let found else { throw DomainError.personGone }
    return found
  }

  func save(_ card: CardState) throws {
    try connection.run(
      """
      INSERT INTO stamp_card (account_id, zone, today, latest) VALUES ($1, $2, $3, $4)
      ON CONFLICT (account_id) DO UPDATE SET zone = $2, today = $3, latest = $4
      """, [.id(account), .text(card.zone), .day(card.today), .day(card.latestDay)])
  }

  func grapes(in days: ClosedRange<CivilDate>) throws -> [CivilDate] {
    var grapes: [CivilDate] = []
    try connection.each(
      "SELECT day FROM grape WHERE account_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day", between(days)
    ) { grapes.append($0.day(0)) }
    return grapes
  }

  /// The days from `$2` to `$3` with their todos, done todos and grapes; then a row without a day: all grapes, and
  /// those from `$4` on.
  static let contents = """
    SELECT day, CAST(SUM(todos) AS BIGINT), CAST(SUM(done) AS BIGINT), CAST(SUM(grapes) AS BIGINT) FROM (
      SELECT day, 1 AS todos, is_done AS done, 0 AS grapes FROM todo WHERE account_id = $1 AND day BETWEEN $2 AND $3
      UNION ALL SELECT day, 0, 0, 1 FROM grape WHERE account_id = $1 AND day BETWEEN $2 AND $3) AS entries
    GROUP BY day
    UNION ALL SELECT NULL, COUNT(*), COUNT(CASE WHEN day >= $4 THEN 1 END), 0 FROM grape WHERE account_id = $1
    """

  func contents(of days: ClosedRange<CivilDate>, today: CivilDate) throws -> CardContents {
    var contents = CardContents()
    try connection.each(Self.contents, between(days) + [.day(today)]) { row in
      let (first, second) = (Int(row.integer(1)), Int(row.integer(2)))
      if row.isNull(0) {
        (contents.grapes, contents.grapesFromToday) = (first, second)
      } else {
        let tally = DaySummary(todos: first, done: second)
        contents.days.append(CardDay(day: row.day(0), tally: tally, hasGrape: row.integer(3) > 0))
      }
    }
    contents.days.sort { $0.day < $1.day }
    return contents
  }

  func putGrapes(of days: [CivilDate]) throws {
    guard !days.isEmpty else { return }
    var bound = BoundValues()
    // Repeated rows of a padded list conflict and are left out.
    let rows = bound.add(rows: ValueList.padded(days.map(Value.day)).map { [.id(account), $0] })
    try connection.run("INSERT INTO grape (account_id, day) VALUES \(rows) ON CONFLICT DO NOTHING", bound.values)
  }

  func removeGrapes(of days: [CivilDate]) throws {
    try connection.run(in: days.map(Value.day), after: [.id(account)]) {
      "DELETE FROM grape WHERE account_id = $1 AND day IN (\($0))"
    }
  }

  private func between(_ days: ClosedRange<CivilDate>) -> [Value] {
    [.id(account), .day(days.lowerBound), .day(days.upperBound)]
  }
}

// MARK: - Groups

extension SQLGrapeCardTransaction {
  func groups() throws -> [TodoGroup] {
    var groups: [TodoGroup] = []
    try connection.each(
      """
      SELECT id, name, color, is_open, is_default FROM todo_group WHERE account_id = $1 ORDER BY is_default DESC, id
      """, [.id(account)]
    ) { row in
      guard let color = GroupColor(row.text(2)) else { throw Unreadable(what: "color") }
      groups.append(
        TodoGroup(
          id: try row.identifier(0), name: row.text(1), color: color, isOpen: row.integer(3) != 0,
          isDefault: row.integer(4) != 0))
    }
    return groups
  }

  func save(_ group: TodoGroup) throws {
    try connection.run(
      """
      INSERT INTO todo_group (id, account_id, name, color, is_open, is_default) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (id) DO UPDATE SET name = $3, color = $4, is_open = $5 WHERE todo_group.account_id = $2
      """,
      [
        .id(group.id), .id(account), .text(group.name), .text(group.color.description), .flag(group.isOpen),
        .flag(group.isDefault),
      ])
  }

  func removeGroup(_ id: TodoGroupID) throws {
    try connection.run("DELETE FROM todo_group WHERE account_id = $1 AND id = $2", [.id(account), .id(id)])
  }
}

// MARK: - Todos

extension SQLGrapeCardTransaction {
  private static let columns = "id, contents, group_id, day, is_done, booth_id"

  private static func todo(_ row: any Row) throws -> Todo {
    Todo(
      id: try row.identifier(0), contents: row.text(1), group: try row.identifier(2), day: row.day(3),
      isDone: row.integer(4) != 0, booth: row.optionalInteger(5).map(BoothID.init))
  }

  func todo(_ id: TodoID) throws -> Todo? {
    try connection.first(
      "SELECT \(Self.columns) FROM todo WHERE account_id = $1 AND id = $2", [.id(account), .id(id)]
    ) { try Self.todo($0) }
  }

  func todos(in days: ClosedRange<CivilDate>) throws -> [Todo] {
    var todos: [Todo] = []
    try connection.each(
      """
      SELECT \(Self.columns) FROM todo WHERE account_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day, is_done, id
      """, between(days)
    ) { todos.append(try Self.todo($0)) }
    return todos
  }

  /// The group `$3`, or the default one, with the number of todos on the day `$2`.
  static let destination = """
    SELECT id, (SELECT COUNT(*) FROM todo WHERE account_id = $1 AND day = $2) FROM todo_group
    WHERE account_id = $1 AND (id = $3 OR (CAST($3 AS TEXT) IS NULL AND is_default = 1))
    """

  func destination(_ group: TodoGroupID?, on day: CivilDate) throws -> TodoDestination? {
    try connection.first(Self.destination, [.id(account), .day(day), .id(orNull: group)]) { row in
      TodoDestination(group: try row.identifier(0), todoCount: Int(row.integer(1)))
    }
  }

  func save(_ todo: Todo) throws {
    try connection.run(
      """
      INSERT INTO todo (id, account_id, group_id, day, contents, is_done, booth_id) VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (id) DO UPDATE SET group_id = $3, day = $4, contents = $5, is_done = $6, booth_id = $7
      WHERE todo.account_id = $2
      """,
      [
        .id(todo.id), .id(account), .id(todo.group), .day(todo.day), .text(todo.contents), .flag(todo.isDone),
        .integer(orNull: todo.booth?.number),
      ])
  }

  func removeTodo(_ id: TodoID) throws {
    try connection.run("DELETE FROM todo WHERE account_id = $1 AND id = $2", [.id(account), .id(id)])
  }
}

// MARK: - Values

extension Value {
  /// A day as the number of days since 1970-01-01.
  fileprivate static func day(_ day: CivilDate) -> Value { .integer(Int64(day.daysSince1970)) }

  fileprivate static func flag(_ flag: Bool) -> Value { .integer(flag ? 1 : 0) }
}

extension Row {
  fileprivate func day(_ column: Int) -> CivilDate { CivilDate(daysSince1970: Int(integer(column))) }
}
