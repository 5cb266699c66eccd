/// The name, options and operands of a command. Parsing, help, manual pages and completions are derived from it.
package struct CommandSpecification: Sendable {
  package var program = "fourcuts"
  /// `["booths", "list"]`. Empty when the program consists of one command.
  package var path: [String]
  /// One line, without a full stop.
  package var summary: String
  /// The operands as shown in the help: `FILE…`, `LAT LON`. Empty without operands.
  package var operands = ""
  package var options: [OptionSpecification] = []
  /// Paragraphs and examples below the options.
  package var discussion = ""
  /// Whether it opens a data directory. Other commands talk to a server or work alone.
  package var usesDataDirectory = true

  /// The words that its operand may be, of operands such as `on|off`.
  package var operandChoices: [String] {
    operands.contains("|") && !operands.contains(" ") ? operands.split(separator: "|").map(String.init) : []
  }

  package var name: String { path.isEmpty ? program : path.joined(separator: " ") }
  /// The name with the program: `fourcuts booths list`.
  package var commandLine: String { path.isEmpty ? program : "\(program) \(name)" }

  /// Its own options and the common ones.
  package var allOptions: [OptionSpecification] {
    let ownOptions = options + (usesDataDirectory ? [OptionSpecification.dataDirectory, .database] : [])
    let hasSettings = ownOptions.contains { $0.variable != nil }
    return ownOptions + (hasSettings ? [OptionSpecification.settingsFile] : []) + [OptionSpecification.helpFlag]
  }

  /// The options that may also be given by variables and a settings file.
  package var settings: [OptionSpecification] { allOptions.filter(\.isSetting) }
}

extension CommandSpecification {
  /// A command of `fourcuts`.
  package init(
    path: [String], summary: String, operands: String = "", options: [OptionSpecification] = [],
    discussion: String = "", usesDataDirectory: Bool = true
  ) {
    (self.path, self.summary, self.operands) = (path, summary, operands)
    (self.options, self.discussion, self.usesDataDirectory) = (options, discussion, usesDataDirectory)
  }

  /// A program that consists of one command and uses no data directory.
  package init(program: String, summary: String, options: [OptionSpecification], discussion: String) {
    self.init(path: [], summary: summary, options: options, discussion: discussion, usesDataDirectory: false)
    self.program = program
  }
}

extension [OptionSpecification] {
  package func under(_ heading: String) -> [OptionSpecification] {
    map { option in
      var option = option
      option.heading = heading
      return option
    }
  }
}

extension [CommandSpecification] {
  /// The settings of all commands, each once.
  package var settings: [OptionSpecification] {
    var names: Set<String> = []
    return flatMap(\.settings).filter { names.insert($0.name).inserted }
  }
}

package struct OptionSpecification: Sendable {
  /// Without the leading `--`.
  package var name: String
  /// The metavariable of the value in the help. Nil for a switch.
  package var value: String?
  package var help: String
  /// The environment variable of a setting. For a switch it holds one of the words of `Switch`.
  package var variable: String?
  package var standard: String?
  /// Whether it may be given more than once.
  package var isRepeatable = false
  /// Completions of the value. `["FILE"]` and `["DIR"]` complete names of files and directories.
  package var choices: [String] = []
  package var takesOnlyChoices = false
  /// Whether its value must not be shown.
  package var isSecret = false
  /// The systemd credential that a file's option uses if neither it nor its secret is given otherwise.
  package var credential: String?
  /// Whether a running server applies a new value on SIGHUP.
  package var isReloadable = false
  /// Its heading in the help of a command with many options. Nil: under "Options".
  package var heading: String?

  /// Whether it may be given by a variable and a settings file, too.
  package var isSetting: Bool { variable != nil && name != Self.settingsFile.name }

  /// The option that gives the same secret in another way: `x` and `x-file`. Its own value takes the other's place.
  func isAlternative(to other: OptionSpecification) -> Bool {
    isSecret && other.name == "\(name)-file" || other.isSecret && name == "\(other.name)-file"
  }

  package static func setting(
    _ name: String, _ value: String, _ standard: String?, _ help: String, choices: [String] = []
  ) -> OptionSpecification {
    let variable = "FOURCUTS_" + name.uppercased().replacing("-", with: "_")
    return OptionSpecification(
      name: name, value: value, help: help, variable: variable, standard: standard, choices: choices)
  }

  package static func value(
    _ name: String, _ value: String, _ help: String, standard: String? = nil, choices: [String] = [],
    isRepeatable: Bool = false
  ) -> OptionSpecification {
    OptionSpecification(
      name: name, value: value, help: help, standard: standard, isRepeatable: isRepeatable, choices: choices)
  }

  package static func flag(_ name: String, _ help: String) -> OptionSpecification {
    OptionSpecification(name: name, value: nil, help: help)
  }

  /// How output is written. The first format is the default.
  package static func format(_ words: String...) -> OptionSpecification {
    let help = words.dropLast().joined(separator: ", ") + " or \(words.last ?? "")"
    var option = value("format", "FORMAT", help, standard: words.first, choices: words)
    option.takesOnlyChoices = true
    return option
  }

  /// The same setting, which a running server also applies on SIGHUP.
  package var reloadable: OptionSpecification {
    var option = self
    option.isReloadable = true
    return option
  }

  package static func settingFlag(_ name: String, _ help: String) -> OptionSpecification {
    var option = setting(name, "", nil, help)
    option.value = nil
    return option
  }

  package static let dataDirectory: OptionSpecification = {
    var option = setting("data-dir", "DIR", "./fourcuts-data", "The data folder")
    option.choices = ["DIR"]
    return option
  }()
  package static let database = setting(
    "database", "ADDRESS", nil,
    "A PostgreSQL database instead of the data folder's SQLite files: postgres://user@host/name")
  /// The source of settings that neither the command line nor the environment gives.
  package static let settingsFile: OptionSpecification = {
    var option = setting("config", "FILE", nil, "Settings for what is given neither here nor by variables, in TOML")
    option.choices = ["FILE"]
    return option
  }()
  package static let helpFlag = flag("help", "Show this help")
}
