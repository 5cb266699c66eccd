import Basics
import Crypto

extension Command {
  static let rotateKeys = Command(
    specification: CommandSpecification(
      path: ["keys", "rotate"], summary: "Sign access tokens with a new key from now on",
      options: [.flag("revoke", "Take no token of the keys before: somebody else may know them")],
      discussion: """
        A running server takes the new key up within about a second. Tokens of the key before are taken until they
        expire; with --revoke they count as expired at once, and clients refresh. Nobody has to log in again.
        """)
  ) { command, context in
    try command.expectOperands(0...0)
    let assembly = try await Assembly.open(command, for: .create)
    // As long as any token can live, whatever lifetime the server that gave it was told.
    let accepted = command.has("revoke") ? 0 : ServiceSettings.maxAccessLifetime
    let keys = try assembly.keyRing.rotate(at: context.now(), accepted: Int64(accepted))
    try context.console.out(
      "Access tokens are signed by the key \(keys.current.id) from now on; "
        + (command.has("revoke")
          ? "those of all keys before count as expired.\n" : "those of the key before are taken until they expire.\n"))
  }
}
