public import Basics

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
    case today
    case timeZone = "time_zone"
    case hasGrape = "has_grape"
    case fill
    case fullBunches = "full_bunches"
    case grapes
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
}

/// The caller's full bunches.
public struct BunchListDocument: NativeDocument {
  /// The first one first.
  public var bunches: [BunchDocument]

  /// A list of bunches.
  public init(bunches: [BunchDocument]) { self.bunches = bunches }
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
}

/// The days of a month on which there is anything.
public struct CardDayListDocument: NativeDocument {
  /// Ascending.
  public var days: [CardDayDocument]

  /// A list of days.
  public init(days: [CardDayDocument]) { self.days = days }
}
