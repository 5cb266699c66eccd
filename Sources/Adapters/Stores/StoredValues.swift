import Basics
import SQL

/// A change that was asked for and breaks a law of what is kept: our own fault. Nothing is written.
struct ImpossibleChange: Error {
  var what: String
}

/// A row that holds what nothing here writes: our own fault.
struct Unreadable: Error {
  var what: String
}

extension Value {
  /// An identifier as text.
  static func id<Subject>(_ id: Identifier<Subject>) -> Value { .text(id.description) }

  /// An identifier as text, or null where there is none.
  static func id<Subject>(orNull id: Identifier<Subject>?) -> Value { id.map(Value.id) ?? .null }

  /// A moment as milliseconds since 1970.
  static func instant(_ instant: Timestamp) -> Value { .integer(instant.milliseconds) }

  /// A moment, or null where there is none.
  static func instant(orNull instant: Timestamp?) -> Value { instant.map(Value.instant) ?? .null }
}

extension Row {
  /// Reads an identifier.
  /// - Throws: `Unreadable` where it is none.
  func identifier<Subject>(_ column: Int) throws -> Identifier<Subject> {
    guard let identifier = Identifier<Subject>(text(column)) else { throw Unreadable(what: "identifier") }
    return identifier
  }

  /// Reads an identifier that may be missing.
  /// - Throws: `Unreadable` where it is none.
  func identifierIfAny<Subject>(_ column: Int) throws -> Identifier<Subject>? {
    isNull(column) ? nil : try identifier(column)
  }

  /// Reads a word out of those that there are.
  /// - Throws: `Unreadable` where it is none.
  func word<Word: RawRepresentable<String>>(_ column: Int) throws -> Word {
    guard let word = Word(rawValue: text(column)) else { throw Unreadable(what: "\(Word.self)") }
    return word
  }

  /// Reads a moment.
  func instant(_ column: Int) -> Timestamp { Timestamp(milliseconds: integer(column)) }

  /// Reads a moment that may be missing.
  func instantIfAny(_ column: Int) -> Timestamp? { integerIfAny(column).map(Timestamp.init(milliseconds:)) }

  /// Reads a person from three columns: identifier, nickname and photo.
  /// - Throws: `Unreadable` where the identifier is none.
  func person(from column: Int) throws -> Person {
    Person(
      id: try identifier(column), nickname: text(column + 1),
      photo: textIfAny(column + 2).flatMap { PhotoName($0) })
  }
}
