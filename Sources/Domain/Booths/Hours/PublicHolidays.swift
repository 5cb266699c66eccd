package import Basics

/// A public holiday of the Republic of Korea. Raw values are those of the API, and end the keys of the texts.
package enum PublicHoliday: String, Hashable, Sendable, CaseIterable {
  case newYearsDay = "new_years_day"
  /// Seollal, with the days before and after it.
  case lunarNewYear = "lunar_new_year"
  case independenceMovementDay = "independence_movement_day"
  case labourDay = "labour_day"
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
  /// A holiday of another country, whose name is not known.
  case elsewhere = "public_holiday"
}

/// The public holidays of the Republic of Korea, by the data of `PublicHolidays+Data.swift`, and of some other countries,
/// by those of `PublicHolidays+World.swift`.
///
/// Not included: Sundays as such, and local holidays. Of the United Kingdom they are those of England.
package enum PublicHolidays {
  /// The years with lunar and substitute holidays. Other years have only the holidays of fixed date.
  package static let coveredYears = lunar[0].year...lunar[lunar.count - 1].year

  package static let lastDay = CivilDate(year: coveredYears.upperBound, month: 12, day: 31)!

  /// How many days before the last one operators are warned: new versions come more often.
  private static let warningDays = 180

  /// A warning that the data end soon or have ended; nil before that.
  package static func warning(at instant: Timestamp) -> String? {
    let today = Int(floorDivide(instant.milliseconds, 86_400_000).quotient)
    guard lastDay.daysSince1970 - today <= warningDays else { return nil }
    return
      "Public holidays are known through \(lastDay.rfc3339) only (as of \(asOf.rfc3339)): install a newer version, or "
      + "opening hours on later holidays are wrong."
  }

  /// Whether a date is a public holiday. One-time holidays and early elections are known up to the day of the data;
  /// later ones are unknown. Complexity: O(1).
  package static func contains(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    holiday(year, month, day) != nil
  }

  /// Whether a day, counted from 1970-01-01, is a public holiday in a country. None is known for countries without
  /// data. Complexity: O(1).
  static func contains(_ day: Int, in country: String) -> Bool {
    country == "KR" ? holiday(on: day) != nil : daysByCountry[country]?.contains(day) ?? false
  }

  /// As `contains`, with the name.
  static func holiday(on day: Int, in country: String) -> PublicHoliday? {
    country == "KR" ? holiday(on: day) : contains(day, in: country) ? .elsewhere : nil
  }

  package static let countries = ["KR"] + world.keys.sorted()

  private static let daysByCountry = world.mapValues { years in
    Set(
      years.flatMap { year, days in
        days.split(separator: " ").compactMap { Int($0) }.map { dayNumber(year, $0 / 100, $0 % 100) }
      })
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
  enum Substitute {
    /// Never: New Year's Day and Memorial Day.
    case none
    /// When it falls on a Saturday, a Sunday or another holiday.
    case weekend
    /// When it falls on a Sunday or another holiday: the lunar New Year and Chuseok.
    case sunday
  }

  struct Holiday {
    let name: PublicHoliday
    let month: Int
    let day: Int
    let substitute: Substitute
    /// The first year, if it was no holiday before.
    let since: Int

    init(_ name: PublicHoliday, _ month: Int, _ day: Int, _ substitute: Substitute, since: Int = .min) {
      (self.name, self.month, self.day, self.substitute, self.since) = (name, month, day, substitute, since)
    }
  }

  private static func fixed(_ year: Int) -> [Holiday] { fixed.filter { $0.since <= year } }

  private static func key(_ year: Int, _ month: Int, _ day: Int) -> Int { year * 10_000 + month * 100 + day }

  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    CivilDate(year: year, month: month, day: day)!.daysSince1970
  }

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
      let weekday = DayFacts.weekday(day)
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
      while DayFacts.weekday(next) >= 5 || table[next] != nil { next += 1 }
      table[next] = .substitute
    }
  }
}
