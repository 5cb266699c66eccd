import Basics
import CommandLineKit
import Crypto

/// The key that seals the secrets of a PostgreSQL database.
let keyFileOption: OptionSpecification = {
  var option = OptionSpecification.setting(
    "key-file", "FILE", nil,
    "The key of the secrets in a PostgreSQL database, the same for all nodes; by default secrets.key in the data folder"
  )
  (option.choices, option.credential) = (["FILE"], "key")
  return option
}()

extension Command {
  static let rotateKeys = Command(
    specification: CommandSpecification(
      path: ["keys", "rotate"], summary: "Sign access tokens with a new key from now on",
      options: [keyFileOption, .flag("revoke", "Reject tokens of all previous keys, for example after a leak")],
      discussion: """
        A running server uses the new key within about a second. Tokens of the previous key stay valid until they
        expire; with --revoke they expire at once, and clients refresh. Nobody has to log in again.
        """)
  ) { command, context in
    try command.expectOperands(0...0)
    let assembly = try await Assembly.open(command, for: .write)
    // The longest possible lifetime, because the server that issued a token may have another setting.
    let accepted = command.has("revoke") ? 0 : ServiceSettings.maxAccessLifetime
    let keys = try await assembly.audited(
      command, context, detail: command.has("revoke") ? "revoke" : nil, found: { $0.current.id },
      { try await assembly.keyRing.rotate(at: context.now(), accepted: Int64(accepted)) })
    try context.console.out(
      "Access tokens are signed by the key \(keys.current.id) from now on; "
        + (command.has("revoke")
          ? "tokens of all previous keys have expired.\n" : "tokens of the previous key expire as before.\n"))
  }
}
