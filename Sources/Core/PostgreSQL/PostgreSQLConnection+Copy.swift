package import SQL

extension PostgreSQLConnection {
  /// Prepares to add many rows to a table by the server's COPY: a statement for each row costs ten to twenty times as
  /// much.
  package func bulkInsert(into table: String, _ columns: [String]) throws -> any BulkInsert {
    let names = columns.joined(separator: ", ")
    // An insert's parameters have the types of the columns, in which COPY must send the values.
    let places = ValueList.placeholders(from: 1, count: columns.count)
    let shape = try prepared("INSERT INTO \(table) (\(names)) VALUES (\(places))").shape
    return CopyInsert(link, "COPY \(table) (\(names)) FROM STDIN (FORMAT binary)", shape.parameters)
  }
}

/// Adds rows by COPY, a statement for each group.
private final class CopyInsert: BulkInsert {
  private let link: Link
  private let statement: String
  private let rows: CopiedRows

  init(_ link: Link, _ statement: String, _ types: [ColumnType]) {
    self.link = link
    self.statement = statement
    rows = CopiedRows(types, statement)
  }

  func add(_ count: Int, _ bind: (_ row: Int, _ values: any ValueBinder, _ first: Int) throws -> Void) throws {
    guard count > 0 else { return }
    try link.beginCopy(statement)
    do {
      rows.begin()
      for row in 0..<count {
        rows.beginRow()
        try bind(row, rows, 1)
        rows.endRow()
        if rows.isLarge { try rows.send(link.copy) }
      }
      rows.end()
      try rows.send(link.copy)
    } catch {
      rows.clear()
      link.abandonCopy(statement)
      throw error
    }
    try link.endCopy(statement)
  }
}
