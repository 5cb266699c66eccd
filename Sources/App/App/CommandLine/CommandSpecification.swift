/// What a command takes, written once: parsing, help and completions all read it.
struct CommandSpecification: Sendable {
  /// `["booths", "list"]`.
  var path: [String]
  /// One line, without a full stop.
  var summary: String
  /// What stands after the options: `FILE…`, `LAT LON`; empty where nothing does.
  var operands = ""
  var options: [OptionSpecification] = []
  /// Paragraphs and examples below the options.
  var discussion = ""
  /// Whether it works on a data folder; otherwise it asks a server, or nobody.
  var usesDataFolder = true

  var name: String { path.joined(separator: " ") }

  /// Its own options and those that all such commands take.
  var allOptions: [OptionSpecification] {
    options + (usesDataFolder ? [OptionSpecification.dataFolder] : []) + [OptionSpecification.helpFlag]
  }
}

/// One option of a command.
struct OptionSpecification: Sendable {
  /// Without the leading `--`.
  var name: String
  /// What the value stands for; nil for a switch.
  var value: String?
  var help: String
  /// A setting can also be given by this variable; a switch by 1 or 0.
  var variable: String?
  /// What holds where nothing is said.
  var standard: String?
  /// Whether it may be given more than once.
  var isRepeatable = false
  /// Words that complete the value; `["FILE"]` and `["DIR"]` complete names of files and folders.
  var choices: [String] = []

  static func setting(_ name: String, _ value: String, _ standard: String?, _ help: String) -> OptionSpecification {
    let variable = "FOURCUTS_" + name.uppercased().replacing("-", with: "_")
    return OptionSpecification(name: name, value: value, help: help, variable: variable, standard: standard)
  }

  static func value(
    _ name: String, _ value: String, _ help: String, standard: String? = nil, choices: [String] = [],
    isRepeatable: Bool = false
  ) -> OptionSpecification {
    OptionSpecification(
      name: name, value: value, help: help, standard: standard, isRepeatable: isRepeatable, choices: choices)
  }

  static func flag(_ name: String, _ help: String) -> OptionSpecification {
    OptionSpecification(name: name, value: nil, help: help)
  }

  /// A switch that is also a setting.
  static func settingFlag(_ name: String, _ help: String) -> OptionSpecification {
    var option = setting(name, "", nil, help)
    option.value = nil
    return option
  }

  static let dataFolder: OptionSpecification = {
    var option = setting("data-dir", "DIR", "./fourcuts-data", "Where everything is kept")
    option.choices = ["DIR"]
    return option
  }()
  static let helpFlag = flag("help", "Show this help")
}
