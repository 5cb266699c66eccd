import CommandLineKit

extension Help {
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
}
