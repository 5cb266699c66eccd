enum Help {
  /// The overview of all commands.
  static func overview(_ commands: [CommandSpecification]) -> String {
    let width = (commands.map { displayWidth($0.name + " " + $0.operands) }.max() ?? 0) + 2
    let rows = commands.map { command in
      "  " + padded((command.name + " " + command.operands), to: width) + command.summary
    }
    return """
      fourcuts: find photo booths, and share the photos.

      Usage: fourcuts COMMAND [OPTIONS]

      Commands:
      \(rows.joined(separator: "\n"))

      'fourcuts COMMAND --help' explains a command. Commands that use a data folder take --data-dir DIR (or
      FOURCUTS_DATA_DIR); 'account' and 'post' talk to a server, given by --server URL (or FOURCUTS_SERVER).
      'fourcuts-sandbox-pg', a separate program, simulates the payment gateway for trying out the shop.

      Exit codes:
        0  done
        1  a local failure: the disk, the database, the network
        2  the command line is wrong
        3  the input was rejected: a file, a value, the credentials, or a state that does not allow it
        4  not found

      """
  }

  /// The help of one command.
  static func command(_ command: CommandSpecification) -> String {
    var lines = [command.summary + ".", "", "Usage: \(command.commandLine) [OPTIONS] \(command.operands)"]
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
    let notes = [option.standard.map { "default \($0)" }, option.variable].compactMap { $0 }
    return notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
  }
}
