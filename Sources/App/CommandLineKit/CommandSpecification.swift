/// The name, options and operands of a command. Parsing, help and completions are derived from it.
package struct CommandSpecification: Sendable {
  /// The name of the program.
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

  package var name: String { path.isEmpty ? program : path.joined(separator: " ") }
  /// The name with the program: `fourcuts booths list`.
  package var commandLine: String { path.isEmpty ? program : "\(program) \(name)" }

  /// Its own options and the common ones.
  package var allOptions: [OptionSpecification] {
    options + (usesDataDirectory ? [OptionSpecification.dataDirectory, .database] : [])
      + [OptionSpecification.helpFlag]
  }
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

/// One option of a command.
package struct OptionSpecification: Sendable {
  /// Without the leading `--`.
  package var name: String
  /// The metavariable of the value in the help. Nil for a switch.
  package var value: String?
  package var help: String
  /// The environment variable of a setting. For a switch it holds 1 or 0.
  package var variable: String?
  /// The default value.
  package var standard: String?
  /// Whether it may be given more than once.
  package var isRepeatable = false
  /// Completions of the value. `["FILE"]` and `["DIR"]` complete names of files and directories.
  package var choices: [String] = []

  package static func setting(_ name: String, _ value: String, _ standard: String?, _ help: String)
    -> OptionSpecification
  {
    let variable = "FOURCUTS_" + name.uppercased().replacing("-", with: "_")
    return OptionSpecification(name: name, value: value, help: help, variable: variable, standard: standard)
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

  /// A switch that is also a setting.
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
  package static let helpFlag = flag("help", "Show this help")
}
