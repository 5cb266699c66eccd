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

package struct Card: Hashable, Sendable {
  package static let bunch = 10

  /// The account's time zone, as named in the IANA database.
  package let zone: String
  package let today: CivilDate
  package let hasGrapeToday: Bool
  package let grapes: Int
  /// The number of grapes in the current bunch: 0 to 10. A full bunch stays the current one for the rest of the day on
  /// which it was filled.
  package let fill: Int

  /// The number of full bunches, including the current one if it is full.
  package var fullBunches: Int { grapes / Self.bunch }

  /// - Parameter contents: of a range of days with the card's today.
  init(_ state: CardState, _ contents: CardContents) {
    zone = state.zone
    today = state.today
    grapes = contents.grapes
    hasGrapeToday = contents.days.contains { $0.day == state.today && $0.hasGrape }
    let isFilledToday = grapes % Self.bunch == 0 && contents.grapesFromToday > 0
    fill = isFilledToday ? Self.bunch : grapes % Self.bunch
  }
}

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
  package internal(set) var hasGrape: Bool

  package init(day: CivilDate, tally: DaySummary, hasGrape: Bool) {
    self.day = day
    self.tally = tally
    self.hasGrape = hasGrape
  }
}

package struct CardContents: Hashable, Sendable {
  /// The days that have a todo or a grape, ascending.
  package var days: [CardDay]
  package var grapes: Int
  /// The number of grapes on the account's today and later; a flight west may make a later day begin before.
  package var grapesFromToday: Int

  package init(days: [CardDay] = [], grapes: Int = 0, grapesFromToday: Int = 0) {
    self.days = days
    self.grapes = grapes
    self.grapesFromToday = grapesFromToday
  }

  func settled(by settlement: Settlement) -> CardContents {
    var settled = self
    for index in days.indices {
      let day = days[index].day
      let change = settlement.earned.contains(day) ? 1 : settlement.revoked.contains(day) ? -1 : 0
      guard change != 0 else { continue }
      settled.days[index].hasGrape = change > 0
      settled.grapes += change
      if day >= settlement.card.today { settled.grapesFromToday += change }
    }
    return settled
  }
}
