enum AuditSchema {
  static func statements(_ dialect: SQLDialect) -> [String] { tables(dialect) + dialect.neverUpdated("audit_entry") }

  private static func tables(_ dialect: SQLDialect) -> [String] {
    [
      // No references: what was done to an account is kept when the account is gone.
      """
      CREATE TABLE audit_entry (
        id \(dialect.key),
        at BIGINT NOT NULL,
        action TEXT NOT NULL,
        actor TEXT NOT NULL,
        actor_name TEXT,
        subject TEXT,
        failure TEXT,
        detail TEXT,
        network TEXT,
        request TEXT)
      """,
      "CREATE INDEX audit_entry_at ON audit_entry (at)",
      "CREATE INDEX audit_entry_action ON audit_entry (action, id)",
      "CREATE INDEX audit_entry_actor ON audit_entry (actor_name, id)",
      "CREATE INDEX audit_entry_subject ON audit_entry (subject, id)",
    ]
  }
}
