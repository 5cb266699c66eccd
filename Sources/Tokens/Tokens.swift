public import Basics

/// Unpredictable bytes of the operating system.
public let systemRandom: RandomBytes = { count in fatalError("skeleton") }

/// Says that bytes are ours, and finds out whether they still are (HMAC-SHA-512-256).
public struct Seal: Sendable {
  /// A seal of a secret key of 32 bytes.
  public init(key: [UInt8]) { fatalError("skeleton") }

  /// 32 bytes that only the key's owner can make for a text.
  public func code(for bytes: [UInt8]) -> [UInt8] { fatalError("skeleton") }

  /// Whether a code is that of the bytes, in constant time. A code may be cut to its first 16 bytes or more.
  public func isCode(_ code: [UInt8], for bytes: [UInt8]) -> Bool { fatalError("skeleton") }
}
