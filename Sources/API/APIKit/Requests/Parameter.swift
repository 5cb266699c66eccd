package import Basics
package import JSON

/// A parameter without its type: for validation of names, and for the OpenAPI document.
package protocol DescribedParameter: Sendable {
  var name: String { get }
  /// One or two sentences for the documentation.
  var summary: String { get }
  var schema: JSONValue { get }
  var isRequired: Bool { get }
  var example: String? { get }
}

/// A parameter of a query, path or header: its name, its type and how it is parsed.
///
/// The command line derives its options from the same parameters for the same question.
package struct Parameter<Value: Sendable>: DescribedParameter {
  package let name: String
  package let summary: String
  package let kind: ValueKind<Value>
  package let isRequired: Bool
  package let example: String?
  /// See `ParameterNames.bit`.
  let bit: UInt64

  package init(
    _ name: String, _ kind: ValueKind<Value>, _ summary: String, isRequired: Bool = false, example: String? = nil
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
  /// - Parameter subject: How the error message begins; nil: "The parameter 'x' must be".
  /// - Throws: `DomainError` `parameter-invalid`, `parameter-below-range`, `parameter-above-range`, or an error of the
  ///   kind.
  @_specialize(where Value == Double)
  @_specialize(where Value == Int)
  package func value(of text: String, _ subject: String? = nil) throws(DomainError) -> Value {
    switch try kind.read(text) {
    case .value(let value): return value
    case .malformed: throw domainError("parameter-invalid", subject)
    case .below: throw domainError("parameter-below-range", subject)
    case .above: throw domainError("parameter-above-range", subject)
    }
  }

  private func domainError(_ code: String, _ subject: String?) -> DomainError {
    DomainError(
      .invalid, code, "\(subject ?? "The parameter '\(name)' must be") \(kind.expectation).", field: name)
  }
}

extension Parameter<Int> {
  /// The same limit of a list with another maximum.
  package func upTo(_ max: Int) -> Parameter {
    Parameter(name, .integer(1...max, default: kind.standard), summary, isRequired: isRequired, example: example)
  }
}

/// What gives parameters their values: a query, or a command line.
package protocol ParameterSource {
  /// The value of a parameter; nil when absent.
  /// - Throws: Errors of the parameter's kind.
  func value<Value>(_ parameter: Parameter<Value>) throws(DomainError) -> Value?
}
