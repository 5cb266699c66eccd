import Basics
import SQL

/// A row that holds what nothing here writes: our own fault.
struct Unreadable: Error {
  var what: String
}

extension Value {
  /// An identifier as text.
  static func id<Subject>(_ id: Identifier<Subject>) -> Value { .text(id.description) }

  /// A moment as milliseconds since 1970.
  static func moment(_ moment: Timestamp) -> Value { .integer(moment.milliseconds) }
}
