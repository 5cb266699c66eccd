import Basics
import Crypto

/// An access token of the V1 API.
struct SandboxToken: Hashable {
  private static let lifetime: Int64 = 1800

  let text: String
  private(set) var expiresAt: Timestamp

  /// Creates a token that is valid for half an hour.
  init(at now: Timestamp, random: RandomBytes) {
    text = hexadecimal(random(20))
    expiresAt = now.advanced(seconds: Self.lifetime)
  }

  /// Called when a client requests a token again: it gets the same one until it expires. A request in the last minute
  /// extends it by five minutes.
  mutating func extendIfExpiring(at now: Timestamp) {
    if expiresAt <= now.advanced(seconds: 60) { expiresAt = expiresAt.advanced(seconds: 300) }
  }
}
