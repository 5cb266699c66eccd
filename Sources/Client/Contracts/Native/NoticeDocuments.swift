public import Basics

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
  /// The caller is invited to a workspace.
  public static let invitation = NoticeKindValue(rawValue: "invitation")
  /// Somebody applies to a party of the caller.
  public static let application = NoticeKindValue(rawValue: "application")
  /// The caller's application to a party was accepted.
  public static let acceptance = NoticeKindValue(rawValue: "acceptance")
  /// Goods of the caller were bought.
  public static let sale = NoticeKindValue(rawValue: "sale")
  /// People named the caller in a comment or a post, by `@` and the nickname.
  public static let mention = NoticeKindValue(rawValue: "mention")
  /// The buyer of goods of the caller requests a refund.
  public static let refundRequest = NoticeKindValue(rawValue: "refundRequest")
  /// It was decided about a refund that the caller has requested.
  public static let refundDecision = NoticeKindValue(rawValue: "refundDecision")
  /// Money for an order of the caller was returned without a request.
  public static let refund = NoticeKindValue(rawValue: "refund")
  /// The operator has decided about the caller's report of a post or a comment.
  public static let reportDecision = NoticeKindValue(rawValue: "reportDecision")
  /// The operator has decided about the caller's correction of a booth.
  public static let correctionDecision = NoticeKindValue(rawValue: "correctionDecision")
  /// The operator has decided about the caller's proposal of a booth.
  public static let proposalDecision = NoticeKindValue(rawValue: "proposalDecision")
  /// A booth that the caller has saved has closed, was removed from the catalogue, has opened again, or has other hours
  /// or another price.
  public static let savedBooth = NoticeKindValue(rawValue: "savedBooth")
  /// An operator writes to those who have chosen this kind.
  public static let announcement = NoticeKindValue(rawValue: "announcement")

  /// All known values.
  public static let all = [
    like, comment, mention, follow, invitation, application, acceptance, sale, refundRequest, refundDecision, refund,
    reportDecision, correctionDecision, proposalDecision, savedBooth, announcement,
  ]
}

/// What became of a saved booth. Clients must accept unknown values.
public struct SavedBoothChangeValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a change from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// It has closed for good.
  public static let closed = SavedBoothChangeValue(rawValue: "closed")
  /// The catalogue does not have it any more.
  public static let removed = SavedBoothChangeValue(rawValue: "removed")
  /// It is open again.
  public static let reopened = SavedBoothChangeValue(rawValue: "reopened")
  /// Its opening hours have changed.
  public static let hours = SavedBoothChangeValue(rawValue: "hours")
  /// Its price has changed.
  public static let price = SavedBoothChangeValue(rawValue: "price")

  /// All known values.
  public static let all = [closed, removed, reopened, hours, price]
}

/// What others did that concerns the caller: all of one kind about one thing, until the caller has read it.
public struct NoticeDocument: NativeDocument {
  /// The identifier.
  public var id: NoticeID
  /// The kind.
  public var kind: NoticeKindValue
  /// When the latest of it happened.
  public var createdAt: Timestamp
  /// Whether the caller has read it.
  public var isRead: Bool
  /// Who did it last; null if nobody is named, as for sales.
  public var person: PersonDocument?
  /// The three who did it last, the latest first; empty if nobody is named.
  public var people: [PersonDocument]
  /// The number of people, or of sales; it ends at 100.
  public var count: Int
  /// The post that was liked, commented on, sold or refunded.
  public var post: PostID?
  /// The order; the latest one for sales.
  public var order: OrderID?
  /// The workspace or party, while the caller is in it or invited.
  public var workspace: WorkspaceID?
  /// The booth that was corrected or saved, or that a proposal became.
  public var booth: BoothID?
  /// Whether a refund, correction or proposal was accepted, or reported content removed; null for other kinds.
  public var isAccepted: Bool?
  /// What became of a saved booth; null for other kinds.
  public var change: SavedBoothChangeValue?
  /// The beginning of the comment or post, the name of the goods, workspace, or proposed or saved booth, or what the
  /// operator writes.
  public var text: String
  /// Where an announcement leads, within the pages; null for other kinds.
  public var path: String?

  enum CodingKeys: String, CodingKey {
    case id, kind
    case createdAt = "created_at"
    case isRead = "is_read"
    case person, people, count, post, order, workspace, booth
    case isAccepted = "is_accepted"
    case change, text, path
  }

  /// What a notice leads to.
  public struct Subject: Hashable, Sendable {
    /// The post.
    public var post: PostID?
    /// The order.
    public var order: OrderID?
    /// The workspace.
    public var workspace: WorkspaceID?
    /// The booth.
    public var booth: BoothID?

    /// Creates a subject.
    public init(post: PostID?, order: OrderID?, workspace: WorkspaceID?, booth: BoothID?) {
      (self.post, self.order, self.workspace, self.booth) = (post, order, workspace, booth)
    }
  }

  /// Creates a notice.
  public init(
    id: NoticeID, kind: NoticeKindValue, createdAt: Timestamp, isRead: Bool, people: [PersonDocument], count: Int,
    subject: Subject, isAccepted: Bool?, change: SavedBoothChangeValue?, text: String,
    path: String?
  ) {
    (self.id, self.kind, self.createdAt, self.isRead) = (id, kind, createdAt, isRead)
    (self.person, self.people, self.count) = (people.first, people, count)
    (self.post, self.order, self.workspace, self.booth) =
      (subject.post, subject.order, subject.workspace, subject.booth)
    (self.isAccepted, self.change, self.text, self.path) = (isAccepted, change, text, path)
  }
}

/// Which notices the caller gets.
public struct NoticeSettingsDocument: NativeDocument {
  /// The kinds that are listed and counted.
  public var page: [NoticeKindValue]
  /// Of these, the kinds that devices show.
  public var push: [NoticeKindValue]
  /// Of these, the kinds that the daily mail counts.
  public var mail: [NoticeKindValue]
  /// When devices begin to show nothing, such as `23:00`; null if they always show notices.
  public var quietFrom: String?
  /// When devices show notices again, such as `08:00`.
  public var quietUntil: String?
  /// The time zone of these times.
  public var timeZone: String?

  enum CodingKeys: String, CodingKey {
    case page, push, mail
    case quietFrom = "quiet_from"
    case quietUntil = "quiet_until"
    case timeZone = "time_zone"
  }

  /// Creates settings.
  public init(
    page: [NoticeKindValue], push: [NoticeKindValue], mail: [NoticeKindValue], quietFrom: String?, quietUntil: String?,
    timeZone: String?
  ) {
    (self.page, self.push, self.mail) = (page, push, mail)
    (self.quietFrom, self.quietUntil, self.timeZone) = (quietFrom, quietUntil, timeZone)
  }
}

/// Whether the caller's device shows notices although the page is closed.
public struct PushDocument: NativeDocument {
  /// The server's key (VAPID), as base64url: browsers subscribe with it.
  public var publicKey: String
  /// Where notices for this session go; null if nowhere.
  public var endpoint: String?

  enum CodingKeys: String, CodingKey {
    case publicKey = "public_key"
    case endpoint
  }

  /// Creates a state.
  public init(publicKey: String, endpoint: String?) {
    self.publicKey = publicKey
    self.endpoint = endpoint
  }
}
