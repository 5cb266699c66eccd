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

  /// The packets of a request's body; nil where one is wrong, or where there are more than `most`.
  static func packets(of body: String, most: Int) -> [EnginePacket]? {
    var packets: [EnginePacket] = []
    for part in body.split(separator: separator, omittingEmptySubsequences: false) {
      guard packets.count < most, let packet = EnginePacket(part) else { return nil }
      packets.append(packet)
    }
    return packets
  }
}

/// Base64 with the digits of RFC 4648, 4, of which clients send bytes.
enum Base64 {
  /// The bytes; nil where the text is none.
  static func decode(_ text: Substring) -> [UInt8]? {
    var digits = Array(text.utf8)
    guard digits.count % 4 == 0 else { return nil }
    var padding = 0
    while padding < 2, digits.last == UInt8(ascii: "=") {
      digits.removeLast()
      padding += 1
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count * 3 / 4)
    var (held, count) = (0, 0)
    for digit in digits {
      guard let value = value(digit) else { return nil }
      held = (held << 6 | value) & 0xFFFF
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> count))
      }
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
