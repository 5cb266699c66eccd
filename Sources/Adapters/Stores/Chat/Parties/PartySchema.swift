/// The tables of parties, which are workspaces with additional data.
enum PartySchema {
  static func statements(_ dialect: SQLDialect) -> [String] { parties(dialect) + quests(dialect) }

  private static func parties(_ dialect: SQLDialect) -> [String] {
    [
      """
      CREATE TABLE party (
        workspace_id \(dialect.key) REFERENCES workspace (id) ON DELETE CASCADE,
        is_public BIGINT NOT NULL,
        access_code TEXT NOT NULL UNIQUE)
      """,
      "CREATE INDEX party_public ON party (is_public, workspace_id)",
      // Leaving the workspace in any way ends being an admin. The owner is no admin either.
      """
      CREATE TABLE party_admin (
        party_id BIGINT NOT NULL REFERENCES party (workspace_id) ON DELETE CASCADE,
        account_id TEXT NOT NULL,
        PRIMARY KEY (party_id, account_id),
        FOREIGN KEY (party_id, account_id) REFERENCES workspace_member (workspace_id, account_id) ON DELETE CASCADE)
      """,
      """
      CREATE TABLE party_application (
        id \(dialect.counter),
        party_id BIGINT NOT NULL REFERENCES party (workspace_id) ON DELETE CASCADE,
        account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        created_at BIGINT NOT NULL)
      """,
      "CREATE UNIQUE INDEX party_application_once ON party_application (party_id, account_id)",
      "CREATE INDEX party_application_time ON party_application (party_id, created_at, id)",
      "CREATE INDEX party_application_account ON party_application (account_id, created_at, party_id)",
    ]
  }

  private static func quests(_ dialect: SQLDialect) -> [String] {
    [
      // A submission refers to its notice and is complete; a notice is not.
      """
      CREATE TABLE quest (
        id \(dialect.counter),
        party_id BIGINT NOT NULL REFERENCES party (workspace_id) ON DELETE CASCADE,
        notice_id BIGINT REFERENCES quest (id) ON DELETE CASCADE,
        writer_id TEXT REFERENCES account (id) ON DELETE SET NULL,
        title TEXT NOT NULL,
        title_folded TEXT NOT NULL,
        description TEXT NOT NULL,
        starts_at BIGINT,
        ends_at BIGINT,
        created_at BIGINT NOT NULL)
      """,
      "CREATE INDEX quest_party ON quest (party_id, id)",
      "CREATE INDEX quest_notice ON quest (party_id, id) WHERE notice_id IS NULL",
      "CREATE INDEX quest_submission ON quest (party_id, id) WHERE notice_id IS NOT NULL",
      "CREATE INDEX quest_of ON quest (notice_id) WHERE notice_id IS NOT NULL",
      "CREATE INDEX quest_writer ON quest (writer_id) WHERE writer_id IS NOT NULL",
    ]
  }
}
