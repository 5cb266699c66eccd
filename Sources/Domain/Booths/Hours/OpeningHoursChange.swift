package import Basics

/// The next instant at which a booth opens, closes or becomes uncertain.
package struct OpeningChange: Hashable, Sendable {
  /// The instant, on a full minute.
  package let at: Timestamp
  /// The state from then on.
  package let state: OpenState
}

extension OpeningHours {
  /// The next change of state after an instant; nil if the state stays for the next nine days (400 days with rules for
  /// public holidays). Complexity: O(days examined · spans · rules).
  package func nextChange(
    after instant: Timestamp,
    isPublicHoliday: (_ year: Int, _ month: Int, _ day: Int) -> Bool = PublicHolidays.contains
  ) -> OpeningChange? {
    let now = KoreanTime(instant)
    let current = state(at: PreparedInstant(instant, isPublicHoliday: isPublicHoliday))
    let minutes = boundaries
    var yesterday = PreparedInstant.bits(now.day - 1, isPublicHoliday)
    for day in now.day...now.day + horizon {
      let today = PreparedInstant.bits(day, isPublicHoliday)
      for minute in minutes where day > now.day || minute > now.minute {
        let then = state(at: PreparedInstant(today: today, yesterday: yesterday, minute: minute))
        if then != current {
          return KoreanTime(day: day, minute: minute).instant.map { OpeningChange(at: $0, state: then) }
        }
      }
      yesterday = today
    }
    return nil
  }

  /// In days. A week repeats itself; a holiday comes at least once a year.
  private var horizon: Int {
    hasHolidayRule ? 400 : 8
  }

  var hasHolidayRule: Bool { rules.contains { $0.days & Rule.holidays != 0 } }

  /// The minutes of a day at which the state can change, ascending.
  var boundaries: [Int] {
    var minutes: Set = [0]
    for span in rules.lazy.flatMap(\.spans) {
      minutes.insert(Int(span.start))
      minutes.insert(Int(span.end) % 1440)
    }
    return minutes.sorted()
  }
}
