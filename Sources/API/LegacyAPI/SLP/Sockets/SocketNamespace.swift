import APIKit
import Basics
import Chat
import NativeAPI

/// A Socket.IO namespace of SLP: a channel or a direct-message room.
struct SocketNamespace: Hashable, Sendable {
  /// The kind, written between `ws` and the number.
  enum Kind: String, CaseIterable, Sendable {
    case channel
    case direct = "dm"
  }

  let kind: Kind
  let channel: ChannelID

  /// Parses `/ws-channel-7` and `/ws-dm-7`; nil for everything else, including other spellings of a number.
  init?(_ text: String) {
    guard let kind = Kind.allCases.first(where: { text.hasPrefix(Self.prefix($0)) }) else { return nil }
    let digits = text.dropFirst(Self.prefix(kind).count)
    guard let number = Int64(digits), number > 0, String(number) == digits else { return nil }
    (self.kind, channel) = (kind, ChannelID(number))
  }

  private static func prefix(_ kind: Kind) -> String { "/ws-\(kind.rawValue)-" }

  var text: String { Self.prefix(kind) + String(channel.value) }

  var event: String { kind.rawValue }

  func matches(_ kind: ChannelKind) -> Bool { (kind == .direct) == (self.kind == .direct) }
}
