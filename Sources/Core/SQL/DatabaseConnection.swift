/// The current row; valid only inside the closure that received it. Columns count from 0.
///
/// A missing column reads as null. Null reads as 0, as an empty text and as an empty blob.
package protocol Row {
  func isNull(_ column: Int) -> Bool
  func integer(_ column: Int) -> Int64
  func real(_ column: Int) -> Double
  /// The column as text; invalid UTF-8 becomes U+FFFD.
  func text(_ column: Int) -> String
  func blob(_ column: Int) -> [UInt8]
  /// Passes the stored bytes of a text to `body` without copying them.
  func withUTF8<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result
}

extension Row {
  /// The column as an integer; nil when null.
  package func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }

  /// The column as text; nil when null.
  package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
}

/// A statement prepared once and run many times, for hot loops: binding and running allocate nothing.
///
/// Valid only inside the body whose connection made it. A parameter that was not bound since the last run is null.
/// Positions are those of the text: 1 for `$1`.
package protocol PreparedStatement: ValueBinder {
  /// Runs the statement and returns the number of changed rows. Result rows are ignored.
  @discardableResult
  func run() throws -> Int
  /// Runs the query and calls `body` for each row.
  func each(_ body: (any Row) throws -> Void) throws
  /// Runs the query and reads the first row; nil when there is none. Further rows are not read.
  func first<Result>(_ body: (any Row) throws -> Result) throws -> Result?
}

/// A database inside a transaction; valid only inside the body that received it.
///
/// Parameters are written `$1`, `$2`, … and may repeat and come in any order. A text holds one statement. Every method
/// throws `DatabaseFailure` if the statement is wrong or violates a constraint, and `DomainError` if the environment
/// fails (disk full, locked, read-only). After an error an engine may refuse whatever comes before the end of the
/// transaction; a body that continues must have set a savepoint before.
package protocol DatabaseConnection {
  /// Runs a statement and returns the number of changed rows.
  @discardableResult
  func run(_ statement: String, _ values: [Value]) throws -> Int
  /// Runs statements one after the other, none of which needs what another gives: over a network that takes one round
  /// trip.
  /// - Returns: The number of rows that each changed.
  @discardableResult
  func run(_ statements: [BoundStatement]) throws -> [Int]
  /// Runs a query and calls `body` for each row.
  func each(_ query: String, _ values: [Value], _ body: (any Row) throws -> Void) throws
  /// Runs a query and reads the first row; nil when there is none.
  func first<Result>(_ query: String, _ values: [Value], _ body: (any Row) throws -> Result) throws -> Result?
  /// Prepares a statement for a hot loop.
  func prepare(_ statement: String) throws -> any PreparedStatement
  /// Prepares to add many rows to a table.
  /// - Parameter columns: Those that the values go to, in their order; the others get their defaults.
  func bulkInsert(into table: String, _ columns: [String]) throws -> any BulkInsert
}

package struct BoundStatement: Sendable {
  package let text: String
  package let values: [Value]

  package init(_ text: String, _ values: [Value]) {
    (self.text, self.values) = (text, values)
  }
}

extension DatabaseConnection {
  @discardableResult
  package func run(_ statements: [BoundStatement]) throws -> [Int] {
    try statements.map { try run($0.text, $0.values) }
  }

  package func bulkInsert(into table: String, _ columns: [String]) throws -> any BulkInsert {
    GroupedInsert(self, into: table, columns)
  }

  @discardableResult
  package func run(_ statement: String) throws -> Int { try run(statement, []) }

  /// Reads one integer; nil when there is no row or it is null.
  package func integer(_ query: String, _ values: [Value] = []) throws -> Int64? {
    try first(query, values) { $0.optionalInteger(0) } ?? nil
  }
}
