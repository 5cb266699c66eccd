import SQL

/// The register of stored photos.
enum PhotoSchema {
  static func migration(_ dialect: SQLDialect) -> Migration {
    Migration(
      4, "photos",
      [
        """
        CREATE TABLE photo (
          name TEXT PRIMARY KEY,
          size BIGINT NOT NULL,
          width BIGINT NOT NULL,
          height BIGINT NOT NULL,
          uploaded_at BIGINT NOT NULL)
        """,
        "CREATE INDEX photo_uploaded ON photo (uploaded_at)",
        // The accounts that uploaded a photo, and may use it.
        """
        CREATE TABLE photo_upload (
          photo TEXT NOT NULL REFERENCES photo (name) ON DELETE CASCADE,
          account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          PRIMARY KEY (photo, account_id))
        """,
        "CREATE INDEX photo_upload_account ON photo_upload (account_id)",
      ])
  }
}
