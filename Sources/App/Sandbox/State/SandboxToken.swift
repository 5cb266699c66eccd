import Basics
import Crypto

/// The access token of the first interface.
struct SandboxToken: Hashable {
  private static let lifetime: Int64 = 1800

  let text: String
  private(set) var expiresAt: Timestamp

  /// A token for half an hour.
  init(at now: Timestamp, random: RandomBytes) {
    text = hexadecimal(random(20))
    expiresAt = now.advanced(seconds: Self.lifetime)
  }

  /// Whoever asks again gets the same token until it expires; in its last minute it lives five minutes longer.
  mutating func askedAgain(at now: Timestamp) {
    if expiresAt <= now.advanced(seconds: 60) { expiresAt = expiresAt.advanced(seconds: 300) }
  }
}
