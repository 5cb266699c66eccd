/// The identifier of something that people make: 96 bits, written as 24 hexadecimal digits.
///
/// The first 48 bits are the milliseconds since 1970 at which it was made and the rest is random, so that identifiers
/// sort by time as numbers and as text alike, and keys that grow stay together on disk. The text is what the old
/// contracts call an object id, so that one form serves every surface. It is no secret.
///
/// `Subject` only keeps identifiers of different things apart.
public struct Identifier<Subject>: Hashable, Comparable, Sendable, CustomStringConvertible {
  fileprivate let high: UInt64
  fileprivate let low: UInt32

  /// The identifier of a text of 24 hexadecimal digits in lower case, or nil.
  public init?(_ text: some StringProtocol) {
    guard let (high, low) = identifierParts(String(text)) else { return nil }
    self.high = high
    self.low = low
  }

  /// A new identifier, made at a moment of the years 1970 to 10889.
  public init(at instant: Timestamp, random: RandomBytes) {
    let bytes = random(6)
    high = UInt64(max(0, instant.milliseconds)) << 16 | UInt64(bytes[0]) << 8 | UInt64(bytes[1])
    low = bytes[2..<6].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The same number for something else.
  public init<Other>(_ other: Identifier<Other>) {
    high = other.high
    low = other.low
  }

  /// The 24 digits.
  public var description: String { identifierText(high, low) }

  /// Earlier before later.
  public static func < (left: Identifier, right: Identifier) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

// Every row that is read holds some identifiers: these two are concrete, so that they are as fast from other modules.

private func identifierParts(_ text: consuming String) -> (UInt64, UInt32)? {
  text.withUTF8 { digits in
    guard digits.count == 24 else { return nil }
    var (high, low) = (UInt64(0), UInt32(0))
    for index in 0..<24 {
      guard let digit = hexadecimalValue(digits[index]) else { return nil }
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

/// The value of a digit in lower case; nil for anything else.
private func hexadecimalValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x61...0x66: byte - 0x61 + 10
  default: nil
  }
}

/// Where unpredictable bytes come from; tests hand in seeded ones.
public typealias RandomBytes = @Sendable (_ count: Int) -> [UInt8]

/// A person's account.
public typealias AccountID = Identifier<AccountSubject>
/// A device or program that someone is logged in with.
public typealias SessionID = Identifier<SessionSubject>
/// A post.
public typealias PostID = Identifier<PostSubject>
/// A comment on a post.
public typealias CommentID = Identifier<CommentSubject>
/// Someone's complaint about a post or a comment.
public typealias ReportID = Identifier<ReportSubject>
/// Someone's order of goods.
public typealias OrderID = Identifier<OrderSubject>
/// A payment at a gateway, as it is known here.
public typealias PaymentID = Identifier<PaymentSubject>
/// A request to give money of a payment back.
public typealias CancellationID = Identifier<CancellationSubject>
/// Something that somebody means to do on a day.
public typealias TodoID = Identifier<TodoSubject>
/// A group of somebody's todos.
public typealias TodoGroupID = Identifier<TodoGroupSubject>

/// One doing of a request that its client may repeat.
public typealias OperationID = Identifier<OperationSubject>

/// What an `AccountID` names.
public enum AccountSubject {}
/// What a `SessionID` names.
public enum SessionSubject {}
/// What a `PostID` names.
public enum PostSubject {}
/// What a `CommentID` names.
public enum CommentSubject {}
/// What a `ReportID` names.
public enum ReportSubject {}
/// What an `OrderID` names.
public enum OrderSubject {}
/// What a `PaymentID` names.
public enum PaymentSubject {}
/// What an `OperationID` names.
public enum OperationSubject {}
/// What a `CancellationID` names.
public enum CancellationSubject {}
/// What a `TodoID` names.
public enum TodoSubject {}
/// What a `TodoGroupID` names.
public enum TodoGroupSubject {}

/// The stable number of a booth: given once, never reused.
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

/// The number of something that was given one when it was made: stable, and never used again.
///
/// `Subject` only keeps numbers of different things apart. It is no secret, and no permission.
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

/// A group of people with channels to talk in.
public typealias WorkspaceID = Number<WorkspaceSubject>
/// A place to talk: a channel of a workspace, or the room of two of its members.
public typealias ChannelID = Number<ChannelSubject>
/// What somebody said in a channel.
public typealias MessageID = Number<MessageSubject>

/// What somebody is to do in a party.
public typealias QuestID = Number<QuestSubject>
/// Somebody's wish to come into a party.
public typealias ApplicationID = Number<ApplicationSubject>
/// The second name of an account, for old clients that count people.
public typealias AccountNumber = Number<AccountSubject>

/// What a `WorkspaceID` numbers.
public enum WorkspaceSubject {}
/// What a `ChannelID` numbers.
public enum ChannelSubject {}
/// What a `MessageID` numbers.
public enum MessageSubject {}
/// What a `QuestID` numbers.
public enum QuestSubject {}
/// What an `ApplicationID` numbers.
public enum ApplicationSubject {}

/// The name of a stored photo: the SHA-256 of its bytes in hexadecimal, a dot and an ending that tells its type.
public struct PhotoName: Hashable, Sendable, CustomStringConvertible {
  /// The whole name: plain ASCII, safe in paths and addresses.
  public let description: String

  /// The endings that there are.
  public static let fileExtensions = ["jpg", "png", "gif", "webp", "pdf"]

  /// A name, or nil where a text is none.
  public init?(_ text: some StringProtocol) {
    self.init(whole: String(text))
  }

  private init?(whole text: String) {
    var name = text
    let isName = name.withUTF8 { bytes in
      bytes.count > 65 && bytes[64] == 0x2E && bytes[..<64].allSatisfy { hexadecimalValue($0) != nil }
    }
    guard isName, Self.fileExtensions.contains(where: { text.hasSuffix($0) && text.utf8.count == 65 + $0.utf8.count })
    else {
      return nil
    }
    description = text
  }

  /// Without the dot.
  public var fileExtension: Substring {
    description.suffix(from: description.index(description.startIndex, offsetBy: 65))
  }
}
