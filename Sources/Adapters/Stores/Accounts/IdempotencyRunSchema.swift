import SQL

/// Which run of the program began a request, so that another can tell whether it is still being done.
enum IdempotencyRunSchema {
  static let migration = Migration(
    16, "runs that began requests", ["ALTER TABLE idempotency_key ADD COLUMN run TEXT"])
}
