/// A streaming JSON writer (RFC 8259), which appends UTF-8 bytes without a string for each field.
///
/// It inserts the commas. The caller must write keys in objects only and close everything that it opens. Each call
/// takes time in proportion to the bytes written.
public struct JSONWriter: ~Copyable {
  /// Owned; `count` of `capacity` bytes are initialised.
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes written so far.
  public private(set) var count = 0
  /// Whether the next key or element needs a comma before it.
  private var followsValue = false

  /// An empty document with a given capacity; it grows as needed.
  public init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    base = .allocate(capacity: self.capacity)
  }

  deinit {
    base.deallocate()
  }

  /// The document.
  public consuming func finish() -> [UInt8] {
    [UInt8](UnsafeBufferPointer(start: base, count: count))
  }

  // MARK: Structure

  /// `{`
  public mutating func beginObject() { open(0x7B) }

  /// `}`
  public mutating func endObject() { close(0x7D) }

  /// `[`
  public mutating func beginArray() { open(0x5B) }

  /// `]`
  public mutating func endArray() { close(0x5D) }

  /// A key that needs no escaping, for the constant names of fields.
  public mutating func key(_ name: StaticString) {
    let length = name.utf8CodeUnitCount
    reserve(length + 4)
    separate()
    let start = base + count
    start[0] = 0x22
    copyBytes(name.utf8Start, length, to: start + 1)
    start[length + 1] = 0x22
    start[length + 2] = 0x3A
    count += length + 3
    followsValue = false
  }

  /// A key, escaped if necessary.
  public mutating func key(named name: String) {
    string(name)
    reserve(1)
    put(0x3A)
    followsValue = false
  }

  // MARK: Values

  /// A string from UTF-8 bytes, escaped if necessary.
  public mutating func string(_ utf8: ArraySlice<UInt8>) {
    utf8.withUnsafeBufferPointer { string($0) }
  }

  /// A string from borrowed UTF-8 bytes, escaped if necessary.
  public mutating func string(_ utf8: UnsafeBufferPointer<UInt8>) {
    beginValue(reserving: utf8.count + 2)
    put(0x22)
    if let start = utf8.baseAddress {
      let clean = JSONText.copyCleanPrefix(start, utf8.count, to: base + count)
      count += clean
      if clean < utf8.count { escape(UnsafeBufferPointer(rebasing: utf8[clean...])) }
    }
    endString()
  }

  /// A string, escaped if necessary.
  public mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string($0) }
  }

  /// A string that needs no escaping, for constants.
  public mutating func literal(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    beginValue(reserving: length + 2)
    let start = base + count
    start[0] = 0x22
    copyBytes(text.utf8Start, length, to: start + 1)
    start[length + 1] = 0x22
    count += length + 2
  }

  /// `true` or `false`.
  public mutating func bool(_ value: Bool) { bare(value ? "true" : "false") }

  /// `null`
  public mutating func null() { bare("null") }

  /// Members of an object that are already serialized, without its braces.
  public mutating func members(_ json: UnsafeBufferPointer<UInt8>) {
    guard let start = json.baseAddress else { return }
    beginValue(reserving: json.count)
    copy(start, json.count)
  }

  /// The characters of a number or a literal, unchanged.
  mutating func bare(_ text: StaticString) {
    beginValue(reserving: text.utf8CodeUnitCount)
    copy(text.utf8Start, text.utf8CodeUnitCount)
  }

  // MARK: Bytes

  /// Writes the comma before a value and reserves its bytes.
  @inline(__always)
  mutating func beginValue(reserving length: Int) {
    reserve(length + 1)
    separate()
    followsValue = true
  }

  /// Writes a byte that was reserved.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    base[count] = byte
    count += 1
  }

  /// Writes the last `length` decimal digits of a number, which were reserved: from the end, since that needs only
  /// divisions by a constant, two digits at a time.
  @inline(__always)
  mutating func fill(_ value: UInt64, _ length: Int) {
    var rest = value
    let start = base + count
    var position = length
    while position >= 2 {
      position -= 2
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      let tens = pair / 10
      start[position] = 0x30 + UInt8(truncatingIfNeeded: tens)
      start[position + 1] = 0x30 + UInt8(truncatingIfNeeded: pair - tens * 10)
      rest = quotient
    }
    if position == 1 { start[0] = 0x30 + UInt8(truncatingIfNeeded: rest % 10) }
    count += length
  }

  /// Moves the last `places` digits to make room for a point before them, which was reserved.
  @inline(__always)
  mutating func insertPoint(before places: Int) {
    let end = base + count
    for offset in 0..<places { end[-offset] = end[-offset - 1] }
    end[-places] = 0x2E
    count += 1
  }

  @inline(__always)
  mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(more) }
  }

  @inline(__always)
  private mutating func copy(_ source: UnsafePointer<UInt8>, _ length: Int) {
    copyBytes(source, length, to: base + count)
    count += length
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.update(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = larger
  }

  @inline(__always)
  private mutating func separate() {
    if followsValue { put(0x2C) }
  }

  private mutating func open(_ bracket: UInt8) {
    beginValue(reserving: 1)
    put(bracket)
    followsValue = false
  }

  private mutating func close(_ bracket: UInt8) {
    reserve(1)
    put(bracket)
    followsValue = true
  }

  private mutating func endString() {
    reserve(1)
    put(0x22)
  }

  /// Escapes the first byte, and copies or escapes those after it.
  @inline(never)
  private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>) {
    guard let start = utf8.baseAddress else { return }
    var position = 0
    while position < utf8.count {
      reserve(utf8.count - position + 6)
      escape(utf8[position])
      position += 1
      let run = JSONText.copyCleanPrefix(start + position, utf8.count - position, to: base + count)
      count += run
      position += run
    }
  }

  private mutating func escape(_ byte: UInt8) {
    put(0x5C)
    switch byte {
    case 0x22, 0x5C: put(byte)
    case 0x08: put(0x62)
    case 0x09: put(0x74)
    case 0x0A: put(0x6E)
    case 0x0C: put(0x66)
    case 0x0D: put(0x72)
    default:
      for character: UInt8 in [0x75, 0x30, 0x30, JSONText.hexadecimal(byte >> 4), JSONText.hexadecimal(byte & 15)] {
        put(character)
      }
    }
  }
}

