import Basics
import SQL

/// A requested change that violates an invariant of the store: an internal error. Nothing is written.
struct ImpossibleChange: Error {
  var what: String
}

/// A row with a value that this program never writes: an internal error.
struct Unreadable: Error {
  var what: String
}

extension Identifier {
  /// An identifier for a row that the store itself adds.
  init(at instant: Timestamp) {
    self.init(at: instant) { count in (0..<count).map { _ in .random(in: .min ... .max) } }
  }
}

extension Value {
  static func id<Subject>(_ id: Identifier<Subject>) -> Value { .text(id.description) }

  static func id<Subject>(orNull id: Identifier<Subject>?) -> Value { id.map(Value.id) ?? .null }

  /// A timestamp in milliseconds since 1970.
  static func instant(_ instant: Timestamp) -> Value { .integer(instant.milliseconds) }

  /// A timestamp in milliseconds since 1970, or null.
  static func instant(orNull instant: Timestamp?) -> Value { instant.map(Value.instant) ?? .null }
}

extension Row {
  /// Reads an identifier.
  /// - Throws: `Unreadable` if it is malformed.
  func identifier<Subject>(_ column: Int) throws -> Identifier<Subject> {
    guard let identifier = Identifier<Subject>(text(column)) else { throw Unreadable(what: "identifier") }
    return identifier
  }

  /// Reads an identifier; nil when null.
  /// - Throws: `Unreadable` if it is malformed.
  func identifierIfAny<Subject>(_ column: Int) throws -> Identifier<Subject>? {
    isNull(column) ? nil : try identifier(column)
  }

  /// Reads the raw value of an enum.
  /// - Throws: `Unreadable` if it is unknown.
  func rawValue<Word: RawRepresentable<String>>(_ column: Int) throws -> Word {
    guard let word = Word(rawValue: text(column)) else { throw Unreadable(what: "\(Word.self)") }
    return word
  }

  func instant(_ column: Int) -> Timestamp { Timestamp(milliseconds: integer(column)) }

  /// Reads a timestamp; nil when null.
  func instantIfAny(_ column: Int) -> Timestamp? { optionalInteger(column).map(Timestamp.init(milliseconds:)) }

  /// Reads a person from three columns: identifier, nickname and photo.
  /// - Throws: `Unreadable` if the identifier is malformed.
  func person(from column: Int) throws -> Person {
    Person(
      id: try identifier(column), nickname: text(column + 1),
      photo: optionalText(column + 2).flatMap { PhotoName($0) })
  }
}
