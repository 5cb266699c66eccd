import Basics

/// A minute of a day by Korean clocks.
///
/// Korea Standard Time is UTC+9 without daylight saving since 1988-10-09, and photo booths came later: a fixed offset is
/// right for every moment that matters, and no time zone data is needed.
struct KoreanTime: Hashable {
  /// Days since 1970-01-01, by the Korean calendar date.
  var day: Int
  /// Minutes since midnight, 0..<1440.
  var minute: Int

  static let offsetMinutes = 540

  /// The minute that a moment falls in. Total: any moment, before 1970 as well.
  init(_ moment: Timestamp) {
    let minutes = floorDivide(Int(moment.milliseconds), 60_000) + Self.offsetMinutes
    day = floorDivide(minutes, 1440)
    minute = minutes - day * 1440
  }

  init(day: Int, minute: Int) {
    self.day = day
    self.minute = minute
  }

  /// The moment at which the minute begins; nil beyond what a moment can hold.
  var moment: Timestamp? {
    let (milliseconds, overflow) = (day * 1440 + minute - Self.offsetMinutes).multipliedReportingOverflow(by: 60_000)
    return overflow ? nil : Timestamp(milliseconds: Int64(milliseconds))
  }

  /// The day of the week, Monday 0 … Sunday 6.
  static func weekday(_ day: Int) -> Int {
    let sinceMonday = (day + 3) % 7
    return sinceMonday < 0 ? sinceMonday + 7 : sinceMonday
  }

  /// The Gregorian date of a day. Eras of 400 years have 146,097 days; a year counted from March puts the leap day last.
  static func date(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// The day of a Gregorian date: the reverse of `date`.
  static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = floorDivide(marchYear, 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

private func floorDivide(_ number: Int, _ divisor: Int) -> Int {
  let quotient = number / divisor
  return number % divisor < 0 ? quotient - 1 : quotient
}
