/// A name as places are compared by it: without regard to case, blanks and the width of ASCII characters.
struct FoldedName: Hashable {
  private(set) var bytes: [UInt8] = []

  init() {
    bytes.reserveCapacity(128)
  }

  init(_ name: String) {
    self.init()
    fold(name)
  }

  /// Becomes another name, keeping the memory. Complexity: O(length).
  mutating func fold(_ name: String) {
    if name.utf8.withContiguousStorageIfAvailable({ fold($0) }) != nil { return }
    Array(name.utf8).withUnsafeBufferPointer { fold($0) }
  }

  /// Becomes the name in some UTF-8. Bytes that are no UTF-8 are kept as they are.
  mutating func fold(_ name: UnsafeBufferPointer<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    var position = 0
    while position < name.count {
      let first = name[position]
      let length = Self.length(first)
      if length == 1 {
        appendASCII(first)
      } else if position + length > name.count || Self.isKept(first, name[position + 1]) {
        // One by one: a slice takes longer than the three bytes of a syllable.
        for index in position..<min(position + length, name.count) { bytes.append(name[index]) }
      } else {
        appendFolded(String(decoding: name[position..<position + length], as: UTF8.self))
      }
      position += length
    }
  }

  /// A hash of the folded name in a cell.
  func hash(in cell: UInt64) -> UInt64 {
    var hash = StableHash(cell)
    bytes.withUnsafeBufferPointer { hash.combine($0) }
    return hash.value
  }

  /// How many bytes a character takes, from the first of them.
  private static func length(_ first: UInt8) -> Int {
    if first < 0xC0 { return 1 }
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }

  /// Whether a character knows no case and no width: everything from U+3040 to U+EFFF, Hangul above all.
  private static func isKept(_ first: UInt8, _ second: UInt8) -> Bool {
    first >= 0xE4 && first <= 0xEE || first == 0xE3 && second > 0x80
  }

  private mutating func appendASCII(_ byte: UInt8) {
    if byte >= 0x41 && byte <= 0x5A {
      bytes.append(byte | 0x20)
    } else if byte > 0x20 || byte < 0x09 {
      bytes.append(byte)
    }
  }

  private mutating func appendFolded(_ text: String) {
    for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
      if (0xFF01...0xFF5E).contains(scalar.value) {
        appendASCII(UInt8(scalar.value - 0xFEE0))
      } else {
        bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
      }
    }
  }
}
