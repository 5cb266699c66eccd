import Basics

/// The number of todos on a day, over all groups.
package struct DaySummary: Hashable, Sendable {
  package var todos: Int
  package var done: Int

  package init(todos: Int = 0, done: Int = 0) {
    self.todos = todos
    self.done = done
  }

  /// Whether the day has earned its grape: there are todos, and all are done.
  package var isEarned: Bool { todos > 0 && done == todos }
}

/// Which grapes are earned or revoked when a card is read or changed.
///
/// A day earns its grape when all its todos are done while it is the account's today, and loses it when that is undone
/// while it still is. Days that have passed since the card was last settled are settled first, each by its todos at its
/// end: nothing has changed since, or the card would have been settled. So it does not matter when, or whether, the
/// card is read. A day that a jump of the calendar skipped counts as passed.
///
/// If today is a day that had passed already (after a flight west), it can still earn its grape, of which there is one
/// for each calendar day, but a grape that it has is not revoked.
struct Settlement {
  private(set) var card: CardState
  private(set) var earned: [CivilDate] = []
  private(set) var revoked: [CivilDate] = []

  /// The days to settle when today is a given day.
  static func days(of card: CardState, until today: CivilDate) -> ClosedRange<CivilDate> {
    min(card.today.adding(days: 1), today)...today
  }

  /// Settles a card.
  /// - Parameters:
  ///   - days: the days to settle that have todos or a grape, ascending.
  /// - Complexity: O(d) in the number of these days, not in the days that have passed.
  init(of card: CardState, until today: CivilDate, days: [CardDay]) {
    self.card = card
    for day in days {
      let wasOver = day.day < self.card.latestDay
      self.card.latestDay = max(self.card.latestDay, day.day)
      if day.tally.isEarned, !day.hasGrape { earned.append(day.day) }
      if !day.tally.isEarned, day.hasGrape, !wasOver { revoked.append(day.day) }
    }
    self.card.today = today
    self.card.latestDay = max(self.card.latestDay, today)
  }
}
