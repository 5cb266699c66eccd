import Basics

/// The clocks of a region as they are today: minutes east of UTC, and when they are set to summer time.
///
/// Rules of earlier years are not kept: opening hours are asked for about now.
package struct TimeZoneRule: Hashable, Sendable {
  /// Minutes east of UTC.
  let standard: Int
  let summer: Summer?

  /// Time that differs from standard time in a part of the year.
  struct Summer: Hashable, Sendable {
    /// Minutes east of UTC.
    let offset: Int
    let start: Change
    let end: Change
  }

  /// A weekday in a week of a month, as `M3.5.0/2` in POSIX time zones.
  struct Change: Hashable, Sendable {
    let month: Int
    /// 1 to 4, or 5 for the last.
    let week: Int
    /// Sunday 0 … Saturday 6.
    let weekday: Int
    /// The minute of the day by the clocks before the change. May be negative, or after the day.
    let minute: Int

    /// Minutes since 1970-01-01 by the clocks before the change.
    func minutes(in year: Int) -> Int {
      let first = CivilDate(year: year, month: month, day: 1)!.daysSince1970
      var day = first + (weekday + 6 - DayFacts.weekday(first) + 7) % 7 + (week - 1) * 7
      if day >= first + CivilDate.daysInMonth(month, of: year) { day -= 7 }
      return day * 1440 + minute
    }
  }

  package static let korea = TimeZoneRule(standard: 540, summer: nil)

  init(standard: Int, summer: Summer?) {
    (self.standard, self.summer) = (standard, summer)
  }

  /// Minutes east of UTC at an instant, in minutes since 1970. Complexity: O(1).
  package func offset(at minutes: Int) -> Int {
    guard let summer else { return standard }
    let year = CivilDate(daysSince1970: floorDivide(minutes + standard, 1440).quotient).year
    let start = summer.start.minutes(in: year) - standard
    let end = summer.end.minutes(in: year) - summer.offset
    let isSummer = start < end ? minutes >= start && minutes < end : minutes >= start || minutes < end
    return isSummer ? summer.offset : standard
  }

  /// Minutes east of UTC at a time of its clocks, in minutes since 1970-01-01.
  func offset(atLocal minutes: Int) -> Int {
    guard let summer else { return standard }
    let larger = max(standard, summer.offset)
    let first = offset(at: minutes - larger)
    if first == larger { return larger }
    return offset(at: minutes - first) == first ? first : min(standard, summer.offset)
  }

  /// Reads the last line of a time zone file, as `CET-1CEST,M3.5.0,M10.5.0/3`; nil if it is not understood.
  package init?(posix text: String) {
    var rest = text.utf8[...]
    guard let standard = Self.zone(&rest) else { return nil }
    guard !rest.isEmpty else {
      self.init(standard: standard, summer: nil)
      return
    }
    guard let offset = Self.zone(&rest, fallback: standard + 60) else { return nil }
    let parts = String(rest)?.split(separator: ",").map(Self.change) ?? []
    guard parts.count == 2, let start = parts[0], let end = parts[1] else { return nil }
    self.init(standard: standard, summer: Summer(offset: offset, start: start, end: end))
  }

  /// A name with its minutes east of UTC. The text counts them to the west.
  private static func zone(_ text: inout Substring.UTF8View, fallback: Int? = nil) -> Int? {
    if text.first == UInt8(ascii: "<") {
      guard let end = text.firstIndex(of: UInt8(ascii: ">")) else { return nil }
      text = text[text.index(after: end)...]
    } else {
      text = text.drop { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
    }
    let digits = text.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "<") && $0 < UInt8(ascii: "A") }
    guard !digits.isEmpty else { return fallback }
    text = text[digits.endIndex...]
    return minutes(String(digits) ?? "").map { -$0 }
  }

  private static func change(_ text: Substring) -> Change? {
    let parts = text.split(separator: "/")
    guard let date = parts.first, date.first == "M", parts.count <= 2 else { return nil }
    let numbers = date.dropFirst().split(separator: ".").map { Int($0) }
    guard numbers.count == 3, let month = numbers[0], let week = numbers[1], let weekday = numbers[2],
      (1...12).contains(month), (1...5).contains(week), (0...6).contains(weekday),
      let minute = parts.count == 2 ? minutes(String(parts[1])) : 120
    else { return nil }
    return Change(month: month, week: week, weekday: weekday, minute: minute)
  }

  /// Minutes of `-9`, `5:30` or `+3`.
  private static func minutes(_ text: String) -> Int? {
    let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: ":").map { Int($0) }
    guard let hours = parts.first ?? nil, hours <= 167, parts.count <= 3 else { return nil }
    let minutes = parts.count > 1 ? parts[1] : 0
    guard let minutes else { return nil }
    return (text.first == "-" ? -1 : 1) * (hours * 60 + minutes)
  }
}
