/// A statement that the database refused: our own fault, for the operator's log.
///
/// It never holds the bound values: they are people's data.
package struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The engine's own (extended) result code.
  package let code: Int
  /// The engine's own words.
  package let message: String
  /// The statement, with its parameters as placeholders; nil where there was none.
  package let statement: String?

  /// An error; see the properties.
  package init(code: Int, message: String, statement: String?) {
    self.code = code
    self.message = message
    self.statement = statement
  }

  /// One line.
  package var description: String {
    "database error \(code): \(message)" + (statement.map { " in: \($0)" } ?? "")
  }
}
