extension OpeningHours {
  package static let dayNames = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  /// The canonical text of rules.
  static func normalForm(_ rules: [Rule]) -> String {
    var text = ""
    for (position, rule) in rules.enumerated() {
      if position > 0 { text += rule.isAdditional ? ", " : "; " }
      text += normalForm(rule)
    }
    return text
  }

  private static func normalForm(_ rule: Rule) -> String {
    var parts: [String] = []
    if rule.days == Rule.everyDay, rule.state == .open, rule.spans == [.wholeDay] {
      parts.append("24/7")
    } else {
      // A state alone applies to every day; spans are always written with their days.
      if rule.days != Rule.everyDay || !rule.spans.isEmpty { parts.append(days(rule.days)) }
      if !rule.spans.isEmpty { parts.append(rule.spans.map(normalForm).joined(separator: ",")) }
    }
    switch rule.state {
    case .open: if rule.comment != nil { parts.append("open") }
    case .closed: parts.append("off")
    case .unknown: parts.append("unknown")
    }
    if let comment = rule.comment { parts.append("\"\(comment)\"") }
    return parts.joined(separator: " ")
  }

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

  private static func isSet(_ week: UInt8, _ day: Int) -> Bool {
    week & 1 << UInt8(day % 7) != 0
  }

  package static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func times(_ spans: [Span]) -> String { spans.map(normalForm).joined(separator: ",") }

  private static func normalForm(_ span: Span) -> String {
    "\(clock(Int(span.start)))-\(clock(Int(span.end > 1440 ? span.end - 1440 : span.end)))"
  }

  /// A time of day, as `09:30`.
  static func clock(_ minutes: Int) -> String {
    let (hour, minute) = (minutes / 60, minutes % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
