import CSodium

/// Authenticated encryption of long texts in frames (libsodium's secretstream, XChaCha20-Poly1305). Every frame is bound
/// to its place and the last one is marked, so nothing can be changed, moved, added or cut off unnoticed.
package struct SecretStream: Sendable {
  private let key: [UInt8]

  /// The length of a key in bytes.
  package static let keyLength = crypto_secretstream_xchacha20poly1305_keybytes()
  private static let headerLength = crypto_secretstream_xchacha20poly1305_headerbytes()
  private static let sealLength = crypto_secretstream_xchacha20poly1305_abytes()
  /// Bytes of a text's frame.
  private static let frame = 65_536

  /// Encryption with a secret key of 32 bytes.
  package init(key: [UInt8]) {
    precondition(key.count == Self.keyLength)
    Sodium.start()
    self.key = key
  }

  /// Encrypts bytes; the result differs each time.
  /// - Parameter label: associated data that identifies the text; decryption needs the same label.
  package func encrypt(_ bytes: [UInt8], label: String) -> [UInt8] {
    let label = Array(label.utf8)
    var state = crypto_secretstream_xchacha20poly1305_state()
    var closed = [UInt8](repeating: 0, count: Self.headerLength)
    crypto_secretstream_xchacha20poly1305_init_push(&state, &closed, key)
    closed.reserveCapacity(bytes.count + Self.headerLength + (bytes.count / Self.frame + 1) * Self.sealLength)
    var start = 0
    repeat {
      let end = min(bytes.count, start + Self.frame)
      let isLast = end == bytes.count
      let tag =
        isLast ? crypto_secretstream_xchacha20poly1305_tag_final() : crypto_secretstream_xchacha20poly1305_tag_message()
      closed += [UInt8](unsafeUninitializedCapacity: end - start + Self.sealLength) { output, count in
        var size = UInt64(0)
        bytes[start..<end].withUnsafeBufferPointer { frame in
          _ = crypto_secretstream_xchacha20poly1305_push(
            &state, output.baseAddress, &size, frame.baseAddress, UInt64(frame.count), label, UInt64(label.count), tag)
        }
        count = Int(size)
      }
      start = end
    } while start < bytes.count
    return closed
  }

  /// Decrypts bytes; nil when they were encrypted with another key or label, modified, or cut off.
  package func decrypt(_ closed: [UInt8], label: String) -> [UInt8]? {
    let label = Array(label.utf8)
    var state = crypto_secretstream_xchacha20poly1305_state()
    guard closed.count >= Self.headerLength + Self.sealLength,
      crypto_secretstream_xchacha20poly1305_init_pull(&state, Array(closed.prefix(Self.headerLength)), key) == 0
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(closed.count)
    var start = Self.headerLength
    while start < closed.count {
      let end = min(closed.count, start + Self.frame + Self.sealLength)
      guard end - start >= Self.sealLength else { return nil }
      var (isIntact, tag) = (false, UInt8(0))
      bytes += [UInt8](unsafeUninitializedCapacity: end - start - Self.sealLength) { output, count in
        var size = UInt64(0)
        closed[start..<end].withUnsafeBufferPointer { frame in
          isIntact =
            crypto_secretstream_xchacha20poly1305_pull(
              &state, output.baseAddress, &size, &tag, frame.baseAddress, UInt64(frame.count), label,
              UInt64(label.count)) == 0
        }
        count = isIntact ? Int(size) : 0
      }
      guard isIntact else { return nil }
      if tag == crypto_secretstream_xchacha20poly1305_tag_final() { return end == closed.count ? bytes : nil }
      start = end
    }
    return nil
  }
}
