public import Basics

extension CivilDate: Codable {
  /// From a `full-date` of RFC 3339.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = CivilDate(rfc3339: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not a date.")
    }
    self = date
  }

  /// As a `full-date` of RFC 3339: `2026-11-20`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rfc3339)
  }
}

/// The caller's grape card.
public struct CardDocument: NativeDocument {
  /// The caller's today, by the clocks of their zone.
  public var today: CivilDate
  /// As the IANA database names it.
  public var timeZone: String
  /// Whether today's grape is there.
  public var hasGrape: Bool
  /// How many grapes the current bunch has: 0 to 10. A full one stays the current one until its day is over.
  public var fill: Int
  /// How many bunches are full, the current one among them where it is.
  public var fullBunches: Int
  /// How many grapes there are in all.
  public var grapes: Int

  enum CodingKeys: String, CodingKey {
    case today, fill, grapes
    case timeZone = "time_zone"
    case hasGrape = "has_grape"
    case fullBunches = "full_bunches"
  }

  /// A card from its parts.
  public init(today: CivilDate, timeZone: String, hasGrape: Bool, fill: Int, fullBunches: Int, grapes: Int) {
    self.today = today
    self.timeZone = timeZone
    self.hasGrape = hasGrape
    self.fill = fill
    self.fullBunches = fullBunches
    self.grapes = grapes
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.day("today", today)
    writer.text("time_zone", timeZone)
    writer.flag("has_grape", hasGrape)
    writer.number("fill", fill)
    writer.number("full_bunches", fullBunches)
    writer.number("grapes", grapes)
    writer.endObject()
  }
}

/// A bunch that is full.
public struct BunchDocument: NativeDocument {
  /// Counted from 1.
  public var number: Int
  /// The day of its tenth grape.
  public var completed: CivilDate

  enum CodingKeys: String, CodingKey {
    case number
    case completed = "completed_on"
  }

  /// A bunch from its parts.
  public init(number: Int, completed: CivilDate) {
    self.number = number
    self.completed = completed
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("number", number)
    writer.day("completed_on", completed)
    writer.endObject()
  }
}

/// The caller's full bunches.
public struct BunchListDocument: NativeDocument {
  /// The first one first.
  public var bunches: [BunchDocument]

  /// A list of bunches.
  public init(bunches: [BunchDocument]) { self.bunches = bunches }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.list("bunches", bunches) { $0.write(to: &$1) }
    writer.endObject()
  }
}

/// A day of the caller's history.
public struct CardDayDocument: NativeDocument {
  /// Which.
  public var day: CivilDate
  /// How many todos are dated on it.
  public var todos: Int
  /// How many of them are done.
  public var done: Int
  /// Whether it has its grape.
  public var hasGrape: Bool

  enum CodingKeys: String, CodingKey {
    case day, todos, done
    case hasGrape = "has_grape"
  }

  /// A day from its parts.
  public init(day: CivilDate, todos: Int, done: Int, hasGrape: Bool) {
    self.day = day
    self.todos = todos
    self.done = done
    self.hasGrape = hasGrape
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.day("day", day)
    writer.number("todos", todos)
    writer.number("done", done)
    writer.flag("has_grape", hasGrape)
    writer.endObject()
  }
}

/// The days of a month on which there is anything.
public struct CardDayListDocument: NativeDocument {
  /// Ascending.
  public var days: [CardDayDocument]

  /// A list of days.
  public init(days: [CardDayDocument]) { self.days = days }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.list("days", days) { $0.write(to: &$1) }
    writer.endObject()
  }
}

extension JSONWriter {
  mutating func day(_ key: StaticString, _ day: CivilDate) { text(key, day.rfc3339) }
}
