/// What the engines spell differently; everything else is written once.
///
/// Only SQLite is spoken so far.
struct SQLDialect: Sendable {
  /// The column type of a 64-bit number that is the key of its table, and of nothing else.
  let key: String
  /// The column type of a 64-bit number that is the key of its table, counts up, and is never given twice, not even
  /// when the newest row was removed.
  let counter: String
  /// The statements that make a table refuse changes and removals of its rows.
  let addedToOnly: @Sendable (_ table: String) -> [String]

  /// The statements that have another statement run with each row that a table is given, which it calls `NEW`.
  let afterInsert: @Sendable (_ table: String, _ statement: String) -> [String]
  /// Lets columns of a table be null that never were: what says so in the table's definition gives way to something
  /// else. Rows are not touched.
  let loosen: @Sendable (_ table: String, _ changes: [(column: String, old: String, new: String)]) -> [String]

  static let sqlite = SQLDialect(
    // SQLite stores a table by a column of exactly this type, and by no other.
    key: "INTEGER PRIMARY KEY",
    counter: "INTEGER PRIMARY KEY AUTOINCREMENT",
    addedToOnly: { table in
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
    // Where nothing but a rule is dropped, the rows need not be rewritten, and a change of the definition itself is
    // what SQLite's documentation advises (ALTER TABLE, 7): a table that others refer to cannot be made anew without
    // emptying those.
    loosen: { table, changes in
      let updates = changes.map { change in
        """
        UPDATE sqlite_schema SET sql = replace(sql, '\(change.old)', '\(change.new)')
        WHERE type = 'table' AND name = '\(table)'
        """
      }
      // The last one reads the definitions anew as well.
      return ["PRAGMA writable_schema = ON"] + updates + ["PRAGMA writable_schema = RESET"]
    })
}
