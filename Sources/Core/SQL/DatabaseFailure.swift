/// An error of a statement: a bug of the program, for the operator's log.
///
/// It never contains bound values, which may be personal data.
package struct DatabaseFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The engine's (extended) result code.
  package let code: Int
  package let message: String
  /// The statement, with its parameters as placeholders; nil when there was none.
  package let statement: String?

  package init(code: Int, message: String, statement: String?) {
    self.code = code
    self.message = message
    self.statement = statement
  }

  package var description: String {
    "database error \(code): \(message)" + (statement.map { " in: \($0)" } ?? "")
  }
}
