package import Basics
import Glibc

/// A parsed command line: a command with its option values and operands.
package struct ParsedCommand: Sendable {
  package let specification: CommandSpecification
  /// The arguments that are not options, in order.
  package let operands: [String]
  private let words: [String]
  private let values: [String: GivenValues]

  /// The value of an option: from the command line, else from its environment variable, else from a credential of
  /// systemd, else from the settings file, else the default.
  package subscript(option: String) -> String? { values[option]?.texts.last }

  package func all(_ option: String) -> [String] { values[option]?.texts ?? [] }

  package func has(_ flag: String) -> Bool { values[flag]?.texts.isEmpty == false }

  /// The settings that have a value, in the order of the help.
  package var effectiveSettings: [EffectiveSetting] {
    specification.settings.compactMap { option in
      values[option.name].map { EffectiveSetting(option: option, texts: $0.texts, origin: $0.origin) }
    }
  }

  /// Reads the same command line again: files may have changed meanwhile.
  /// - Throws: As the initializer.
  package func readAgain(in context: CommandContext) throws(DomainError) -> ParsedCommand {
    try ParsedCommand(specification, words, environment: context.environment, settings: context.settings)
  }

  /// Parses the arguments after the command's name. A negative number such as `-33.8` is an operand; `--` ends the
  /// options.
  /// - Parameter settings: those of the program's other commands, which may stand in the settings file as well.
  /// - Throws: `DomainError` `option-unknown`, `option-without-value`, `option-with-value`, `option-repeated`,
  ///   `option-unknown-word` for a value that is none of its choices, and when the variable of a switch turns it neither
  ///   on nor off; errors of the settings file.
  package init(
    _ specification: CommandSpecification, _ words: [String], environment: [String: String],
    settings: [OptionSpecification] = []
  ) throws(DomainError) {
    let (given, operands) = try Self.read(words, specification)
    var values = given.mapValues { GivenValues(texts: $0, origin: .commandLine) }
    let options = specification.allOptions
    Self.add(try Self.variables(options, environment), to: &values, options)
    Self.add(Self.credentials(options, environment), to: &values, options)
    if let path = values[OptionSpecification.settingsFile.name]?.texts.last, !path.isEmpty {
      let file = try SettingsFile(path: path).values(known: specification.settings + settings)
      Self.add(file, to: &values, options)
    }
    for option in options where values[option.name] == nil {
      if let standard = option.standard { values[option.name] = GivenValues(texts: [standard], origin: .standard) }
    }
    for option in options where option.takesOnlyChoices {
      guard let given = values[option.name], let text = given.texts.last?.lowercased() else { continue }
      guard option.choices.contains(text) else {
        throw .unknownWord(text, of: option.name, known: option.choices)
      }
      values[option.name] = GivenValues(texts: [text], origin: given.origin)
    }
    (self.specification, self.words, self.operands, self.values) = (specification, words, operands, values)
  }

  private static func read(
    _ words: [String], _ specification: CommandSpecification
  ) throws(DomainError) -> (values: [String: [String]], operands: [String]) {
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
    return (values, operands)
  }

  /// Adds the values of options that are not given yet, nor by their alternatives.
  private static func add(
    _ layer: [String: GivenValues], to values: inout [String: GivenValues], _ options: [OptionSpecification]
  ) {
    let above = values
    for option in options where above[option.name] == nil {
      let isGiven = options.contains { above[$0.name] != nil && $0.isAlternative(to: option) }
      if !isGiven, let value = layer[option.name] { values[option.name] = value }
    }
  }

  private static func variables(
    _ options: [OptionSpecification], _ environment: [String: String]
  ) throws(DomainError) -> [String: GivenValues] {
    var values: [String: GivenValues] = [:]
    for option in options {
      guard let variable = option.variable, let text = environment[variable] else { continue }
      var texts = [text]
      if option.value == nil {
        // An empty one counts as unset.
        guard !text.isEmpty else { continue }
        guard let isOn = Switch.isOn(text) else {
          throw .usage("option-unknown-word", "\(variable) takes \(Switch.form).")
        }
        texts = isOn ? [""] : []
      }
      values[option.name] = GivenValues(texts: texts, origin: .environment(variable: variable))
    }
    return values
  }

  /// The files of the credentials that systemd has passed (`LoadCredential=`, `LoadCredentialEncrypted=`).
  private static func credentials(
    _ options: [OptionSpecification], _ environment: [String: String]
  ) -> [String: GivenValues] {
    guard let directory = environment["CREDENTIALS_DIRECTORY"], directory.hasPrefix("/") else { return [:] }
    var values: [String: GivenValues] = [:]
    for option in options {
      guard let name = option.credential, access("\(directory)/\(name)", F_OK) == 0 else { continue }
      values[option.name] = GivenValues(texts: ["\(directory)/\(name)"], origin: .credential(name))
    }
    return values
  }

  private static func isNegativeNumber(_ word: String) -> Bool {
    guard let second = word.dropFirst().first else { return false }
    return second.isASCII && (second.isNumber || second == ".")
  }

  /// The end of an error message about an unknown option: the one of this value (`--format json` for `--json`), or of a
  /// similar name.
  private static func proposal(for name: String, of specification: CommandSpecification) -> String {
    let options = specification.allOptions
    if let option = options.first(where: { $0.takesOnlyChoices && $0.choices.contains(name) }) {
      return "; did you mean '--\(option.name) \(name)'?"
    }
    return CommandLineKit.proposal(for: name, among: options.map(\.name), prefix: "--")
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
      let near = Self.proposal(for: name, of: specification)
      throw .usage(
        "option-unknown",
        "\(word) is not an option of '\(specification.name)'"
          + (near.isEmpty ? "; see '\(specification.commandLine) --help'." : near))
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

  package static func usage(_ code: String, _ message: String) -> DomainError {
    DomainError(.invalid, code, message, field: commandLine)
  }

  /// An error about the value of an option that takes some words only.
  static func unknownWord(_ word: String, of option: String, known: [String]) -> DomainError {
    let near = proposal(for: word, among: known)
    return .usage(
      "option-unknown-word",
      "--\(option) takes one of \(known.joined(separator: ", "))" + (near.isEmpty ? "." : near))
  }
}

// MARK: Typed values

extension ParsedCommand {
  /// The value of an option; nil when it is absent or empty, as variables of containers often are.
  package func text(_ option: String) -> String? {
    self[option].flatMap { $0.isEmpty ? nil : $0 }
  }

  package func integer(_ option: String, _ range: ClosedRange<Int>) throws(DomainError) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "option-out-of-range", "--\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  package func choice<Choice: RawRepresentable & CaseIterable>(_ option: String, _: Choice.Type) throws(DomainError)
    -> Choice?
  where Choice.RawValue == String {
    guard let text = self[option] else { return nil }
    guard let choice = Choice(rawValue: text.lowercased()) else {
      throw .unknownWord(text, of: option, known: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  /// The values of a comma-separated list, trimmed. Empty when the option is not given.
  package func list(_ option: String) -> [String] {
    all(option).flatMap { $0.split(separator: ",") }.map { trimmed($0) }.filter { !$0.isEmpty }
  }

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
