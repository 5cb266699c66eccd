import Crypto
import HTTP

/// A packet of Engine.IO, revision 4.
enum EnginePacket: Hashable, Sendable {
  case close
  case ping(String)
  case pong(String)
  case message(String)
  /// Bytes of a message that began as a text.
  case binary([UInt8])
  case upgrade
  case noop

  /// A packet as a text; nil where it is none that a client may send.
  init?(_ text: Substring) {
    let data = text.dropFirst()
    switch text.first {
    case "1": self = .close
    case "2": self = .ping(String(data))
    case "3": self = .pong(String(data))
    case "4": self = .message(String(data))
    case "5": self = .upgrade
    case "6": self = .noop
    case "b":
      guard let bytes = Base64.decode(data) else { return nil }
      self = .binary(bytes)
    default: return nil
    }
  }

  /// A packet as it comes over a WebSocket; nil where it is none.
  init?(_ message: WebSocketMessage) {
    switch message {
    case .text(let text): self.init(text[...])
    case .binary(let bytes): self = .binary(bytes)
    }
  }

  /// As a text. Bytes are sent by clients only.
  var text: String {
    switch self {
    case .close: "1"
    case .ping(let data): "2" + data
    case .pong(let data): "3" + data
    case .message(let data): "4" + data
    case .binary: preconditionFailure("bytes are only received")
    case .upgrade: "5"
    case .noop: "6"
    }
  }

  /// What stands between the packets of one request's body.
  static let separator: Character = "\u{1E}"

  /// The packets of a request's body; nil where one is wrong, or where there are more than `maxCount`.
  static func packets(of body: String, maxCount: Int) -> [EnginePacket]? {
    var packets: [EnginePacket] = []
    for part in body.split(separator: separator, omittingEmptySubsequences: false) {
      guard packets.count < maxCount, let packet = EnginePacket(part) else { return nil }
      packets.append(packet)
    }
    return packets
  }
}
