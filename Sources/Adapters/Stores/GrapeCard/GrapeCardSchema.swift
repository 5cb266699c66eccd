/// The tables of grape cards, groups and todos. Days are numbers of days since 1970-01-01.
enum GrapeCardSchema {
  static let statements = cards + todos

  private static let cards = [
    """
    CREATE TABLE stamp_card (
      account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
      zone TEXT NOT NULL,
      today BIGINT NOT NULL,
      latest BIGINT NOT NULL)
    """,
    // At most one grape per day, enforced by the key.
    """
    CREATE TABLE grape (
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      day BIGINT NOT NULL,
      PRIMARY KEY (account_id, day))
    """,
  ]

  private static let todos = [
    """
    CREATE TABLE todo_group (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      color TEXT NOT NULL,
      is_open BIGINT NOT NULL,
      is_default BIGINT NOT NULL,
      UNIQUE (account_id, id))
    """,
    "CREATE UNIQUE INDEX todo_group_default ON todo_group (account_id) WHERE is_default = 1",
    // A todo and its group belong to the same account. The position of a check-in is not stored.
    """
    CREATE TABLE todo (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      group_id TEXT NOT NULL,
      day BIGINT NOT NULL,
      contents TEXT NOT NULL,
      is_done BIGINT NOT NULL,
      booth_id BIGINT,
      FOREIGN KEY (account_id, group_id) REFERENCES todo_group (account_id, id) ON DELETE CASCADE)
    """,
    // The todos of a day are counted and listed from this index alone.
    "CREATE INDEX todo_day ON todo (account_id, day, is_done, id)",
    "CREATE INDEX todo_group_todos ON todo (account_id, group_id)",
  ]
}
