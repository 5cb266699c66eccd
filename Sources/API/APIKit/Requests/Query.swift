package import Basics
import HTTP
import JSON

package struct Query: ParameterSource, Sendable {
  private struct Given {
    let bit: UInt64
    let parameter: QueryParameters.Parameter
  }

  private var given: [Given] = []
  private var bits: UInt64 = 0

  /// Parses a query (the part after `?`). Complexity: O(length + parameters in the query × known).
  /// - Throws: `DomainError` `malformed-parameter` and `too-many-parameters`, and when `isStrict` `parameter-unknown` or
  ///   `parameter-repeated`.
  package init(_ text: String?, known: ParameterNames, isStrict: Bool) throws(DomainError) {
    let all = try QueryParameters(parsing: text).all
    given.reserveCapacity(all.count)
    for parameter in all {
      let bit = ParameterNames.bit(of: parameter.name)
      let isKnown = known.contains(parameter.name, bit)
      let isRepeated = self.text(of: parameter.name, bit) != nil
      if isStrict {
        if !isKnown { throw Query.unknown(parameter.name, known.all) }
        if isRepeated { throw Query.repeated(parameter.name) }
      }
      guard isKnown, !isRepeated else { continue }
      given.append(Given(bit: bit, parameter: parameter))
      bits |= bit
    }
  }

  package func has<Value>(_ parameter: Parameter<Value>) -> Bool {
    text(of: parameter.name, parameter.bit) != nil
  }

  package func hasAny(of names: ParameterNames) -> Bool {
    guard bits & names.bits != 0 else { return false }
    return given.contains { names.contains($0.parameter.name, $0.bit) }
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
    for given in given where given.bit == bit && given.parameter.name == name { return given.parameter.value }
    return nil
  }

  /// The value of a required parameter, or of one with a default.
  /// - Throws: `DomainError` `parameter-missing`, and errors of the parameter's kind.
  @_specialize(where Value == Int)
  package func required<Value>(_ parameter: Parameter<Value>) throws(DomainError) -> Value {
    if let value = try value(parameter) ?? parameter.kind.standard { return value }
    throw Query.missing(parameter)
  }

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

package struct ParameterNames: Sendable {
  let all: [String]
  private let bitOfEach: [UInt64]
  let bits: UInt64

  package init(_ names: [String]) {
    all = names
    bitOfEach = names.map(Self.bit)
    bits = bitOfEach.reduce(0, |)
  }

  /// One of 64 bits, which a name shares with those that are as long and begin alike. Most parameters that an endpoint
  /// knows are absent from a query, which one test of a bit shows.
  static func bit(of name: String) -> UInt64 {
    1 << ((UInt64(name.utf8.count) &* 7 &+ UInt64(name.utf8.first ?? 0)) & 63)
  }

  func contains(_ name: String, _ bit: UInt64) -> Bool {
    guard bits & bit != 0 else { return false }
    for index in bitOfEach.indices where bitOfEach[index] == bit && all[index] == name { return true }
    return false
  }
}
