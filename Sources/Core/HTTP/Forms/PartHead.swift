import Basics

/// What the head of a part says of it (RFC 7578 §4.2).
struct PartHead: Hashable {
  /// The name of the field.
  let name: String
  /// A part is a file exactly where it has a file name, which is not kept.
  let isFile: Bool

  /// Reads the first Content-Disposition of a head; everything else in it is passed over.
  /// - Throws: `DomainError` `form-malformed` where it is not that of a form's part with a name.
  init(_ head: ArraySlice<UInt8>) throws(DomainError) {
    guard let disposition = Self.disposition(in: head) else {
      throw .formMalformed("a part has no Content-Disposition")
    }
    var reader = ParameterReader(disposition)
    guard let kind = reader.token(), isSame(kind, "form-data") else {
      throw .formMalformed("a part's disposition is not form-data")
    }
    var name: String?
    var isFile = false
    while let (key, value) = reader.parameter() {
      if isSame(key, "name"), name == nil { name = String(validating: value, as: UTF8.self) ?? "" }
      if isSame(key, "filename") || isSame(key, "filename*") { isFile = true }
    }
    guard let name, !name.isEmpty, name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw .formMalformed("a part has no name in UTF-8")
    }
    self.name = name
    self.isFile = isFile
  }

  /// False where a file name has begun and its quotes were not closed: then a line break belongs to the name.
  static func isWhole(_ head: ArraySlice<UInt8>) -> Bool {
    let opening = Array("filename=\"".utf8)
    var position = head.startIndex
    while let quote = head[position...].firstIndex(of: UInt8(ascii: "\"")) {
      let beginning = quote + 1 - opening.count
      if beginning >= head.startIndex, isSame(head[beginning...quote], "filename=\"") {
        return head[(quote + 1)...].contains(UInt8(ascii: "\""))
      }
      position = quote + 1
    }
    return true
  }

  /// What follows the first `Content-Disposition:` at the start of a line, up to the end of the head: a file name in
  /// quotes may run over lines.
  private static func disposition(in head: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let label = "content-disposition:"
    var line = head
    while line.count >= label.utf8.count {
      if isSame(line.prefix(label.utf8.count), label) { return line.dropFirst(label.utf8.count) }
      guard let lineEnd = line.firstIndex(of: 0x0A) else { return nil }
      line = line[(lineEnd + 1)...]
    }
    return nil
  }
}

private func isSame(_ bytes: some Sequence<UInt8>, _ lowercase: String) -> Bool {
  bytes.elementsEqual(lowercase.utf8) { lowered($0) == $1 }
}

/// Reads a field's value of the form `token; name=value; name="value"`, as old clients write it too: quotes inside a
/// quoted value need not be escaped.
struct ParameterReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// Everything up to a semicolon, a blank, an equals sign or a line break; nil where that is nothing.
  mutating func token() -> ArraySlice<UInt8>? {
    skipBlanks()
    let token = rest.prefix { !Self.isBlank($0) && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "=") }
    rest = rest[token.endIndex...]
    return token.isEmpty ? nil : token
  }

  /// The next parameter; nil where there is none.
  mutating func parameter() -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
    skipSpaces()
    guard rest.first == UInt8(ascii: ";") else { return nil }
    rest = rest.dropFirst()
    guard let name = token() else { return parameter() }
    skipSpaces()
    guard rest.first == UInt8(ascii: "=") else { return (name, []) }
    rest = rest.dropFirst()
    skipSpaces()
    guard rest.first == UInt8(ascii: "\"") else { return (name, token() ?? []) }
    rest = rest.dropFirst()
    return (name, quoted())
  }

  /// Up to the quote behind which the value, the field or everything ends.
  private mutating func quoted() -> ArraySlice<UInt8> {
    var position = rest.startIndex
    while let quote = rest[position...].firstIndex(of: UInt8(ascii: "\"")) {
      let follower = rest[(quote + 1)...].first { $0 != 0x20 && $0 != 0x09 }
      let isEscaped = quote > rest.startIndex && rest[quote - 1] == UInt8(ascii: "\\")
      let isLast = follower == nil || follower == UInt8(ascii: ";") || follower == 0x0D || follower == 0x0A
      if isLast && !isEscaped {
        defer { rest = rest[(quote + 1)...] }
        return rest[..<quote]
      }
      position = quote + 1
    }
    defer { rest = rest[rest.endIndex...] }
    return rest
  }

  private mutating func skipBlanks() { rest = rest.drop(while: Self.isBlank) }

  private mutating func skipSpaces() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
}
