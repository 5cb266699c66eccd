import SQL

/// The statements of a copy that differ by engine.
struct CopyDialect: Sendable {
  /// Lists table, column, declared type, whether it is of the primary key, and whether the engine numbers it; by table
  /// and column, without generated columns and the tables of the engine and its extensions.
  let columns: String
  /// Lists each table with a table that it refers to.
  let references: String
  /// Tells whether a table with a name exists.
  let hasTable: String
  /// The same for the same database, wherever it is opened from.
  let identity: String
  /// Lets rows refer to later ones of the same transaction.
  let defersReferences: String?
  /// A row with a value of another type than its column's; nil if the engine keeps none.
  let mistyped: @Sendable (StoredTable) -> String?
  /// The last number that the engine gave in a column; 0 if none.
  let lastNumber: @Sendable (_ table: String, _ column: String, any DatabaseConnection) throws -> Int64
  /// Makes the engine continue after a number.
  let setLastNumber: @Sendable (_ table: String, _ column: String, Int64, any DatabaseConnection) throws -> Void
  /// Runs a body while a table has no triggers: its rows are complete already. Nobody else sees the table without.
  let withoutTriggers: @Sendable (_ table: String, any DatabaseConnection, () throws -> Void) throws -> Void

  static func of(_ engine: SQLEngine) -> CopyDialect {
    switch engine {
    case .sqlite: sqlite
    case .postgresql: postgresql
    }
  }
}

// MARK: SQLite

extension CopyDialect {
  private static let sqlite = CopyDialect(
    columns: """
      SELECT tables.name, columns.name, columns.type, columns.pk > 0, columns.pk = 1 AND columns.type = 'INTEGER'
      FROM sqlite_schema AS tables JOIN pragma_table_xinfo(tables.name) AS columns
      WHERE tables.type = 'table' AND substr(tables.name, 1, 7) <> 'sqlite_' AND columns.hidden = 0
      ORDER BY tables.name, columns.name
      """,
    references: """
      SELECT tables.name, list."table" FROM sqlite_schema AS tables JOIN pragma_foreign_key_list(tables.name) AS list
      WHERE tables.type = 'table'
      """,
    hasTable: "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $1",
    identity: "SELECT file FROM pragma_database_list WHERE name = 'main'",
    defersReferences: "PRAGMA defer_foreign_keys = ON",
    mistyped: { table in
      let tests = table.columns.map { "typeof(\($0.name)) NOT IN ('\($0.kind)', 'null')" }
      return "\(table.select) WHERE \(tests.joined(separator: " OR ")) LIMIT 1"
    },
    lastNumber: { table, column, connection in
      let largest = try connection.integer("SELECT MAX(\(column)) FROM \(table)") ?? 0
      guard try isCounter(table, connection) else { return largest }
      return max(
        largest, try connection.integer("SELECT seq FROM sqlite_sequence WHERE name = $1", [.text(table)]) ?? 0)
    },
    setLastNumber: { table, _, number, connection in
      // Other tables continue after their largest number anyway.
      guard try isCounter(table, connection) else { return }
      try connection.run("DELETE FROM sqlite_sequence WHERE name = $1", [.text(table)])
      try connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)", [.text(table), .integer(number)])
    },
    withoutTriggers: { table, connection, body in
      // SQLite cannot disable a trigger. Its definition is kept as text.
      var triggers: [(name: String, definition: String)] = []
      try connection.each(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = $1", [.text(table)]
      ) { triggers.append(($0.text(0), $0.text(1))) }
      for trigger in triggers { try connection.run("DROP TRIGGER \(trigger.name)") }
      try body()
      for trigger in triggers { try connection.run(trigger.definition) }
    })

  /// Whether a table never gives a number twice.
  private static func isCounter(_ table: String, _ connection: any DatabaseConnection) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $1 AND instr(sql, 'AUTOINCREMENT') > 0",
      [.text(table)]) != nil
  }
}

// MARK: PostgreSQL

extension CopyDialect {
  private static let postgresql = CopyDialect(
    columns: """
      SELECT pg_class.relname, attname, format_type(atttypid, NULL),
        (COALESCE(attnum = ANY (indkey), FALSE))::int, (attidentity <> '')::int
      FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
      LEFT JOIN pg_index ON indrelid = pg_class.oid AND indisprimary
      WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND relkind = 'r'
        AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
        AND NOT EXISTS (
          SELECT 1 FROM pg_depend
          WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
      ORDER BY pg_class.relname, attname
      """,
    references: """
      SELECT referring.relname, referred.relname FROM pg_constraint
      JOIN pg_class AS referring ON referring.oid = conrelid JOIN pg_class AS referred ON referred.oid = confrelid
      WHERE contype = 'f'
      """,
    hasTable: "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1",
    identity: """
      SELECT system_identifier || ' ' || pg_database.oid FROM pg_control_system(), pg_database
      WHERE datname = current_database()
      """,
    defersReferences: nil,
    mistyped: { _ in nil },
    lastNumber: { table, column, connection in
      try connection.integer(
        """
        SELECT GREATEST(
          MAX(\(column)), pg_sequence_last_value(pg_get_serial_sequence('\(table)', '\(column)')::regclass), 0)
        FROM \(table)
        """) ?? 0
    },
    setLastNumber: { table, column, number, connection in
      guard number > 0 else { return }
      try connection.run(
        "SELECT setval(pg_get_serial_sequence('\(table)', '\(column)')::regclass, $1)", [.integer(number)])
    },
    withoutTriggers: { table, connection, body in
      try connection.run("ALTER TABLE \(table) DISABLE TRIGGER USER")
      try body()
      try connection.run("ALTER TABLE \(table) ENABLE TRIGGER USER")
    })
}
