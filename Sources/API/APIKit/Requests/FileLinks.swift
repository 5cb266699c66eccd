package import Basics
package import Crypto

/// The tokens of links to photos: opaque texts that only this service can make, each for one photo and one account, for
/// a short time. Anyone who has the link acts as that account until then, but only to read this photo.
///
/// A token is the instant of its end (8 bytes), the account, the photo's name, and a 16-byte MAC of these, in Base64url
/// (RFC 4648, 5).
package struct FileLinks: Sendable {
  /// What a token permits.
  package struct Grant: Hashable, Sendable {
    package let photo: PhotoName
    package let account: AccountID

    package init(photo: PhotoName, account: AccountID) {
      self.photo = photo
      self.account = account
    }
  }

  /// In seconds.
  package static let lifetime: Int64 = 600
  package static let maxTokenLength = 200
  private static let codeLength = 16
  private static let accountLength = 24

  private let authenticator: MessageAuthenticator

  package init(_ authenticator: MessageAuthenticator) {
    self.authenticator = authenticator
  }

  package func token(_ grant: Grant, until end: Timestamp) -> String {
    let instant = UInt64(bitPattern: end.milliseconds)
    let payload =
      (0..<8).map { UInt8(truncatingIfNeeded: instant >> (56 - 8 * UInt64($0))) }
      + Array("\(grant.account)\(grant.photo)".utf8)
    return Base64URL.encode(payload + authenticator.code(for: Self.sealed(payload)).prefix(Self.codeLength))
  }

  /// - Throws: `DomainError` `link-unknown` (notFound) unless `token` made the text, `link-expired` (forbidden).
  package func grant(_ token: String, at instant: Timestamp) throws(DomainError) -> Grant {
    guard token.utf8.count <= Self.maxTokenLength, let bytes = Base64URL.decode(token),
      bytes.count > 8 + Self.accountLength + Self.codeLength
    else { throw .linkUnknown }
    let payload = Array(bytes.dropLast(Self.codeLength))
    guard authenticator.isCode(Array(bytes.suffix(Self.codeLength)), for: Self.sealed(payload)) else {
      throw .linkUnknown
    }
    let (account, photo) = (payload[8..<8 + Self.accountLength], payload[(8 + Self.accountLength)...])
    guard let account = AccountID(String(decoding: account, as: UTF8.self)),
      let photo = PhotoName(String(decoding: photo, as: UTF8.self))
    else { throw .linkUnknown }
    let end = payload[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard instant.milliseconds < Int64(bitPattern: end) else { throw .linkExpired }
    return Grant(photo: photo, account: account)
  }

  /// The MAC's input: cursors, which have the same key, begin otherwise.
  private static func sealed(_ payload: [UInt8]) -> [UInt8] { Array("file:".utf8) + payload }
}

extension DomainError {
  fileprivate static let linkUnknown = DomainError(
    .notFound, "link-unknown", "There is no such link; open the order again and use a new one.")
  fileprivate static let linkExpired = DomainError(
    .forbidden, "link-expired", "This link has expired; open the order again and use a new one.")
}
