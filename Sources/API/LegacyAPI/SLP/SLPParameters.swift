import APIKit
import Basics
import Contracts
import JSON
import NativeAPI

enum SLPParameters {
  static let workspace = Parameter<WorkspaceID>("id", .serial("workspace-unknown"), "The workspace.", example: "3")
  static let user = Parameter<AccountNumber>("user_id", .serial("account-unknown"), "The person.", example: "5")
  static let room = Parameter<ChannelID>("number", .serial("channel-unknown"), "The room.", example: "7")
  /// A person or a room: clients request messages by either.
  static let partner = Parameter<Int64>(
    "number", .partner(), "The other person's number; if no member has it, the room's.", example: "5")
  /// A channel's name. Any text is accepted; an invalid name is an unknown channel.
  static let channel = Parameter<String>(
    "name",
    ValueKind("a text", schema: .object(["type": "string"])) { .value($0) },
    "The channel's name, percent-encoded.", example: "일반")

  static let cursor = Parameter<Timestamp?>(
    "cursor_date", .instant(), "Only messages later than this; empty or absent: all.",
    example: "2024-02-01T09:00:00.000Z")
  static let after = Parameter<Timestamp?>(
    "after", .instant(), "Counts only messages later than this; empty or absent: all.",
    example: "2024-02-01T09:00:00.000Z")

  static let refreshToken = Parameter<String>(
    "RefreshToken", .text(maxCount: 200), "The refresh token; `Authorization` is ignored.")
}

extension ValueKind {
  /// A serial number. Anything else is reported as not found.
  fileprivate static func serial<Subject>(_ code: String) -> ValueKind where Value == Number<Subject> {
    ValueKind(
      "a number from 1 on", schema: .object(["type": "integer", "minimum": 1])
    ) { text throws(DomainError) in .value(Number(try serialNumber(text, code))) }
  }
}

extension ValueKind<Int64> {
  fileprivate static func partner() -> ValueKind {
    ValueKind(
      "a number from 1 on", schema: .object(["type": "integer", "minimum": 1])
    ) { text throws(DomainError) in .value(try serialNumber(text, "channel-unknown")) }
  }
}

private func serialNumber(_ text: String, _ code: String) throws(DomainError) -> Int64 {
  guard let number = DecimalText.integer(text), number > 0 else {
    throw DomainError(.notFound, code, "There is no such thing.")
  }
  return Int64(number)
}

extension ValueKind<Timestamp?> {
  /// An instant exactly as the contract writes it, so that a client with another format fails at once instead of
  /// missing messages; nil when empty.
  fileprivate static func instant() -> ValueKind {
    ValueKind(
      "empty, or an instant in UTC with three decimals such as 2024-02-01T09:00:00.000Z",
      schema: .object(["type": "string", "format": "date-time"])
    ) { text in
      if text.isEmpty { return .value(nil) }
      guard let instant = Timestamp(rfc3339: text), instant.rfc3339Milliseconds == text else { return .malformed }
      return .value(instant)
    }
  }
}
