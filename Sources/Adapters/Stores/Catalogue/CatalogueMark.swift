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

  /// The step of a database whose catalogue is in another one.
  static func elsewhere(_ number: Int) -> Migration { Migration(number, name, []) }

  private static let name = "marks of catalogue versions"

  /// A new mark.
  static func new() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
