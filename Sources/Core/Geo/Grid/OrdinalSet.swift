/// A small set of ordinals with fast look-up: open addressing, at most half full.
struct OrdinalSet: Sendable {
  private(set) var count = 0
  /// An ordinal plus one, or zero.
  private var slots: [UInt32] = [UInt32](repeating: 0, count: 8)

  @inline(__always)
  private func slot(_ ordinal: UInt32) -> Int {
    // Fibonacci hashing (D. E. Knuth, The Art of Computer Programming, 6.4).
    Int(truncatingIfNeeded: (UInt64(ordinal) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count &- 1)
  }

  /// Complexity: O(1).
  @inline(__always)
  func contains(_ ordinal: UInt32) -> Bool {
    if count == 0 { return false }
    var position = slot(ordinal)
    while slots[position] != 0 {
      if slots[position] == ordinal &+ 1 { return true }
      position = (position &+ 1) & (slots.count &- 1)
    }
    return false
  }

  /// Inserts an ordinal; false when it was in the set already.
  @discardableResult
  mutating func insert(_ ordinal: UInt32) -> Bool {
    if contains(ordinal) { return false }
    if 2 * (count + 1) > slots.count { grow() }
    insertSlot(ordinal)
    count += 1
    return true
  }

  private mutating func insertSlot(_ ordinal: UInt32) {
    var position = slot(ordinal)
    while slots[position] != 0 { position = (position + 1) & (slots.count - 1) }
    slots[position] = ordinal + 1
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt32](repeating: 0, count: old.count * 2)
    for slot in old where slot != 0 { insertSlot(slot - 1) }
  }
}
