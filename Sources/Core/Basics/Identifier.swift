/// The identifier of user-generated content: 96 bits, written as 24 hexadecimal digits.
///
/// The first 48 bits are the creation time in milliseconds since 1970, the rest is random: identifiers sort by time,
/// both as numbers and as text, and new keys are adjacent on disk. The text has the form of an object id of the old
/// APIs. It is not a secret.
///
/// `Subject` is a phantom type, which keeps identifiers of different entities apart.
public struct Identifier<Subject>: Hashable, Comparable, Sendable, CustomStringConvertible {
  fileprivate let high: UInt64
  fileprivate let low: UInt32

  /// Parses 24 hexadecimal digits in lower case; nil when malformed.
  public init?(_ text: some StringProtocol) {
    guard let (high, low) = identifierParts(String(text)) else { return nil }
    self.high = high
    self.low = low
  }

  /// A new identifier for an instant of the years 1970 to 10889.
  public init(at instant: Timestamp, random: RandomBytes) {
    let bytes = random(6)
    high = UInt64(max(0, instant.milliseconds)) << 16 | UInt64(bytes[0]) << 8 | UInt64(bytes[1])
    low = bytes[2..<6].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The same number for another subject.
  public init<Other>(_ other: Identifier<Other>) {
    high = other.high
    low = other.low
  }

  /// The 24 digits.
  public var description: String { identifierText(high, low) }

  /// When it was made.
  public var createdAt: Timestamp { Timestamp(milliseconds: Int64(high >> 16)) }

  /// Earlier before later.
  public static func < (left: Identifier, right: Identifier) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

// Every row contains identifiers. These two functions are not generic, so that they are as fast from other modules.

private func identifierParts(_ text: consuming String) -> (UInt64, UInt32)? {
  text.withUTF8 { digits in
    guard digits.count == 24 else { return nil }
    var (high, low) = (UInt64(0), UInt32(0))
    for index in 0..<24 {
      guard let digit = lowerCaseValue(digits[index]) else { return nil }
      if index < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt32(digit) }
    }
    return (high, low)
  }
}

private func identifierText(_ high: UInt64, _ low: UInt32) -> String {
  String(unsafeUninitializedCapacity: 24) { digits in
    for index in 0..<24 {
      let value =
        index < 16
        ? UInt8(truncatingIfNeeded: high >> (60 - 4 * index)) & 15
        : UInt8(truncatingIfNeeded: low >> (28 - 4 * (index - 16))) & 15
      digits[index] = value < 10 ? 0x30 + value : 0x61 + value - 10
    }
    return 24
  }
}

/// The value of a digit in lower case; nil for other bytes: an identifier has one form.
private func lowerCaseValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x61...0x66: byte - 0x61 + 10
  default: nil
  }
}

/// A source of unpredictable bytes; tests pass seeded ones.
public typealias RandomBytes = @Sendable (_ count: Int) -> [UInt8]

/// The identifier of an account.
public typealias AccountID = Identifier<AccountSubject>
/// A session: a device or program that an account is logged in with.
public typealias SessionID = Identifier<SessionSubject>
/// A passkey of an account.
public typealias PasskeyID = Identifier<PasskeySubject>
/// The identifier of a post.
public typealias PostID = Identifier<PostSubject>
/// The identifier of a comment on a post.
public typealias CommentID = Identifier<CommentSubject>
/// A user's report of a post or a comment.
public typealias ReportID = Identifier<ReportSubject>
/// A user's correction of a booth's data.
public typealias CorrectionID = Identifier<CorrectionSubject>
/// A user's proposal of a booth that the catalogue does not have.
public typealias ProposalID = Identifier<ProposalSubject>
/// What others did that concerns an account.
public typealias NoticeID = Identifier<NoticeSubject>
/// The identifier of an order.
public typealias OrderID = Identifier<OrderSubject>
/// The server's identifier of a payment at a gateway.
public typealias PaymentID = Identifier<PaymentSubject>
/// A request for a refund.
public typealias CancellationID = Identifier<CancellationSubject>
/// A todo of an account for a day.
public typealias TodoID = Identifier<TodoSubject>
/// A group of todos of an account.
public typealias TodoGroupID = Identifier<TodoGroupSubject>

