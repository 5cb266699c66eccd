import Basics

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
    guard coveredYears.contains(year) else { return fixed(year).contains { $0.month == month && $0.day == day } }
    return table.contains(key(year, month, day))
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
    let month: Int
    let day: Int
    let substitute: Substitute
  }

  private static func fixed(_ year: Int) -> [Holiday] {
    let days = [
      Holiday(month: 1, day: 1, substitute: .none), Holiday(month: 3, day: 1, substitute: .weekend),
      Holiday(month: 5, day: 5, substitute: .weekend), Holiday(month: 6, day: 6, substitute: .none),
      Holiday(month: 8, day: 15, substitute: .weekend), Holiday(month: 10, day: 3, substitute: .weekend),
      Holiday(month: 10, day: 9, substitute: .weekend), Holiday(month: 12, day: 25, substitute: .weekend),
    ]
    return year >= 2026 ? days + [Holiday(month: 7, day: 17, substitute: .weekend)] : days
  }

  /// Lunar New Year (1st of the 1st month), Buddha's birthday (8th of the 4th) and Chuseok (15th of the 8th) by the
  /// Korean calendar, which can differ by a day from the Chinese one (new moons after midnight, as in 2027 and 2028).
  private static let lunar: [(year: Int, newYear: (Int, Int), buddha: (Int, Int), chuseok: (Int, Int))] = [
    (2024, (2, 10), (5, 15), (9, 17)), (2025, (1, 29), (5, 5), (10, 6)), (2026, (2, 17), (5, 24), (9, 25)),
    (2027, (2, 7), (5, 13), (9, 15)), (2028, (1, 27), (5, 2), (10, 3)), (2029, (2, 13), (5, 20), (9, 22)),
    (2030, (2, 3), (5, 9), (9, 12)),
  ]

  /// Election days and one-time holidays.
  private static let oneOff = [(2024, 4, 10), (2024, 10, 1), (2025, 1, 27), (2025, 6, 3), (2026, 6, 3)]

  private static func key(_ year: Int, _ month: Int, _ day: Int) -> Int { year * 10_000 + month * 100 + day }

  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    CivilDate(year: year, month: month, day: day)!.daysSince1970
  }

  /// The keys of all holidays of the covered years.
  private static let table = Set(
    allDays.map { day in
      let date = CivilDate(daysSince1970: day)
      return key(date.year, date.month, date.day)
    })

  private static let allDays: Set<Int> = {
    var table = Set(oneOff.map { dayNumber($0.0, $0.1, $0.2) })
    for year in lunar {
      var days = fixed(year.year).map { (day: dayNumber(year.year, $0.month, $0.day), substitute: $0.substitute) }
      days.append((dayNumber(year.year, year.buddha.0, year.buddha.1), .weekend))
      for (month, day) in [year.newYear, year.chuseok] {
        for around in -1...1 { days.append((dayNumber(year.year, month, day) + around, .sunday)) }
      }
      add(days.sorted { $0.day < $1.day }, to: &table)
    }
    return table
  }()

  /// Adds a year's holidays, then the substitute of each that fell on a day off: the next day that is neither a
  /// Saturday, a Sunday nor a holiday.
  private static func add(_ days: [(day: Int, substitute: Substitute)], to table: inout Set<Int>) {
    var missed: [Int] = []
    for (day, substitute) in days {
      let weekday = PreparedInstant.weekday(day)
      let isTaken = !table.insert(day).inserted
      switch substitute {
      case .none: break
      case .weekend: if isTaken || weekday >= 5 { missed.append(day) }
      case .sunday: if isTaken || weekday == 6 { missed.append(day) }
      }
    }
    for day in missed {
      var next = day + 1
      while PreparedInstant.weekday(next) >= 5 || table.contains(next) { next += 1 }
      table.insert(next)
    }
  }
}
