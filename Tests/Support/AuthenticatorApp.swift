import Accounts
package import Basics

/// An authenticator app with one secret.
package struct AuthenticatorApp: Sendable {
  private let codes: OneTimeCodes

  /// - Parameter secret: in Base32, as people type it.
  package init(secret: String) {
    var bytes: [UInt8] = []
    var (value, bits) = (0, 0)
    for letter in secret.utf8 {
      let digit = (0x41...0x5A).contains(letter) ? letter - 0x41 : letter - 0x32 + 26
      (value, bits) = ((value << 5 | Int(digit)) & 0xFFFF, bits + 5)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: value >> bits))
      }
    }
    codes = OneTimeCodes(secret: bytes)
  }

  /// What it shows at an instant.
  /// - Parameter offset: steps by which its clock is ahead.
  package func code(at instant: Timestamp, offset: Int64 = 0) -> String {
    codes.code(of: OneTimeCodes.step(at: instant) + offset)
  }

  /// A code that is wrong at an instant, also a step before and after.
  package func wrongCode(at instant: Timestamp) -> String {
    let right = Set((-1...1).map { code(at: instant, offset: $0) })
    return ["000000", "111111", "222222", "333333"].first { !right.contains($0) } ?? "444444"
  }
}
