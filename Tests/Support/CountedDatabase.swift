package import SQL
import Synchronization

/// A database that counts the round trips that statements take over a network: one for each that is run, and one for
/// those that are run together.
package final class CountedDatabase: ForwardingDatabase {
  package let base: any Database
  private let runs = Mutex(0)

  package init(_ database: any Database) {
    base = database
  }

  /// The round trips since the last reset. Preparing a statement does not count, each run of it does. Of a write that is
  /// run again only the last run counts.
  package var count: Int { runs.withLock { $0 } }

  package func reset() { runs.withLock { $0 = 0 } }

  fileprivate func add() { runs.withLock { $0 += 1 } }

  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await base.read { try body(CountedConnection(connection: $0, database: self)) }
  }

  @discardableResult
  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    let before = count
    return try await base.write { connection in
      self.runs.withLock { $0 = before }
      return try body(CountedConnection(connection: connection, database: self))
    }
  }

  @discardableResult
  package func writeExclusively<Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await base.writeExclusively(name) { try body(CountedConnection(connection: $0, database: self)) }
  }

  package func dryRun<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await base.dryRun { try body(CountedConnection(connection: $0, database: self)) }
  }
}

private struct CountedConnection: DatabaseConnection {
  let connection: any DatabaseConnection
  let database: CountedDatabase

  func run(_ statement: String, _ values: [Value]) throws -> Int {
    database.add()
    return try connection.run(statement, values)
  }

  func run(_ statements: [BoundStatement]) throws -> [Int] {
    if !statements.isEmpty { database.add() }
    return try connection.run(statements)
  }

  func each(_ query: String, _ values: [Value], _ body: (any Row) throws -> Void) throws {
    database.add()
    try connection.each(query, values, body)
  }

  func first<Result>(_ query: String, _ values: [Value], _ body: (any Row) throws -> Result) throws -> Result? {
    database.add()
    return try connection.first(query, values, body)
  }

  func prepare(_ statement: String) throws -> any PreparedStatement {
    CountedStatement(statement: try connection.prepare(statement), database: database)
  }

  func bulkInsert(into table: String, _ columns: [String]) throws -> any BulkInsert {
    CountedInsert(insert: try connection.bulkInsert(into: table, columns), database: database)
  }
}

/// Counts each group of rows as a statement.
private final class CountedInsert: BulkInsert {
  private let insert: any BulkInsert
  private let database: CountedDatabase

  init(insert: any BulkInsert, database: CountedDatabase) {
    self.insert = insert
    self.database = database
  }

  func add(_ count: Int, _ bind: (Int, any ValueBinder, Int) throws -> Void) throws {
    if count > 0 { database.add() }
    try insert.add(count, bind)
  }
}

private final class CountedStatement: PreparedStatement {
  private let statement: any PreparedStatement
  private let database: CountedDatabase

  init(statement: any PreparedStatement, database: CountedDatabase) {
    self.statement = statement
    self.database = database
  }

  func bind(_ position: Int, _ number: Int64) throws { try statement.bind(position, number) }
  func bind(_ position: Int, _ number: Double) throws { try statement.bind(position, number) }
  func bind(_ position: Int, _ text: String) throws { try statement.bind(position, text) }
  func bind(_ position: Int, _ bytes: [UInt8]) throws { try statement.bind(position, bytes) }

  func run() throws -> Int {
    database.add()
    return try statement.run()
  }

  func each(_ body: (any Row) throws -> Void) throws {
    database.add()
    try statement.each(body)
  }

  func first<Result>(_ body: (any Row) throws -> Result) throws -> Result? {
    database.add()
    return try statement.first(body)
  }
}
