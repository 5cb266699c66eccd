public import Basics

/// Why something is reported. A client may meet words that it does not know yet.
public struct ReportReasonWord: OpenWord {
  /// The word on the wire.
  public let rawValue: String

  /// A reason by its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Advertising, or the same again and again.
  public static let spam = ReportReasonWord(rawValue: "spam")
  /// Sexual content.
  public static let sexual = ReportReasonWord(rawValue: "sexual")
  /// Violence, or a threat of it.
  public static let violence = ReportReasonWord(rawValue: "violence")
  /// Against people for what they are.
  public static let hate = ReportReasonWord(rawValue: "hate")
  /// Tells what somebody keeps to themselves.
  public static let personalInformation = ReportReasonWord(rawValue: "personalInformation")
  /// Somebody else made it.
  public static let copyright = ReportReasonWord(rawValue: "copyright")
  /// The note says.
  public static let other = ReportReasonWord(rawValue: "other")

  /// Those that there are.
  public static let all = [spam, sexual, violence, hate, personalInformation, copyright, other]
}

/// A report as whoever filed it sees it.
public struct ReportDocument: NativeDocument {
  /// The report's.
  public var id: ReportID
  /// The post that is reported, or that the reported comment stands on.
  public var post: PostID
  /// Null where the post itself is reported.
  public var comment: CommentID?
  /// Why.
  public var reason: ReportReasonWord
  /// May be empty.
  public var note: String
  /// When it was made.
  public var createdAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case id, post, comment, reason, note
    case createdAt = "created_at"
  }

  /// A report from its parts.
  public init(
    id: ReportID, post: PostID, comment: CommentID?, reason: ReportReasonWord, note: String, createdAt: Timestamp
  ) {
    self.id = id
    self.post = post
    self.comment = comment
    self.reason = reason
    self.note = note
    self.createdAt = createdAt
  }
}
