package import Basics
package import JSON

/// A parameter without its type: for validation of names, and for the OpenAPI document.
package protocol DescribedParameter: Sendable {
  var name: String { get }
  /// One or two sentences for the documentation.
  var summary: String { get }
  /// The JSON Schema of its values.
  var schema: JSONValue { get }
  var isRequired: Bool { get }
  var example: String? { get }
}

/// A parameter of a query, path or header: its name, its type and how it is parsed.
///
/// The functions of `ParameterKind` make parser and schema together, so that they cannot disagree.
package struct Parameter<Value: Sendable>: DescribedParameter {
  package let name: String
  package let summary: String
  package let kind: ParameterKind<Value>
  package let isRequired: Bool
  package let example: String?
  /// See `ParameterNames.bit`.
  let bit: UInt64

  package init(
    _ name: String, _ kind: ParameterKind<Value>, _ summary: String, isRequired: Bool = false, example: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isRequired = isRequired
    self.example = example
    bit = ParameterNames.bit(of: name)
  }

  package var schema: JSONValue { kind.schema }

  /// Parses a text.
  /// - Throws: `DomainError` `parameter-invalid`, `parameter-below-range`, `parameter-above-range`, or an error of the
  ///   kind.
  @_specialize(where Value == Double)
  @_specialize(where Value == Int)
  package func value(of text: String) throws(DomainError) -> Value {
    switch try kind.read(text) {
    case .value(let value): return value
    case .malformed: throw domainError("parameter-invalid")
    case .below: throw domainError("parameter-below-range")
    case .above: throw domainError("parameter-above-range")
    }
  }

  private func domainError(_ code: String) -> DomainError {
    DomainError(.invalid, code, "The parameter '\(name)' must be \(kind.expectation).", field: name)
  }
}

/// The result of parsing a parameter.
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

/// The type of a parameter: its parser and its schema.
package struct ParameterKind<Value: Sendable>: Sendable {
  /// Completes "The parameter 'x' must be …".
  package let expectation: String
  /// The JSON Schema of its values.
  package let schema: JSONValue
  package let read: @Sendable (String) throws(DomainError) -> ParsedParameter<Value>

  package init(
    _ expectation: String, schema: JSONValue,
    read: @escaping @Sendable (String) throws(DomainError) -> ParsedParameter<Value>
  ) {
    self.expectation = expectation
    self.schema = schema
    self.read = read
  }
}
