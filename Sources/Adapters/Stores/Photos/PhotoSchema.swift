enum PhotoSchema {
  static let statements = [
    // `is_sold` stays when the post is removed: sold photos do not become free. `claimed_until` is the end of the claim
    // of a process that removes the photo's bytes; null if nobody does.
    """
    CREATE TABLE photo (
      name TEXT PRIMARY KEY,
      size BIGINT NOT NULL,
      width BIGINT NOT NULL,
      height BIGINT NOT NULL,
      uploaded_at BIGINT NOT NULL,
      is_checked BIGINT NOT NULL DEFAULT 0,
      is_sold BIGINT NOT NULL DEFAULT 0,
      claimed_until BIGINT)
    """,
    "CREATE INDEX photo_uploaded ON photo (uploaded_at)",
    "CREATE INDEX photo_unchecked ON photo (name) WHERE is_checked = 0",
    // The accounts that uploaded a photo, and may use it.
    """
    CREATE TABLE photo_upload (
      photo TEXT NOT NULL REFERENCES photo (name) ON DELETE CASCADE,
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      PRIMARY KEY (photo, account_id))
    """,
    "CREATE INDEX photo_upload_account ON photo_upload (account_id)",
    // The stored forms of a photo. Its name is made from the form that was stored first.
    """
    CREATE TABLE photo_form (
      photo TEXT NOT NULL REFERENCES photo (name) ON DELETE CASCADE,
      width BIGINT NOT NULL,
      size BIGINT NOT NULL,
      hash TEXT NOT NULL,
      PRIMARY KEY (photo, width))
    """,
  ]
}
