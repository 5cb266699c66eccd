/// A 64-bit hash that is the same in every process and release, so that it can be stored.
///
/// Each step multiplies to 128 bits and folds the halves, as wyhash does (Wang Yi, 2019). It is not cryptographic: an
/// attacker can find collisions.
public struct StableHash {
  /// The hash of all combined values.
  public private(set) var value: UInt64

  /// Starts with a seed; different seeds give different hashes.
  public init(_ seed: UInt64 = 0x243F_6A88_85A3_08D3) {
    value = seed
  }

  /// Adds 64 bits.
  public mutating func combine(_ word: UInt64) {
    let product = (value ^ word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    value = product.high ^ product.low &+ word
  }

  /// Adds bytes and their count.
  public mutating func combine(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { combine($0) }
  }

  /// Adds the UTF-8 of a text.
  public mutating func combine(_ text: String) {
    // Avoids a copy of the string, which is contiguous unless it was bridged.
    if text.utf8.withContiguousStorageIfAvailable({ combine($0) }) != nil { return }
    combine(Array(text.utf8))
  }

  /// Adds a text; nil differs from every text.
  public mutating func combine(_ text: String?) {
    guard let text else { return combine(Self.missing) }
    combine(text)
  }

  /// Adds a number, or a marker for nil.
  public mutating func combine(_ number: Int?) {
    combine(number.map { UInt64(bitPattern: Int64($0)) } ?? Self.missing)
  }

  private mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
    combine(UInt64(truncatingIfNeeded: bytes.count))
    let raw = UnsafeRawBufferPointer(bytes)
    var position = 0
    while position + 8 <= raw.count {
      combine(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
      position += 8
    }
    guard position < raw.count else { return }
    var rest: UInt64 = 0
    while position < raw.count {
      rest = rest << 8 | UInt64(raw[position])
      position += 1
    }
    combine(rest)
  }

  private static let missing: UInt64 = 0xA409_3822_299F_31D0
}
