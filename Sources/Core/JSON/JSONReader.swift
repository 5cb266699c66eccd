public import Basics

/// A strict JSON parser (RFC 8259), which rejects everything that two parsers could understand differently.
///
/// It rejects invalid UTF-8, lone surrogates, NUL, long runs of combining marks, duplicate keys of an object, numbers
/// that fit neither `Int` nor a finite `Double`, nesting deeper than `maxDepth`, and anything before or after the value.
/// The field of an error is the path, such as `photos[2].name`, or nil for the whole document. Complexity: O(bytes), with
/// a recursion of at most `maxDepth` calls.
public struct JSONReader {
  /// The maximum nesting of arrays and objects.
  public static let maxDepth = 32

  /// More characters than any sensible number has.
  private static let maxNumberLength = 64

  private let bytes: [UInt8]
  private var position = 0
  private var path = JSONPath()

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Parses a document.
  /// - Throws: `DomainError` (invalid) `json-malformed`, `json-duplicate-key`, `json-too-deep`, `json-text-invalid` or
  ///   `json-number-out-of-range`.
  public static func value(of bytes: [UInt8]) throws(DomainError) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    if reader.position < bytes.count { throw reader.malformed("something follows the value") }
    return value
  }

  /// The path of the value in which a truncated document ends. Nil for the document as a whole, or when the bytes are
  /// malformed before their end.
  public static func path(ofTruncated bytes: [UInt8]) -> String? {
    var reader = JSONReader(bytes)
    do {
      _ = try reader.value(depth: 0)
      return nil
    } catch {
      return reader.position >= bytes.count ? error.field : nil
    }
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(DomainError) -> JSONValue {
    skipBlanks()
    switch peek() {
    case nil: throw malformed("it ends where a value is expected")
    case 0x7B: return .object(try object(depth: depth + 1))
    case 0x5B: return .array(try array(depth: depth + 1))
    case 0x22: return .string(try string())
    case 0x74: return try word("true", .bool(true))
    case 0x66: return try word("false", .bool(false))
    case 0x6E: return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(DomainError) -> [JSONMember] {
    try enter(depth)
    if skip(0x7D) { return [] }
    var members: [JSONMember] = []
    var keys = UsedKeys()
    repeat {
      skipBlanks()
      guard peek() == 0x22 else { throw malformed("a key between quotes is missing") }
      let key = try string()
      path.enter(key)
      if !keys.insert(key, after: members) { throw duplicate() }
      skipBlanks()
      guard skip(0x3A) else { throw malformed("a colon is missing after a key") }
      members.append(JSONMember(key: key, value: try value(depth: depth)))
      path.leave()
      skipBlanks()
    } while skip(0x2C)
    guard skip(0x7D) else { throw malformed("an object is not closed") }
    return members
  }

  private mutating func array(depth: Int) throws(DomainError) -> [JSONValue] {
    try enter(depth)
    if skip(0x5D) { return [] }
    var values: [JSONValue] = []
    repeat {
      path.enter(values.count)
      values.append(try value(depth: depth))
      path.leave()
      skipBlanks()
    } while skip(0x2C)
    guard skip(0x5D) else { throw malformed("a list is not closed") }
    return values
  }

  /// Skips the opening bracket.
  private mutating func enter(_ depth: Int) throws(DomainError) {
    guard depth <= Self.maxDepth else {
      throw DomainError(
        .invalid, "json-too-deep", "The JSON is nested deeper than \(Self.maxDepth) levels; make it flatter.",
        field: path.outermost)
    }
    position += 1
    skipBlanks()
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(DomainError) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount where !skip(word.utf8Start[index]) {
      throw malformed("a word is neither true, false nor null")
    }
    return value
  }

  // MARK: Numbers

  /// `-`? (0 | [1-9] digits) (`.` digits)? ((`e`|`E`) (`+`|`-`)? digits)?
  private mutating func number() throws(DomainError) -> JSONValue {
    let start = position
    _ = skip(0x2D)
    var isRight = skip(0x30) || skipDigits()
    let isWhole = peek() != 0x2E && peek().map { $0 | 0x20 } != 0x65
    if skip(0x2E) { isRight = isRight && skipDigits() }
    if skip(0x65) || skip(0x45) {
      _ = skip(0x2B) || skip(0x2D)
      isRight = isRight && skipDigits()
    }
    guard isRight else { throw malformed("it contains an invalid value") }
    guard position - start <= Self.maxNumberLength else { throw outOfRange() }
    let digits = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let integer = Int(digits) { return .integer(integer) }
    guard let number = Double(digits), number.isFinite else { throw outOfRange() }
    return .number(number)
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while let byte = peek(), (0x30...0x39).contains(byte) { position += 1 }
    return position > start
  }

  // MARK: Texts

  private mutating func string() throws(DomainError) -> String {
    position += 1
    var text: [UInt8] = []
    var start = position
    while let byte = peek() {
      if byte == 0x22 {
        text += bytes[start..<position]
        position += 1
        return try checked(text)
      }
      if byte == 0x5C {
        text += bytes[start..<position]
        position += 1
        try escape(into: &text)
        start = position
      } else if byte < 0x20 {
        throw invalidText("control characters must be escaped")
      } else {
        position += 1
      }
    }
    throw malformed("a text is not closed")
  }

  private func checked(_ bytes: [UInt8]) throws(DomainError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw invalidText("it is not UTF-8") }
    // Before a key or a value is compared with any other.
    guard !CombiningMarks.areTooMany(in: text) else {
      throw invalidText("it has more than \(CombiningMarks.maxCount) combining marks in a row")
    }
    return text
  }

  /// Appends the character of an escape sequence, after the backslash.
  private mutating func escape(into text: inout [UInt8]) throws(DomainError) {
    guard let byte = peek() else { throw malformed("a text is not closed") }
    position += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: text.append(byte)
    case 0x62: text.append(0x08)
    case 0x66: text.append(0x0C)
    case 0x6E: text.append(0x0A)
    case 0x72: text.append(0x0D)
    case 0x74: text.append(0x09)
    case 0x75: text += Array(String(try scalar()).utf8)
    default: throw malformed("an escape sequence is invalid")
    }
  }

  /// The character of one `\u` escape or of a surrogate pair, after the first `u`.
  private mutating func scalar() throws(DomainError) -> Unicode.Scalar {
    let first = try unit()
    var value = first
    if (0xD800..<0xDC00).contains(first) {
      guard skip(0x5C), skip(0x75) else { throw invalidText("it holds half of a surrogate pair") }
      let second = try unit()
      guard (0xDC00..<0xE000).contains(second) else { throw invalidText("it holds half of a surrogate pair") }
      value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw invalidText("it holds half of a surrogate pair") }
    guard value != 0 else { throw invalidText("it holds the character NUL") }
    return scalar
  }

  /// Four hexadecimal digits.
  private mutating func unit() throws(DomainError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw malformed("\\u is not followed by four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  // MARK: Bytes

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  // MARK: Errors

  private func malformed(_ reason: String) -> DomainError {
    DomainError(
      .invalid, "json-malformed", "\(path.subject) is not JSON: \(reason).", field: path.description)
  }

  private func invalidText(_ reason: String) -> DomainError {
    DomainError(
      .invalid, "json-text-invalid", "A text of \(path.reference) is invalid: \(reason).",
      field: path.description)
  }

  private func duplicate() -> DomainError {
    DomainError(
      .invalid, "json-duplicate-key", "A key appears twice in one object of \(path.reference); give it once.",
      field: path.description)
  }

  private func outOfRange() -> DomainError {
    DomainError(
      .invalid, "json-number-out-of-range", "A number of \(path.reference) is too large or has too many digits.",
      field: path.description)
  }
}

/// The keys of an object so far. Canonically equivalent keys are equal, as they are for a look-up.
private struct UsedKeys {
  /// Used from the ninth key on; a linear search is faster for fewer.
  private var many: Set<String> = []

  mutating func insert(_ key: String, after members: [JSONMember]) -> Bool {
    if members.count < 8 { return !members.contains { $0.key == key } }
    if many.isEmpty { many = Set(members.map(\.key)) }
    return many.insert(key).inserted
  }
}
