import SQL

/// Photos that are claimed for removal.
enum PhotoClaimSchema {
  static let migration = Migration(
    19, "photos that are being removed",
    [
      // Until when somebody removes the photo's bytes; null if nobody does.
      "ALTER TABLE photo ADD COLUMN claimed_until BIGINT"
    ])
}
