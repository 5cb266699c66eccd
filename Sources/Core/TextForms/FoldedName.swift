/// A name folded for comparison, in UTF-8: ignores case, blanks, width, composition and invisible characters.
///
/// It is Unicode's NFKC_Casefold without blanks. ASCII, Hangul syllables and Chinese characters, which make up nearly
/// all names, are folded byte by byte into reused memory.
package struct FoldedName: Hashable, Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {
    bytes.reserveCapacity(128)
  }

  package init(_ name: String) {
    self.init()
    fold(name)
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Replaces the name and reuses the memory. Complexity: O(length).
  package mutating func fold(_ name: String) {
    if name.utf8.withContiguousStorageIfAvailable({ fold(Span(_unsafeElements: $0)) }) != nil { return }
    fold(Array(name.utf8).span)
  }

  /// Replaces the name by one in UTF-8; invalid UTF-8 becomes U+FFFD. Complexity: O(length).
  package mutating func fold(_ name: Span<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    var position = 0
    bytes.append(addingCapacity: name.count) { folded in
      // Without checks of capacity and initialised bytes for each one.
      folded.withUnsafeMutableBufferPointer { folded, count in position = Self.fold(name, to: folded, &count) }
    }
    if position < name.count { foldByLibrary(name) }
  }

  /// Folds a name up to its first character that may not fold alone, and returns where that is. A folded name is not
  /// longer than the name.
  private static func fold(_ name: Span<UInt8>, to folded: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int) -> Int
  {
    var position = 0
    while position < name.count {
      let byte = name[position]
      if byte < 0x80 {
        folded[count] = byte &- 0x41 < 26 ? byte | 0x20 : byte
        count += byte &- 0x21 < 0x5E ? 1 : 0
        position += 1
      } else if isKept(name, at: position) {
        // One by one: a slice takes longer than three bytes.
        folded[count] = byte
        folded[count + 1] = name[position + 1]
        folded[count + 2] = name[position + 2]
        count += 3
        position += 3
      } else {
        return position
      }
    }
    return position
  }

  /// Whether a character starts here that folds to itself in any context: a Chinese character, or a Hangul syllable
  /// (conjoining jamo, which would combine with a syllable, are excluded).
  private static func isKept(_ name: Span<UInt8>, at position: Int) -> Bool {
    guard position + 2 < name.count, name[position + 1] & 0xC0 == 0x80, name[position + 2] & 0xC0 == 0x80 else {
      return false
    }
    switch name[position] {
    case 0xE4...0xE9, 0xEB, 0xEC: return true
    case 0xEA: return name[position + 1] >= 0xB0
    case 0xED: return name[position + 1] < 0x9E || name[position + 1] == 0x9E && name[position + 2] <= 0xA3
    default: return false
    }
  }

  private mutating func foldByLibrary(_ name: Span<UInt8>) {
    let text = name.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: foldedWithoutBlanks(text).utf8)
  }
}
