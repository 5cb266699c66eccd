package import Basics

/// What is kept of somebody's card beside its grapes.
package struct CardState: Hashable, Sendable {
  /// The zone by whose clocks the person's days begin and end, as the IANA database names it.
  package var zone: String
  /// The day that was the person's today when the card was last looked at or moved.
  package var today: CivilDate
  /// The latest day that was; later than `today` where the person has flown west since. A grape of a day before it is
  /// not taken back.
  package var latest: CivilDate

  /// A state from its parts.
  package init(zone: String, today: CivilDate, latest: CivilDate) {
    self.zone = zone
    self.today = today
    self.latest = latest
  }

  /// That of a card which is used for the first time.
  init(zone: String, first day: CivilDate) {
    self.init(zone: zone, today: day, latest: day)
  }

  /// Where whoever has not told lives.
  package static let standardZone = "Asia/Seoul"
}

/// Somebody's card as they see it.
package struct Card: Hashable, Sendable {
  /// How many grapes make a bunch.
  package static let bunch = 10

  /// The person's zone, as the IANA database names it.
  package let zone: String
  /// The person's today.
  package let today: CivilDate
  /// Whether today's grape is there.
  package let hasGrapeToday: Bool
  /// How many there are in all.
  package let grapes: Int
  /// How many grapes the current bunch has: 0 to 10. A full bunch stays the current one for the rest of the day on
  /// which it was filled.
  package let fill: Int

  /// The bunches that are full, the current one among them where it is.
  package var fullBunches: Int { grapes / Self.bunch }

  /// A card.
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

/// A bunch that is full.
package struct Bunch: Hashable, Sendable {
  /// Counted from 1.
  package let number: Int
  /// The day of its tenth grape.
  package let completed: CivilDate

  /// The full bunches of some days with grapes, which ascend.
  static func full(_ days: [CivilDate]) -> [Bunch] {
    (0..<days.count / Card.bunch).map { index in
      Bunch(number: index + 1, completed: days[(index + 1) * Card.bunch - 1])
    }
  }
}

/// A day of somebody's history.
package struct CardDay: Hashable, Sendable {
  /// Which.
  package let day: CivilDate
  /// What there was and is to do.
  package let tally: DayTally
  /// Whether it has its grape.
  package let hasGrape: Bool
}
