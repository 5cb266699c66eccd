package import Basics

/// A parsed command line: a command with its option values and operands.
package struct ParsedCommand: Sendable {
  package let specification: CommandSpecification
  /// The arguments that are not options, in order.
  package let operands: [String]
  private let values: [String: [String]]

  /// The value of an option: from the command line, else from its environment variable, else the default.
  package subscript(option: String) -> String? { values[option]?.last }

  /// Every value of a repeatable option.
  package func all(_ option: String) -> [String] { values[option] ?? [] }

  /// Whether a switch was given.
  package func has(_ flag: String) -> Bool { values[flag] != nil }

  /// Parses the arguments after the command's name. A negative number such as `-33.8` is an operand; `--` ends the
  /// options.
  /// - Throws: `DomainError` `option-unknown`, `option-without-value`, `option-with-value`, `option-repeated`,
  ///   `option-unknown-word` when the environment variable of a switch is neither 1 nor 0.
  package init(_ specification: CommandSpecification, _ words: [String], environment: [String: String])
    throws(DomainError)
  {
    self.specification = specification
    var values: [String: [String]] = [:]
    var operands: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word != "-", !Self.isNegativeNumber(word) else {
        operands.append(word)
        continue
      }
      try Self.consumeOption(word, &rest, specification, &values)
    }
    for option in specification.allOptions where values[option.name] == nil {
      if let variable = option.variable, let value = environment[variable] {
        let isGiven = try option.value == nil ? Self.isOn(value, variable) : true
        if isGiven { values[option.name] = [value] }
      } else if let standard = option.standard {
        values[option.name] = [standard]
      }
    }
    self.values = values
    self.operands = operands
  }

  /// Whether the environment variable of a switch turns it on. An empty one counts as unset.
  private static func isOn(_ value: String, _ variable: String) throws(DomainError) -> Bool {
    guard ["1", "0", ""].contains(value) else {
      throw .usage("option-unknown-word", "\(variable) takes 1 or 0.")
    }
    return value == "1"
  }

  private static func isNegativeNumber(_ word: String) -> Bool {
    guard let second = word.dropFirst().first else { return false }
    return second.isASCII && (second.isNumber || second == ".")
  }

  private static func consumeOption(
    _ word: String, _ rest: inout ArraySlice<String>, _ specification: CommandSpecification,
    _ values: inout [String: [String]]
  ) throws(DomainError) {
    let short = ["-h": "--help", "-q": "--quiet"][word] ?? word
    let parts = short.dropFirst(short.hasPrefix("--") ? 2 : 1)
      .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard short.hasPrefix("--"), let option = specification.allOptions.first(where: { $0.name == name }) else {
      throw .usage(
        "option-unknown",
        "\(word) is not an option of '\(specification.name)'; see '\(specification.commandLine) --help'.")
    }
    if !option.isRepeatable, values[name] != nil {
      throw .usage("option-repeated", "--\(name) is given twice; give it once.")
    }
    guard option.value != nil else {
      guard parts.count == 1 else { throw .usage("option-with-value", "--\(name) takes no value.") }
      values[name] = [""]
      return
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
      throw .usage("option-without-value", "--\(name) needs a value: --\(name) \(option.value ?? "").")
    }
    values[name, default: []].append(value)
  }
}

extension DomainError {
  /// The `field` of errors about the command line itself, which have exit code 2.
  package static let commandLine = "command line"

  /// An error about the command line itself.
  package static func usage(_ code: String, _ message: String) -> DomainError {
    DomainError(.invalid, code, message, field: commandLine)
  }
}

// MARK: Typed values

extension ParsedCommand {
  /// The value of an option as a whole number within a range.
  package func integer(_ option: String, _ range: ClosedRange<Int>) throws(DomainError) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "option-out-of-range", "--\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// The value of an option as an enum with text raw values.
  package func choice<Choice: RawRepresentable & CaseIterable>(_ option: String, _: Choice.Type) throws(DomainError)
    -> Choice?
  where Choice.RawValue == String {
    guard let text = self[option] else { return nil }
    guard let choice = Choice(rawValue: text.lowercased()) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("option-unknown-word", "--\(option) takes one of \(known).")
    }
    return choice
  }

  /// The values of a comma-separated list, trimmed. Empty when the option is not given.
  package func list(_ option: String) -> [String] {
    all(option).flatMap { $0.split(separator: ",") }.map { trimmed($0) }.filter { !$0.isEmpty }
  }

  /// Checks the number of operands.
  package func expectOperands(_ range: ClosedRange<Int>) throws(DomainError) {
    guard range.contains(operands.count) else {
      throw .usage(
        "operands", "Usage: '\(usageLine)'; see '\(specification.commandLine) --help'.")
    }
  }

  private var usageLine: String {
    specification.commandLine + (specification.operands.isEmpty ? "" : " \(specification.operands)")
  }
}
