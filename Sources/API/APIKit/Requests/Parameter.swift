package import Basics
package import Contracts

/// A parameter as it is described: what drives the refusal of unknown names, and the OpenAPI document.
package protocol DescribedParameter: Sendable {
  var name: String { get }
  /// What it does, in a sentence or two.
  var summary: String { get }
  /// What it takes, as JSON Schema.
  var schema: JSONValue { get }
  var isRequired: Bool { get }
  var example: String? { get }
}

/// One parameter of a query or a path: its name, what it may say, and what that becomes.
///
/// Parsing and description are made together, by the functions of `ParameterKind`, so that they can't disagree.
package struct Parameter<Value: Sendable>: DescribedParameter {
  package let name: String
  package let summary: String
  package let kind: ParameterKind<Value>
  package let isRequired: Bool
  package let example: String?

  package init(
    _ name: String, _ kind: ParameterKind<Value>, _ summary: String, isRequired: Bool = false, example: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isRequired = isRequired
    self.example = example
  }

  package var schema: JSONValue { kind.schema }

  /// The value that a text stands for.
  /// - Throws: `DomainError` `parameter-invalid`, `parameter-below-range`, `parameter-above-range`, or one of the
  ///   kind's own.
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

/// What reading a parameter's text came to.
package enum Reading<Value> {
  case value(Value)
  case malformed
  case below
  case above

  /// A value, or nil for what is malformed.
  package init(_ value: Value?) {
    self = value.map(Reading.value) ?? .malformed
  }
}

extension Reading where Value: Comparable {
  /// A value that has to lie within a range, or nil for what is malformed.
  package init(_ value: Value?, within range: ClosedRange<Value>) {
    guard let value else {
      self = .malformed
      return
    }
    self = value < range.lowerBound ? .below : value > range.upperBound ? .above : .value(value)
  }
}

/// What a parameter may say.
package struct ParameterKind<Value: Sendable>: Sendable {
  /// Completes "The parameter 'x' must be …".
  package let expectation: String
  /// What it takes, as JSON Schema.
  package let schema: JSONValue
  /// Reads a text.
  package let read: @Sendable (String) throws(DomainError) -> Reading<Value>

  package init(
    _ expectation: String, schema: JSONValue, read: @escaping @Sendable (String) throws(DomainError) -> Reading<Value>
  ) {
    self.expectation = expectation
    self.schema = schema
    self.read = read
  }
}
