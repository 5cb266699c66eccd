public import Basics

/// Unread counts and open requests of the caller. Counts end at 100.
public struct UnreadDocument: NativeDocument {
  /// A channel that the caller is in.
  public struct Channel: NativeDocument {
    /// The channel.
    public var id: ChannelID
    /// Its workspace.
    public var workspace: WorkspaceID
    /// The channel's revision, from which on a client may subscribe to its messages.
    public var revision: Int
    /// The unread messages of others.
    public var unreadCount: Int

    enum CodingKeys: String, CodingKey {
      case id, workspace, revision
      case unreadCount = "unread_count"
    }

    /// Creates a channel.
    public init(id: ChannelID, workspace: WorkspaceID, revision: Int, unreadCount: Int) {
      self.id = id
      self.workspace = workspace
      self.revision = revision
      self.unreadCount = unreadCount
    }
  }

  /// The unread messages of all channels.
  public var messageCount: Int
  /// The invitations that the caller has not answered.
  public var invitationCount: Int
  /// The applications to parties that the caller may accept.
  public var applicationCount: Int
  /// The notices since the requested instant.
  public var noticeCount: Int
  /// The 200 channels with the latest messages, the latest first.
  public var channels: [Channel]

  enum CodingKeys: String, CodingKey {
    case messageCount = "message_count"
    case invitationCount = "invitation_count"
    case applicationCount = "application_count"
    case noticeCount = "notice_count"
    case channels
  }

  /// Creates a summary.
  public init(invitationCount: Int, applicationCount: Int, noticeCount: Int, channels: [Channel]) {
    messageCount = channels.reduce(0) { $0 + $1.unreadCount }
    self.invitationCount = invitationCount
    self.applicationCount = applicationCount
    self.noticeCount = noticeCount
    self.channels = channels
  }
}

/// The kind of a notice. Clients must accept unknown values.
public struct NoticeKindValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a kind from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Somebody likes a post of the caller.
  public static let like = NoticeKindValue(rawValue: "like")
  /// Somebody has commented on a post of the caller.
  public static let comment = NoticeKindValue(rawValue: "comment")
  /// Somebody follows the caller.
  public static let follow = NoticeKindValue(rawValue: "follow")
  /// Goods of the caller were bought.
  public static let sale = NoticeKindValue(rawValue: "sale")
  /// The buyer of goods of the caller requests a refund.
  public static let refundRequest = NoticeKindValue(rawValue: "refundRequest")
  /// It was decided about a refund that the caller has requested.
  public static let refundDecision = NoticeKindValue(rawValue: "refundDecision")

  /// All known values.
  public static let all = [like, comment, follow, sale, refundRequest, refundDecision]
}

/// Something that others did with posts, goods or orders of the caller, or that somebody follows the caller.
public struct NoticeDocument: NativeDocument {
  /// The kind.
  public var kind: NoticeKindValue
  /// When it happened.
  public var createdAt: Timestamp
  /// Who did it; null for sales and refunds.
  public var person: PersonDocument?
  /// The post; null for a follow.
  public var post: PostID?
  /// The order; for sales and refunds only.
  public var order: OrderID?
  /// The beginning of the comment or of the liked post, or the name of the goods.
  public var text: String

  enum CodingKeys: String, CodingKey {
    case kind
    case createdAt = "created_at"
    case person, post, order, text
  }

  /// Creates a notice.
  public init(
    kind: NoticeKindValue, createdAt: Timestamp, person: PersonDocument?, post: PostID?, order: OrderID?, text: String
  ) {
    self.kind = kind
    self.createdAt = createdAt
    self.person = person
    self.post = post
    self.order = order
    self.text = text
  }
}
