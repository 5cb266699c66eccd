import Basics

extension OpeningHoursParser {
  // MARK: Dates

  /// Consumes the text before the days: a label, years, dates and weeks.
  mutating func consumeDates(_ selector: inout DaySelector) throws(DomainError) {
    let before = offset
    if let label = try consumeComment() {
      skipBlanks()
      guard consume(":") else {
        // A comment alone.
        offset = before
        return
      }
      selector.label = label
      skipBlanks()
    }
    try consumeYears(&selector)
    if isDate {
      repeat { selector.dates.append(try consumeDateRange()) } while try consumeMoreDates(&selector)
    }
    try consumeWeeks(&selector)
    if selector.hasDates {
      skipBlanks()
      if consume(":") { skipBlanks() }
    }
  }

  /// Whether a year of four digits follows.
  var isYear: Bool {
    let digits = bytes[offset...].prefix(5).prefix { isDigit($0) }
    return digits.count == 4
  }

  /// Years such as `2026-2030/2,2033+`. One year before a date belongs to the date.
  private mutating func consumeYears(_ selector: inout DaySelector) throws(DomainError) {
    let start = offset
    while isYear {
      let from = offset
      guard let first = consumeNumber(upTo: 4) else { return }
      var years = DaySelector.Years(first: first, last: first)
      let end = offset
      skipBlanks()
      if consume("-") {
        skipBlanks()
        guard isYear, let last = consumeNumber(upTo: 4), last >= first else {
          throw domainError("a later year is expected here")
        }
        years.last = last
        if consume("/") {
          guard let step = consumeNumber(upTo: 3), step > 0 else { throw domainError("a number is expected here") }
          years.step = step
        }
      } else {
        offset = end
        if consume("+") { years.last = .max }
      }
      selector.years.append(years)
      let after = offset
      skipBlanks()
      if consume(",") {
        skipBlanks()
        if isYear { continue }
        offset = after
      } else if selector.years.count == 1, years.first == years.last {
        skipBlanks()
        if isDate {
          // `2026 Dec 24-2027 Jan 06`
          selector.years = []
          offset = from
        }
      }
      break
    }
    if offset > start { skipBlanks() }
  }

  private static let months = Dictionary(
    uniqueKeysWithValues: OpeningHours.monthNames.enumerated().map { ($1.lowercased(), $0 + 1) })

  /// Whether a date follows: a month or Easter, with or without a year.
  private var isDate: Bool {
    var ahead = self
    if ahead.isYear {
      _ = ahead.consumeNumber(upTo: 4)
      ahead.skipBlanks()
    }
    return ahead.consumeWord(Self.months) != nil || ahead.consumeWord(["easter": true]) != nil
  }

  private mutating func consumeDateRange() throws(DomainError) -> DaySelector.Dates {
    var dates = DaySelector.Dates(first: try consumeDatePoint())
    let before = offset
    if consume("+") {
      dates.isOpenEnd = true
      skipBlanks()
      return dates
    }
    skipBlanks()
    guard consume("-") else {
      if offset > before { skipBlanks() }
      return dates
    }
    skipBlanks()
    if isDate {
      dates.last = try consumeDatePoint()
    } else if case .date(let month, _) = dates.first.kind, let day = try consumeDayNumber(of: month) {
      dates.last = DaySelector.DatePoint(kind: .date(month: month, day: day))
      try consumeDateOffset(&dates.last!)
    } else {
      throw domainError("a date is expected here")
    }
    if case .month = dates.last?.kind, case .date = dates.first.kind { throw domainError("a day is expected here") }
    skipBlanks()
    return dates
  }

  private mutating func consumeDatePoint() throws(DomainError) -> DaySelector.DatePoint {
    let year = isYear ? consumeNumber(upTo: 4) : nil
    skipBlanks()
    guard let month = consumeWord(Self.months) else {
      guard consumeWord(["easter": true]) != nil else { throw domainError("a month is expected here") }
      var point = DaySelector.DatePoint(year: year, kind: .easter)
      try consumeDateOffset(&point)
      return point
    }
    let before = offset
    skipBlanks()
    guard let day = try consumeDayNumber(of: month) else {
      offset = before
      return DaySelector.DatePoint(year: year, kind: .month(month))
    }
    var point = DaySelector.DatePoint(year: year, kind: .date(month: month, day: day))
    try consumeDateOffset(&point)
    return point
  }

