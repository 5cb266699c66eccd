/// What the engines spell differently; everything else is written once.
///
/// Only SQLite is spoken so far.
struct Dialect: Sendable {
  /// The column type of a 64-bit number that is the key of its table, and of nothing else.
  let key: String
  /// The statements that make a table refuse changes and removals of its rows.
  let addedToOnly: @Sendable (_ table: String) -> [String]

  static let sqlite = Dialect(
    // SQLite stores a table by a column of exactly this type, and by no other.
    key: "INTEGER PRIMARY KEY",
    addedToOnly: { table in
      ["UPDATE", "DELETE"].map { change in
        """
        CREATE TRIGGER \(table)_no_\(change.lowercased()) BEFORE \(change) ON \(table)
        BEGIN SELECT RAISE(ABORT, 'the table \(table) is only added to'); END
        """
      }
    })
}
