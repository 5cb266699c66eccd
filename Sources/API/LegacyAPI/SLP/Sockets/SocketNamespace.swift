import APIKit
import Basics
import Chat
import NativeAPI

/// What a namespace of the contract names: a channel, or the room of two.
struct SocketNamespace: Hashable, Sendable {
  /// Of which kind a namespace is: the word between `ws` and the number.
  enum Kind: String, CaseIterable, Sendable {
    case channel
    case direct = "dm"
  }

  let kind: Kind
  let channel: ChannelID

  /// `/ws-channel-7`, `/ws-dm-7`; nil for everything else, also where a number is spelled in another way.
  init?(_ text: String) {
    guard let kind = Kind.allCases.first(where: { text.hasPrefix(Self.prefix($0)) }) else { return nil }
    let digits = text.dropFirst(Self.prefix(kind).count)
    guard let number = Int64(digits), number > 0, String(number) == digits else { return nil }
    (self.kind, channel) = (kind, ChannelID(number))
  }

  private static func prefix(_ kind: Kind) -> String { "/ws-\(kind.rawValue)-" }

  /// As clients name it.
  var text: String { Self.prefix(kind) + String(channel.value) }

  /// The event by which clients are told of a message.
  var event: String { kind.rawValue }

  /// Whether a channel of some kind is what it says that it is.
  func names(_ kind: ChannelKind) -> Bool { (kind == .direct) == (self.kind == .direct) }
}
