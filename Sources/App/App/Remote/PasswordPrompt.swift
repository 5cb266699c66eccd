import Basics
import CommandLineKit
import Foundation

/// Reads passwords from the terminal or standard input. Never from the command line, which other users can see.
enum PasswordPrompt {
  /// Reads a password.
  /// - Parameter isNew: Whether it has to be typed twice.
  /// - Throws: `DomainError` when none is given.
  static func read(_ command: ParsedCommand, isNew: Bool = false, for what: String = "Password") throws(DomainError)
    -> String
  {
    if command.has("password-stdin") {
      guard let line = readLine(strippingNewline: true), !line.isEmpty else {
        throw DomainError(.invalid, "password-missing", "There is no password on standard input.")
      }
      return line
    }
    let password = try prompt("\(what): ")
    if isNew, try prompt("\(what) again: ") != password {
      throw DomainError(.invalid, "passwords-differ", "The two passwords are not the same.")
    }
    return password
  }

  /// Asks on the terminal without echo.
  private static func prompt(_ prompt: String) throws(DomainError) -> String {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else {
      throw .usage("no-terminal", "There is no terminal to ask for the password; give it with --password-stdin.")
    }
    close(terminal)
    guard let typed = getpass(prompt) else {
      throw DomainError(.unavailable, "no-terminal", "The password cannot be read from the terminal.")
    }
    let password = String(cString: typed)
    // Meanwhile the terminal passes Ctrl-C on as a character.
    guard !password.isEmpty, !password.contains("\u{3}") else {
      throw DomainError(.invalid, "password-missing", "No password was given.")
    }
    return password
  }
}
