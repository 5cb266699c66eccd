/// Which rows of a table are a person's own, for the copy that everybody can have of what is kept of them.
struct PersonalTable: Sendable {
  let name: String
  /// The name of the file.
  let file: String
  /// `$1` is the account.
  let condition: String
  /// Columns that would tell of others, or open something.
  let hidden: Set<String>

  private init(_ name: String, _ condition: String, without hidden: Set<String> = [], file: String? = nil) {
    (self.name, self.condition, self.hidden) = (name, condition, hidden)
    self.file = file ?? name
  }

  /// What a person has written, done or been given.
  static let all = accounts + booths + posts + shop + card + chat + notices

  private static let accounts = [
    PersonalTable("account", "id = $1", without: ["password_hash", "nickname_folded"]),
    PersonalTable("account_number", "account_id = $1"), PersonalTable("account_role", "account_id = $1"),
    PersonalTable("identity", "account_id = $1", without: ["sealed_grant"]),
    PersonalTable("passkey", "account_id = $1"), PersonalTable("session", "account_id = $1"),
    PersonalTable("consent", "account_id = $1"),
    PersonalTable("follow", "follower_id = $1 OR followed_id = $1"),
    // Nobody learns who blocks them.
    PersonalTable("block", "blocker_id = $1"),
    PersonalTable(
      "audit_entry", "subject = $1 OR actor_name = $1", without: ["actor", "network", "request"], file: "security_log"),
  ]

  private static let booths = [
    PersonalTable("saved_booth", "account_id = $1"), PersonalTable("booth_correction", "reporter_id = $1"),
    PersonalTable(
      "correction_photo", "correction_id IN (SELECT id FROM booth_correction WHERE reporter_id = $1)"),
    PersonalTable("booth_proposal", "author_id = $1"),
    PersonalTable("booth_confirmation", "account_id = $1", without: ["network"]),
  ]

  private static let posts = [
    PersonalTable("post", "author_id = $1"),
    PersonalTable("post_photo", "post_id IN (SELECT id FROM post WHERE author_id = $1)"),
    PersonalTable("comment", "author_id = $1"), PersonalTable("post_like", "account_id = $1"),
    // Reports of the person's own content would tell who sent them.
    PersonalTable("report", "reporter_id = $1", without: ["author_id", "excerpt"]),
    PersonalTable("photo_upload", "account_id = $1"),
  ]

  private static let shop = [
    PersonalTable("shop_order", "buyer_id = $1"),
    PersonalTable("shop_order", "seller_id = $1", without: ["buyer_id"], file: "sale"),
    PersonalTable(
      "payment", "order_id IN (SELECT id FROM shop_order WHERE buyer_id = $1)", without: ["evidence", "store"]),
  ]

  private static let card = [
    PersonalTable("stamp_card", "account_id = $1"), PersonalTable("grape", "account_id = $1"),
    PersonalTable("todo_group", "account_id = $1"), PersonalTable("todo", "account_id = $1"),
  ]

  private static let chat = [
    PersonalTable("workspace", "owner_id = $1"), PersonalTable("workspace_member", "account_id = $1"),
    PersonalTable("workspace_invitation", "account_id = $1 OR inviter_id = $1"),
    PersonalTable("workspace_link", "inviter_id = $1", without: ["code_hash"]),
    PersonalTable("channel_member", "account_id = $1"),
    // What others have said is theirs.
    PersonalTable("message", "author_id = $1"),
    PersonalTable("message_photo", "message_id IN (SELECT id FROM message WHERE author_id = $1)"),
    PersonalTable("party_admin", "account_id = $1"), PersonalTable("party_application", "account_id = $1"),
    PersonalTable("quest", "writer_id = $1"),
  ]

  private static let notices = [
    PersonalTable("notice", "recipient_id = $1"),
    PersonalTable("notice_event", "notice_id IN (SELECT id FROM notice WHERE recipient_id = $1)"),
    PersonalTable("muted_notice", "account_id = $1"),
    PersonalTable("notice_settings", "account_id = $1"),
    PersonalTable("announcement_consent", "account_id = $1"),
    PersonalTable("push_subscription", "account_id = $1", without: ["public_key", "secret"]),
  ]

  /// Tables that refer to accounts and are in no copy.
  static let leftOut: Set<String> = [
    // Keyed hashes, which say nothing without the key.
    "known_client", "account_link",
    // The answers of a day, to requests that are sent again.
    "idempotency_key",
    // The names of channels: those that the person is in are in `channel_member`.
    "channel",
  ]
}
