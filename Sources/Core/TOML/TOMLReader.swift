/// Reads a document from its first to its last character.
struct TOMLReader {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var line = 1
  private var lineStart = 0
  /// The line of each name.
  private var lines: [String: Int] = [:]

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  mutating func entries() throws(TOMLFault) -> [TOMLDocument.Entry] {
    var entries: [TOMLDocument.Entry] = []
    while true {
      skipBlanks()
      if try skipLineEnd() { continue }
      guard next != nil else { return entries }
      entries.append(try entry())
    }
  }

  private mutating func entry() throws(TOMLFault) -> TOMLDocument.Entry {
    let name = try name()
    if let first = lines.updateValue(line, forKey: name) {
      throw error("'\(name)' is given in line \(first) already: keep one of them.")
    }
    let start = line
    skipBlanks()
    guard next == "=" else {
      throw error(
        next == "." ? "Names with dots are not supported: use one name." : "'=' is missing after '\(name)'.")
    }
    advance()
    skipBlanks()
    let value = try value()
    skipBlanks()
    guard try skipLineEnd() || next == nil else { throw error("Only a comment may follow the value on its line.") }
    return TOMLDocument.Entry(name: name, value: value, line: start)
  }

  private mutating func name() throws(TOMLFault) -> String {
    let start = position
    while let scalar = next, Self.isOfName(scalar) { advance() }
    guard position == start else { return text(start..<position) }
    switch next {
    case "[": throw error("Tables are not supported: write each setting as 'name = value'.")
    case "\"", "'": throw error("A name has no quotation marks.")
    default: throw error("A line starts with a name or '#': write 'name = value'.")
    }
  }

  // MARK: - Values

  private mutating func value() throws(TOMLFault) -> TOMLDocument.Value {
    switch next {
    case "\"", "'": return .text(try quoted())
    case "[": return .list(try list())
    case "{": throw error("Tables are not supported: give one value.")
    case nil, "\n", "\r", "#": throw error("The value is missing.")
    default: break
    }
    let start = position
    while let scalar = next, !Self.endsWord(scalar) { advance() }
    let word = text(start..<position)
    if let boolean = Bool(word) { return .boolean(boolean) }
    if let integer = Self.integer(word) { return .integer(integer) }
    position = start
    throw error("This is no whole number, true or false: a text needs quotation marks.")
  }

  /// A decimal number as TOML writes it: single underscores between digits, and no leading zeros.
  private static func integer(_ word: String) -> Int64? {
    guard word.wholeMatch(of: /[+-]?(0|[1-9](_?[0-9])*)/) != nil else { return nil }
    return Int64(word.filter { $0 != "_" })
  }

  private mutating func list() throws(TOMLFault) -> [String] {
    advance()
    var texts: [String] = []
    while true {
      try skipBlankLines()
      if next == "]" { break }
      guard next == "\"" || next == "'" else {
        throw error(next == nil ? "The list is not closed: ']' is missing." : "A list holds texts in quotation marks.")
      }
      texts.append(try quoted())
      try skipBlankLines()
      if next == "]" { break }
      guard next == "," else { throw error("',' or ']' is missing in the list.") }
      advance()
    }
    advance()
    return texts
  }

  private mutating func quoted() throws(TOMLFault) -> String {
    let mark = scalars[position]
    if scalars[position...].starts(with: [mark, mark, mark]) {
      throw error("Texts of several lines are not supported: write \\n in a text.")
    }
    advance()
    var text = String.UnicodeScalarView()
    while let scalar = next, scalar != mark {
      guard !Self.isForbidden(scalar) else {
        throw error(
          scalar == "\n" || scalar == "\r"
            ? "The text has no closing quotation mark." : "A control character must be written as \\u and four digits.")
      }
      if mark == "\"", scalar == "\\" {
        text.append(try escaped())
      } else {
        text.append(scalar)
        advance()
      }
    }
    guard next == mark else { throw error("The text has no closing quotation mark.") }
    advance()
    return String(text)
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{C}", "r": "\r", "\"": "\"", "\\": "\\",
  ]

  private mutating func escaped() throws(TOMLFault) -> Unicode.Scalar {
    let start = position
    advance()
    defer { if next != nil { advance() } }
    if let scalar = next.flatMap({ Self.escapes[$0] }) { return scalar }
    let count = next == "u" ? 4 : next == "U" ? 8 : 0
    let digits = scalars[min(position + 1, scalars.count)...].prefix(count)
    guard count > 0, digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit),
      let scalar = UInt32(text(digits.indices), radix: 16).flatMap({ Unicode.Scalar($0) })
    else {
      position = start
      throw error("The escape is unknown: a backslash is written twice, or the text in single quotation marks.")
    }
    position += count
    return scalar
  }

  // MARK: - Characters

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func advance() { position += 1 }

  private func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  private mutating func skipBlanks() {
    while next == " " || next == "\t" { advance() }
  }

  private mutating func skipBlankLines() throws(TOMLFault) {
    repeat { skipBlanks() } while try skipLineEnd()
  }

  /// Skips a comment and the end of the line. False, with nothing skipped, if there is something else.
  private mutating func skipLineEnd() throws(TOMLFault) -> Bool {
    if next == "#" {
      while let scalar = next, scalar != "\n", scalar != "\r" {
        guard !Self.isForbidden(scalar) else { throw error("A comment holds no control characters.") }
        advance()
      }
      if next == nil { return true }
    }
    if next == "\r" {
      guard position + 1 < scalars.count, scalars[position + 1] == "\n" else {
        throw error("A line ends with LF or CR LF.")
      }
      advance()
    }
    guard next == "\n" else { return false }
    advance()
    (line, lineStart) = (line + 1, position)
    return true
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
    default: false
    }
  }

  private static func endsWord(_ scalar: Unicode.Scalar) -> Bool { " \t\r\n#,]".unicodeScalars.contains(scalar) }

  /// Control characters; a tab is allowed.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F
  }

  private func error(_ message: String) -> TOMLFault {
    TOMLFault(line: line, column: position - lineStart + 1, message: message)
  }
}
