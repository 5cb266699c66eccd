package import Basics
import Glibc

/// Standard output and standard error of a command.
package struct Console: Sendable {
  /// How texts are written to standard output. Colours respect `NO_COLOR` and `TERM=dumb`.
  package let style: TextStyle
  /// The columns of running text, such as help: not more than one reads well.
  package let textWidth: Int
  /// Whether standard error is a terminal.
  package let isInteractive: Bool

  private static let maxTextWidth = 100

  package init(environment: [String: String]) {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let isDumb = environment["TERM"] == "dumb"
    let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || isDumb
    let width = terminalWidth() ?? environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    style = isTerminal ? TextStyle(width: width, hasColors: !isPlain, hasLocalTime: true) : .plain
    textWidth = min(width, Self.maxTextWidth)
    isInteractive = isatty(STDERR_FILENO) == 1 && !isDumb
  }

  /// Writes a text to standard output.
  /// - Throws: `DomainError` `output-closed` if nobody reads it any more, `output-unwritable`.
  package func out(_ text: String) throws(DomainError) {
    try out(Array(text.utf8))
  }

  /// Writes bytes to standard output.
  /// - Throws: `DomainError` `output-closed` if nobody reads it any more, `output-unwritable`.
  package func out(_ bytes: [UInt8]) throws(DomainError) {
    guard !writeAll(bytes[...], to: STDOUT_FILENO) else { return }
    throw errno == EPIPE
      ? DomainError(.unavailable, "output-closed", "Standard output was closed.")
      : DomainError(.unavailable, "output-unwritable", "Standard output cannot be written: is its disk full?")
  }

  /// Writes a table to standard output.
  /// - Throws: `DomainError` `output-closed` if nobody reads it any more, `output-unwritable`.
  package func out(_ table: TextTable) throws(DomainError) { try out(table.rendered(style)) }

  package func out(json document: [UInt8]) throws(DomainError) { try out(document + [0x0A]) }

  package func out(rows: [(String, String)], width: Int = 12) throws(DomainError) {
    try out(rows.map { padded($0.0, to: width) + withoutControls($0.1) + "\n" }.joined())
  }

  package func error(_ line: String) {
    _ = writeAll(Array((line + "\n").utf8)[...], to: STDERR_FILENO)
  }

  package func error(_ bytes: [UInt8]) {
    _ = writeAll(bytes[...], to: STDERR_FILENO)
  }

  /// Writes to standard error without a line end.
  package func progress(_ text: String) {
    _ = writeAll(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}

/// The width of the terminal at standard output, in columns; nil if there is none, or it is unknown.
private func terminalWidth() -> Int? {
  var size = winsize()
  guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return Int(size.ws_col)
}
