/// The tables of posts, comments, likes and reports.
enum PostSchema {
  static let statements = posts + reactions + reports

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
    // Every list merges ranges of one of these indexes: a page costs a seek in each, whatever the size of the table.
    "CREATE INDEX post_kind ON post (kind, created_at, id)",
    "CREATE INDEX post_board ON post (board, kind, created_at, id)",
    "CREATE INDEX post_author ON post (author_id, created_at, id)",
    "CREATE INDEX post_author_kind ON post (author_id, kind, created_at, id)",
    "CREATE INDEX post_author_board ON post (author_id, board, kind, created_at, id)",
    "CREATE INDEX post_booth ON post (booth_id, kind, created_at, id) WHERE booth_id IS NOT NULL",
    "CREATE INDEX post_booth_board ON post (booth_id, board, kind, created_at, id) WHERE booth_id IS NOT NULL",
    "CREATE INDEX post_booth_likes ON post (booth_id, like_count, id) WHERE booth_id IS NOT NULL",
    """
    CREATE TABLE post_photo (
      post_id TEXT NOT NULL REFERENCES post (id) ON DELETE CASCADE,
      position BIGINT NOT NULL,
      photo TEXT NOT NULL,
      PRIMARY KEY (post_id, position))
    """,
    "CREATE INDEX post_photo_photo ON post_photo (photo)",
    // Kind, board and timestamp are copied from the post, so that a hashtag's posts are listed from this table alone.
    """
    CREATE TABLE post_hashtag (
      post_id TEXT NOT NULL REFERENCES post (id) ON DELETE CASCADE,
      position BIGINT NOT NULL,
      tag TEXT NOT NULL,
      folded TEXT NOT NULL,
      kind TEXT NOT NULL,
      board TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (post_id, position))
    """,
    "CREATE INDEX post_hashtag_kind ON post_hashtag (folded, kind, created_at, post_id)",
    "CREATE INDEX post_hashtag_board ON post_hashtag (folded, board, kind, created_at, post_id)",
  ]

  private static let reactions = [
    """
    CREATE TABLE comment (
      id TEXT PRIMARY KEY,
      post_id TEXT NOT NULL REFERENCES post (id) ON DELETE CASCADE,
      author_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      text TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT)
    """,
    "CREATE INDEX comment_post ON comment (post_id, created_at, id)",
    "CREATE INDEX comment_author ON comment (author_id, post_id)",
    """
    CREATE TABLE post_like (
      post_id TEXT NOT NULL REFERENCES post (id) ON DELETE CASCADE,
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      since BIGINT NOT NULL,
      PRIMARY KEY (post_id, account_id))
    """,
    "CREATE INDEX post_like_post ON post_like (post_id, since, account_id)",
    "CREATE INDEX post_like_account ON post_like (account_id, since, post_id)",
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
    """,
    "CREATE INDEX report_moment ON report (created_at, id)",
    "CREATE INDEX report_open ON report (created_at, id) WHERE closed_at IS NULL",
    "CREATE INDEX report_post ON report (post_id, comment_id)",
    "CREATE INDEX report_reporter ON report (reporter_id)",
    "CREATE INDEX report_author ON report (author_id)",
  ]
}
