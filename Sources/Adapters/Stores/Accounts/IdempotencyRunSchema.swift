import SQL

/// The run of the program that began a request, which shows whether the request is still in progress.
enum IdempotencyRunSchema {
  static let migration = Migration(
    16, "runs that began requests", ["ALTER TABLE idempotency_key ADD COLUMN run TEXT"])
}