/// An execution of an idempotent request.
public typealias OperationID = Identifier<OperationSubject>

/// The subject of `AccountID`.
public enum AccountSubject {}
/// The subject of `SessionID`.
public enum SessionSubject {}
/// The subject of `PasskeyID`.
public enum PasskeySubject {}
/// The subject of `PostID`.
public enum PostSubject {}
/// The subject of `CommentID`.
public enum CommentSubject {}
/// The subject of `ReportID`.
public enum ReportSubject {}
/// The subject of `CorrectionID`.
public enum CorrectionSubject {}
/// The subject of `ProposalID`.
public enum ProposalSubject {}
/// The subject of `NoticeID`.
public enum NoticeSubject {}
/// The subject of `OrderID`.
public enum OrderSubject {}
/// The subject of `PaymentID`.
public enum PaymentSubject {}
/// The subject of `OperationID`.
public enum OperationSubject {}
/// The subject of `CancellationID`.
public enum CancellationSubject {}
/// The subject of `TodoID`.
public enum TodoSubject {}
/// The subject of `TodoGroupID`.
public enum TodoGroupSubject {}

/// The stable number of a booth, never reused.
public struct BoothID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// A positive number.
  public let number: Int64

  /// An identifier from its number.
  public init(_ number: Int64) {
    self.number = number
  }

  /// Lower numbers first.
  public static func < (left: BoothID, right: BoothID) -> Bool { left.number < right.number }

  /// The decimal digits.
  public var description: String { String(number) }
}

/// A serial number: stable and never reused.
///
/// `Subject` is a phantom type, which keeps numbers of different entities apart. It is neither a secret nor a
/// permission.
public struct Number<Subject>: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// A positive number.
  public let value: Int64

  /// A number.
  public init(_ value: Int64) {
    self.value = value
  }

  /// Lower numbers first.
  public static func < (left: Number, right: Number) -> Bool { left.value < right.value }

  /// The decimal digits.
  public var description: String { String(value) }
}

/// A group of accounts with channels.
public typealias WorkspaceID = Number<WorkspaceSubject>
/// A channel of a workspace, or the direct conversation of two of its members.
public typealias ChannelID = Number<ChannelSubject>
/// A message in a channel.
public typealias MessageID = Number<MessageSubject>

/// A task in a party.
public typealias QuestID = Number<QuestSubject>
/// An application to join a party.
public typealias ApplicationID = Number<ApplicationSubject>
/// The number of an account, for old clients that number users.
public typealias AccountNumber = Number<AccountSubject>

/// The subject of `WorkspaceID`.
public enum WorkspaceSubject {}
/// The subject of `ChannelID`.
public enum ChannelSubject {}
/// The subject of `MessageID`.
public enum MessageSubject {}
/// The subject of `QuestID`.
public enum QuestSubject {}
/// The subject of `ApplicationID`.
public enum ApplicationSubject {}

/// The name of a stored photo: the SHA-256 of its bytes in hexadecimal, a dot and the file extension of its type.
public struct PhotoName: Hashable, Sendable, CustomStringConvertible {
  /// The whole name: plain ASCII, safe in paths and URLs.
  public let description: String

  /// The allowed file extensions.
  public static let fileExtensions = ["jpg", "png", "gif", "webp", "pdf"]

  /// Parses a name; nil when malformed.
  public init?(_ text: some StringProtocol) {
    self.init(whole: String(text))
  }

  private init?(whole text: String) {
    var name = text
    let isName = name.withUTF8 { bytes in
      bytes.count > 65 && bytes[64] == 0x2E && bytes[..<64].allSatisfy { lowerCaseValue($0) != nil }
    }
    guard isName, Self.fileExtensions.contains(where: { text.hasSuffix($0) && text.utf8.count == 65 + $0.utf8.count })
    else {
      return nil
    }
    description = text
  }

  /// The file extension without the dot.
  public var fileExtension: Substring {
    description.suffix(from: description.index(description.startIndex, offsetBy: 65))
  }
}
