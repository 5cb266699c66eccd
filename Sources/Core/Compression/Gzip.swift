import CZlib
import Glibc

/// gzip (RFC 1952).
package enum Gzip {
  /// 15 for the largest window, 16 for the gzip format.
  private static let window: Int32 = 15 + 16
  private static let pieceSize = 1 << 16

  /// Appends the content of a file to another one as one gzip member. It blocks: about 20 ms a megabyte.
  /// - Returns: Whether all was written.
  package static func compress(file source: Int32, to target: Int32) -> Bool {
    // Closed with the stream.
    let copy = dup(target)
    guard copy >= 0, let stream = gzdopen(copy, "wb6") else {
      close(copy)
      return false
    }
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    var position: off_t = 0
    while true {
      let count = pread(source, &piece, piece.count, position)
      if count < 0 && errno == EINTR { continue }
      let isWritten = count > 0 && gzwrite(stream, piece, UInt32(count)) == Int32(count)
      guard isWritten else { return gzclose(stream) == Z_OK && count == 0 }
      position += off_t(count)
    }
  }

  /// The bytes of one gzip member; nil for anything else, and for more than `maxCount` bytes.
  package static func expanded(_ compressed: [UInt8], maxCount: Int) -> [UInt8]? {
    // Allocated, because the library keeps the address, and a local variable has no lasting one.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    defer { stream.deallocate() }
    stream.initialize(to: z_stream())
    guard inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(stream) }
    return compressed.withUnsafeBufferPointer { input in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.pointee.avail_in = UInt32(clamping: input.count)
      var result: [UInt8] = []
      while true {
        var outcome = Z_OK
        result += [UInt8](unsafeUninitializedCapacity: pieceSize) { output, count in
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = UInt32(pieceSize)
          outcome = inflate(stream, Z_NO_FLUSH)
          count = pieceSize - Int(stream.pointee.avail_out)
        }
        guard result.count <= maxCount else { return nil }
        if outcome == Z_STREAM_END { return stream.pointee.avail_in == 0 ? result : nil }
        // Without progress it is cut off.
        guard outcome == Z_OK, stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0 else { return nil }
      }
    }
  }
}
