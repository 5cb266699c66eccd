/// A row while it is being read; valid only inside the closure that received it. Columns count from 0.
///
/// A column that is not there reads as null. Null reads as 0, as an empty text and as an empty blob.
package protocol Row {
  /// Whether the column is null.
  func isNull(_ column: Int) -> Bool
  /// The column as a whole number.
  func integer(_ column: Int) -> Int64
  /// The column as a number.
  func real(_ column: Int) -> Double
  /// The column as text; bytes that are no UTF-8 become U+FFFD.
  func text(_ column: Int) -> String
  /// The column's bytes.
  func blob(_ column: Int) -> [UInt8]
  /// Lends the bytes of a text, as stored, for as long as the body runs: nothing is copied.
  func withUTF8<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result
}

extension Row {
  /// The column as a whole number, or nil where it is null.
  package func integerIfAny(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }

  /// The column as text, or nil where it is null.
  package func textIfAny(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
}

/// A statement prepared once and run many times, for hot loops: binding and running allocate nothing.
///
/// It is usable only inside the body whose connection made it. A parameter that was not bound since the last run is
/// null. Positions count from 1, as in `$1`.
package protocol PreparedStatement: AnyObject {
  /// Binds a whole number.
  func bind(_ position: Int, _ number: Int64) throws
  /// Binds a number.
  func bind(_ position: Int, _ number: Double) throws
  /// Binds a text.
  func bind(_ position: Int, _ text: String) throws
  /// Binds bytes.
  func bind(_ position: Int, _ bytes: [UInt8]) throws
  /// Runs to the end and answers the number of rows changed. Rows that it would give are passed over.
  @discardableResult
  func run() throws -> Int
  /// Runs and hands over each row.
  func each(_ body: (any Row) throws -> Void) throws
  /// Runs and reads the first row; nil where there is none. Further rows are not looked at.
  func first<Result>(_ body: (any Row) throws -> Result) throws -> Result?
}

extension PreparedStatement {
  /// Binds any value.
  package func bind(_ position: Int, _ value: Value) throws {
    switch value {
    case .null: break
    case .integer(let number): try bind(position, number)
    case .real(let number): try bind(position, number)
    case .text(let text): try bind(position, text)
    case .blob(let bytes): try bind(position, bytes)
    }
  }
}

/// A database inside a transaction; it never leaves the body that received it.
///
/// Parameters are written `$1`, `$2`, … and may repeat and come in any order. A text holds one statement. Every method
/// throws `DatabaseError` where the statement is wrong or a constraint refuses it, and `DomainError` where the
/// surroundings do (disk full, locked, read-only).
package protocol DatabaseConnection {
  /// Runs a statement and answers the number of rows it changed.
  @discardableResult
  func run(_ statement: String, _ values: [Value]) throws -> Int
  /// Runs a query and hands over each row.
  func each(_ query: String, _ values: [Value], _ body: (any Row) throws -> Void) throws
  /// Runs a query and reads the first row; nil where there is none.
  func first<Result>(_ query: String, _ values: [Value], _ body: (any Row) throws -> Result) throws -> Result?
  /// Prepares a statement for a hot loop.
  func prepare(_ statement: String) throws -> any PreparedStatement
}

extension DatabaseConnection {
  /// Runs a statement without parameters.
  @discardableResult
  package func run(_ statement: String) throws -> Int { try run(statement, []) }

  /// Reads one whole number; nil where there is no row or it is null.
  package func integer(_ query: String, _ values: [Value] = []) throws -> Int64? {
    try first(query, values) { $0.integerIfAny(0) } ?? nil
  }
}
