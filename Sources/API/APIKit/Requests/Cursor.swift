package import Basics
package import Crypto

/// Pagination cursors: opaque texts that only this service can make, each valid for one list.
///
/// A cursor is the instant (8 bytes) and the identifier of the last item, and a 16-byte MAC of both and the list's
/// name, in Base64url (RFC 4648, 5).
package struct Cursors: Sendable {
  private static let codeLength = 16
  private static let maxIdentifierLength = 64

  private let authenticator: MessageAuthenticator

  package init(_ authenticator: MessageAuthenticator) {
    self.authenticator = authenticator
  }

  package func text(_ key: PageKey, of list: String) -> String {
    let instant = UInt64(bitPattern: key.instant.milliseconds)
    let payload = (0..<8).map { UInt8(truncatingIfNeeded: instant >> (56 - 8 * UInt64($0))) } + Array(key.id.utf8)
    return Base64URL.encode(payload + authenticator.code(for: Cursors.sealed(payload, list)).prefix(Cursors.codeLength))
  }

  /// The position of a cursor in a list.
  /// - Throws: `DomainError` `cursor-invalid`, field `cursor`, unless `text` made the cursor for the same list.
  package func key(_ text: String, of list: String) throws(DomainError) -> PageKey {
    guard text.utf8.count <= 200, let bytes = Base64URL.decode(text), bytes.count > 8 + Cursors.codeLength,
      bytes.count <= 8 + Cursors.maxIdentifierLength + Cursors.codeLength
    else { throw Cursors.invalid }
    let payload = Array(bytes.dropLast(Cursors.codeLength))
    guard authenticator.isCode(Array(bytes.suffix(Cursors.codeLength)), for: Cursors.sealed(payload, list)),
      let id = String(validating: payload[8...], as: UTF8.self)
    else { throw Cursors.invalid }
    let instant = payload[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return PageKey(instant: Timestamp(milliseconds: Int64(bitPattern: instant)), id: id)
  }

  /// The MAC's input: the length separates the parts, so that no two pairs give the same bytes.
  private static func sealed(_ payload: [UInt8], _ list: String) -> [UInt8] {
    Array("cursor:\(payload.count):".utf8) + payload + Array(list.utf8)
  }

  private static var invalid: DomainError {
    DomainError(
      .invalid, "cursor-invalid", "The cursor is invalid for this list; send 'next' of the last page unchanged.",
      field: "cursor")
  }
}
