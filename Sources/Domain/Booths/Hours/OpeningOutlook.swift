package import Basics

/// The opening hours at an instant as people ask for them: whether a booth is open, and its next change.
///
/// The API, the page of a booth and its sheet show this one rule; they only choose the words.
package struct OpeningOutlook: Hashable, Sendable {
  /// What to say. Raw values are those of the API, and end the keys of the texts.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// For longer than a day, or until an uncertain time.
    case open
    case openUntil = "open_until"
    /// Within `soon` minutes.
    case closesSoon = "closes_soon"
    /// For longer than a week, or until an uncertain time.
    case closed
    /// Within `soon` minutes.
    case opensSoon = "opens_soon"
    case opensToday = "opens_today"
    case opensTomorrow = "opens_tomorrow"
    /// On a day of the coming week.
    case opensOnDay = "opens_on_day"
    /// The booth is no longer in operation.
    case closedPermanently = "closed_permanently"
    case unknown
  }

  package let kind: Kind
  package let state: OpenState
  /// The next change; nil when the state stays.
  package let change: OpeningChange?
  package let holiday: PublicHoliday?

  private let now: LocalTime
  private let zone: TimeZoneRule

  static let soon = 30

  /// The outlook of a booth whose hours are unknown, or that is no longer in operation.
  init(_ kind: Kind, _ state: OpenState, at instant: Timestamp, in place: OpeningPlace) {
    (self.kind, self.state, change) = (kind, state, nil)
    (now, zone) = (LocalTime(instant, in: place.zone), place.zone)
    holiday = place.holiday(on: now.day)
  }

  /// The outlook by opening hours. Complexity: as `OpeningHours.nextChange`.
  package init(_ hours: OpeningHours, at instant: Timestamp) {
    (now, zone) = (LocalTime(instant, in: hours.place.zone), hours.place.zone)
    state = hours.state(at: instant)
    change = hours.nextChange(after: instant)
    holiday = hours.place.holiday(on: now.day)
    kind = Self.kind(state, change, now, in: zone)
  }

  private static func kind(
    _ state: OpenState, _ change: OpeningChange?, _ now: LocalTime, in zone: TimeZoneRule
  ) -> Kind {
    let then = change.map { LocalTime($0.at, in: zone) }
    let minutes = then.map { ($0.day - now.day) * 1440 + $0.minute - now.minute } ?? .max
    switch (state, change?.state) {
    case (.open, .closed): return minutes <= soon ? .closesSoon : minutes < 1440 ? .openUntil : .open
    case (.open, _): return .open
    case (.closed, .open):
      if minutes <= soon { return .opensSoon }
      return switch (then?.day ?? now.day) - now.day {
      case 0: .opensToday
      case 1: .opensTomorrow
      case 2..<7: .opensOnDay
      default: .closed
      }
    case (.closed, _): return .closed
    case (.unknown, _): return .unknown
    }
  }

  /// The time of day of the change by the clocks of the place, as `22:00`.
  package var changeTime: String? { change.map { OpeningHours.clock(LocalTime($0.at, in: zone).minute) } }

  /// The day of the week of the change at the place: Monday 0 … Sunday 6.
  package var changeWeekday: Int? { change.map { DayFacts.weekday(LocalTime($0.at, in: zone).day) } }
}

package struct OpeningDay: Hashable, Sendable {
  package let date: CivilDate
  package let holiday: PublicHoliday?
  /// The spans that begin on the day, ascending; empty if it is closed.
  package let spans: [OpeningSpan]

  /// Monday 0 … Sunday 6.
  package var weekday: Int { date.weekday }
}

/// A time during which a booth is open, or may be.
package struct OpeningSpan: Hashable, Sendable {
  /// Minutes from the midnight that begins the day.
  package let start: Int
  /// Minutes from the same midnight; more than 1440 after the next one.
  package let end: Int
  package let state: OpenState

  package var isWholeDay: Bool { start == 0 && end == 1440 }
  /// As `09:30`.
  package var opens: String { OpeningHours.clock(start) }
  /// As `22:00`; `24:00` at the end of the day, `02:00` in the night after it.
  package var closes: String { OpeningHours.clock(end > 1440 ? end - 1440 : end) }
}

