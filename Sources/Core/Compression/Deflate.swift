import CZlib

/// Compression of stored bytes (zlib, RFC 1950).
package enum Deflate {
  /// The fastest level: what is stored is often compressed already, such as photos.
  private static let level: Int32 = 1

  /// The compressed bytes; nil if that does not make them smaller.
  package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var isSmaller = false
    let result = [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
      var size = uLongf(output.count)
      isSmaller = compress2(output.baseAddress, &size, bytes, uLong(bytes.count), level) == Z_OK
      count = isSmaller ? Int(size) : 0
    }
    return isSmaller && result.count < bytes.count ? result : nil
  }

  /// The bytes that were compressed; nil unless the input is the compressed form of exactly `count` bytes.
  package static func expanded(_ compressed: [UInt8], count: Int) -> [UInt8]? {
    var isWhole = false
    let result = [UInt8](unsafeUninitializedCapacity: count) { output, filled in
      var size = uLongf(count)
      var used = uLong(compressed.count)
      let outcome = uncompress2(output.baseAddress, &size, compressed, &used)
      isWhole = outcome == Z_OK && Int(size) == count && Int(used) == compressed.count
      filled = isWhole ? count : 0
    }
    return isWhole ? result : nil
  }
}
