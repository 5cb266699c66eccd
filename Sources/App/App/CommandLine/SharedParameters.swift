package import APIKit
package import Basics
package import CommandLineKit
import JSON

// Where the command line answers the same question as an endpoint, its options are the endpoint's parameters: the same
// values, defaults, explanations and refusals. `open_at` is `--open-at`.

extension DescribedParameter {
  fileprivate var optionName: String { name.replacing("_", with: "-") }

  fileprivate var isSwitch: Bool { schema["type"] == "boolean" }

  /// The words of its schema's `enum`, or of another list.
  fileprivate func words(_ key: String = "enum") -> [String] {
    guard let words = (schema[key] ?? schema["items"]?[key])?.array else { return [] }
    return words.compactMap { if case .string(let word) = $0 { word } else { nil } }
  }
}

extension OptionSpecification {
  /// The option of a parameter.
  /// - Parameter value: how the help writes its value.
  static func parameter<Value>(
    _ parameter: Parameter<Value>, _ value: String, isRepeatable: Bool = false
  ) -> OptionSpecification {
    let summary = parameter.summary.replacing("`", with: "")
    let help = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    if parameter.isSwitch { return .flag(parameter.optionName, help) }
    var standard = parameter.kind.standard.map { "\($0)" }
    if let word = parameter.schema["default"]?.string { standard = word }
    let words = parameter.words()
    return .value(
      parameter.optionName, value, "\(help) (\(parameter.kind.expectation))", standard: standard,
      choices: words.isEmpty ? parameter.words("examples") : words, isRepeatable: isRepeatable)
  }
}

extension ParsedCommand: ParameterSource {
  /// The value of a parameter's option; nil without the option.
  /// - Throws: `DomainError` of the command line, with the parameter's code and reason.
  package func value<Value>(_ parameter: Parameter<Value>) throws(DomainError) -> Value? {
    let texts = all(parameter.optionName)
    guard !texts.isEmpty else { return nil }
    let text = parameter.isSwitch ? "true" : texts.joined(separator: ",")
    return try Self.value(of: text, "--\(parameter.optionName) takes", parameter)
  }

  func required<Value>(_ parameter: Parameter<Value>) throws(DomainError) -> Value {
    if let value = try value(parameter) ?? parameter.kind.standard { return value }
    throw .usage("option-missing", "--\(parameter.optionName) is required: \(parameter.kind.expectation).")
  }

  /// The value of a parameter that is given as an operand.
  /// - Parameter name: the operand's name in the help.
  static func operand<Value>(
    _ text: String, _ name: String, _ parameter: Parameter<Value>
  ) throws(DomainError) -> Value {
    try value(of: text, "\(name) must be", parameter)
  }

  private static func value<Value>(
    of text: String, _ subject: String, _ parameter: Parameter<Value>
  ) throws(DomainError) -> Value {
    do throws(DomainError) {
      return try parameter.value(of: text, subject)
    } catch {
      let meant = CommandLineKit.proposal(for: text, among: parameter.words())
      throw .usage(error.code, meant.isEmpty ? error.message : String(error.message.dropLast()) + meant)
    }
  }
}
