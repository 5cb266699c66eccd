/// A set of booths: a bit for each.
struct BoothSet: Sendable {
  private var words: [UInt64]
  private let capacity: Int

  init(count capacity: Int) {
    words = [UInt64](repeating: 0, count: (capacity + 63) / 64)
    self.capacity = capacity
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Adds a booth, unless there is no such booth: a damaged file may name any.
  mutating func insert(_ booth: UInt32) {
    if booth < capacity { words[Int(booth >> 6)] |= 1 << UInt64(booth & 63) }
  }

  /// Removes a booth, if there is such a booth.
  mutating func remove(_ booth: UInt32) {
    if booth < capacity { words[Int(booth >> 6)] &= ~(1 << UInt64(booth & 63)) }
  }

  func contains(_ booth: UInt32) -> Bool { words[Int(booth >> 6)] & 1 << UInt64(booth & 63) != 0 }

  mutating func formIntersection(_ other: BoothSet) { for word in words.indices { words[word] &= other.words[word] } }

  mutating func formUnion(_ other: BoothSet) { for word in words.indices { words[word] |= other.words[word] } }

  mutating func subtract(_ other: BoothSet) { for word in words.indices { words[word] &= ~other.words[word] } }

  /// Calls `body` with each booth, ascending, until it returns false.
  func forEach(_ body: (UInt32) -> Bool) {
    for (index, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        guard body(UInt32(index * 64 + rest.trailingZeroBitCount)) else { return }
        rest &= rest - 1
      }
    }
  }

  /// The booths, ascending; each `step`-th.
  func members(step: Int = 1) -> [UInt32] {
    var found: [UInt32] = []
    var number = 0
    forEach { booth in
      if number % step == 0 { found.append(booth) }
      number += 1
      return true
    }
    return found
  }
}
