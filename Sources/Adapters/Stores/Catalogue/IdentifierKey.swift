import SQL

/// The index that finds a booth by its source's identifier. A load into an empty catalogue builds it afterwards, which
/// is faster.
enum IdentifierKey {
  /// SQLite compares texts that come first as bytes; behind an equal number it unpacks both entries for each comparison,
  /// which takes twice as long to sort.
  static func create(_ dialect: SQLDialect) -> String {
    let columns = dialect.isRemote ? "source_id, external_id" : "external_id, source_id"
    return "CREATE UNIQUE INDEX booth_identifier ON booth (\(columns))"
  }

  static let drop = "DROP INDEX booth_identifier"

  /// Whether an import would be faster without the index.
  static func isInTheWay(_ engine: SQLEngine, on connection: any DatabaseConnection) throws -> Bool {
    try connection.integer("SELECT 1 FROM booth LIMIT 1") == nil && exists(engine, on: connection)
  }

  /// Drops the index of an empty catalogue. In PostgreSQL all readers of the table then wait for the end of the
  /// transaction, which must be a short one before that of the import.
  static func dropIfInTheWay(_ engine: SQLEngine, on connection: any DatabaseConnection) throws {
    if try isInTheWay(engine, on: connection) { try connection.run(drop) }
  }

  static func createIfMissing(_ engine: SQLEngine, on connection: any DatabaseConnection) throws {
    if try !exists(engine, on: connection) { try connection.run(create(.of(engine))) }
  }

  private static func exists(_ engine: SQLEngine, on connection: any DatabaseConnection) throws -> Bool {
    try connection.integer(SQLDialect.of(engine).hasUniqueIndex("booth")) != nil
  }
}
