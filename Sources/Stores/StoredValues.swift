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

extension Row {
  /// Reads an identifier.
  /// - Throws: `Unreadable` where it is none.
  func identifier<Subject>(_ column: Int) throws -> Identifier<Subject> {
    guard let identifier = Identifier<Subject>(text(column)) else { throw Unreadable(what: "identifier") }
    return identifier
  }

  /// Reads a moment.
  func moment(_ column: Int) -> Timestamp { Timestamp(milliseconds: integer(column)) }

  /// Reads a moment that may be missing.
  func momentIfAny(_ column: Int) -> Timestamp? { integerIfAny(column).map(Timestamp.init(milliseconds:)) }

  /// Reads a person from three columns: identifier, nickname and photo.
  /// - Throws: `Unreadable` where the identifier is none.
  func person(from column: Int) throws -> Person {
    Person(
      id: try identifier(column), nickname: text(column + 1),
      photo: textIfAny(column + 2).flatMap { PhotoName($0) })
  }
}
