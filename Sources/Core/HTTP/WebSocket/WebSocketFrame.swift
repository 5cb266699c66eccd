import CWslay

/// An encoded message; encoded once, it can be sent to many clients.
package struct WebSocketFrame: Sendable {
  let bytes: [UInt8]

  package init(_ message: WebSocketMessage) {
    switch message {
    case .text(var text): bytes = text.withUTF8 { Self.framed(UnsafeRawBufferPointer($0), WSLAY_TEXT_FRAME) }
    case .binary(let content): bytes = content.withUnsafeBytes { Self.framed($0, WSLAY_BINARY_FRAME) }
    }
  }

  static let ping = WebSocketFrame(framed(UnsafeRawBufferPointer(start: nil, count: 0), WSLAY_PING))

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static func framed(_ payload: UnsafeRawBufferPointer, _ opcode: wslay_opcode) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 14)
    withUnsafeMutablePointer(to: &bytes) { sink in
      var callbacks = wslay_frame_callbacks()
      callbacks.send_callback = { data, count, _, sink in
        let sink = sink!.assumingMemoryBound(to: [UInt8].self)
        sink.pointee.append(contentsOf: UnsafeBufferPointer(start: data, count: count))
        return count
      }
      var context: OpaquePointer?
      guard wslay_frame_context_init(&context, &callbacks, sink) == 0 else { preconditionFailure("no memory") }
      defer { wslay_frame_context_free(context) }
      var frame = wslay_frame_iocb()
      frame.fin = 1
      frame.opcode = UInt8(opcode.rawValue)
      frame.payload_length = UInt64(payload.count)
      frame.data = payload.baseAddress?.assumingMemoryBound(to: UInt8.self)
      frame.data_length = payload.count
      let sent = wslay_frame_send(context, &frame)
      precondition(sent == payload.count, "the sink takes everything")
    }
    return bytes
  }
}
