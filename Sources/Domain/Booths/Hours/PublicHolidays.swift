import Basics

/// A public holiday of the Republic of Korea. Raw values are those of the API, and the ends of the keys of the texts.
package enum PublicHoliday: String, Hashable, Sendable, CaseIterable {
  case newYearsDay = "new_years_day"
  /// Seollal, with the days before and after it.
  case lunarNewYear = "lunar_new_year"
  case independenceMovementDay = "independence_movement_day"
  case childrensDay = "childrens_day"
  case buddhasBirthday = "buddhas_birthday"
  case memorialDay = "memorial_day"
  case constitutionDay = "constitution_day"
  case liberationDay = "liberation_day"
  /// With the days before and after it.
  case chuseok
  case nationalFoundationDay = "national_foundation_day"
  case hangulDay = "hangul_day"
  case christmas
  /// The day off for a holiday that fell on another day off.
  case substitute
  case election
  /// A holiday of one year only.
  case temporary
}

/// The public holidays of the Republic of Korea.
///
/// By the Public Holidays Act and its decree as of 2026: the national days (Constitution Day from 2026 on), New Year,
/// Buddha's birthday, Children's Day, Memorial Day, Christmas, and three days each at the lunar New Year and at
/// Chuseok, with their substitutes. Not included: Sundays as such, local holidays, and 1 May, which another law
/// governs.
package enum PublicHolidays {
  /// The years with lunar and substitute holidays. Other years have only the holidays of fixed date.
  package static let coveredYears = 2024...2030

  /// Whether a date is a public holiday. One-time holidays and election days are known up to 2026; later ones cannot be
  /// foretold. Complexity: O(1).
  package static func contains(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    holiday(year, month, day) != nil
  }

  /// The public holiday of a day, counted from 1970-01-01: as `contains`.
  static func holiday(on day: Int) -> PublicHoliday? {
    let date = CivilDate(daysSince1970: day)
    return holiday(date.year, date.month, date.day)
  }

  private static func holiday(_ year: Int, _ month: Int, _ day: Int) -> PublicHoliday? {
    guard coveredYears.contains(year) else {
      return fixed(year).first { $0.month == month && $0.day == day }?.name
    }
    return table[key(year, month, day)]
  }

  /// When a holiday that falls on a day off gets a substitute.
  private enum Substitute {
    /// Never: New Year's Day and Memorial Day.
    case none
    /// When it falls on a Saturday, a Sunday or another holiday.
    case weekend
    /// When it falls on a Sunday or another holiday: the lunar New Year and Chuseok.
    case sunday
  }

  private struct Holiday {
    let name: PublicHoliday
    let month: Int
    let day: Int
    let substitute: Substitute

    init(_ name: PublicHoliday, _ month: Int, _ day: Int, _ substitute: Substitute) {
      (self.name, self.month, self.day, self.substitute) = (name, month, day, substitute)
    }
  }

  private static func fixed(_ year: Int) -> [Holiday] {
    let days = [
      Holiday(.newYearsDay, 1, 1, .none), Holiday(.independenceMovementDay, 3, 1, .weekend),
      Holiday(.childrensDay, 5, 5, .weekend), Holiday(.memorialDay, 6, 6, .none),
      Holiday(.liberationDay, 8, 15, .weekend), Holiday(.nationalFoundationDay, 10, 3, .weekend),
      Holiday(.hangulDay, 10, 9, .weekend), Holiday(.christmas, 12, 25, .weekend),
    ]
    return year >= 2026 ? days + [Holiday(.constitutionDay, 7, 17, .weekend)] : days
  }

  /// Lunar New Year (1st of the 1st month), Buddha's birthday (8th of the 4th) and Chuseok (15th of the 8th) by the
  /// Korean calendar, which can differ by a day from the Chinese one (new moons after midnight, as in 2027 and 2028).
  private static let lunar: [(year: Int, newYear: (Int, Int), buddha: (Int, Int), chuseok: (Int, Int))] = [
    (2024, (2, 10), (5, 15), (9, 17)), (2025, (1, 29), (5, 5), (10, 6)), (2026, (2, 17), (5, 24), (9, 25)),
    (2027, (2, 7), (5, 13), (9, 15)), (2028, (1, 27), (5, 2), (10, 3)), (2029, (2, 13), (5, 20), (9, 22)),
    (2030, (2, 3), (5, 9), (9, 12)),
  ]

  /// Election days and one-time holidays.
  private static let oneOff: [(year: Int, month: Int, day: Int, name: PublicHoliday)] = [
    (2024, 4, 10, .election), (2024, 10, 1, .temporary), (2025, 1, 27, .temporary), (2025, 6, 3, .election),
    (2026, 6, 3, .election),
  ]

  private static func key(_ year: Int, _ month: Int, _ day: Int) -> Int { year * 10_000 + month * 100 + day }

  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    CivilDate(year: year, month: month, day: day)!.daysSince1970
  }

  /// The holidays of the covered years by the keys of their dates.
  private static let table = Dictionary(
    uniqueKeysWithValues: allDays.map { day, name in
      let date = CivilDate(daysSince1970: day)
      return (key(date.year, date.month, date.day), name)
    })

  private static let allDays: [Int: PublicHoliday] = {
    var table = Dictionary(
      uniqueKeysWithValues: oneOff.map { (dayNumber($0.year, $0.month, $0.day), $0.name) })
    for year in lunar {
      var days = fixed(year.year).map { holiday in
        (day: dayNumber(year.year, holiday.month, holiday.day), name: holiday.name, substitute: holiday.substitute)
      }
      days.append((dayNumber(year.year, year.buddha.0, year.buddha.1), .buddhasBirthday, .weekend))
      for (name, (month, day)) in [(PublicHoliday.lunarNewYear, year.newYear), (.chuseok, year.chuseok)] {
        for around in -1...1 { days.append((dayNumber(year.year, month, day) + around, name, .sunday)) }
      }
      add(days.sorted { $0.day < $1.day }, to: &table)
    }
    return table
  }()

  /// Adds a year's holidays, then the substitute of each that fell on a day off: the next day that is neither a
  /// Saturday, a Sunday nor a holiday.
  private static func add(
    _ days: [(day: Int, name: PublicHoliday, substitute: Substitute)], to table: inout [Int: PublicHoliday]
  ) {
    var missed: [Int] = []
    for (day, name, substitute) in days {
      let weekday = PreparedInstant.weekday(day)
      let isTaken = table[day] != nil
      if !isTaken { table[day] = name }
      switch substitute {
      case .none: break
      case .weekend: if isTaken || weekday >= 5 { missed.append(day) }
      case .sunday: if isTaken || weekday == 6 { missed.append(day) }
      }
    }
    for day in missed {
      var next = day + 1
      while PreparedInstant.weekday(next) >= 5 || table[next] != nil { next += 1 }
      table[next] = .substitute
    }
  }
}
