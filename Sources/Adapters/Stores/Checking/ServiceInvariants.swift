/// The invariants of everything but the catalogue.
extension Invariant {
  static let service = counts + copies + chat + shop + references

  /// Counts that are kept beside the rows they count.
  private static let counts = [
    counted(
      "accounts", in: "account", "The counts of a profile are those of its followers, followed and posts.",
      [
        ("follower_count", "SELECT COUNT(*) FROM follow WHERE follow.followed_id = account.id"),
        ("following_count", "SELECT COUNT(*) FROM follow WHERE follow.follower_id = account.id"),
        ("post_count", "SELECT COUNT(*) FROM post WHERE post.author_id = account.id"),
      ]),
    counted(
      "posts", in: "post", "The counts of a post are those of its likes and comments.",
      [
        ("like_count", "SELECT COUNT(*) FROM post_like WHERE post_like.post_id = post.id"),
        ("comment_count", "SELECT COUNT(*) FROM comment WHERE comment.post_id = post.id"),
      ]),
    counted(
      "workspaces", in: "workspace", "The count of a workspace is that of its members.",
      [("member_count", "SELECT COUNT(*) FROM workspace_member WHERE workspace_member.workspace_id = workspace.id")]),
  ]

  private static func counted(
    _ subject: String, in table: String, _ rule: String, _ columns: [(name: String, count: String)]
  ) -> Invariant {
    let differs = columns.map { "\($0.name) <> (\($0.count))" }.joined(separator: " OR ")
    let assignments = columns.map { "\($0.name) = (\($0.count))" }.joined(separator: ", ")
    return Invariant(
      subject, rule, broken: "SELECT id AS key FROM \(table) WHERE \(differs)",
      repair: ["UPDATE \(table) SET \(assignments) WHERE \(differs)"])
  }

  /// Columns that repeat another row's, so that lists are read from one table.
  private static let copies = [
    Invariant(
      "hashtags", "A hashtag has the kind, board and time of its post.",
      broken: """
        SELECT post_id AS key FROM post_hashtag JOIN post ON post.id = post_hashtag.post_id
        WHERE post_hashtag.kind <> post.kind OR post_hashtag.board <> post.board
          OR post_hashtag.created_at <> post.created_at
        """,
      repair: [
        """
        UPDATE post_hashtag SET kind = post.kind, board = post.board, created_at = post.created_at
        FROM post WHERE post.id = post_hashtag.post_id
        """
      ]),
    Invariant(
      "messages", "A message has the workspace of its channel.",
      broken: """
        SELECT message.id AS key FROM message JOIN channel ON channel.id = message.channel_id
        WHERE message.workspace_id <> channel.workspace_id
        """,
      repair: [
        """
        UPDATE message SET workspace_id = channel.workspace_id FROM channel
        WHERE channel.id = message.channel_id AND message.workspace_id <> channel.workspace_id
        """
      ]),
    Invariant(
      "account numbers", "Each account has a number.",
      broken: """
        SELECT id AS key FROM account
        WHERE NOT EXISTS (SELECT 1 FROM account_number WHERE account_number.account_id = account.id)
        """,
      repair: [
        """
        INSERT INTO account_number (account_id)
        SELECT id FROM account
        WHERE NOT EXISTS (SELECT 1 FROM account_number WHERE account_number.account_id = account.id) ORDER BY id
        """
      ]),
    Invariant(
      "operator sessions", "An operator session belongs to the account of its login session.",
      broken: """
        SELECT role_session.account_id AS key FROM role_session JOIN session ON session.id = role_session.session_id
        WHERE session.account_id <> role_session.account_id
        """,
      repair: [
        """
        DELETE FROM role_session
        WHERE account_id <> (SELECT session.account_id FROM session WHERE session.id = role_session.session_id)
        """
      ]),
    Invariant(
      "second factors", "A passkey that opens operator sessions belongs to the account of the second factor.",
      broken: """
        SELECT passkey_id AS key FROM factor_passkey JOIN passkey ON passkey.id = factor_passkey.passkey_id
        WHERE passkey.account_id <> factor_passkey.account_id
        """,
      repair: [
        """
        DELETE FROM factor_passkey
        WHERE account_id <> (SELECT passkey.account_id FROM passkey WHERE passkey.id = factor_passkey.passkey_id)
        """
      ]),
  ]

