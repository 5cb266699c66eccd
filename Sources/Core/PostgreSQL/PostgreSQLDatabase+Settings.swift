import Basics

extension PostgreSQLDatabase {
  private static let minVersion = 130_000

  /// Looks whether the server and the database are such that the stores work: PostgreSQL 13 or later, UTF-8, and texts
  /// compared by their bytes, as Swift and SQLite compare them. To be called once at the start.
  /// - Throws: `DomainError` `database-unsuitable` (conflict), which says what to do; what opening refuses.
  package func checkSettings() async throws {
    let found = try await row(
      """
      SELECT current_setting('server_version_num'), current_setting('server_version'),
        pg_encoding_to_char(encoding), datcollate, ('B' < 'a' AND 'a-b' < 'aa' AND 'z' < '가')::int
      FROM pg_database WHERE datname = current_database()
      """)
    guard found.count == 5, let version = Int(found[0]), version >= Self.minVersion else {
      throw Self.unsuitable("The server's version is \(found.dropFirst().first ?? "not known")", "13 or later")
    }
    guard found[2] == "UTF8" else {
      throw Self.unsuitable("The database's encoding is \(found[2])", "UTF8: \(Self.advice)")
    }
    // The order itself is checked as well: a name may stand for another order with other providers of collations.
    guard ["C", "POSIX"].contains(found[3]), found[4] == "1" else {
      throw Self.unsuitable("The database's collation is \(found[3])", "C: \(Self.advice)")
    }
  }

  private static let advice =
    "make one with CREATE DATABASE name TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'"

  private static func unsuitable(_ found: String, _ needed: String) -> DomainError {
    DomainError(.conflict, "database-unsuitable", "\(found); it must be \(needed).")
  }
}
