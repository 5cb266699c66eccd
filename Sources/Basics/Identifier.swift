/// The identifier of something that people make: 96 bits, written as 24 hexadecimal digits.
///
/// The first 48 bits are the milliseconds since 1970 at which it was made and the rest is random, so that identifiers
/// sort by time as numbers and as text alike, and keys that grow stay together on disk. The text is what the old
/// contracts call an object id, so that one form serves every surface. It is no secret.
///
/// `Subject` only keeps identifiers of different things apart.
public struct Identifier<Subject>: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt32

  /// The identifier of a text of 24 hexadecimal digits in lower case, or nil.
  public init?(_ text: some StringProtocol) {
    let digits = text.utf8
    guard digits.count == 24 else { return nil }
    var high: UInt64 = 0
    var low: UInt32 = 0
    for (index, byte) in digits.enumerated() {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: return nil
      }
      if index < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt32(digit) }
    }
    self.high = high
    self.low = low
  }

  /// A new identifier, made at a moment of the years 1970 to 10889.
  public init(at moment: Timestamp, random: RandomBytes) {
    let bytes = random(6)
    high = UInt64(max(0, moment.milliseconds)) << 16 | UInt64(bytes[0]) << 8 | UInt64(bytes[1])
    low = bytes[2..<6].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The 24 digits.
  public var description: String {
    let (first, second) = (String(high, radix: 16), String(low, radix: 16))
    return String(repeating: "0", count: 16 - first.utf8.count) + first
      + String(repeating: "0", count: 8 - second.utf8.count) + second
  }

  /// Earlier before later.
  public static func < (left: Identifier, right: Identifier) -> Bool {
    (left.high, left.low) < (right.high, right.low)
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

/// The name of a stored photo: the SHA-256 of its bytes in hexadecimal, a dot and an ending that tells its type.
public struct PhotoName: Hashable, Sendable, CustomStringConvertible {
  /// The whole name: plain ASCII, safe in paths and addresses.
  public let description: String

  /// The endings that there are.
  public static let endings = ["jpg", "png", "gif", "webp", "pdf"]

  /// A name, or nil where a text is none.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 64, Self.endings.contains(String(parts[1])),
      parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    description = String(text)
  }

  /// Without the dot.
  public var ending: Substring { description.suffix(from: description.index(description.startIndex, offsetBy: 65)) }
}
