/// What a command takes, written once: parsing, help and completions all read it.
package struct CommandSpecification: Sendable {
  /// Whose command it is.
  package var program = "fourcuts"
  /// `["booths", "list"]`; empty where the program is one command.
  package var path: [String]
  /// One line, without a full stop.
  package var summary: String
  /// What stands after the options: `FILE…`, `LAT LON`; empty where nothing does.
  package var operands = ""
  package var options: [OptionSpecification] = []
  /// Paragraphs and examples below the options.
  package var discussion = ""
  /// Whether it works on a data folder; otherwise it asks a server, or nobody.
  package var usesDataDirectory = true
  /// Whether it asks payment gateways, in whose answers secrets of clients are masked.
  package var callsGateways = false

  package var name: String { path.isEmpty ? program : path.joined(separator: " ") }
  /// With the program: `fourcuts booths list`.
  package var commandLine: String { path.isEmpty ? program : "\(program) \(name)" }

  /// Its own options and those that all such commands take.
  package var allOptions: [OptionSpecification] {
    options + (usesDataDirectory ? [OptionSpecification.dataDirectory] : []) + [OptionSpecification.helpFlag]
  }
}

extension CommandSpecification {
  /// A program that is one command and works on no data folder.
  package init(program: String, summary: String, options: [OptionSpecification], discussion: String) {
    self.init(
      program: program, path: [], summary: summary, options: options, discussion: discussion, usesDataDirectory: false)
  }
}

/// One option of a command.
package struct OptionSpecification: Sendable {
  /// Without the leading `--`.
  package var name: String
  /// What the value stands for; nil for a switch.
  package var value: String?
  package var help: String
  /// A setting can also be given by this variable; a switch by 1 or 0.
  package var variable: String?
  /// What holds where nothing is said.
  package var standard: String?
  /// Whether it may be given more than once.
  package var isRepeatable = false
  /// Words that complete the value; `["FILE"]` and `["DIR"]` complete names of files and folders.
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
    var option = setting("data-dir", "DIR", "./fourcuts-data", "Where everything is kept")
    option.choices = ["DIR"]
    return option
  }()
  package static let helpFlag = flag("help", "Show this help")
}
