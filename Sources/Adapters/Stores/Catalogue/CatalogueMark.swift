import SQL

/// A mark of the catalogue's version that no other history of the catalogue has: after a restore from a backup the same
/// version may come again with other booths.
enum CatalogueMark {
  static func migration(_ number: Int) -> Migration {
    Migration(
      number, name,
      [
        "ALTER TABLE catalogue ADD COLUMN mark TEXT NOT NULL DEFAULT ''",
        "UPDATE catalogue SET mark = '\(new())' WHERE id = 1",
      ])
  }

  /// Keeps the marks of former versions, so that an index of one of them is known to be of this history.
  static func history(_ number: Int) -> Migration {
    Migration(number, "marks of former catalogue versions", ["ALTER TABLE catalogue_step ADD COLUMN mark TEXT"])
  }

  /// The step of a database whose catalogue is in another one.
  static func elsewhere(_ number: Int) -> Migration { Migration(number, name, []) }

  static func historyElsewhere(_ number: Int) -> Migration {
    Migration(number, "marks of former catalogue versions", [])
  }

  private static let name = "marks of catalogue versions"

  /// A new mark.
  static func new() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
