import Basics
import Booths
import Geo

/// A 64-bit hash that is the same in every process and release: it is stored.
///
/// Each step multiplies to 128 bits and folds the halves, as wyhash does (Wang Yi, 2019). It is no protection against
/// someone who looks for collisions; nothing but that someone's own rows would suffer.
struct StableHash {
  private(set) var value: UInt64

  /// Starts, with a seed to tell hashes of the same bytes apart.
  init(_ seed: UInt64 = 0x243F_6A88_85A3_08D3) {
    value = seed
  }

  /// Takes in a word.
  mutating func combine(_ word: UInt64) {
    let product = (value ^ word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    value = product.high ^ product.low &+ word
  }

  /// Takes in bytes and their number.
  mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
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

  /// Takes in the UTF-8 of a text.
  mutating func combine(_ text: String) {
    // Without a copy of the string, which is contiguous unless it was bridged from elsewhere.
    if text.utf8.withContiguousStorageIfAvailable({ combine($0) }) != nil { return }
    Array(text.utf8).withUnsafeBufferPointer { combine($0) }
  }

  fileprivate mutating func combine(_ text: String?) {
    guard let text else { return combine(Self.missing) }
    combine(text)
  }

  fileprivate mutating func combine(_ number: Int?) {
    combine(number.map { UInt64(bitPattern: Int64($0)) } ?? Self.missing)
  }

  private static let missing: UInt64 = 0xA409_3822_299F_31D0
}

extension BoothAttributes {
  /// A hash of everything that a source said of a booth but its identifier.
  var fingerprint: Int64 {
    var hash = StableHash()
    hash.combine(name)
    hash.combine(brand)
    hash.combine(roadAddress)
    hash.combine(lotAddress)
    hash.combine(phone)
    hash.combine(openingHours)
    hash.combine(coordinate.map { Int($0.latitudeE7) << 32 | Int(UInt32(bitPattern: $0.longitudeE7)) })
    hash.combine(UInt64(tags.count))
    for tag in tags { hash.combine(tag) }
    hash.combine(cuts)
    hash.combine(shots)
    hash.combine(price)
    hash.combine(capacity)
    hash.combine(evenPrintsOnly.map { $0 ? 1 : 0 })
    hash.combine(UInt64(status.code))
    hash.combine(lastVerified.map { Int($0.milliseconds) })
    return Int64(bitPattern: hash.value)
  }
}
