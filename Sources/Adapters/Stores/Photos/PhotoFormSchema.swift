import SQL

/// The stored forms of photos, and which photos are sold.
enum PhotoFormSchema {
  static func migration(_ dialect: SQLDialect) -> Migration {
    Migration(
      15, "what is kept of photos, and which are sold",
      [
        // The stored forms of a photo. Its name is made from the form that was stored first.
        """
        CREATE TABLE photo_form (
          photo TEXT NOT NULL REFERENCES photo (name) ON DELETE CASCADE,
          width BIGINT NOT NULL,
          size BIGINT NOT NULL,
          hash TEXT NOT NULL,
          PRIMARY KEY (photo, width))
        """,
        "ALTER TABLE photo ADD COLUMN is_checked BIGINT NOT NULL DEFAULT 0",
        "CREATE INDEX photo_unchecked ON photo (name) WHERE is_checked = 0",
        // Stays when the post is removed: sold photos do not become free.
        "ALTER TABLE photo ADD COLUMN is_sold BIGINT NOT NULL DEFAULT 0",
        """
        UPDATE photo SET is_sold = 1 WHERE name IN (
          SELECT post_photo.photo FROM post_photo JOIN post ON post.id = post_photo.post_id WHERE post.price > 0)
        """,
      ])
  }
}
