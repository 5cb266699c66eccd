import CommandLineKit

extension Help {
  static func overview(_ groups: [CommandGroup], width: Int) -> String {
    let indent = indent(of: groups.flatMap(\.specifications).map(\.name))
    let commands = groups.map { group in
      let lines = rows(group.specifications.map { ($0.name, $0.summary) }, indent: indent, width: width)
      return "\(group.title):\n" + lines.joined(separator: "\n")
    }
    let exitCodes = rows(ProgramText.exitCodes, width: width)
    return """
      fourcuts: \(ProgramText.summary).

      Usage: fourcuts COMMAND [OPTIONS]

      \(commands.joined(separator: "\n\n"))

      \(text(ProgramText.description, width: width))

      Exit codes:
      \(exitCodes.joined(separator: "\n"))

      """
  }

  /// The commands that share a first word.
  static func commands(_ commands: [CommandSpecification], of word: String, width: Int) -> String {
    """
    Usage: fourcuts \(word) COMMAND [OPTIONS]

    \(rows(commands.map { ("\($0.name) \($0.operands)", $0.summary) }, width: width).joined(separator: "\n"))

    'fourcuts \(word) COMMAND --help' explains a command.

    """
  }
}

/// What the help and the manual page say about the program as a whole.
enum ProgramText {
  static let summary = "find photo booths, and share the photos"

  static let description = """
    'fourcuts COMMAND --help' explains a command, and 'man fourcuts-COMMAND' does if manual pages are installed. \
    Commands that use a data folder take --data-dir DIR (or FOURCUTS_DATA_DIR); 'account' and 'post' talk to a server, \
    given by --server URL (or FOURCUTS_SERVER).

    On a terminal, tables are cut to its width, times are local, and colours can be turned off by NO_COLOR. In pipes and \
    files, tables are whole, and times are RFC 3339 in UTC.

    'fourcuts-sandbox-pg', a separate program, simulates the payment gateway for trying out the shop.
    """

  static let exitCodes = [
    (term: "0", text: "done"),
    (term: "1", text: "a local failure: the disk, the database, the network"),
    (term: "2", text: "the command line is wrong"),
    (
      term: "3",
      text: "the input was rejected: a file, a value, the credentials, or a state that does not allow it"
    ),
    (term: "4", text: "not found, also if there is no catalogue yet"),
  ]
}
