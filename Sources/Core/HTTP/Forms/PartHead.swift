import Basics

/// The head of a part (RFC 7578 §4.2).
struct PartHead: Hashable {
  let name: String
  /// Whether the part has a file name. The name itself is not kept.
  let isFile: Bool

  /// Reads the first Content-Disposition of a head and ignores the other fields.
  /// - Throws: `DomainError` `form-malformed` when it is not `form-data` with a name.
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
    guard let name, !name.isEmpty, name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
      !CombiningMarks.areTooMany(in: name)
    else {
      throw .formMalformed("a part has no usable name in UTF-8")
    }
    self.name = name
    self.isFile = isFile
  }

  /// False inside a quoted file name that is not closed: a line break then belongs to the name.
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

  /// The bytes after the first `Content-Disposition:` at the start of a line, up to the end of the head: a quoted
  /// file name may span lines.
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

/// Parses a header value of the form `token; name=value; name="value"`, also as old clients write it, with unescaped
/// quotes inside a quoted value.
struct ParameterReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// Everything up to a semicolon, a blank, an equals sign or a line break; nil when empty.
  mutating func token() -> ArraySlice<UInt8>? {
    skipBlanks()
    let token = rest.prefix { !Self.isBlank($0) && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "=") }
    rest = rest[token.endIndex...]
    return token.isEmpty ? nil : token
  }

  mutating func parameter() -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
    var name: ArraySlice<UInt8>?
    while name == nil {
      skipSpaces()
      guard rest.first == UInt8(ascii: ";") else { return nil }
      rest = rest.dropFirst()
      name = token()
    }
    guard let name else { return nil }
    skipSpaces()
    guard rest.first == UInt8(ascii: "=") else { return (name, []) }
    rest = rest.dropFirst()
    skipSpaces()
    guard rest.first == UInt8(ascii: "\"") else { return (name, token() ?? []) }
    rest = rest.dropFirst()
    return (name, quoted())
  }

  /// Everything up to the closing quote: one that ends the value, the line or the input.
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
