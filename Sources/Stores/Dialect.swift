/// What the engines spell differently; everything else is written once.
///
/// Only SQLite is spoken so far.
struct Dialect: Sendable {
  /// The column type of a 64-bit number that is the key of its table, and of nothing else.
  let key: String

  /// SQLite stores a table by a column of exactly this type, and by no other.
  static let sqlite = Dialect(key: "INTEGER PRIMARY KEY")
}
