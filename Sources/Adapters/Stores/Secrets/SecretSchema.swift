/// Sealed secrets that nodes share; unused in SQLite, whose secrets are files beside it.
enum SecretSchema {
  static func statements(_ dialect: SQLDialect) -> [String] {
    ["CREATE TABLE secret (name TEXT PRIMARY KEY, sealed \(dialect.blob) NOT NULL)"]
  }
}
