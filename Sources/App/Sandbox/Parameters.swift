import Basics
import HTTP
import JSON

/// The named values of a body, query or nested object. Reading a value removes it, so that `finish` finds unknown ones.
struct Parameters {
  private var values: [String: JSONValue]

  /// - Throws: `DomainError` `object-expected`.
  init(_ value: JSONValue) throws(DomainError) {
    guard case .object(let members) = value else {
      throw DomainError(.invalid, "object-expected", "The body must be a JSON object: {\"name\": value}.")
    }
    values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }

  init(json request: Request) throws(DomainError) {
    try self.init(try JSONReader.value(of: request.bodyBytes))
  }

  /// Reads the body as a JSON object or a form, depending on its content type.
  init(jsonOrForm request: Request) throws(DomainError) {
    if request.headers["Content-Type"]?.lowercased().contains("json") == true {
      try self.init(json: request)
    } else {
      try self.init(form: request)
    }
  }

  /// Reads the body as a form. Of repeated names the first value counts.
  init(form request: Request) throws(DomainError) {
    let pairs = try QueryParameters(parsing: String(decoding: request.bodyBytes, as: UTF8.self)).all
    values = Dictionary(pairs.map { ($0.name, .string($0.value)) }) { first, _ in first }
  }

  init(query request: Request) throws(DomainError) {
    let pairs = try QueryParameters(parsing: request.query).all
    values = Dictionary(pairs.map { ($0.name, .string($0.value)) }) { first, _ in first }
  }

  /// Whether a name is present, even with null.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// Any value but null.
  mutating func value(_ name: String) -> JSONValue? {
    let value = values.removeValue(forKey: name)
    return value == .null ? nil : value
  }

  mutating func text(_ name: String) throws(DomainError) -> String? {
    switch value(name) {
    case nil: return nil
    case .string(let text)?: return text
    default: throw .wrongType(name, "a text")
    }
  }

  /// A whole number, also as digits (forms) or as `3000.0` (some clients).
  mutating func integer(_ name: String) throws(DomainError) -> Int? {
    switch value(name) {
    case nil: return nil
    case .integer(let number)?: return number
    case .number(let number)?: if let whole = Int(exactly: number) { return whole }
    case .string(let text)?: if let whole = Int(text) { return whole }
    default: break
    }
    throw .wrongType(name, "a whole number")
  }

  mutating func integer(_ name: String, _ range: ClosedRange<Int>) throws(DomainError) -> Int? {
    guard let number = try integer(name) else { return nil }
    guard range.contains(number) else {
      throw .wrongType(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  mutating func flag(_ name: String) throws(DomainError) -> Bool? {
    switch value(name) {
    case nil: return nil
    case .bool(let flag)?: return flag
    default: throw .wrongType(name, "true or false")
    }
  }

  /// An instant (RFC 3339).
  mutating func instant(_ name: String) throws(DomainError) -> Timestamp? {
    guard let text = try text(name) else { return nil }
    guard let instant = Timestamp(rfc3339: text) else {
      throw .wrongType(name, "a time such as 2026-11-20T10:15:00Z")
    }
    return instant
  }

  mutating func enumValue<Word: RawRepresentable & CaseIterable>(_ name: String, _: Word.Type) throws(DomainError)
    -> Word?
  where Word.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw .wrongType(name, "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return word
  }

  /// Throws `field-unknown` when there are unread values.
  func finish() throws(DomainError) {
    guard let name = values.keys.sorted().first else { return }
    let shown = FieldName.isPlain(name) ? "'\(name)'" : "of another name"
    throw DomainError(
      .invalid, "field-unknown", "There is no field \(shown) here; leave it out.",
      field: FieldName.isPlain(name) ? name : nil)
  }
}

extension Request {
  /// The whole body. Empty when absent.
  var bodyBytes: [UInt8] {
    if case .bytes(let bytes) = body { bytes } else { [] }
  }
}

extension DomainError {
  static func wrongType(_ field: String, _ what: String) -> DomainError {
    DomainError(.invalid, "field-invalid", "The field '\(field)' has to be \(what).", field: field)
  }

  static func missingField(_ field: String) -> DomainError {
    DomainError(.invalid, "field-missing", "The field '\(field)' is needed.", field: field)
  }
}
