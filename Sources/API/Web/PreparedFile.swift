import Basics
import Crypto
import HTTP

extension PreparedResponse {
  /// A static file.
  /// - Parameter fields: headers besides type, tag and length.
  init(_ bytes: [UInt8], type: String, _ fields: [(String, String)]) {
    let tag = "W/\"\(contentHash([bytes]))\""
    self.init(bytes, Headers([("Content-Type", type)] + fields + [("ETag", tag)]))
  }
}

/// The first 16 hexadecimal digits of the SHA-256 of some contents: enough to distinguish all versions.
func contentHash(_ contents: [[UInt8]]) -> String {
  var digest = Digest()
  for bytes in contents {
    // The length prefix separates the parts unambiguously.
    withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { digest.update($0) }
    digest.update(bytes)
  }
  return hexadecimal(digest.bytes.prefix(8))
}
