import CWslay

/// The server side of the WebSocket protocol for one connection: libwslay's context, and the bytes in and out. Used
/// on its event loop's thread only.
///
/// The context takes more memory than the rest of a connection. It exists only while a message is incomplete, and
/// from the closing handshake on.
final class WebSocketCodec {
  private var context: OpaquePointer?
  private let maxMessageBytes: Int
  private var incompleteBytes = 0
  /// The size of the current frame, including its header.
  private var frameSize = 0
  /// More fragments of the current message are to come.
  private var isInMessage = false
  /// The fragments of the current message so far. The library takes memory for each.
  private var fragmentCount = 0
  private static let maxFragments = 1024
  /// The client broke the protocol, and a close frame was sent.
  private var isBroken = false
  /// Valid only during a call of `receive`.
  private var input = UnsafeRawBufferPointer(start: nil, count: 0)
  private unowned let output: OutputBuffer
  private var messages: [WebSocketMessage] = []

  /// - Parameters:
  ///   - maxMessageBytes: a larger message closes the WebSocket with 1009.
  ///   - output: receives whole frames, so that others may write frames between them.
  init(maxMessageBytes: Int, output: OutputBuffer) {
    self.maxMessageBytes = maxMessageBytes
    self.output = output
  }

  deinit { wslay_event_context_free(context) }

  private static let callbacks = {
    var callbacks = wslay_event_callbacks()
    callbacks.recv_callback = { context, buffer, count, _, codec in
      WebSocketCodec.of(codec).lend(context, buffer, count)
    }
    callbacks.send_callback = { _, data, count, _, codec in
      WebSocketCodec.of(codec).output.append(UnsafeRawBufferPointer(start: data, count: count))
      return count
    }
    callbacks.on_frame_recv_start_callback = { _, frame, codec in WebSocketCodec.of(codec).begin(frame!.pointee) }
    callbacks.on_frame_recv_end_callback = { _, codec in WebSocketCodec.of(codec).endFrame() }
    callbacks.on_msg_recv_callback = { _, message, codec in WebSocketCodec.of(codec).collect(message!.pointee) }
    return callbacks
  }()

  private func opened() -> OpaquePointer? {
    if let context { return context }
    var callbacks = Self.callbacks
    let reference = Unmanaged.passUnretained(self).toOpaque()
    guard wslay_event_context_server_init(&context, &callbacks, reference) == 0 else {
      preconditionFailure("no memory for a WebSocket")
    }
    wslay_event_config_set_max_recv_msg_length(context, UInt64(maxMessageBytes))
    return context
  }

  /// Frees a context that holds no state: a new one would behave the same.
  private func rest() {
    guard incompleteBytes == 0, !isInMessage, isOpen, isReading, wslay_event_want_write(context) == 0 else { return }
    wslay_event_context_free(context)
    context = nil
  }

  private static func of(_ codec: UnsafeMutableRawPointer?) -> WebSocketCodec {
    Unmanaged<WebSocketCodec>.fromOpaque(codec!).takeUnretainedValue()
  }

  /// Reads bytes of the client and returns the complete messages. Replies to pings and close frames are written.
  func receive(_ bytes: UnsafeRawBufferPointer) -> [WebSocketMessage] {
    input = bytes
    incompleteBytes += bytes.count
    // After any error in a message the library has queued a close frame and reads no more.
    let outcome = wslay_event_recv(opened())
    input = UnsafeRawBufferPointer(start: nil, count: 0)
    if outcome != 0, isOpen {
      abort(.protocolError)
    } else if fragmentCount > Self.maxFragments, isOpen {
      abort(.policyViolation)
    } else {
      write()
    }
    rest()
    defer { messages = [] }
    return messages
  }

  /// Sends a close frame and reads no more. For an invalid frame header the library would close without a status code.
  private func abort(_ code: WebSocketCloseCode) {
    isBroken = true
    output.append([0x88, 2, UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)])
    wslay_event_context_free(context)
    context = nil
  }

  func ping() { output.append(WebSocketFrame.ping.bytes) }

  /// Sends a close frame; nothing can be sent afterwards.
  func close(_ code: UInt16, _ reason: String) {
    guard !isBroken else { return }
    let reason = Self.truncated(reason)
    wslay_event_queue_close(opened(), code, reason, reason.count)
    write()
  }

  /// Whether messages may still be sent.
  var isOpen: Bool {
    !isBroken
      && (context == nil || wslay_event_get_close_sent(context) == 0 && wslay_event_get_write_enabled(context) != 0)
  }

  /// Whether the client may still send.
  var isReading: Bool { !isBroken && (context == nil || wslay_event_get_read_enabled(context) != 0) }

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

  /// A frame header was read: two bytes, the extended length, and the mask.
  private func begin(_ frame: wslay_event_on_frame_recv_start_arg) {
    let length = Int(clamping: frame.payload_length)
    frameSize = length + 6 + (length > 65_535 ? 8 : length > 125 ? 2 : 0)
    // Control frames may stand between the fragments of a message.
    guard frame.opcode < WSLAY_CONNECTION_CLOSE.rawValue else { return }
    isInMessage = frame.fin == 0
    fragmentCount = isInMessage ? fragmentCount + 1 : 0
  }

  private func endFrame() { incompleteBytes -= frameSize }

  private func collect(_ message: wslay_event_on_msg_recv_arg) {
    let bytes = UnsafeBufferPointer(start: message.msg, count: message.msg_length)
    switch UInt32(message.opcode) {
    // The library has validated the UTF-8.
    case WSLAY_TEXT_FRAME.rawValue: messages.append(.text(String(decoding: bytes, as: UTF8.self)))
    case WSLAY_BINARY_FRAME.rawValue: messages.append(.binary(Array(bytes)))
    default: break
    }
  }

  /// The reason must fit into a control frame and is not cut within a character.
  private static func truncated(_ reason: String) -> [UInt8] {
    var text = reason
    while text.utf8.count > 120 { text.removeLast() }
    return Array(text.utf8)
  }
}
