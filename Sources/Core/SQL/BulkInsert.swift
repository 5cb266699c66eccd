/// Takes the values of a statement or row. Positions count from 1; one that is not bound is null.
package protocol ValueBinder: AnyObject {
  func bind(_ position: Int, _ number: Int64) throws
  func bind(_ position: Int, _ number: Double) throws
  func bind(_ position: Int, _ text: String) throws
  func bind(_ position: Int, _ bytes: [UInt8]) throws
}

extension ValueBinder {
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

/// Adds many rows to a table by the engine's fastest way; valid only inside the body whose connection made it.
package protocol BulkInsert: AnyObject {
  /// Adds rows in one go. Statements that follow see them; the next one may throw what is wrong with them.
  /// - Parameters:
  ///   - count: The number of rows. A thousand are a good number if each call is a round trip.
  ///   - bind: Binds the values of a row, counted from 0, to ascending positions from `first` on. No statement runs
  ///     meanwhile.
  func add(_ count: Int, _ bind: (_ row: Int, _ values: any ValueBinder, _ first: Int) throws -> Void) throws
}

/// Inserts several rows by each statement. Nothing is faster in a library without a network.
package final class GroupedInsert: BulkInsert {
  private static let maxRows = 64

  private let connection: any DatabaseConnection
  private let table: String
  private let columns: [String]
  private let conflict: String
  /// By the logarithm of the number of rows: few statements do for any number of rows.
  private var statements: [Int: any PreparedStatement] = [:]

  /// - Parameter conflict: The `ON CONFLICT` of the statement: with it, rows of the table can be replaced.
  package init(
    _ connection: any DatabaseConnection, into table: String, _ columns: [String], onConflict conflict: String = ""
  ) {
    (self.connection, self.table, self.columns, self.conflict) = (connection, table, columns, conflict)
  }

  package func add(_ count: Int, _ bind: (_ row: Int, _ values: any ValueBinder, _ first: Int) throws -> Void) throws {
    var start = 0
    while start < count {
      let logarithm = Int.bitWidth - 1 - min(count - start, Self.maxRows).leadingZeroBitCount
      let statement = try statement(logarithm)
      for row in 0..<1 << logarithm { try bind(start + row, statement, 1 + row * columns.count) }
      try statement.run()
      start += 1 << logarithm
    }
  }

  private func statement(_ logarithm: Int) throws -> any PreparedStatement {
    if let prepared = statements[logarithm] { return prepared }
    let rows = (0..<1 << logarithm).map { row in
      "(\(ValueList.placeholders(from: 1 + row * columns.count, count: columns.count)))"
    }
    let prepared = try connection.prepare(
      "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(rows.joined(separator: ", ")) \(conflict)")
    statements[logarithm] = prepared
    return prepared
  }
}
