/// A WebSocket client that builds frames itself, so that it can also send invalid ones.
package final class WebSocketClient {
  package struct Frame: Equatable {
    /// 1 text, 2 binary, 8 close, 9 ping, 10 pong.
    package var opcode: UInt8
    package var isFinal = true
    package var payload: [UInt8]

    package init(opcode: UInt8, isFinal: Bool = true, payload: [UInt8]) {
      self.opcode = opcode
      self.isFinal = isFinal
      self.payload = payload
    }

    package var text: String { String(decoding: payload, as: UTF8.self) }

    package var code: Int? { payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil }
  }

  package let client: Client

  /// Connects, with an `added` header if given. The bytes of `sent` follow the request head at once.
  package convenience init(
    _ port: Int, path: String = "/socket", with added: String = "", sent: [UInt8] = [], window: Int32? = nil
  ) throws {
    try self.init(Client(port, window: window), path: path, with: added, sent: sent)
  }

  /// The same over an open connection.
  package init(
    _ client: Client, path: String = "/socket", with added: String = "", sent: [UInt8] = []
  ) throws {
    self.client = client
    client.send(Array(Self.request(path, with: added).utf8) + sent)
    let response = try client.head()
    guard response.status == 101 else { throw Client.Failure(reason: "status \(response.status)") }
  }

  /// An upgrade request, optionally without one of its headers or with an added one.
  package static func request(_ path: String, without left: String = "", with added: String = "") -> String {
    let fields = [
      "Host: test", "Upgrade: websocket", "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    let kept = fields.filter { left.isEmpty || !$0.hasPrefix(left) } + (added.isEmpty ? [] : [added])
    return "GET \(path) HTTP/1.1\r\n" + kept.map { $0 + "\r\n" }.joined() + "\r\n"
  }

  package static func frame(
    _ opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true, reserved: UInt8 = 0, isMasked: Bool = true
  ) -> [UInt8] {
    var bytes = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
    let mask: UInt8 = isMasked ? 0x80 : 0
    switch payload.count {
    case 0...125: bytes.append(mask | UInt8(payload.count))
    case 126...65_535: bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default: bytes += [mask | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    guard isMasked else { return bytes + payload }
    let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    return bytes + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
  }

  package func send(_ text: String) { client.send(Self.frame(1, Array(text.utf8))) }

  package func send(_ opcode: UInt8, _ payload: [UInt8] = []) { client.send(Self.frame(opcode, payload)) }

  package func frame() throws -> Frame {
    let head = try client.read(2)
    guard head[0] & 0x70 == 0, head[1] & 0x80 == 0 else { throw Client.Failure(reason: "a masked or reserved frame") }
    let count =
      switch head[1] {
      case 126: try client.read(2).reduce(0) { $0 << 8 | Int($1) }
      case 127: try client.read(8).reduce(0) { $0 << 8 | Int($1) }
      default: Int(head[1])
      }
    return Frame(opcode: head[0] & 15, isFinal: head[0] & 0x80 != 0, payload: try client.read(count))
  }

  /// The code of the server's close frame. Skips the frames before it.
  package func closingCode() throws -> Int? {
    while true {
      let frame = try frame()
      if frame.opcode == 8 { return frame.code }
    }
  }
}
