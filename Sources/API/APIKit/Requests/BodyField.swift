package import Basics
package import JSON

/// A field of a JSON body without its type: for validation of names, and for the OpenAPI document.
package protocol DescribedField: Sendable {
  var name: String { get }
  /// One or two sentences for the documentation.
  var summary: String { get }
  /// The JSON Schema of its values.
  var schema: JSONValue { get }
  var isRequired: Bool { get }
  var example: JSONValue? { get }
}

/// A field of a JSON body: its name, its type and how it is decoded.
///
/// The functions of `FieldKind` make decoder and schema together, so that they cannot disagree.
package struct BodyField<Value: Sendable>: DescribedField {
  package let name: String
  package let summary: String
  package let kind: FieldKind<Value>
  package let isRequired: Bool
  package let example: JSONValue?

  package init(
    _ name: String, _ kind: FieldKind<Value>, _ summary: String, isRequired: Bool = false, example: JSONValue? = nil
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isRequired = isRequired
    self.example = example
  }

  package var schema: JSONValue { kind.schema }
}

/// The type of a field: its decoder and its schema.
package struct FieldKind<Value: Sendable>: Sendable {
  /// Completes "The field 'x' must be …".
  package let expectation: String
  /// The JSON Schema of its values.
  package let schema: JSONValue
  /// Decodes the value at a path; nil when it is invalid.
  private let read: @Sendable (_ json: JSONValue, _ path: String) throws(DomainError) -> Value?

  package init(
    _ expectation: String, schema: JSONValue,
    read: @escaping @Sendable (_ json: JSONValue, _ path: String) throws(DomainError) -> Value?
  ) {
    self.expectation = expectation
    self.schema = schema
    self.read = read
  }

  /// Decodes the value at a path of the body, such as `photos[2]`.
  /// - Throws: `DomainError` `field-invalid`.
  package func value(of json: JSONValue, at path: String) throws(DomainError) -> Value {
    if let value = try read(json, path) { return value }
    throw DomainError(.invalid, "field-invalid", "The field '\(path)' must be \(expectation).", field: path)
  }

  /// The same type, or null.
  package var orNull: FieldKind<Value?> {
    FieldKind<Value?>("\(expectation), or null", schema: .object(["oneOf": [schema, .object(["type": "null"])]])) {
      json, path throws(DomainError) in json == .null ? .some(nil) : .some(try value(of: json, at: path))
    }
  }
}

extension FieldKind<String> {
  /// A string. Only that it is not empty is checked here, if the minimum length is above 0: the length is validated by
  /// the domain type.
  package static func text(_ length: ClosedRange<Int>) -> FieldKind {
    let schema = JSONValue.object([
      "type": "string", "minLength": length.lowerBound > 0 ? .integer(length.lowerBound) : nil,
      "maxLength": .integer(length.upperBound),
    ])
    return FieldKind("a text of \(length.lowerBound) to \(length.upperBound) characters", schema: schema) { json, _ in
      guard case .string(let text) = json, length.lowerBound == 0 || !text.isEmpty else { return nil }
      return text
    }
  }
}

extension FieldKind<Int> {
  /// An integer. The range is validated by the domain type.
  package static func integer(_ range: ClosedRange<Int>) -> FieldKind {
    let schema = JSONValue.object([
      "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
    ])
    return FieldKind("a whole number from \(range.lowerBound) to \(range.upperBound)", schema: schema) { json, _ in
      switch json {
      case .integer(let number): number
      case .number(let number): Int(exactly: number)
      default: nil
      }
    }
  }
}

extension FieldKind<Bool> {
  package static func flag() -> FieldKind {
    FieldKind("true or false", schema: .object(["type": "boolean"])) { json, _ in
      guard case .bool(let flag) = json else { return nil }
      return flag
    }
  }
}

extension FieldKind<Timestamp> {
  package static func instant() -> FieldKind {
    FieldKind(
      "a date and time with its zone such as 2026-11-20T19:00:00+09:00",
      schema: .object(["type": "string", "format": "date-time"])
    ) { json, _ in
      guard case .string(let text) = json else { return nil }
      return Timestamp(rfc3339: text)
    }
  }
}

extension FieldKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// A string of a fixed set.
  package static func enumeration(of values: [Value] = Array(Value.allCases)) -> FieldKind {
    let words = values.map(\.rawValue)
    return FieldKind(
      "one of \(words.joined(separator: ", "))",
      schema: .object(["type": "string", "enum": .array(words.map(JSONValue.string))])
    ) { json, _ in
      guard case .string(let word) = json else { return nil }
      return words.contains(word) ? Value(rawValue: word) : nil
    }
  }
}

extension FieldKind {
  /// An identifier of 24 hexadecimal digits.
  package static func identifier<Subject>() -> FieldKind where Value == Identifier<Subject> {
    FieldKind(
      "an identifier of 24 hexadecimal digits",
      schema: .object(["type": "string", "pattern": "^[0-9a-f]{24}$"])
    ) { json, _ in
      guard case .string(let text) = json else { return nil }
      return Identifier(text)
    }
  }

  /// An array of one type. Its length is validated by the domain type.
  package static func list<Item>(of item: FieldKind<Item>, maxCount count: Int) -> FieldKind where Value == [Item] {
    FieldKind(
      "a list of at most \(count)",
      schema: .object(["type": "array", "items": item.schema, "maxItems": .integer(count)])
    ) { json, path throws(DomainError) in
      guard case .array(let values) = json else { return nil }
      var items: [Item] = []
      for (index, value) in values.enumerated() { items.append(try item.value(of: value, at: "\(path)[\(index)]")) }
      return items
    }
  }
}

extension FieldKind<BoothID> {
  package static func booth() -> FieldKind {
    FieldKind("the number of a booth", schema: .object(["type": "integer", "minimum": 1])) { json, _ in
      guard case .integer(let number) = json, number > 0 else { return nil }
      return BoothID(Int64(number))
    }
  }
}

extension FieldKind<PhotoName> {
  package static func photo() -> FieldKind {
    FieldKind("the name of a photo", schema: .object(["type": "string"])) { json, _ in
      guard case .string(let text) = json else { return nil }
      return PhotoName(text)
    }
  }
}
