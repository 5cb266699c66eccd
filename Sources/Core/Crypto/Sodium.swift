package import Basics
import CSodium

/// Initialises libsodium at first use, once per process.
enum Sodium {
  private static let isReady = sodium_init() >= 0

  static func start() {
    // It fails only without a source of random numbers: nothing here could be trusted then.
    precondition(isReady, "libsodium cannot be initialised")
  }
}

/// Unpredictable bytes of the operating system.
package let systemRandom: RandomBytes = { count in
  Sodium.start()
  var bytes = [UInt8](repeating: 0, count: count)
  randombytes_buf(&bytes, count)
  return bytes
}

/// Whether two secrets are equal, in constant time for equal lengths.
package func areEqualSecrets(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  Sodium.start()
  return left.count == right.count && sodium_memcmp(left, right, left.count) == 0
}
