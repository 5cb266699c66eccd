public import Basics

/// The caller's grape card.
public struct CardDocument: NativeDocument {
  /// The current date in the caller's time zone.
  public var today: CivilDate
  /// The IANA name of the time zone.
  public var timeZone: String
  /// Whether the caller has today's grape.
  public var hasGrape: Bool
  /// The number of grapes of the current bunch: 0 to 10. A full bunch stays current until the end of its day.
  public var fill: Int
  /// The number of full bunches, including the current one if full.
  public var fullBunches: Int
  /// The total number of grapes.
  public var grapes: Int

  enum CodingKeys: String, CodingKey {
    case today
    case timeZone = "time_zone"
    case hasGrape = "has_grape"
    case fill
    case fullBunches = "full_bunches"
    case grapes
  }

  /// Creates a card.
  public init(today: CivilDate, timeZone: String, hasGrape: Bool, fill: Int, fullBunches: Int, grapes: Int) {
    self.today = today
    self.timeZone = timeZone
    self.hasGrape = hasGrape
    self.fill = fill
    self.fullBunches = fullBunches
    self.grapes = grapes
  }
}

/// A full bunch.
public struct BunchDocument: NativeDocument {
  /// Counted from 1.
  public var number: Int
  /// The day of its tenth grape.
  public var completed: CivilDate

  enum CodingKeys: String, CodingKey {
    case number
    case completed = "completed_on"
  }

  /// Creates a bunch.
  public init(number: Int, completed: CivilDate) {
    self.number = number
    self.completed = completed
  }
}

/// The caller's full bunches.
public struct BunchListDocument: NativeDocument {
  /// Oldest first.
  public var bunches: [BunchDocument]

  /// Creates a list.
  public init(bunches: [BunchDocument]) { self.bunches = bunches }
}

/// A day of the caller's history.
public struct CardDayDocument: NativeDocument {
  /// The date.
  public var day: CivilDate
  /// The number of todos.
  public var todos: Int
  /// The number of completed todos.
  public var done: Int
  /// Whether the day has a grape.
  public var hasGrape: Bool

  enum CodingKeys: String, CodingKey {
    case day, todos, done
    case hasGrape = "has_grape"
  }

  /// Creates a day.
  public init(day: CivilDate, todos: Int, done: Int, hasGrape: Bool) {
    self.day = day
    self.todos = todos
    self.done = done
    self.hasGrape = hasGrape
  }
}

/// The days of a month with todos or a grape.
public struct CardDayListDocument: NativeDocument {
  /// Ascending.
  public var days: [CardDayDocument]

  /// Creates a list.
  public init(days: [CardDayDocument]) { self.days = days }
}