/// Copies few bytes by few instructions, such as keys and names.
@inline(__always)
private func copyBytes(_ source: UnsafeRawPointer, _ length: Int, to target: UnsafeMutableRawPointer) {
  func copy<Word: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: Word.Type) {
    let word = source.loadUnaligned(fromByteOffset: offset, as: Word.self)
    target.storeBytes(of: word, toByteOffset: offset, as: Word.self)
  }
  switch length {
  case 33...: target.copyMemory(from: source, byteCount: length)
  case 17...:
    // Two that overlap are as long as needed.
    copy(0, UInt128.self)
    copy(length - 16, UInt128.self)
  case 8...:
    copy(0, UInt64.self)
    copy(length - 8, UInt64.self)
  case 4...:
    copy(0, UInt32.self)
    copy(length - 4, UInt32.self)
  default:
    for offset in 0..<length { copy(offset, UInt8.self) }
  }
}

enum JSONText {
  /// Copies the leading bytes that need no escaping: no quote, no backslash, no control character. Eight at a
  /// time.
  /// - Parameter target: Has room for all bytes.
  /// - Returns: How many they are.
  @inline(__always)
  static func copyCleanPrefix(
    _ start: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let (source, target) = (UnsafeRawPointer(start), UnsafeMutableRawPointer(target))
    var position = 0
    while position + 8 <= count {
      let eight = source.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      if needsEscape(eight) { break }
      target.storeBytes(of: eight, toByteOffset: position, as: UInt64.self)
      position += 8
    }
    if position < count, position >= 8 {
      // The last eight overlap those before, which are clean.
      let eight = source.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      if count - position < 8, !needsEscape(eight) {
        target.storeBytes(of: eight, toByteOffset: count - 8, as: UInt64.self)
        return count
      }
    }
    while position < count, !needsEscape(start[position]) {
      target.storeBytes(of: start[position], toByteOffset: position, as: UInt8.self)
      position += 1
    }
    return position
  }

  static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
  }

  /// The tests for "some byte is zero" and "some byte is below n" are from S. E. Anderson, Bit Twiddling Hacks.
  @inline(__always)
  private static func needsEscape(_ eight: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = eight ^ (ones &* 0x22)
    let backslash = eight ^ (ones &* 0x5C)
    let zeroes = ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
    let controls = (eight &- (ones &* 0x20)) & ~eight
    return (zeroes | controls) & (ones &* 0x80) != 0
  }

  static func hexadecimal(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x57 + nibble
  }
}
