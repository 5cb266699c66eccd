/// A value that goes into a statement or comes out of a row.
public enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// A row while it is being read; valid only inside the closure that received it. Columns count from 0.
public protocol Row {
  func isNull(_ column: Int) -> Bool
  func integer(_ column: Int) -> Int64
  func real(_ column: Int) -> Double
  func text(_ column: Int) -> String
  func blob(_ column: Int) -> [UInt8]
}

/// A database inside a transaction; it never leaves the body that received it.
public protocol Connection {
  /// Runs a statement (`$1`, `$2`, … parameters) and answers the number of rows it changed.
  @discardableResult
  func run(_ statement: String, _ values: [Value]) throws -> Int
  /// Runs a query and hands over each row.
  func each(_ query: String, _ values: [Value], _ body: (any Row) throws -> Void) throws
}

/// A database: bodies are synchronous, so that a transaction never spans an `await`.
public protocol Database: Sendable {
  /// Runs a body in a read transaction: a consistent snapshot.
  func read<Result: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Result) async throws -> Result
  /// Runs a body in a write transaction: committed when it returns, rolled back when it throws.
  func write<Result: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Result) async throws -> Result
}
