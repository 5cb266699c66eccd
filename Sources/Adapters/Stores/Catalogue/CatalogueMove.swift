import SQL

/// Moves the catalogue out of a shared database into one of its own.
enum CatalogueMove {
  /// The migration that drops the tables. It fails and changes nothing if they still contain booths.
  static let migration = Migration(
    11, "booths have a database of their own",
    ["INSERT INTO catalogue (id, version, next_booth) SELECT id, version, next_booth FROM catalogue WHERE version > 0"]
      + drops(""))

  /// Referring tables before the tables they refer to.
  private static let tables = [
    "import_waiting", "import_duplicate", "import_change_field", "import_change", "booth_before", "import_run",
    "catalogue_step", "booth", "source", "catalogue",
  ]

  private static func drops(_ prefix: String) -> [String] { tables.map { "DROP TABLE \(prefix)\($0)" } }

  /// Copies the tables of the database `community` into the catalogue's own, with texts normalised to NFC, and drops
  /// them there.
  ///
  /// Does nothing if another process has done it. If a process died between the two commits, both the copy and the
  /// original tables exist: the originals are still valid and are copied again.
  static func run(on connection: any DatabaseConnection) throws {
    let done = try connection.integer(
      "SELECT 1 FROM community.schema_migration WHERE number = $1", [.integer(Int64(migration.number))])
    guard done == nil else { return }
    for table in tables { try connection.run("DELETE FROM main.\(table)") }
    try connection.run(IdentifierKey.drop)
    for table in tables.reversed() {
      let columns = try columns(of: table, on: connection)
      try connection.run("INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM community.\(table)")
    }
    try connection.run(IdentifierKey.create(.of(.sqlite)))
    try connection.run("UPDATE main.catalogue SET mark = $1", [.text(CatalogueMark.new())])
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
