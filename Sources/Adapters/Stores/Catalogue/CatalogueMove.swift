import SQL

/// Moves the catalogue out of the database that it shared with everything else into one of its own.
enum CatalogueMove {
  /// The step that removes the tables. It fails, and changes nothing, where booths are still in them.
  static let migration = Migration(
    11, "booths have a database of their own",
    ["INSERT INTO catalogue (id, version, next_booth) SELECT id, version, next_booth FROM catalogue WHERE version > 0"]
      + drops(""))

  /// From those that refer to others to those that are referred to.
  private static let tables = [
    "import_waiting", "import_duplicate", "import_change_field", "import_change", "booth_before", "import_run",
    "catalogue_step", "booth", "source", "catalogue",
  ]

  private static func drops(_ prefix: String) -> [String] { tables.map { "DROP TABLE \(prefix)\($0)" } }

  /// Copies the tables of the database `community` into the catalogue's own, texts in composed form, and removes them
  /// there.
  ///
  /// Whoever comes second finds it done. Where the process died between the two commits, the copy is there and the
  /// tables are too: they are still the truth, and are copied anew.
  static func run(on connection: any DatabaseConnection) throws {
    let done = try connection.integer(
      "SELECT 1 FROM community.schema_migration WHERE number = $1", [.integer(Int64(migration.number))])
    guard done == nil else { return }
    for table in tables { try connection.run("DELETE FROM main.\(table)") }
    try connection.run(CatalogueSchema.dropBoothIdentifiers)
    for table in tables.reversed() {
      let columns = try columns(of: table, on: connection)
      try connection.run("INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM community.\(table)")
    }
    try connection.run(CatalogueSchema.createBoothIdentifiers)
    try ComposedTexts.compose(on: connection)
    for drop in drops("community.") { try connection.run(drop) }
    try connection.run(
      "INSERT INTO community.schema_migration (number, name) VALUES ($1, $2)",
      [.integer(Int64(migration.number)), .text(migration.name)])
  }

  private static func columns(of table: String, on connection: any DatabaseConnection) throws -> String {
    var columns: [String] = []
    try connection.each("SELECT name FROM pragma_table_info($1, 'community') ORDER BY cid", [.text(table)]) {
      columns.append($0.text(0))
    }
    return columns.joined(separator: ", ")
  }
}