extension OpeningHours {
  /// The hours of seven days from that of an instant on. A night belongs to the evening on which it begins. Complexity:
  /// O(spans · rules).
  package func week(from instant: Timestamp) -> [OpeningDay] {
    let first = LocalTime(instant, in: place.zone).day
    let spans = spans(of: first..<(first + 7))
    return (0..<7).map { offset in
      OpeningDay(
        date: CivilDate(daysSince1970: first + offset), holiday: place.holiday(on: first + offset),
        spans: spans[offset])
    }
  }

  /// The hours of Monday to Sunday in a week without holidays; empty if they depend on the date. Complexity: as `week`.
  package var typicalWeek: [[OpeningSpan]] {
    if hasDates { return [] }
    // 1970-01-05 was a Monday.
    return moved(to: OpeningPlace(place.region, holidays: HolidayCalendar.none)).spans(of: 4..<11)
  }

  /// The public holidays of a year, from the day of an instant on, whose hours are not those of their weekday. Empty
  /// without a rule for public holidays, and if hours depend on the date. Complexity: as `week` for each holiday.
  package func holidays(from instant: Timestamp) -> [OpeningDay] {
    guard hasHolidayRule, !hasDates else { return [] }
    let (first, usual) = (LocalTime(instant, in: place.zone).day, typicalWeek)
    return (first..<first + 366).compactMap { day in
      guard let holiday = place.holiday(on: day) else { return nil }
      let spans = spans(of: day..<day + 1)[0]
      guard spans != usual[DayFacts.weekday(day)] else { return nil }
      return OpeningDay(date: CivilDate(daysSince1970: day), holiday: holiday, spans: spans)
    }
  }

  /// The times of some days that are not closed, for each day. A time longer than a day is divided at midnight.
  private func spans(of days: Range<Int>) -> [[OpeningSpan]] {
    var result = [[OpeningSpan]](repeating: [], count: days.count)
    for (start, end, state) in runs(of: (days.lowerBound - 2)..<(days.upperBound + 2)) where state != .closed {
      var from = start
      while from < end {
        let (day, minute) = floorDivide(from, 1440)
        let to = end - start > 1440 ? min(end, (day + 1) * 1440) : end
        if days.contains(day) {
          result[day - days.lowerBound].append(OpeningSpan(start: minute, end: to - day * 1440, state: state))
        }
        from = to
      }
    }
    return result
  }

  /// The runs of one state, in minutes since 1970-01-01 by the clocks of the place.
  private func runs(of days: Range<Int>) -> [(start: Int, end: Int, state: OpenState)] {
    var runs: [(start: Int, end: Int, state: OpenState)] = []
    var yesterday = DayFacts(days.lowerBound - 1, in: place)
    for day in days {
      let today = DayFacts(day, in: place)
      for minute in boundaries(of: today, yesterday) {
        let state = state(at: LocalInstant(today, yesterday, minute: minute))
        guard runs.last?.state != state else { continue }
        let start = day * 1440 + minute
        if !runs.isEmpty { runs[runs.count - 1].end = start }
        runs.append((start, days.upperBound * 1440, state))
      }
      yesterday = today
    }
    return runs
  }
}

extension Catalogue {
  /// The outlook of a booth at an instant. Complexity: as `OpeningHours.nextChange`.
  package func outlook(_ ordinal: UInt32, at instant: Timestamp) -> OpeningOutlook {
    let record = record(ordinal)
    let place = OpeningPlace(at: Coordinate(record.coordinate))
    if record.status == .closed { return OpeningOutlook(.closedPermanently, .closed, at: instant, in: place) }
    guard let hours = openingHours(ordinal) else { return OpeningOutlook(.unknown, .unknown, at: instant, in: place) }
    return OpeningOutlook(hours, at: instant)
  }
}
