import SQL

/// A private copy of the catalogue in PostgreSQL, for dry runs: rows that a dry run added to the tables themselves would
/// keep imports of the same numbers waiting until it ends.
enum CatalogueCopy {
  private static let tables = [
    "catalogue", "source", "booth", "catalogue_step", "import_run", "booth_before", "import_change",
    "import_change_field", "import_duplicate", "import_waiting",
  ]

  /// Makes temporary tables that stand for the catalogue's until the transaction ends: their schema is searched first.
  /// The recorded changes of earlier imports are not copied: an import does not read them.
  static func make(on connection: any DatabaseConnection) throws {
    let schema = try connection.first("SELECT quote_ident(current_schema())", []) { $0.text(0) } ?? "public"
    for table in tables {
      // A generated column (`BoothGeography`) is an empty one in the copy: nobody reads it there.
      try connection.run(
        """
        CREATE TEMPORARY TABLE \(table) (LIKE \(schema).\(table) INCLUDING ALL EXCLUDING GENERATED) ON COMMIT DROP
        """)
    }
    for table in ["catalogue", "source", "booth", "import_run"] {
      let columns = try columns(of: "\(schema).\(table)", on: connection)
      try connection.run("INSERT INTO \(table) (\(columns)) SELECT \(columns) FROM \(schema).\(table)")
    }
    // The copy numbers its rows again.
    try connection.run(
      "SELECT setval(pg_get_serial_sequence('pg_temp.source', 'id'), (SELECT COALESCE(MAX(id), 0) + 1 FROM source))")
  }

  /// The columns of a table that are not generated.
  private static func columns(of table: String, on connection: any DatabaseConnection) throws -> String {
    try connection.first(
      """
      SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
      WHERE attrelid = '\(table)'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      """, []
    ) { $0.text(0) } ?? ""
  }
}
