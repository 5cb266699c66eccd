package import Basics

/// An instant prepared for evaluating the opening hours of a catalogue: computed once, used for many schedules.
package struct PreparedInstant: Hashable, Sendable {
  /// Minutes since 1970-01-01T00:00Z.
  let minutes: Int

  package init(_ instant: Timestamp) {
    minutes = floorDivide(Int(instant.milliseconds), 60_000).quotient
  }
}

/// A minute by the clocks of a place, with what rules ask of its day and the day before.
struct LocalInstant: Sendable {
  let today: DayFacts
  let yesterday: DayFacts
  /// Minutes since midnight.
  let minute: Int

  init(_ instant: PreparedInstant, in place: OpeningPlace) {
    let time = LocalTime(minutesSince1970: instant.minutes, in: place.zone)
    self.init(DayFacts(time.day, in: place), DayFacts(time.day - 1, in: place), minute: time.minute)
  }

  init(_ instant: Timestamp, in place: OpeningPlace) {
    self.init(PreparedInstant(instant), in: place)
  }

  init(_ today: DayFacts, _ yesterday: DayFacts, minute: Int) {
    (self.today, self.yesterday, self.minute) = (today, yesterday, minute)
  }
}

/// A day of a calendar, with what rules ask of it.
struct DayFacts: Sendable {
  /// Days since 1970-01-01.
  let day: Int
  let date: CivilDate
  /// The bits of `OpeningHours.Rule.days` that it matches.
  let bits: UInt8
  let place: OpeningPlace

  /// Complexity: O(1).
  init(_ day: Int, in place: OpeningPlace) {
    self.day = day
    self.place = place
    date = CivilDate(daysSince1970: day)
    let holiday = place.holidays.contains(day) ? OpeningHours.Rule.holidays : 0
    bits = 1 << UInt8(Self.weekday(day)) | holiday
  }

  /// The weekday of a day counted from 1970-01-01, a Thursday: Monday 0 … Sunday 6.
  static func weekday(_ day: Int) -> Int { floorDivide(day + 3, 7).remainder }

  var weekday: Int { Self.weekday(day) }

  /// The week of the year by ISO 8601: the week of the year's first Thursday is week 1.
  var week: Int {
    let thursday = CivilDate(daysSince1970: day - weekday + 3)
    return (thursday.daysSince1970 - CivilDate(year: thursday.year, month: 1, day: 1)!.daysSince1970) / 7 + 1
  }

  /// The minute of an event of the sun, from the midnight that begins the day.
  func minute(of event: OpeningHours.SunEvent) -> Int { place.minute(of: event, on: day) }
}

/// A minute by the clocks of a place.
struct LocalTime: Hashable {
  /// Days since 1970-01-01 of the calendar date.
  var day: Int
  /// Minutes since midnight, 0..<1440.
  var minute: Int

  /// The minute that contains an instant, also before 1970.
  init(_ instant: Timestamp, in zone: TimeZoneRule) {
    self.init(minutesSince1970: floorDivide(Int(instant.milliseconds), 60_000).quotient, in: zone)
  }

  init(minutesSince1970: Int, in zone: TimeZoneRule) {
    (day, minute) = floorDivide(minutesSince1970 + zone.offset(at: minutesSince1970), 1440)
  }

  init(day: Int, minute: Int) {
    self.day = day
    self.minute = minute
  }

  /// The instant at which the minute begins; nil if out of the range of `Timestamp`. A minute that clocks skip begins
  /// as late as they are set forward; of one that they repeat it is the first.
  func instant(in zone: TimeZoneRule) -> Timestamp? {
    let local = day * 1440 + minute
    let (milliseconds, overflow) = (local - zone.offset(atLocal: local)).multipliedReportingOverflow(by: 60_000)
    return overflow ? nil : Timestamp(milliseconds: Int64(milliseconds))
  }
}
