import Basics
import HTTP

/// A packet of Engine.IO, revision 4.
enum EnginePacket: Hashable, Sendable {
  case close
  case ping(String)
  case pong(String)
  case message(String)
  /// Bytes, which no contract has a use for.
  case binary
  case upgrade
  case noop

  /// Parses a packet; nil for a text that is not a packet that clients send.
  init?(_ text: Substring) {
    let data = text.dropFirst()
    switch text.first {
    case "1": self = .close
    case "2": self = .ping(String(data))
    case "3": self = .pong(String(data))
    case "4": self = .message(String(data))
    case "5": self = .upgrade
    case "6": self = .noop
    case "b": self = .binary
    default: return nil
    }
  }

  /// Parses a packet received over a WebSocket; nil when it is malformed or has too many combining marks in a row.
  init?(_ message: WebSocketMessage) {
    switch message {
    case .text(let text):
      if CombiningMarks.areTooMany(in: text) { return nil }
      self.init(text[...])
    case .binary: self = .binary
    }
  }

  var text: String {
    switch self {
    case .close: "1"
    case .ping(let data): "2" + data
    case .pong(let data): "3" + data
    case .message(let data): "4" + data
    case .binary: "b"
    case .upgrade: "5"
    case .noop: "6"
    }
  }

  static let separator: Character = "\u{1E}"

  /// The packets of a request's body; nil when one is malformed or has too many combining marks in a row, or when there
  /// are more than `maxCount`.
  static func packets(of body: String, maxCount: Int) -> [EnginePacket]? {
    if CombiningMarks.areTooMany(in: body) { return nil }
    var packets: [EnginePacket] = []
    for part in body.split(separator: separator, omittingEmptySubsequences: false) {
      guard packets.count < maxCount, let packet = EnginePacket(part) else { return nil }
      packets.append(packet)
    }
    return packets
  }
}
