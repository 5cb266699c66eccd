import SQL

/// Token buckets of clients that are served by several nodes.
enum RateBucketSchema {
  // No index over the instants: few rows are kept, and a take then changes none.
  static func migration(_ number: Int) -> Migration {
    Migration(
      number, "token buckets", ["CREATE TABLE rate_bucket (key TEXT PRIMARY KEY, full_at BIGINT NOT NULL)"])
  }
}
