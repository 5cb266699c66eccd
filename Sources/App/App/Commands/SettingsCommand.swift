import Basics
import CommandLineKit
import JSON

extension Command {
  /// - Parameter interfaces: what `serve` serves beside the program's own interfaces.
  static func settings(with interfaces: [any InterfaceExtension]) -> Command {
    let specification = CommandSpecification(
      path: ["settings"], summary: "Print the settings of 'serve' that are in effect, and where each comes from",
      options: serve(with: interfaces).specification.options + [.format("table", "json")],
      discussion: """
        It takes the options, variables and settings file of 'fourcuts serve'. Secrets are masked, and settings without a
        value are left out. The exit code is 2 if 'serve' would reject the settings.
        """)
    return Command(specification: specification) { command, context in
      try command.expectOperands(0...0)
      warnOfUnknownVariables(context)
      let settings = command.effectiveSettings
      if command["format"] == "json" {
        try context.console.out(json: JSONValue.object(["settings": .array(settings.map(\.json))]).bytes)
      } else {
        var table = TextTable(columns: [("SETTING", .left), ("VALUE", .text), ("FROM", .text)])
        table.rows = settings.map { [$0.option.name, $0.maskedText, $0.origin.description] }
        try context.console.out(table)
      }
      _ = try ServeOptions(command, interfaces, context.environment)
    }
  }
}

func warnOfUnknownVariables(_ context: CommandContext) {
  let warnings = unknownVariableWarnings(in: context.environment, known: context.settings, program: "fourcuts")
  for warning in warnings { context.console.error("fourcuts: \(warning)") }
}

extension EffectiveSetting {
  fileprivate var json: JSONValue {
    var members: [JSONMember] = [
      JSONMember(key: "name", value: .string(option.name)), JSONMember(key: "value", value: .string(maskedText)),
      JSONMember(key: "from", value: .string(origin.description)),
    ]
    if option.isReloadable { members.append(JSONMember(key: "reloadable", value: .bool(true))) }
    return .object(members)
  }
}
