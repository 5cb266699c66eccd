public import Basics

/// The reason of a report. Clients must accept unknown values.
public struct ReportReasonValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a reason from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Advertising or repeated content.
  public static let spam = ReportReasonValue(rawValue: "spam")
  /// Sexual content.
  public static let sexual = ReportReasonValue(rawValue: "sexual")
  /// Violence, or a threat of it.
  public static let violence = ReportReasonValue(rawValue: "violence")
  /// Hate against a group of people.
  public static let hate = ReportReasonValue(rawValue: "hate")
  /// Private information about a person.
  public static let personalInformation = ReportReasonValue(rawValue: "personalInformation")
  /// Infringes a copyright.
  public static let copyright = ReportReasonValue(rawValue: "copyright")
  /// Another reason, given in the note.
  public static let other = ReportReasonValue(rawValue: "other")

  /// All known values.
  public static let all = [spam, sexual, violence, hate, personalInformation, copyright, other]
}

/// A report as its author sees it.
public struct ReportDocument: NativeDocument {
  /// The identifier.
  public var id: ReportID
  /// The reported post, or the post of the reported comment.
  public var post: PostID
  /// The reported comment; null when the post itself is reported.
  public var comment: CommentID?
  /// The reason.
  public var reason: ReportReasonValue
  /// May be empty.
  public var note: String
  /// The time of creation.
  public var createdAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case id, post, comment, reason, note
    case createdAt = "created_at"
  }

  /// Creates a report.
  public init(
    id: ReportID, post: PostID, comment: CommentID?, reason: ReportReasonValue, note: String, createdAt: Timestamp
  ) {
    self.id = id
    self.post = post
    self.comment = comment
    self.reason = reason
    self.note = note
    self.createdAt = createdAt
  }
}
