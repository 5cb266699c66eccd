/// What the engines spell differently; everything else is written once.
///
/// Only SQLite is spoken so far.
struct Dialect: Sendable {
  /// The column type of a 64-bit number that is the key of its table, and of nothing else.
  let key: String

  /// Lets columns of a table be null that never were: what says so in the table's definition gives way to something
  /// else. Rows are not touched.
  let loosen: @Sendable (_ table: String, _ changes: [(column: String, old: String, new: String)]) -> [String]

  /// SQLite stores a table by a column of exactly this type, and by no other. Where nothing but a rule is dropped, the
  /// rows need not be rewritten, and a change of the definition itself is what its documentation advises (ALTER TABLE,
  /// 7): a table that others refer to cannot be made anew without emptying those.
  static let sqlite = Dialect(
    key: "INTEGER PRIMARY KEY",
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