  /// A day of a month; nil if none follows, but perhaps a time.
  private mutating func consumeDayNumber(of month: Int) throws(DomainError) -> Int? {
    let from = offset
    guard !isYear, let day = consumeNumber(upTo: 2) else { return nil }
    let isTime = peek() == UInt8(ascii: ":") && offset + 1 < bytes.count && isDigit(bytes[offset + 1])
    if isTime || isDigit(peek()) {
      offset = from
      return nil
    }
    // 2024 was a leap year.
    guard CivilDate(year: 2024, month: month, day: day) != nil else {
      throw domainError("there is no such day", at: from)
    }
    return day
  }

  /// `+Su`, `-1 day`, `-Fr -2 days`.
  private mutating func consumeDateOffset(_ point: inout DaySelector.DatePoint) throws(DomainError) {
    let before = offset
    skipBlanks()
    let sign = peek()
    if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      offset += 1
      if let weekday = consumeWord(Self.weekdays) {
        point.weekday = (weekday, sign == UInt8(ascii: "+"))
      } else {
        offset = before
      }
    } else {
      offset = before
    }
    point.offset = consumeDayOffset() ?? 0
  }

  /// Days such as `+1 day` or `-2 days`; nil when absent.
  private mutating func consumeDayOffset() -> Int? {
    let before = offset
    skipBlanks()
    let isLater = consume("+")
    if isLater || consume("-") {
      skipBlanks()
      if let days = consumeNumber(upTo: 3) {
        skipBlanks()
        if consumeWord(["day": true, "days": true]) != nil { return isLater ? days : -days }
      }
    }
    offset = before
    return nil
  }

  /// More days of a month after a comma, `Dec 24,31`. Returns whether another date follows: `Jan,Mar`.
  private mutating func consumeMoreDates(_ selector: inout DaySelector) throws(DomainError) -> Bool {
    while true {
      let before = offset
      guard consume(",") else { return false }
      skipBlanks()
      if isDate { return true }
      let last = selector.dates[selector.dates.count - 1]
      guard case .date(let month, _) = (last.last ?? last.first).kind, let day = try consumeDayNumber(of: month) else {
        offset = before
        return false
      }
      var dates = DaySelector.Dates(
        first: DaySelector.DatePoint(year: (last.last ?? last.first).year, kind: .date(month: month, day: day)))
      skipBlanks()
      if consume("-") {
        skipBlanks()
        guard let end = try consumeDayNumber(of: month) else { throw domainError("a day is expected here") }
        dates.last = DaySelector.DatePoint(kind: .date(month: month, day: end))
      }
      selector.dates.append(dates)
      skipBlanks()
    }
  }

  private mutating func consumeWeeks(_ selector: inout DaySelector) throws(DomainError) {
    let before = offset
    guard consumeWord(["week": true]) != nil else { return }
    skipBlanks()
    repeat {
      skipBlanks()
      guard let first = try consumeWeek() else {
        if selector.weeks.isEmpty { throw domainError("this word is not known", at: before) }
        throw domainError("a week is expected here")
      }
      var weeks = DaySelector.Weeks(first: first, last: first)
      skipBlanks()
      if consume("-") {
        skipBlanks()
        guard let last = try consumeWeek() else { throw domainError("a week is expected here") }
        weeks.last = last
        if consume("/") {
          guard let step = consumeNumber(upTo: 2), step > 0 else { throw domainError("a number is expected here") }
          weeks.step = step
        }
      }
      selector.weeks.append(weeks)
      skipBlanks()
    } while consume(",")
  }

  private mutating func consumeWeek() throws(DomainError) -> Int? {
    let from = offset
    guard let week = consumeNumber(upTo: 2) else { return nil }
    guard (1...53).contains(week) else { throw domainError("there is no such week", at: from) }
    return week
  }

  // MARK: Days

  private static let weekdays = ["mo": 0, "tu": 1, "we": 2, "th": 3, "fr": 4, "sa": 5, "su": 6]
  private static let holidays = ["ph": false, "sh": true]

  /// Days such as `Mo-We,Fr,PH`, with an optional colon after them; nil when absent.
  mutating func consumeDays(_ selector: inout DaySelector) throws(DomainError) -> UInt8? {
    guard var days = try consumeDayRange(&selector) else { return nil }
    while true {
      skipBlanks()
      guard consume(",") else { break }
      skipBlanks()
      guard let more = try consumeDayRange(&selector) else { throw domainError("a day is expected here") }
      days |= more
    }
    let isOnlyHolidays = days & OpeningHours.Rule.everyDay == 0 && selector.monthly.isEmpty
    if isOnlyHolidays { try consumeRequiredDays(&selector, &days) }
    if consume(":") { skipBlanks() }
    // Every day of the week includes the holidays and the others.
    guard days & OpeningHours.Rule.everyDay == OpeningHours.Rule.everyDay else { return days }
    (selector.monthly, selector.holidays) = ([], [])
    return OpeningHours.Rule.everyDay
  }

  /// Weekdays behind holidays: `PH Mo-Fr` are holidays from Monday to Friday.
  private mutating func consumeRequiredDays(_ selector: inout DaySelector, _ days: inout UInt8) throws(DomainError) {
    var ahead = self
    guard ahead.consumeWord(Self.weekdays) != nil else { return }
    selector.required = selector.holidays
    if days & OpeningHours.Rule.holidays != 0 { selector.required.insert(DaySelector.Holiday(isSchool: false), at: 0) }
    (selector.holidays, days) = ([], 0)
    repeat {
      skipBlanks()
      guard let more = try consumeDayRange(&selector), more & OpeningHours.Rule.holidays == 0 else {
        throw domainError("a weekday is expected here")
      }
      days |= more
      skipBlanks()
    } while consume(",")
    guard selector.holidays.isEmpty else { throw domainError("a weekday is expected here") }
  }

  private mutating func consumeDayRange(_ selector: inout DaySelector) throws(DomainError) -> UInt8? {
    if let isSchool = consumeWord(Self.holidays) {
      let offset = consumeDayOffset() ?? 0
      if !isSchool, offset == 0 { return OpeningHours.Rule.holidays }
      selector.holidays.append(DaySelector.Holiday(isSchool: isSchool, offset: offset))
      return 0
    }
    guard let first = consumeWord(Self.weekdays) else { return nil }
    if consume("[") {
      selector.monthly.append(try consumeMonthly(first))
      return 0
    }
    let before = offset
    skipBlanks()
    guard consume("-") else {
      offset = before
      return 1 << UInt8(first)
    }
    skipBlanks()
    guard let last = consumeWord(Self.weekdays) else { throw domainError("a weekday is expected here") }
    var days: UInt8 = 0
    var day = first
    while true {
      days |= 1 << UInt8(day)
      if day == last { return days }
      day = (day + 1) % 7
    }
  }

  /// `1,3-4,-1]` with an offset behind it.
  private mutating func consumeMonthly(_ weekday: Int) throws(DomainError) -> DaySelector.MonthlyWeekdays {
    var weeks: [Int] = []
    repeat {
      skipBlanks()
      let from = offset
      let isLast = consume("-")
      guard let first = consumeNumber(upTo: 1), (1...5).contains(first) else {
        throw domainError("a week of the month is expected here", at: from)
      }
      skipBlanks()
      if !isLast, consume("-") {
        guard let last = consumeNumber(upTo: 1), last <= 5, last >= first else {
          throw domainError("a week of the month is expected here", at: from)
        }
        weeks += first...last
      } else {
        weeks.append(isLast ? -first : first)
      }
      skipBlanks()
    } while consume(",")
    guard consume("]") else { throw domainError("`]` is expected here") }
    let sorted = Set(weeks).sorted { ($0 < 0 ? 1 : 0, abs($0)) < ($1 < 0 ? 1 : 0, abs($1)) }
    return DaySelector.MonthlyWeekdays(weekday: weekday, weeks: sorted, offset: consumeDayOffset() ?? 0)
  }
}
