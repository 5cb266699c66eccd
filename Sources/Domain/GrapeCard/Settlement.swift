import Basics

/// How much there is to do on a day, in all groups.
package struct DayTally: Hashable, Sendable {
  /// All todos.
  package var todos: Int
  /// Those that are done.
  package var done: Int

  /// A tally from its parts.
  package init(todos: Int = 0, done: Int = 0) {
    self.todos = todos
    self.done = done
  }

  /// Whether the day has earned its grape: there was something to do, and all of it is done.
  package var isEarned: Bool { todos > 0 && done == todos }
}

/// What becomes of the grapes when somebody's card is looked at or something on it has changed.
///
/// A day earns its grape when everything that is dated on it is done while it is the person's today, and loses it when
/// that is undone while it still is. Days that have passed since the card was moved last are decided first, each by
/// what stood on it when it ended: nothing has changed since, or the card would have been moved. So it does not matter
/// when, or whether, anybody looks. A day that a jump of the calendar left out counts as passed.
///
/// Where today is a day that had passed already (somebody has flown west), it can still earn its grape, of which there
/// is one for each day of the calendar, but what it has is not taken back.
struct Settlement {
  /// The card from now on.
  private(set) var card: CardState
  /// The days that get their grapes.
  private(set) var earned: [CivilDate] = []
  /// The days that lose them.
  private(set) var revoked: [CivilDate] = []

  /// Which days have to be looked at when today is a day.
  static func days(of card: CardState, until today: CivilDate) -> ClosedRange<CivilDate> {
    min(card.today.adding(days: 1), today)...today
  }

  /// Decides.
  /// - Parameters:
  ///   - tallies: those of the days to be looked at on which there is something to do.
  ///   - grapes: those of the same days which have one.
  /// - Complexity: O(d log d) in the days of both, not in those that have passed.
  init(of card: CardState, until today: CivilDate, tallies: [CivilDate: DayTally], grapes: Set<CivilDate>) {
    self.card = card
    for day in grapes.union(tallies.keys).sorted() {
      let isEarned = tallies[day]?.isEarned ?? false
      let wasOver = day < self.card.latest
      self.card.latest = max(self.card.latest, day)
      if isEarned, !grapes.contains(day) { earned.append(day) }
      if !isEarned, grapes.contains(day), !wasOver { revoked.append(day) }
    }
    self.card.today = today
    self.card.latest = max(self.card.latest, today)
  }

  /// Whether there is anything to write where a card is what is kept.
  func changes(_ kept: CardState) -> Bool {
    card != kept || !earned.isEmpty || !revoked.isEmpty
  }
}
