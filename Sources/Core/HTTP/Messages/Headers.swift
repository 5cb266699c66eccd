import Basics
import Glibc

/// Header fields in order; names are case-insensitive.
///
/// The fields are stored in wire format, so that a head of a request or response is one copy. Names and values become
/// strings on access. A look-up costs O(bytes).
package struct Headers: Sendable {
  /// Each field as `Name: value` CR LF. Names are tokens, values hold no CR, LF or NUL.
  private(set) var wire: [UInt8] = []

  package init() {}

  package init(_ fields: [(String, String)]) {
    for (name, value) in fields { add(name, value) }
  }

  /// Name and value of each field, in order. Bytes that are not UTF-8 are replaced.
  package var fields: [(name: String, value: String)] {
    wire.withUnsafeBytes { bytes in
      HeaderFieldSequence(bytes).map { (name: text($0.name), value: text($0.value)) }
    }
  }

  /// The first value of a name; setting replaces all fields of that name, nil removes them.
  package subscript(name: String) -> String? {
    get {
      wire.withUnsafeBytes { bytes in
        HeaderFieldSequence(bytes).first { isSameName($0.name, name) }.map { text($0.value) }
      }
    }
    set {
      remove(name)
      if let newValue { add(name, newValue) }
    }
  }

  /// All values of a name, in order.
  package func values(of name: String) -> [String] {
    wire.withUnsafeBytes { bytes in
      HeaderFieldSequence(bytes).filter { isSameName($0.name, name) }.map { text($0.value) }
    }
  }

  /// Appends a field and sanitizes it: control characters of the value become blanks, non-token characters of the name
  /// become hyphens, so that a value from outside can never start a new line.
  package mutating func add(_ name: String, _ value: String) {
    var (name, value) = (name, value)
    let needed = wire.count + name.utf8.count + value.utf8.count + 4
    if wire.capacity < needed { wire.reserveCapacity(max(needed, 2 * wire.capacity)) }
    name.withUTF8 { name in
      if name.allSatisfy(isToken) {
        wire.append(contentsOf: name)
      } else {
        wire.append(contentsOf: name.lazy.map { isToken($0) ? $0 : UInt8(ascii: "-") })
      }
    }
    wire.append(UInt8(ascii: ":"))
    wire.append(0x20)
    value.withUTF8 { value in
      if value.contains(where: isControl) {
        wire.append(contentsOf: value.lazy.map { isControl($0) ? 0x20 : $0 })
      } else {
        wire.append(contentsOf: value)
      }
    }
    wire.append(0x0D)
    wire.append(0x0A)
  }

  package mutating func remove(_ name: String) {
    let kept: [UInt8]? = wire.withUnsafeBytes { bytes in
      guard HeaderFieldSequence(bytes).contains(where: { isSameName($0.name, name) }) else { return nil }
      var kept: [UInt8] = []
      for field in HeaderFieldSequence(bytes) where !isSameName(field.name, name) {
        kept.append(contentsOf: field.line)
      }
      return kept
    }
    if let kept { wire = kept }
  }

  /// Appends a field that the parser has checked.
  mutating func add(checkedName name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    wire.append(contentsOf: name)
    wire.append(UInt8(ascii: ":"))
    wire.append(UInt8(ascii: " "))
    wire.append(contentsOf: value)
    wire.append(0x0D)
    wire.append(0x0A)
  }

  /// Appends fields in wire format that the parser has checked.
  mutating func add(checkedWire bytes: UnsafeRawBufferPointer) {
    wire.append(contentsOf: bytes)
  }

  package mutating func add(_ others: Headers) {
    wire.append(contentsOf: others.wire)
  }

  mutating func reserve(_ bytes: Int) {
    wire.reserveCapacity(bytes)
  }
}

extension Headers: Hashable {
  /// Equal when the fields are the same bytes: order and spelling of the names count.
  package static func == (left: Headers, right: Headers) -> Bool {
    left.wire == right.wire
  }

  /// Consistent with `==`.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(wire)
  }
}

/// One field in wire format.
struct HeaderField {
  let name: UnsafeRawBufferPointer
  let value: UnsafeRawBufferPointer
  /// The field including its CR LF.
  let line: UnsafeRawBufferPointer
}

/// The fields of a wire format; valid as long as the bytes are.
struct HeaderFieldSequence: Sequence, IteratorProtocol {
  private var rest: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) {
    rest = bytes
  }

  mutating func next() -> HeaderField? {
    guard let base = rest.baseAddress, rest.count > 0, let colon = memchr(base, 0x3A, rest.count),
      let end = memchr(base, 0x0A, rest.count)
    else { return nil }
    let nameLength = UnsafeRawPointer(colon) - base
    let lineLength = UnsafeRawPointer(end) - base + 1
    let valueStart = nameLength + 2
    defer { rest = UnsafeRawBufferPointer(rebasing: rest[lineLength...]) }
    return HeaderField(
      name: UnsafeRawBufferPointer(start: base, count: nameLength),
      value: UnsafeRawBufferPointer(start: base + valueStart, count: lineLength - 2 - valueStart),
      line: UnsafeRawBufferPointer(start: base, count: lineLength))
  }
}

/// Bytes as text; invalid UTF-8 is replaced.
func text(_ bytes: UnsafeRawBufferPointer) -> String {
  String(decoding: bytes, as: UTF8.self)
}

/// Whether a byte is a token character (RFC 9110 §5.6.2).
func isToken(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true
  default: false
  }
}

/// Whether a byte may not be part of a field's value: controls but for the tabulator.
private func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7F }

func lowered(_ byte: UInt8) -> UInt8 {
  byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
}

func isSameName(_ bytes: UnsafeRawBufferPointer, _ name: String) -> Bool {
  bytes.count == name.utf8.count && bytes.elementsEqual(name.utf8) { lowered($0) == lowered($1) }
}

@inline(__always)
func begins(_ bytes: UnsafeRawBufferPointer, with text: StaticString) -> Bool {
  guard bytes.count >= text.utf8CodeUnitCount else { return false }
  for index in 0..<text.utf8CodeUnitCount where bytes[index] != text.utf8Start[index] { return false }
  return true
}

/// Compares case-insensitively; `lowercase` must be in lower case.
func matches(_ bytes: UnsafeRawBufferPointer, _ lowercase: StaticString) -> Bool {
  guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
  let expected = lowercase.utf8Start
  for index in 0..<bytes.count where lowered(bytes[index]) != expected[index] { return false }
  return true
}
