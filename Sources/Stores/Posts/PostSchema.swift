import SQL

/// The tables of posts, comments, likes and reports.
enum PostSchema {
  static func migration(_ dialect: Dialect) -> Migration {
    Migration(3, "posts, comments, likes and reports", posts + company + reports)
  }

  private static let posts = [
    """
    CREATE TABLE post (
      id TEXT PRIMARY KEY,
      author_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      board TEXT NOT NULL,
      title TEXT,
      text TEXT NOT NULL,
      note1 TEXT,
      note2 TEXT,
      note3 TEXT,
      note4 TEXT,
      note5 TEXT,
      price BIGINT,
      people BIGINT,
      booth_id BIGINT,
      created_at BIGINT NOT NULL,
      updated_at BIGINT,
      like_count BIGINT NOT NULL DEFAULT 0,
      comment_count BIGINT NOT NULL DEFAULT 0)
    """,
    """
    CREATE TABLE post_photo (
      post_id TEXT NOT NULL REFERENCES post (id) ON DELETE CASCADE,
      position BIGINT NOT NULL,
      photo TEXT NOT NULL,
      PRIMARY KEY (post_id, position))
    """,
    "CREATE INDEX post_photo_photo ON post_photo (photo)",
    """
    CREATE TABLE post_hashtag (
      post_id TEXT NOT NULL REFERENCES post (id) ON DELETE CASCADE,
      position BIGINT NOT NULL,
      tag TEXT NOT NULL,
      folded TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (post_id, position))
    """,
  ]

  private static let company = [
    """
    CREATE TABLE comment (
      id TEXT PRIMARY KEY,
      post_id TEXT NOT NULL REFERENCES post (id) ON DELETE CASCADE,
      author_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      text TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT)
    """,
    """
    CREATE TABLE post_like (
      post_id TEXT NOT NULL REFERENCES post (id) ON DELETE CASCADE,
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      since BIGINT NOT NULL,
      PRIMARY KEY (post_id, account_id))
    """,
  ]

  private static let reports = [
    """
    CREATE TABLE report (
      id TEXT PRIMARY KEY,
      reporter_id TEXT REFERENCES account (id) ON DELETE SET NULL,
      post_id TEXT NOT NULL,
      comment_id TEXT,
      author_id TEXT REFERENCES account (id) ON DELETE SET NULL,
      excerpt TEXT NOT NULL,
      reason TEXT NOT NULL,
      note TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      closed_at BIGINT,
      is_removed BIGINT NOT NULL DEFAULT 0)
    """
  ]
}
