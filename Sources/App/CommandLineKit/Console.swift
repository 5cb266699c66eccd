package import Basics
import Glibc
import Synchronization

/// Standard output and standard error of a command.
package struct Console: Sendable {
  /// Whether standard output is a terminal with colours (respects `NO_COLOR` and `TERM=dumb`).
  package let isStyled: Bool
  /// Whether standard error is a terminal.
  package let isInteractive: Bool

  package init(environment: [String: String]) {
    let plain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
    isStyled = isatty(STDOUT_FILENO) == 1 && !plain
    isInteractive = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
  }

  /// Writes a text to standard output.
  /// - Throws: `DomainError` `output-closed`.
  package func out(_ text: String) throws(DomainError) {
    try out(Array(text.utf8))
  }

  /// Writes bytes to standard output.
  /// - Throws: `DomainError` `output-closed`.
  package func out(_ bytes: [UInt8]) throws(DomainError) {
    guard writeAll(bytes[...], to: STDOUT_FILENO) else {
      throw DomainError(.unavailable, "output-closed", "Standard output cannot be written to.")
    }
  }

  /// Writes a line to standard error.
  package func error(_ line: String) {
    _ = writeAll(Array((line + "\n").utf8)[...], to: STDERR_FILENO)
  }

  /// Writes bytes to standard error.
  package func error(_ bytes: [UInt8]) {
    _ = writeAll(bytes[...], to: STDERR_FILENO)
  }

  /// Writes to standard error without a line end.
  package func progress(_ text: String) {
    _ = writeAll(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}
