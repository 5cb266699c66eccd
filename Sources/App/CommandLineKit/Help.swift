/// The texts of `--help`.
package enum Help {
  /// The help of one command.
  package static func command(_ command: CommandSpecification) -> String {
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    var lines = [command.summary + ".", "", "Usage: \(command.commandLine) [OPTIONS]\(operands)"]
    lines += ["", "Options:"]
    let width = (command.allOptions.map { displayWidth(heading($0)) }.max() ?? 0) + 2
    for option in command.allOptions {
      lines.append("  " + padded(heading(option), to: width) + option.help + notes(option))
    }
    if !command.discussion.isEmpty { lines += ["", command.discussion] }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func heading(_ option: OptionSpecification) -> String {
    "--\(option.name)" + (option.value.map { " \($0)" } ?? "") + (option.isRepeatable ? " …" : "")
  }

  private static func notes(_ option: OptionSpecification) -> String {
    let notes = [
      option.standard.map { "default \($0)" }, option.variable, option.isReloadable ? "SIGHUP" : nil,
    ].compactMap { $0 }
    return notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
  }
}
