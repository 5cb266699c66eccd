import SQL

/// The numbers of accounts, for old clients that identify accounts by number.
enum AccountNumberSchema {
  static func migration(_ dialect: SQLDialect) -> Migration {
    Migration(9, "numbers of accounts", numbers(dialect))
  }

  private static func numbers(_ dialect: SQLDialect) -> [String] {
    [
      """
      CREATE TABLE account_number (
        number \(dialect.counter),
        account_id TEXT NOT NULL UNIQUE REFERENCES account (id) ON DELETE CASCADE)
      """,
      "INSERT INTO account_number (account_id) SELECT id FROM account ORDER BY id",
    ] + dialect.afterInsert("account", "INSERT INTO account_number (account_id) VALUES (NEW.id)")
  }
}
