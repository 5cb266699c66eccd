package import SQL
import Synchronization

/// A database that runs a closure before a chosen statement, for example to throw an error or end the process.
package final class InterruptedDatabase: ForwardingDatabase {
  package let base: any Database
  private let left: Mutex<Int>
  private let begun = Mutex(0)
  private let interrupt: @Sendable () throws -> Void

  /// Wraps another database.
  /// - Parameters:
  ///   - count: The number of the statement, where the commit of a write counts as one. 0: none. Of a write that is
  ///     run again only the last run counts.
  ///   - interrupt: Called once, before that statement.
  package init(_ database: any Database, before count: Int = 0, _ interrupt: @escaping @Sendable () throws -> Void) {
    base = database
    self.interrupt = interrupt
    left = Mutex(count)
  }

  /// Whether the statement has not been reached yet.
  package var isWaiting: Bool { left.withLock { $0 > 0 } }

  /// The number of write transactions started.
  package var writes: Int { begun.withLock { $0 } }

  /// Interrupts before the nth statement from now on.
  package func interrupt(before count: Int) { left.withLock { $0 = count } }

  fileprivate func step() throws {
    let isNow = left.withLock { left in
      left -= 1
      return left == 0
    }
    if isNow { try interrupt() }
  }

  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    try await base.read { try body(InterruptedConnection(connection: $0, database: self)) }
  }

  /// Writes into the database.
  @discardableResult
  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    begun.withLock { $0 += 1 }
    let before = left.withLock { $0 }
    return try await base.write { connection in
      self.left.withLock { $0 = before }
      let result = try body(InterruptedConnection(connection: connection, database: self))
      try self.step()
      return result
    }
  }

  /// Writes into the database, beside no other of the same name.
  @discardableResult
  package func writeExclusively<Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    begun.withLock { $0 += 1 }
    return try await base.writeExclusively(name) { connection in
      let result = try body(InterruptedConnection(connection: connection, database: self))
      try self.step()
      return result
    }
  }
}

private struct InterruptedConnection: DatabaseConnection {
  let connection: any DatabaseConnection
  let database: InterruptedDatabase

  func run(_ statement: String, _ values: [Value]) throws -> Int {
    try database.step()
    return try connection.run(statement, values)
  }

  func each(_ query: String, _ values: [Value], _ body: (any Row) throws -> Void) throws {
    try database.step()
    try connection.each(query, values, body)
  }

  func first<Result>(_ query: String, _ values: [Value], _ body: (any Row) throws -> Result) throws -> Result? {
    try database.step()
    return try connection.first(query, values, body)
  }

  func prepare(_ statement: String) throws -> any PreparedStatement {
    try database.step()
    return try connection.prepare(statement)
  }

  func bulkInsert(into table: String, _ columns: [String]) throws -> any BulkInsert {
    InterruptedInsert(insert: try connection.bulkInsert(into: table, columns), database: database)
  }
}

private final class InterruptedInsert: BulkInsert {
  private let insert: any BulkInsert
  private let database: InterruptedDatabase

  init(insert: any BulkInsert, database: InterruptedDatabase) {
    self.insert = insert
    self.database = database
  }

  func add(_ count: Int, _ bind: (Int, any ValueBinder, Int) throws -> Void) throws {
    try database.step()
    try insert.add(count, bind)
  }
}
