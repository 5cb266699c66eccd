extension OpeningHours {
  package static let dayNames = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
  package static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func normalForm(_ rules: [Rule]) -> String {
    var text = ""
    for (position, rule) in rules.enumerated() {
      if position > 0 { text += normalForm(rule.separator) }
      text += normalForm(rule)
    }
    return text
  }

  private static func normalForm(_ separator: Separator) -> String {
    switch separator {
    case .normal: "; "
    case .additional: ", "
    case .fallback: " || "
    }
  }

  private static func normalForm(_ rule: Rule) -> String {
    var parts: [String] = []
    if rule.selector == nil, rule.days == Rule.everyDay, rule.state == .open, rule.spans == [.wholeDay] {
      parts.append("24/7")
    } else if let selector = rule.selector {
      parts += normalForm(selector)
      let days = days(rule.days, and: selector)
      if !days.isEmpty { parts.append(days) }
      if !rule.spans.isEmpty { parts.append(times(rule.spans)) }
    } else {
      // A state alone applies to every day; spans are always written with their days.
      if rule.days != Rule.everyDay || !rule.spans.isEmpty { parts.append(days(rule.days)) }
      if !rule.spans.isEmpty { parts.append(times(rule.spans)) }
    }
    switch rule.state {
    case .open: if rule.comment != nil { parts.append("open") }
    case .closed: parts.append("off")
    case .unknown: parts.append("unknown")
    }
    if let comment = rule.comment { parts.append("\"\(comment)\"") }
    return parts.joined(separator: " ")
  }

  // MARK: Dates

  private static func normalForm(_ selector: DaySelector) -> [String] {
    var parts: [String] = []
    if let label = selector.label { parts.append("\"\(label)\":") }
    func add<Part>(_ list: [Part], _ text: (Part) -> String) {
      if !list.isEmpty { parts.append(list.map(text).joined(separator: ",")) }
    }
    add(selector.years) { years in
      let end = years.last == .max ? "+" : years.last == years.first ? "" : "-\(digits(years.last, 4))"
      return digits(years.first, 4) + end + (years.step == 1 ? "" : "/\(years.step)")
    }
    add(selector.dates) { dates in
      normalForm(dates.first) + (dates.last.map { "-" + normalForm($0) } ?? "") + (dates.isOpenEnd ? "+" : "")
    }
    if !selector.weeks.isEmpty { parts.append("week") }
    add(selector.weeks) { weeks in
      let end = weeks.last == weeks.first && weeks.step == 1 ? "" : "-\(digits(weeks.last, 2))"
      return digits(weeks.first, 2) + end + (weeks.step == 1 ? "" : "/\(weeks.step)")
    }
    return parts
  }

  private static func normalForm(_ point: DaySelector.DatePoint) -> String {
    var text = point.year.map { digits($0, 4) + " " } ?? ""
    switch point.kind {
    case .month(let month): text += monthNames[month - 1]
    case .date(let month, let day): text += "\(monthNames[month - 1]) \(digits(day, 2))"
    case .easter: text += "easter"
    }
    if let (weekday, isAfter) = point.weekday { text += " \(isAfter ? "+" : "-")\(dayNames[weekday])" }
    return text + offset(point.offset)
  }

  private static func offset(_ days: Int) -> String {
    if days == 0 { return "" }
    return " \(days < 0 ? "-" : "+")\(abs(days)) \(abs(days) == 1 ? "day" : "days")"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  // MARK: Days

  /// Days from their bits: `Mo-Fr`, `Sa,Su`, `Fr-Mo,PH`. Three and more in a row form a range, which may cross Sunday.
  static func days(_ bits: UInt8) -> String {
    let week = bits & Rule.everyDay
    var parts: [String] = []
    if week == Rule.everyDay { parts.append("Mo-Su") }
    for first in 0..<7 where week != Rule.everyDay && isSet(week, first) && !isSet(week, first + 6) {
      var last = first
      while isSet(week, last + 1) { last += 1 }
      let run = (first...last).map { dayNames[$0 % 7] }
      parts.append(run.count > 2 ? "\(run[0])-\(run[run.count - 1])" : run.joined(separator: ","))
    }
    if bits & Rule.holidays != 0 { parts.append("PH") }
    return parts.joined(separator: ",")
  }

  /// Weekdays in weeks of a month: `Mo[1,3]`.
  static func days(_ bits: UInt8, of weeks: [Int]) -> String {
    (0..<7).filter { isSet(bits, $0) }.map { monthly(DaySelector.MonthlyWeekdays(weekday: $0, weeks: weeks)) }
      .joined(separator: ",")
  }

  /// The days of a rule with a selector; empty for every day.
  private static func days(_ bits: UInt8, and selector: DaySelector) -> String {
    let holidays = { (holiday: DaySelector.Holiday) in (holiday.isSchool ? "SH" : "PH") + offset(holiday.offset) }
    // Dates and a label may stand alone.
    if bits == Rule.everyDay, selector.required.isEmpty { return "" }
    let parts = (bits == 0 ? [] : [days(bits)]) + selector.monthly.map(monthly) + selector.holidays.map(holidays)
    let required = selector.required.map(holidays).joined(separator: ",")
    return required + (required.isEmpty ? "" : " ") + parts.joined(separator: ",")
  }

  private static func monthly(_ days: DaySelector.MonthlyWeekdays) -> String {
    "\(dayNames[days.weekday])[\(days.weeks.map(String.init).joined(separator: ","))]\(offset(days.offset))"
  }

  private static func isSet(_ week: UInt8, _ day: Int) -> Bool {
    week & 1 << UInt8(day % 7) != 0
  }

  // MARK: Times

  static func times(_ spans: [Span]) -> String { spans.map(normalForm).joined(separator: ",") }

  private static func normalForm(_ span: Span) -> String {
    let start = time(Int(span.start), span.startEvent)
    guard span.hasEnd else { return start + "+" }
    let end = span.endEvent == nil && span.end > 1440 && span.startEvent == nil ? span.end - 1440 : span.end
    let interval = span.interval.map { "/\(clock(Int($0)))" } ?? ""
    return "\(start)-\(time(Int(end), span.endEvent))\(span.isOpenEnd ? "+" : "")\(interval)"
  }

  private static func time(_ minutes: Int, _ event: SunEvent?) -> String {
    guard let event else { return clock(minutes) }
    if minutes == 0 { return event.rawValue }
    return "(\(event.rawValue)\(minutes < 0 ? "-" : "+")\(clock(abs(minutes))))"
  }

  /// A time of day, as `09:30`.
  static func clock(_ minutes: Int) -> String { "\(digits(minutes / 60, 2)):\(digits(minutes % 60, 2))" }
}
