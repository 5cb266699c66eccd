import CLLHTTP
import Glibc

/// Decodes a chunked body with llhttp, and rejects what llhttp tolerates in trailers.
final class ChunkedDecoder {
  /// Framing of more than eight bytes for each content byte plus this allowance is an attack by extensions or
  /// trailers.
  private static let framingAllowance = 16_384

  private let parser = UnsafeMutablePointer<llhttp_t>.allocate(capacity: 1)
  private let state = UnsafeMutablePointer<ChunkState>.allocate(capacity: 1)
  private var raw = 0
  private var previous: UInt8 = 0x0A

  init() {
    parser.initialize(to: llhttp_t())
    state.initialize(to: ChunkState())
    llhttp_init(parser, HTTP_REQUEST, chunkSettings)
    parser.pointee.data = UnsafeMutableRawPointer(state)
    // The head was parsed elsewhere; this one only brings llhttp to the start of the chunks.
    let head: StaticString = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    let count = head.utf8CodeUnitCount
    head.withUTF8Buffer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { _ = llhttp_execute(parser, $0.baseAddress!, count) }
    }
    llhttp_resume(parser)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    parser.deallocate()
  }

  /// The content decoded since the last call.
  func drainContent() -> [UInt8] {
    defer { state.pointee.content = [] }
    return state.pointee.content
  }

  /// Decodes bytes; returns how many belong to the body, and whether it ends there. Trailer fields are dropped.
  func decode(_ bytes: UnsafeRawBufferPointer) throws(Fault) -> (consumed: Int, isComplete: Bool) {
    var position = 0
    while position < bytes.count {
      let start = bytes.baseAddress!.assumingMemoryBound(to: CChar.self) + position
      let wasInTrailers = state.pointee.inTrailers
      let outcome = llhttp_execute(parser, start, bytes.count - position)
      var end = bytes.count
      if outcome == HPE_PAUSED {
        end = llhttp_get_error_pos(parser)! - UnsafePointer(start) + position
        llhttp_resume(parser)
      } else if outcome != HPE_OK {
        throw .chunk
      }
      if wasInTrailers { try check(UnsafeRawBufferPointer(rebasing: bytes[position..<end])) }
      try count(end - position)
      position = end
      if state.pointee.isComplete { return (position, true) }
    }
    return (position, false)
  }

  private func count(_ bytes: Int) throws(Fault) {
    raw += bytes
    guard raw - state.pointee.decoded * 9 <= Self.framingAllowance else { throw .chunk }
  }

  /// Requires CR LF at the end of trailer lines and rejects folded lines.
  private func check(_ trailer: UnsafeRawBufferPointer) throws(Fault) {
    for byte in trailer {
      if byte == 0x0A && previous != 0x0D { throw .chunk }
      if (byte == 0x20 || byte == 0x09) && previous == 0x0A { throw .chunk }
      previous = byte
    }
  }
}

private struct ChunkState {
  var content: [UInt8] = []
  var decoded = 0
  var inTrailers = false
  var isComplete = false
}

private func state(of parser: UnsafeMutablePointer<llhttp_t>?) -> UnsafeMutablePointer<ChunkState> {
  parser!.pointee.data.assumingMemoryBound(to: ChunkState.self)
}

/// Written once, before the first decoder, and read by llhttp only. Parsing pauses after the head, the header of the
/// last chunk and the end of the body.
nonisolated(unsafe) private let chunkSettings: UnsafeMutablePointer<llhttp_settings_t> = {
  let settings = UnsafeMutablePointer<llhttp_settings_t>.allocate(capacity: 1)
  settings.initialize(to: llhttp_settings_t())
  settings.pointee.on_headers_complete = { _ in Int32(HPE_PAUSED.rawValue) }
  settings.pointee.on_chunk_header = { parser in
    guard parser!.pointee.content_length == 0 else { return 0 }
    state(of: parser).pointee.inTrailers = true
    return Int32(HPE_PAUSED.rawValue)
  }
  settings.pointee.on_body = { parser, at, length in
    let state = state(of: parser)
    state.pointee.content.append(contentsOf: UnsafeRawBufferPointer(start: at, count: length))
    state.pointee.decoded += length
    return 0
  }
  settings.pointee.on_message_complete = { parser in
    state(of: parser).pointee.isComplete = true
    return Int32(HPE_PAUSED.rawValue)
  }
  return settings
}()
