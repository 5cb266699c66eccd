/// The SQL that differs between database engines; all other SQL is shared.
///
/// Only SQLite is supported so far.
struct SQLDialect: Sendable {
  /// The type of a 64-bit primary key column.
  let key: String
  /// The type of a 64-bit primary key column that counts up and never reuses a number, not even that of the newest row
  /// after its removal.
  let counter: String
  /// The statements that make a table append-only.
  let appendOnly: @Sendable (_ table: String) -> [String]

  /// The statements for a trigger that runs a statement after each inserted row, which it calls `NEW`.
  let afterInsert: @Sendable (_ table: String, _ statement: String) -> [String]
  /// The statements that drop `NOT NULL` from columns, by replacing parts of the table's definition. Rows are not
  /// touched.
  let dropNotNull: @Sendable (_ table: String, _ changes: [(column: String, old: String, new: String)]) -> [String]

  static let sqlite = SQLDialect(
    // SQLite makes a column of exactly this type the rowid.
    key: "INTEGER PRIMARY KEY",
    counter: "INTEGER PRIMARY KEY AUTOINCREMENT",
    appendOnly: { table in
      ["UPDATE", "DELETE"].map { change in
        """
        CREATE TRIGGER \(table)_no_\(change.lowercased()) BEFORE \(change) ON \(table)
        BEGIN SELECT RAISE(ABORT, 'the table \(table) is only added to'); END
        """
      }
    },
    afterInsert: { table, statement in
      ["CREATE TRIGGER \(table)_after_insert AFTER INSERT ON \(table) BEGIN \(statement); END"]
    },
    // Dropping a constraint needs no rewrite of the rows, and SQLite's documentation advises to change the definition
    // itself (ALTER TABLE, 7): a table that others refer to cannot be recreated without emptying those.
    dropNotNull: { table, changes in
      let updates = changes.map { change in
        """
        UPDATE sqlite_schema SET sql = replace(sql, '\(change.old)', '\(change.new)')
        WHERE type = 'table' AND name = '\(table)'
        """
      }
      // The last statement also reloads the definitions.
      return ["PRAGMA writable_schema = ON"] + updates + ["PRAGMA writable_schema = RESET"]
    })
}
