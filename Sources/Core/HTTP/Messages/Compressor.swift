import CZlib

/// Compresses a body to one gzip member at the highest level; nil when that does not make it smaller. For bodies that
/// are compressed once and sent often: it blocks for about 50 ms per megabyte.
package func gzipped(_ bytes: [UInt8]) -> [UInt8]? { Compressor(level: 9)?.compress(bytes) }

/// gzip by zlib. Not thread-safe: one thread or task at a time.
final class Compressor {
  //   // Level 5 makes JSON within about 2 % of the best in half of its time; 15 + 16 requests a gzip frame.
  static let level: Int32 = 5
  private static let window: Int32 = 15 + 16
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  /// Nil when there is no memory for the tables (about 256 KB).
  init?(level: Int32 = Compressor.level) {
    stream.initialize(to: z_stream())
    let outcome = deflateInit2_(
      stream, level, Z_DEFLATED, Self.window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard outcome == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// A whole body as one gzip member; nil when that does not make it smaller.
  func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard deflateReset(stream) == Z_OK else { return nil }
    return deflate(bytes[...], isLast: true, room: bytes.count)
  }

  /// The next piece of a longer body; `isLast` ends the member.
  func compress(piece: ArraySlice<UInt8>, isLast: Bool) -> [UInt8]? {
    deflate(piece, isLast: isLast, room: Int(deflateBound(stream, UInt(piece.count))) + 64)
  }

  /// Compresses into at most `room` bytes; nil when that is not enough.
  private func deflate(_ bytes: ArraySlice<UInt8>, isLast: Bool, room: Int) -> [UInt8]? {
    var isDone = false
    let compressed = [UInt8](unsafeUninitializedCapacity: room) { output, count in
      bytes.withUnsafeBufferPointer { input in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(room)
        let outcome = CZlib.deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
        isDone = isLast ? outcome == Z_STREAM_END : outcome == Z_OK && stream.pointee.avail_in == 0
        count = room - Int(stream.pointee.avail_out)
        stream.pointee.next_in = nil
      }
    }
    return isDone ? compressed : nil
  }
}

/// Compresses a large body piece by piece as the client reads it, so that no thread is occupied for long.
///
/// `ResponseBody.stream` asks for one piece at a time, so the actor is never contended.
actor CompressedPieces {
  private static let piece = 131_072
  private let body: [UInt8]
  private var position = 0
  private var compressor: Compressor?

  init(_ body: [UInt8]) {
    self.body = body
  }

  private struct OutOfMemory: Error {}

  func next() throws -> [UInt8]? {
    guard position < body.count else { return nil }
    if position == 0 { compressor = Compressor() }
    let end = min(body.count, position + Self.piece)
    guard let bytes = compressor?.compress(piece: body[position..<end], isLast: end == body.count) else {
      throw OutOfMemory()
    }
    position = end
    return bytes
  }
}
