package import Basics
import HTTP
import JSON

/// The query parameters of a request, validated against those of an endpoint.
package struct Query: Sendable {
  private var given: [QueryParameters.Parameter] = []
  /// The bits of all names that are present.
  private var bits: UInt64 = 0

  /// Parses a query (the part after `?`). Complexity: O(length + parameters in the query × known).
  /// - Throws: `DomainError` `query-malformed`, and when `isStrict` `parameter-unknown` or `parameter-repeated`.
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
      guard isKnown, !isRepeated else { continue }
      given.append(parameter)
      bits |= Self.bit(of: parameter.name)
    }
  }

  /// One bit for a name, the same as that of one in 64 other names: most parameters of an endpoint are absent, which one
  /// test shows.
  static func bit(of name: String) -> UInt64 {
    var sum: UInt64 = 0
    for byte in name.utf8 { sum = sum &* 31 &+ UInt64(byte) }
    return 1 << (sum & 63)
  }

  /// Whether a parameter is present.
  package func has<Value>(_ parameter: Parameter<Value>) -> Bool {
    text(of: parameter.name, parameter.bit) != nil
  }

  /// Whether any parameter of these names is present.
  package func hasAny(of names: [String]) -> Bool {
    given.contains { names.contains($0.name) }
  }

  /// The value of a parameter; nil when absent.
  /// - Throws: Errors of the parameter's kind.
  @_specialize(where Value == Double)
  @_specialize(where Value == Int)
  package func value<Value>(_ parameter: Parameter<Value>) throws(DomainError) -> Value? {
    guard let text = text(of: parameter.name, parameter.bit) else { return nil }
    return try parameter.value(of: text)
  }

  private func text(of name: String, _ bit: UInt64) -> String? {
    guard bits & bit != 0 else { return nil }
    for given in given where given.name == name { return given.value }
    return nil
  }

  /// The value of a required parameter.
  /// - Throws: `DomainError` `parameter-missing`, and errors of the parameter's kind.
  package func required<Value>(_ parameter: Parameter<Value>) throws(DomainError) -> Value {
    if let value = try value(parameter) { return value }
    throw Query.missing(parameter)
  }

  /// The error of a missing parameter.
  package static func missing<Value>(_ parameter: Parameter<Value>) -> DomainError {
    DomainError(
      .invalid, "parameter-missing", "The parameter '\(parameter.name)' is required: \(parameter.kind.expectation).",
      field: parameter.name)
  }

  private static func unknown(_ name: String, _ known: [String]) -> DomainError {
    let help = known.isEmpty ? "no parameter is known" : "known parameters: \(known.joined(separator: ", "))"
    guard FieldName.isPlain(name) else {
      return DomainError(.invalid, "parameter-unknown", "The query has an unknown parameter; \(help).")
    }
    return DomainError(
      .invalid, "parameter-unknown", "The parameter '\(name)' is unknown; \(help).", field: name)
  }

  private static func repeated(_ name: String) -> DomainError {
    DomainError(
      .invalid, "parameter-repeated",
      "The parameter '\(name)' is repeated; send it once, with several values separated by commas if it is a list.",
      field: name)
  }
}
