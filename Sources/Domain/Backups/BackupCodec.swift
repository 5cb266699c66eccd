import Basics
import Compression
import Crypto

/// The key that encrypts backups: 32 random bytes, as 64 hexadecimal digits.
package struct BackupKey: Sendable, CustomReflectable {
  /// Tells a wrong key from damage; reveals nothing of the key.
  let id: String
  fileprivate let stream: SecretStream
  fileprivate let names: [UInt8]

  /// Parses a key; nil when malformed.
  package init?(_ text: String) {
    guard text.utf8.count == 64, let key = bytes(ofHexadecimal: text) else { return nil }
    let derived: (String) -> [UInt8] = { HMAC.sha256(of: Array("fourcuts backup \($0)".utf8), key: key) }
    id = hexadecimal(Array(derived("id").prefix(8)))
    stream = SecretStream(key: derived("content"))
    names = derived("names")
  }

  /// Empty: it is secret.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Turns content into what a target stores, and back: compressed if that helps, and encrypted if there is a key.
struct BackupCodec: Sendable {
  let key: BackupKey?

  private static let headerLength = 5

  /// The name of an object: the SHA-256 of its content, or with a key a MAC of that, which reveals nothing.
  /// - Parameter hash: in hexadecimal digits.
  func name(ofHash hash: String) -> String {
    key.map { hexadecimal(HMAC.sha256(of: Array(hash.utf8), key: $0.names)) } ?? hash
  }

  func name(of content: [UInt8]) -> String { name(ofHash: hexadecimal(Digest.bytes(of: content))) }

  /// - Parameter path: Where the result is stored. It can't be opened as from elsewhere.
  func seal(_ content: [UInt8], for path: String) -> [UInt8] {
    let compressed = Deflate.compressed(content)
    let size = UInt32(content.count)
    let header = [compressed == nil ? 0 : 1] + (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) }
    let bytes = header + (compressed ?? content)
    return key?.stream.encrypt(bytes, label: path) ?? bytes
  }

  /// The content; nil when the bytes are damaged, or sealed by another key or for another path.
  func open(_ stored: [UInt8], from path: String) -> [UInt8]? {
    let opened = if let key { key.stream.decrypt(stored, label: path) } else { stored as [UInt8]? }
    guard let bytes = opened, bytes.count >= Self.headerLength else { return nil }
    let size = bytes[1..<Self.headerLength].reduce(0) { $0 << 8 | Int($1) }
    let content = Array(bytes.dropFirst(Self.headerLength))
    guard size <= Self.maxContentBytes else { return nil }
    switch bytes[0] {
    case 0: return content.count == size ? content : nil
    case 1: return Deflate.expanded(content, count: size)
    default: return nil
    }
  }

  /// The largest content of an object: a photo. A damaged size must not take all memory.
  static let maxContentBytes = 256 << 20
}
