import Basics
import Crypto
import WebAuthn

/// A challenge that this service made. Nothing is stored before it is used; then its digest is, until it expires.
struct PasskeyChallenge {
  enum Purpose: UInt8 {
    case signUp = 1
    case registration, logIn, secondFactor
  }

  /// Seconds.
  static let lifetime: Int64 = 300
  private static let randomLength = 16
  private static let codeLength = MessageAuthenticator.keyLength

  let bytes: [UInt8]
  /// What it was made for: an account or a session; empty for a login.
  let subject: String
  let expiresAt: Timestamp

  /// A new one.
  init(
    _ purpose: Purpose, of subject: String, for party: RelyingParty, at instant: Timestamp,
    _ authenticator: MessageAuthenticator, random: RandomBytes
  ) {
    (self.subject, expiresAt) = (subject, instant.advanced(seconds: Self.lifetime))
    let end = UInt64(bitPattern: expiresAt.milliseconds)
    let time = (0..<8).map { UInt8(truncatingIfNeeded: end >> (56 - 8 * UInt64($0))) }
    let content = [purpose.rawValue] + time + random(Self.randomLength) + Array(subject.utf8)
    bytes = content + authenticator.code(for: Self.label(party) + content)
  }

  /// Parses one that comes back; nil unless this service made it for the purpose and the site, and it has not expired.
  init?(
    _ bytes: [UInt8], _ purpose: Purpose, for party: RelyingParty, at instant: Timestamp,
    _ authenticator: MessageAuthenticator
  ) {
    let content = Array(bytes.dropLast(Self.codeLength))
    guard content.count >= 9 + Self.randomLength, content[0] == purpose.rawValue,
      authenticator.isCode(Array(bytes.suffix(Self.codeLength)), for: Self.label(party) + content)
    else { return nil }
    self.bytes = bytes
    subject = String(decoding: content[(9 + Self.randomLength)...], as: UTF8.self)
    expiresAt = Timestamp(
      milliseconds: Int64(bitPattern: content[1..<9].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
    guard instant < expiresAt else { return nil }
  }

  var used: UsedChallenge {
    UsedChallenge(hash: Base64URL.encode(Digest.bytes(of: bytes)), expiresAt: expiresAt)
  }

  private static func label(_ party: RelyingParty) -> [UInt8] { Array("passkey challenge \(party.origin) ".utf8) }
}
