package import Basics
import Crypto

/// Time-based one-time codes (RFC 6238) as every authenticator app makes them: SHA-1, 6 digits, steps of 30 seconds.
package struct OneTimeCodes: Sendable {
  /// The length of a step in seconds.
  package static let period: Int64 = 30
  package static let digits = 6
  /// In bytes; that of the hash, as RFC 4226, 4 recommends.
  package static let secretLength = 20
  /// How many steps before and after the present one are accepted, because clocks differ.
  private static let skew: Int64 = 1

  package let secret: [UInt8]

  package init(secret: [UInt8]) { self.secret = secret }

  package init(random: RandomBytes) { self.init(secret: random(Self.secretLength)) }

  /// The step of an instant, counted from 1970.
  package static func step(at instant: Timestamp) -> Int64 { instant.milliseconds / (period * 1000) }

  /// The code of a step.
  /// - Parameter digits: from 1 to 9.
  package func code(of step: Int64, digits: Int = Self.digits) -> String {
    let message = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
    let hash = HMAC.sha1(of: message, key: secret)
    let offset = Int(hash[hash.count - 1] & 15)
    let number = hash[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
    let text = String(number % (0..<digits).reduce(1) { power, _ in power * 10 })
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// The step of a code that is valid at an instant; nil if it is not, or not of a later step than the last that was
  /// accepted: each code counts once.
  package func step(of code: String, at instant: Timestamp, after last: Int64) -> Int64? {
    let present = Self.step(at: instant)
    let shown = Array(code.utf8)
    return (present - Self.skew...present + Self.skew).last { step in
      step > last && areEqualSecrets(shown, Array(self.code(of: step).utf8))
    }
  }

  /// The secret as people type it.
  package var text: String { Base32.encode(secret) }

  /// The address that an authenticator app reads from a QR code.
  package func uri(for nickname: String) -> String {
    let issuer = "fourcuts"
    return "otpauth://totp/\(issuer):\(percentEncoded(nickname))?secret=\(text)&issuer=\(issuer)"
      + "&algorithm=SHA1&digits=\(Self.digits)&period=\(Self.period)"
  }
}

/// A code that replaces the authenticator app once, for a lost phone: 16 letters of Base32, 80 bits.
struct RecoveryCode {
  static let count = 10
  private static let length = 10

  /// In groups of four: `k7qd-3mzt-ahw2-xo5e`.
  let text: String
  private let letters: String

  init(random: RandomBytes) {
    letters = Base32.encode(random(Self.length)).lowercased()
    let all = Array(letters)
    text = stride(from: 0, to: all.count, by: 4).map { String(all[$0..<min($0 + 4, all.count)]) }
      .joined(separator: "-")
  }

  /// Parses a code as people type it; nil if it cannot be one.
  init?(_ text: String) {
    letters = text.lowercased().filter { $0 != "-" && $0 != " " }
    guard letters.utf8.count == Self.length * 8 / 5,
      letters.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x32...0x37).contains($0) })
    else { return nil }
    self.text = text
  }

  /// A keyed hash: the database alone does not tell which codes are right.
  func hash(of account: AccountID, _ authenticator: MessageAuthenticator) -> String {
    Base64URL.encode(authenticator.code(for: Array("recovery code \(account) \(letters)".utf8)))
  }
}
