import Segments

/// Numbers distinct byte strings in order of first occurrence.
struct ByteTable: Sendable {
  private var bytes: [UInt8] = []
  /// The end of each string in `bytes`.
  private var ends: [Int] = []
  private var hashes: [UInt32] = []
  /// Open addressing: numbers plus one, 0 for free. The size is a power of two; at most half is used.
  private var slots = [UInt32](repeating: 0, count: 64)

  var strings: [ArraySlice<UInt8>] { ends.indices.map(string) }

  /// The number of a string. A new string gets the next number.
  mutating func number(of text: PackedArray<UInt8>) -> Int {
    let hash = Self.hash(text)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, string(number).elementsEqual(text) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    bytes += text
    ends.append(bytes.count)
    hashes.append(hash)
    slots[slot] = UInt32(ends.count)
    if ends.count * 2 > slots.count { grow() }
    return ends.count - 1
  }

  private func string(_ number: Int) -> ArraySlice<UInt8> {
    bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number + 1)
    }
  }

  /// Seeded differently in every process, so that an attacker cannot prepare texts that collide.
  private static func hash(_ text: PackedArray<UInt8>) -> UInt32 {
    var hasher = Hasher()
    unsafe text.withUnsafeBufferPointer { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}
