package import Basics
import Contracts
import HTTP

/// The query of a request, checked against what an endpoint knows.
package struct Query: Sendable {
  private var given: [QueryParameters.Parameter] = []

  /// Reads a query (the part after `?`). Complexity: O(length + parameters given times known).
  /// - Throws: `DomainError` `query-malformed`, and where `isStrict` is set `parameter-unknown` or
  ///   `parameter-repeated`.
  package init(_ text: String?, known: [String], isStrict: Bool) throws(DomainError) {
    let all = try QueryParameters(parsing: text).all
    given.reserveCapacity(all.count)
    for parameter in all {
      let isKnown = known.contains(parameter.name)
      let isRepeated = given.contains { $0.name == parameter.name }
      if isStrict {
        if !isKnown { throw Query.unknown(parameter.name, known) }
        if isRepeated { throw Query.repeated(parameter.name) }
      }
      if isKnown, !isRepeated { given.append(parameter) }
    }
  }

  /// Whether a parameter was given.
  package func has<Value>(_ parameter: Parameter<Value>) -> Bool {
    given.contains { $0.name == parameter.name }
  }

  /// Whether any of some parameters was given, by their names.
  package func hasAny(of names: [String]) -> Bool {
    given.contains { names.contains($0.name) }
  }

  /// The value of a parameter; nil where it was not given.
  /// - Throws: what the parameter's kind throws.
  package func value<Value>(_ parameter: Parameter<Value>) throws(DomainError) -> Value? {
    for given in given where given.name == parameter.name {
      return try parameter.value(of: given.value)
    }
    return nil
  }

  /// The value of a parameter that has to be there.
  /// - Throws: `DomainError` `parameter-missing`, and what the parameter's kind throws.
  package func required<Value>(_ parameter: Parameter<Value>) throws(DomainError) -> Value {
    if let value = try value(parameter) { return value }
    throw Query.missing(parameter)
  }

  /// That a parameter is needed.
  package static func missing<Value>(_ parameter: Parameter<Value>) -> DomainError {
    DomainError(
      .invalid, "parameter-missing", "The parameter '\(parameter.name)' is needed: \(parameter.kind.expectation).",
      field: parameter.name)
  }

  private static func unknown(_ name: String, _ known: [String]) -> DomainError {
    let help = known.isEmpty ? "none is" : "known are \(known.joined(separator: ", "))"
    guard FieldName.isPlain(name) else {
      return DomainError(.invalid, "parameter-unknown", "A parameter of the query is not known here; \(help).")
    }
    return DomainError(
      .invalid, "parameter-unknown", "The parameter '\(name)' is not known here; \(help).", field: name)
  }

  private static func repeated(_ name: String) -> DomainError {
    DomainError(
      .invalid, "parameter-repeated",
      "The parameter '\(name)' is given more than once; give it once, several values separated by commas where it takes"
        + " a list.", field: name)
  }
}
