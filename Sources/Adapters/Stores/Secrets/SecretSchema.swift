import SQL

/// Sealed secrets that nodes share; unused in SQLite, whose secrets are files beside it.
enum SecretSchema {
  static func migration(_ dialect: SQLDialect) -> Migration {
    Migration(
      20, "sealed secrets", ["CREATE TABLE secret (name TEXT PRIMARY KEY, sealed \(dialect.blob) NOT NULL)"])
  }
}
