import Basics

/// The conditions of a rule on its days that need more than the weekday: `2026 Jun-Aug week 23-35/2 Mo[1],PH -1 day`.
struct DaySelector: Hashable, Sendable {
  /// Any year if empty; so for all lists.
  var years: [Years] = []
  var dates: [Dates] = []
  var weeks: [Weeks] = []
  /// Days besides those of the bits.
  var monthly: [MonthlyWeekdays] = []
  var holidays: [Holiday] = []
  /// Holidays of which a day must be one as well: `PH Mo-Fr`.
  var required: [Holiday] = []
  /// A comment before the times: `"summer": 10:00-20:00`.
  var label: String?

  var isEmpty: Bool { self == DaySelector() }
  var hasDates: Bool { !years.isEmpty || !dates.isEmpty || !weeks.isEmpty }
  var hasSchoolHolidays: Bool { (holidays + required).contains { $0.isSchool } }
  var hasHolidays: Bool { !holidays.isEmpty || !required.isEmpty }

  struct Years: Hashable, Sendable {
    var first: Int
    /// `Int.max` if open: `2026+`.
    var last: Int
    var step = 1

    func contains(_ year: Int) -> Bool { year >= first && year <= last && (year - first) % step == 0 }
  }

  /// Weeks of the year by ISO 8601.
  struct Weeks: Hashable, Sendable {
    var first: Int
    var last: Int
    var step = 1

    func contains(_ week: Int) -> Bool {
      let isInside = first <= last ? week >= first && week <= last : week >= first || week <= last
      return isInside && (week >= first ? week - first : week + 53 - first) % step == 0
    }
  }

  /// Weekdays in weeks of their month, moved by days: `Mo[1,3] +2 days`.
  struct MonthlyWeekdays: Hashable, Sendable {
    var weekday: Int
    /// 1 to 5 from the beginning of the month, -1 to -5 from its end.
    var weeks: [Int]
    var offset = 0

    func contains(_ day: Int) -> Bool {
      let day = day - offset
      guard DayFacts.weekday(day) == weekday else { return false }
      let date = CivilDate(daysSince1970: day)
      let before = (date.day - 1) / 7 + 1
      let after = -((CivilDate.daysInMonth(date.month, of: date.year) - date.day) / 7 + 1)
      return weeks.contains(before) || weeks.contains(after)
    }
  }

  /// Public or school holidays, moved by days.
  struct Holiday: Hashable, Sendable {
    var isSchool: Bool
    var offset = 0

    func contains(_ day: DayFacts, isSchoolHoliday: Bool) -> Bool {
      isSchool ? isSchoolHoliday : day.place.holidays.contains(day.day - offset)
    }
  }

  struct Dates: Hashable, Sendable {
    var first: DatePoint
    var last: DatePoint?
    /// `Jan 15+`
    var isOpenEnd = false

    func contains(_ day: DayFacts) -> Bool {
      let year = day.date.year
      // A range that begins in the year before reaches into this one; moved dates may be those of the next.
      return (year - 1...year + 1).contains { year in
        let start = first.year ?? year
        guard first.year == nil || start == year || reachesFar, let from = first.day(in: start, isEnd: false) else {
          return false
        }
        guard day.day >= from else { return false }
        if isOpenEnd { return first.year != nil || day.date.year == start }
        guard let last else { return day.day <= first.day(in: start, isEnd: true) ?? from }
        guard let to = last.day(in: last.year ?? start, isEnd: true) else { return false }
        if to >= from || last.year != nil { return day.day <= to }
        return last.day(in: start + 1, isEnd: true).map { day.day <= $0 } ?? false
      }
    }

    /// Whether it may contain days of more than the next year.
    private var reachesFar: Bool { isOpenEnd || last?.year != nil }
  }

  /// A month, a date or Easter Sunday, with or without its year.
  struct DatePoint: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case month(Int)
      case date(month: Int, day: Int)
      case easter
    }

    var year: Int?
    var kind: Kind
    /// The next (1) or last (-1) such weekday from it on.
    var weekday: (Int, isAfter: Bool)?
    var offset = 0

    /// The day in a year: the first or the last one of a month. 29 February is 1 March or 28 February in other years.
    func day(in year: Int, isEnd: Bool) -> Int? {
      guard var day = plainDay(in: year, isEnd) else { return nil }
      if let (weekday, isAfter) = weekday {
        let distance = (weekday - DayFacts.weekday(day) + 7) % 7
        day += isAfter ? distance : (distance + 6) % 7 - 6
      }
      return day + offset
    }

    private func plainDay(in year: Int, _ isEnd: Bool) -> Int? {
      switch kind {
      case .month(let month):
        let day = isEnd ? CivilDate.daysInMonth(month, of: year) : 1
        return CivilDate(year: year, month: month, day: day)?.daysSince1970
      case .date(2, 29) where CivilDate.daysInMonth(2, of: year) == 28:
        return CivilDate(year: year, month: 2, day: 28)!.daysSince1970 + (isEnd ? 0 : 1)
      case .date(let month, let day): return CivilDate(year: year, month: month, day: day)?.daysSince1970
      case .easter: return DaySelector.easter(of: year)
      }
    }

    static func == (one: DatePoint, other: DatePoint) -> Bool {
      one.year == other.year && one.kind == other.kind && one.offset == other.offset
        && one.weekday?.0 == other.weekday?.0 && one.weekday?.isAfter == other.weekday?.isAfter
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(year)
      hasher.combine(kind)
      hasher.combine(offset)
    }
  }

  /// Easter Sunday of the western churches, counted from 1970-01-01. Source: J. Meeus, Astronomical Algorithms (1991),
  /// chapter 8.
  static func easter(of year: Int) -> Int {
    let golden = floorDivide(year, 19).remainder
    let (century, rest) = floorDivide(year, 100)
    let epact = floorDivide(19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15, 30)
      .remainder
    let weekday = floorDivide(32 + 2 * (century % 4) + 2 * (rest / 4) - epact - rest % 4, 7).remainder
    let late = (golden + 11 * epact + 22 * weekday) / 451
    let sum = epact + weekday - 7 * late + 114
    return CivilDate(year: year, month: sum / 31, day: sum % 31 + 1)?.daysSince1970 ?? 0
  }

  /// Whether a day is one of `days` and of the other days, on which all conditions hold.
  func matches(_ day: DayFacts, _ days: UInt8, isSchoolHoliday: Bool) -> Bool {
    guard years.isEmpty || years.contains(where: { $0.contains(day.date.year) }) else { return false }
    guard dates.isEmpty || dates.contains(where: { $0.contains(day) }) else { return false }
    guard weeks.isEmpty || weeks.contains(where: { $0.contains(day.week) }) else { return false }
    guard required.isEmpty || required.contains(where: { $0.contains(day, isSchoolHoliday: isSchoolHoliday) }) else {
      return false
    }
    return days & day.bits != 0 || monthly.contains { $0.contains(day.day) }
      || holidays.contains { $0.contains(day, isSchoolHoliday: isSchoolHoliday) }
  }
}
