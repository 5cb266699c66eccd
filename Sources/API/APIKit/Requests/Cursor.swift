package import Basics
package import Crypto

/// The cursors of pages: opaque texts that only this service can make, each good for one list.
///
/// A cursor is the moment (8 bytes) and the identifier of the last item, and 16 bytes of their seal together with the
/// list's name, all in Base64 for addresses (RFC 4648, 5).
package struct Cursors: Sendable {
  private static let codeLength = 16
  private static let maxIdentifierLength = 64

  private let seal: Seal

  /// Cursors under a seal.
  package init(_ seal: Seal) {
    self.seal = seal
  }

  /// The cursor behind the last item of a page of a list.
  package func text(_ key: PageKey, of list: String) -> String {
    let instant = UInt64(bitPattern: key.instant.milliseconds)
    let payload = (0..<8).map { UInt8(truncatingIfNeeded: instant >> (56 - 8 * UInt64($0))) } + Array(key.id.utf8)
    return Base64URL.encode(payload + seal.code(for: Cursors.sealed(payload, list)).prefix(Cursors.codeLength))
  }

  /// Where a page of a list goes on.
  /// - Throws: `DomainError` `cursor-invalid`, field `cursor`, unless the text is one that `text` made for the same
  ///   list.
  package func key(_ text: String, of list: String) throws(DomainError) -> PageKey {
    guard text.utf8.count <= 200, let bytes = Base64URL.decode(text), bytes.count > 8 + Cursors.codeLength,
      bytes.count <= 8 + Cursors.maxIdentifierLength + Cursors.codeLength
    else { throw Cursors.invalid }
    let payload = Array(bytes.dropLast(Cursors.codeLength))
    guard seal.isCode(Array(bytes.suffix(Cursors.codeLength)), for: Cursors.sealed(payload, list)),
      let id = String(validating: payload[8...], as: UTF8.self)
    else { throw Cursors.invalid }
    let instant = payload[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return PageKey(instant: Timestamp(milliseconds: Int64(bitPattern: instant)), id: id)
  }

  /// The parts with their lengths between them, so that no two pairs are sealed alike.
  private static func sealed(_ payload: [UInt8], _ list: String) -> [UInt8] {
    Array("cursor:\(payload.count):".utf8) + payload + Array(list.utf8)
  }

  private static var invalid: DomainError {
    DomainError(
      .invalid, "cursor-invalid", "The cursor is none of this list; take 'next' of its last page as it is.",
      field: "cursor")
  }
}
