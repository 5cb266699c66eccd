package import Basics

/// The stored state of a card, without its grapes.
package struct CardState: Hashable, Sendable {
  /// The time zone of the account's days, as named in the IANA database.
  package var zone: String
  /// The account's today when the card was last settled.
  package var today: CivilDate
  /// The latest day so far; later than `today` after a flight west. Grapes of earlier days are not revoked.
  package var latestDay: CivilDate

  package init(zone: String, today: CivilDate, latestDay: CivilDate) {
    self.zone = zone
    self.today = today
    self.latestDay = latestDay
  }

  /// The state at first use.
  init(zone: String, first day: CivilDate) {
    self.init(zone: zone, today: day, latestDay: day)
  }

  /// The time zone until the account sets one.
  package static let standardZone = "Asia/Seoul"
}

/// A card as its owner sees it.
package struct Card: Hashable, Sendable {
  /// Grapes per bunch.
  package static let bunch = 10

  /// The account's time zone, as named in the IANA database.
  package let zone: String
  /// The account's today.
  package let today: CivilDate
  package let hasGrapeToday: Bool
  /// The number of grapes in all.
  package let grapes: Int
  /// The number of grapes in the current bunch: 0 to 10. A full bunch stays the current one for the rest of the day on
  /// which it was filled.
  package let fill: Int

  /// The number of full bunches, including the current one if it is full.
  package var fullBunches: Int { grapes / Self.bunch }

  /// - Parameter last: the latest day with a grape.
  init(_ state: CardState, grapes: Int, last: CivilDate?, hasGrapeToday: Bool) {
    zone = state.zone
    today = state.today
    self.grapes = grapes
    self.hasGrapeToday = hasGrapeToday
    let isFilledToday = grapes % Self.bunch == 0 && last.map { $0 >= state.today } ?? false
    fill = isFilledToday ? Self.bunch : grapes % Self.bunch
  }
}

/// A full bunch.
package struct Bunch: Hashable, Sendable {
  /// Counted from 1.
  package let number: Int
  /// The day of its tenth grape.
  package let completed: CivilDate

  /// The full bunches of ascending days with grapes.
  static func full(_ days: [CivilDate]) -> [Bunch] {
    (0..<days.count / Card.bunch).map { index in
      Bunch(number: index + 1, completed: days[(index + 1) * Card.bunch - 1])
    }
  }
}

/// A day of an account's history.
package struct CardDay: Hashable, Sendable {
  package let day: CivilDate
  package let tally: DaySummary
  package let hasGrape: Bool
}
