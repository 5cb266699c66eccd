import SQL

/// Counters of attempts to guess a secret.
enum AttemptSchema {
  static let migration = Migration(
    21, "counters of attempts",
    [
      // The key reveals nothing about whom it counts. The limit is that of the last attempt, so that one statement can
      // decide about several counters.
      """
      CREATE TABLE attempt_counter (
        key TEXT PRIMARY KEY,
        attempts BIGINT NOT NULL,
        max_attempts BIGINT NOT NULL,
        ends_at BIGINT NOT NULL)
      """,
      "CREATE INDEX attempt_counter_end ON attempt_counter (ends_at)",
    ])
}