  private static let chat = [
    Invariant(
      "messages", "The messages of a channel are numbered from 1 without a gap.",
      broken: """
        SELECT channel.id AS key FROM channel LEFT JOIN (
          SELECT channel_id, COUNT(*) AS total, MIN(sequence) AS first, MAX(sequence) AS last
          FROM message GROUP BY channel_id) AS said ON said.channel_id = channel.id
        WHERE channel.last_sequence <> COALESCE(said.total, 0) OR channel.last_sequence <> COALESCE(said.last, 0)
          OR COALESCE(said.first, 1) <> 1
        """),
    Invariant(
      "messages", "The revision of a channel is that of its last change.",
      broken: """
        SELECT channel.id AS key FROM channel
        WHERE revision <> (SELECT COALESCE(MAX(message.revision), 0) FROM message WHERE message.channel_id = channel.id)
        """),
    Invariant(
      "workspaces", "The owner of a workspace is one of its members.",
      broken: """
        SELECT id AS key FROM workspace WHERE NOT EXISTS (
          SELECT 1 FROM workspace_member
          WHERE workspace_member.workspace_id = workspace.id AND workspace_member.account_id = workspace.owner_id)
        """),
  ]

  private static let shop = [
    Invariant(
      "ledger", "The postings of a ledger transaction add up to zero.",
      broken: """
        SELECT number AS key FROM ledger_transaction
        LEFT JOIN ledger_posting ON ledger_posting.transaction_number = ledger_transaction.number
        GROUP BY number HAVING COALESCE(SUM(amount), 1) <> 0
        """),
    Invariant(
      "ledger", "The ledger has one order for each order, and one payment for each that was paid.",
      broken: """
        SELECT shop_order.id AS key FROM shop_order WHERE
          (SELECT COUNT(*) FROM ledger_transaction WHERE order_id = shop_order.id AND event = 'order') <> 1
          OR (SELECT COUNT(*) FROM ledger_transaction WHERE order_id = shop_order.id AND event = 'payment')
            <> CASE WHEN \(wasPaid) THEN 1 ELSE 0 END
        """),
    Invariant(
      "orders", "An order that was paid has one payment that settles it, and no other order has any.",
      broken: """
        SELECT shop_order.id AS key FROM shop_order WHERE
          (SELECT COUNT(*) FROM payment WHERE payment.order_id = shop_order.id AND payment.\(PaymentRows.hasSettled))
            <> CASE WHEN \(wasPaid) THEN 1 ELSE 0 END
        """),
  ]

  private static let wasPaid = "shop_order.state NOT IN ('pending', 'closed')"

  private static let references = [
    Invariant(
      "notices", "Something happened in each notice.",
      broken: "SELECT id AS key FROM notice WHERE \(NoticeRows.isEmpty)",
      repair: ["DELETE FROM notice WHERE \(NoticeRows.isEmpty)"]),
    Invariant(
      "photos", "Every photo in use is recorded and not being removed.",
      broken: """
        SELECT shown.photo AS key FROM (
          SELECT photo FROM post_photo UNION SELECT photo FROM account WHERE photo IS NOT NULL
          UNION SELECT photo FROM message_photo UNION SELECT photo FROM workspace WHERE photo IS NOT NULL
          UNION SELECT photo FROM correction_photo
          UNION SELECT photo FROM order_photo JOIN shop_order ON shop_order.id = order_photo.order_id
          WHERE shop_order.\(OrderRows.keepsPhotos)) AS shown
        LEFT JOIN photo ON photo.name = shown.photo
        WHERE photo.name IS NULL OR photo.claimed_until IS NOT NULL
        """),
    Invariant(
      "grape cards", "Each person with a grape has a card.",
      broken: """
        SELECT account_id AS key FROM grape
        WHERE NOT EXISTS (SELECT 1 FROM stamp_card WHERE stamp_card.account_id = grape.account_id)
        """),
  ]
}
