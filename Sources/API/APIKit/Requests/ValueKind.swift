package import Basics
package import JSON

package enum ParsedParameter<Value> {
  case value(Value)
  case malformed
  case below
  case above

  /// A value; nil gives `malformed`.
  package init(_ value: Value?) {
    self = value.map(ParsedParameter.value) ?? .malformed
  }
}

extension ParsedParameter where Value: Comparable {
  /// A value that must lie within a range; nil gives `malformed`.
  package init(_ value: Value?, within range: ClosedRange<Value>) {
    guard let value else {
      self = .malformed
      return
    }
    self = value < range.lowerBound ? .below : value > range.upperBound ? .above : .value(value)
  }
}

/// The type of a parameter or of a field of a JSON body: how it is read, and its schema, which cannot disagree.
package struct ValueKind<Value: Sendable>: Sendable {
  /// Completes "The parameter 'x' must be …".
  package let expectation: String
  package let schema: JSONValue
  package let standard: Value?
  package let read: @Sendable (String) throws(DomainError) -> ParsedParameter<Value>
  private let decode: @Sendable (_ json: JSONValue, _ path: String) throws(DomainError) -> Value?

  /// What texts say: the values of parameters, and strings of JSON.
  package init(
    _ expectation: String, schema: JSONValue, default standard: Value? = nil,
    read: @escaping @Sendable (String) throws(DomainError) -> ParsedParameter<Value>
  ) {
    self.init(expectation, schema: schema, default: standard, read: read) { json, _ throws(DomainError) in
      guard case .string(let text) = json, case .value(let value) = try read(text) else { return nil }
      return value
    }
  }

  /// What JSON says otherwise than texts do, at a path of the body such as `photos[2]`.
  package init(
    _ expectation: String, schema: JSONValue, default standard: Value? = nil,
    read: @escaping @Sendable (String) throws(DomainError) -> ParsedParameter<Value> = { _ in .malformed },
    json decode: @escaping @Sendable (_ json: JSONValue, _ path: String) throws(DomainError) -> Value?
  ) {
    self.expectation = expectation
    self.schema = schema
    self.standard = standard
    self.read = read
    self.decode = decode
  }

  /// Decodes the value at a path of the body.
  /// - Throws: `DomainError` `field-invalid`.
  package func value(of json: JSONValue, at path: String) throws(DomainError) -> Value {
    if let value = try decode(json, path) { return value }
    throw DomainError(.invalid, "field-invalid", "The field '\(path)' must be \(expectation).", field: path)
  }

  /// The same type, or null, in JSON.
  package var orNull: ValueKind<Value?> {
    ValueKind<Value?>(
      "\(expectation), or null", schema: .object(["oneOf": [schema, .object(["type": "null"])]]),
      json: { json, path throws(DomainError) in json == .null ? .some(nil) : .some(try value(of: json, at: path)) })
  }
}
