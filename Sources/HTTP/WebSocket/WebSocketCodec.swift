import CWslay

/// The protocol of one WebSocket on the server's side: libwslay's context, and the bytes that go in and out. On its event
/// loop's thread only.
///
/// It holds no input of its own beyond a frame that is half there.
final class WebSocketCodec {
  private var context: OpaquePointer?
  /// Lent for the length of one call.
  private var input = UnsafeRawBufferPointer(start: nil, count: 0)
  private unowned let output: OutputBuffer
  private var messages: [WebSocketMessage] = []

  /// - Parameters:
  ///   - largest: bytes of a message; one that is larger ends the WebSocket with 1009.
  ///   - output: where frames are written, whole, so that others may write frames between them.
  init(largest: Int, output: OutputBuffer) {
    self.output = output
    var callbacks = wslay_event_callbacks()
    callbacks.recv_callback = { context, buffer, count, _, codec in
      WebSocketCodec.of(codec).lend(context, buffer, count)
    }
    callbacks.send_callback = { _, data, count, _, codec in
      WebSocketCodec.of(codec).output.append(UnsafeRawBufferPointer(start: data, count: count))
      return count
    }
    callbacks.on_msg_recv_callback = { _, message, codec in WebSocketCodec.of(codec).take(message!.pointee) }
    let reference = Unmanaged.passUnretained(self).toOpaque()
    guard wslay_event_context_server_init(&context, &callbacks, reference) == 0 else {
      preconditionFailure("no memory for a WebSocket")
    }
    wslay_event_config_set_max_recv_msg_length(context, UInt64(largest))
  }

  deinit { wslay_event_context_free(context) }

  private static func of(_ codec: UnsafeMutableRawPointer?) -> WebSocketCodec {
    Unmanaged<WebSocketCodec>.fromOpaque(codec!).takeUnretainedValue()
  }

  /// Takes bytes of the client and gives the messages that are complete. Answers to pings and closings are written.
  func receive(_ bytes: UnsafeRawBufferPointer) -> [WebSocketMessage] {
    input = bytes
    // Whatever is wrong, the library has written a closing and reads no more.
    wslay_event_recv(context)
    input = UnsafeRawBufferPointer(start: nil, count: 0)
    write()
    defer { messages = [] }
    return messages
  }

  /// Asks whether the client is still there.
  func ping() {
    var message = wslay_event_msg()
    message.opcode = UInt8(WSLAY_PING.rawValue)
    wslay_event_queue_msg(context, &message)
    write()
  }

  /// Says that the WebSocket ends; nothing can be sent afterwards.
  func close(_ code: UInt16, _ reason: String) {
    let reason = Self.cut(reason)
    wslay_event_queue_close(context, code, reason, reason.count)
    write()
  }

  /// Whether messages may still be sent.
  var isOpen: Bool { wslay_event_get_close_sent(context) == 0 && wslay_event_get_write_enabled(context) != 0 }

  /// Whether the client may still send.
  var isReading: Bool { wslay_event_get_read_enabled(context) != 0 }

  private func write() {
    if wslay_event_want_write(context) != 0 { wslay_event_send(context) }
  }

  private func lend(_ context: OpaquePointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
    guard !input.isEmpty else {
      wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK.rawValue)
      return -1
    }
    let lent = min(count, input.count)
    UnsafeMutableRawBufferPointer(start: buffer, count: lent).copyBytes(from: input[..<lent])
    input = UnsafeRawBufferPointer(rebasing: input[lent...])
    return lent
  }

  private func take(_ message: wslay_event_on_msg_recv_arg) {
    let bytes = UnsafeBufferPointer(start: message.msg, count: message.msg_length)
    switch UInt32(message.opcode) {
    // The library has made sure that it is UTF-8.
    case WSLAY_TEXT_FRAME.rawValue: messages.append(.text(String(decoding: bytes, as: UTF8.self)))
    case WSLAY_BINARY_FRAME.rawValue: messages.append(.binary(Array(bytes)))
    default: break
    }
  }

  /// A reason fits into a control frame, and is not cut within a character.
  private static func cut(_ reason: String) -> [UInt8] {
    var cut = reason
    while cut.utf8.count > 120 { cut.removeLast() }
    return Array(cut.utf8)
  }
}
