package import Basics

/// The next instant at which a booth opens, closes or becomes uncertain.
package struct OpeningChange: Hashable, Sendable {
  /// The instant, on a full minute.
  package let at: Timestamp
  package let state: OpenState
}

extension OpeningHours {
  /// The next change of state after an instant; nil if the state stays for the next nine days (400 days with rules for
  /// dates or holidays). Complexity: O(days examined · spans · rules).
  package func nextChange(after instant: Timestamp) -> OpeningChange? {
    let now = LocalTime(instant, in: place.zone)
    let current = state(at: instant)
    var yesterday = DayFacts(now.day - 1, in: place)
    for day in now.day...now.day + horizon {
      let today = DayFacts(day, in: place)
      for minute in boundaries(of: today, yesterday) where day > now.day || minute > now.minute {
        let then = state(at: LocalInstant(today, yesterday, minute: minute))
        if then != current {
          return LocalTime(day: day, minute: minute).instant(in: place.zone).map { OpeningChange(at: $0, state: then) }
        }
      }
      yesterday = today
    }
    return nil
  }

  /// In days. A week repeats itself; a holiday comes at least once a year.
  private var horizon: Int {
    hasHolidayRule || hasDates ? 400 : 8
  }

  var hasHolidayRule: Bool {
    rules.contains { $0.days & Rule.holidays != 0 || $0.selector?.hasHolidays == true }
  }

  /// Whether hours depend on the date, not only on the weekday and on holidays.
  var hasDates: Bool {
    rules.contains { rule in
      rule.selector.map { $0.hasDates || !$0.monthly.isEmpty } == true || rule.spans.contains { !$0.isPlain }
    }
  }

  /// The minutes of a day at which the state can change, ascending.
  func boundaries(of today: DayFacts, _ yesterday: DayFacts) -> [Int] {
    var minutes: Set = [0]
    for span in rules.lazy.flatMap(\.spans) {
      for day in span.startEvent == nil && span.endEvent == nil ? [today] : [today, yesterday] {
        let (start, end) = span.minutes(on: day)
        minutes.insert(start % 1440)
        if span.hasEnd { minutes.insert(end % 1440) }
        if span.isOpenEnd { minutes.insert(Span.assumedEnd(after: span.hasEnd ? end : start) % 1440) }
      }
    }
    return minutes.sorted()
  }
}
