/// Parses tokens of opening hours as people write them into a timetable.
struct WrittenHoursReader {
  private let words: [WrittenHoursToken]
  private var position = 0
  private(set) var timetable = WrittenTimetable()
  /// Whether days follow their times in brackets: `10:00~22:00 (평일)`.
  private var isDaysLast = false

  init(_ words: [WrittenHoursToken]) {
    self.words = words
  }

  /// Reads all tokens. Returns whether they are understood.
  mutating func read() -> Bool {
    isDaysLast = hasDaysLast()
    while true {
      skip(Self.separators)
      guard position < words.count else { return true }
      guard readItem() else { return false }
    }
  }

  private static let separators: Set<WrittenHoursToken> = [.and, .line, .opening, .closing, .colon]

  private func hasDaysLast() -> Bool {
    var first = WrittenHoursReader(words)
    first.skip(Self.separators)
    return first.consumeSpans() != nil && first.consumeDaysInBrackets() != nil
  }

  private mutating func readItem() -> Bool {
    if consume(.neverClosed) {
      timetable.isNeverClosed = true
      return true
    }
    // `격주 휴무` does not say which day.
    if word(0) == .biweekly, word(1) == .closed { position += 1 }
    if word(-1) == .biweekly && consume(.closed) || consume(.irregular) {
      timetable.isIrregular = true
      return true
    }
    if consume(.closed) { return readClosedDays() }
    if consume(.except) { return readExceptions() }
    let isBracketed = position > 0 && words[position - 1] == .opening
    if consume(.pause) { return readPause(on: nil, isBracketed) }
    guard var days = consumeDays() else {
      guard let spans = consumeSpans() else { return false }
      if consumePauseBehind() { return addPause(spans, on: nil, isBracketed) }
      guard isDaysLast else { return timetable.add(spans, on: nil) }
      return consumeDaysInBrackets().map { timetable.add(spans, on: $0) } ?? false
    }
    if days.isWeekly, let exceptions = consumeExceptions() {
      timetable.addClosed(exceptions)
      days.weekly &= ~exceptions.weekly
      guard days.weekly != 0 else { return false }
    }
    let end = position
    skip(Self.separators)
    if consume(.closed) {
      timetable.addClosed(days)
      return true
    }
    if consume(.asUsual) { return timetable.addUsual(days) }
    guard days.isWeekly else { return false }
    if consume(.pause) { return readPause(on: days.weekly, isBracketed) }
    if let span = consumeEnd() { return !isDaysLast && word(0) != .pause && timetable.add([span], on: days.weekly) }
    if let spans = consumeSpans() {
      if consumePauseBehind() { return addPause(spans, on: days.weekly, isBracketed) }
      return !isDaysLast && timetable.add(spans, on: days.weekly)
    }
    position = end
    // `평일 10:00~22:00 (공휴일 포함)`
    return days.isIncluded && timetable.addToLast(days.weekly)
  }

  /// `휴무: 월요일`, `휴무일 없음`. `휴무` alone names no day.
  private mutating func readClosedDays() -> Bool {
    skip([.colon, .opening, .line])
    if consume(.nothing) {
      timetable.isNeverClosed = true
      return true
    }
    if consume(.neverClosed) || consume(.irregular) {
      position -= 1
      return true
    }
    guard let days = consumeDays() else { return false }
    timetable.addClosed(days)
    return true
  }

  /// `except Monday`, behind hours: other hours of these days have no place there.
  private mutating func readExceptions() -> Bool {
    guard let days = consumeDays() else { return false }
    switch word(word(0) == .colon ? 1 : 0) {
    case .clock?, .sun?, .to?, .allDay?: return false
    default: break
    }
    timetable.addClosed(days)
    return true
  }

  /// Days that those before them leave out: `except Monday`, `(월요일 제외)`.
  private mutating func consumeExceptions() -> WrittenDays? {
    let before = position
    skip([.and])
    let isBracketed = consume(.opening)
    let isBehind = !consume(.except)
    if !isBehind || isBracketed, let days = consumeDays(), !isBehind || consume(.closed),
      !isBracketed || consume(.closing)
    {
      return days
    }
    position = before
    return nil
  }

  // MARK: Breaks

  /// Whether a break is named behind its times, not before the next ones.
  private var isPauseBehind: Bool {
    guard word(0) == .pause else { return false }
    if case .clock? = word(word(1) == .colon ? 2 : 1) { return false }
    return true
  }

  private mutating func consumePauseBehind() -> Bool { isPauseBehind && consume(.pause) }

  private mutating func readPause(on days: UInt8?, _ isBracketed: Bool) -> Bool {
    skip([.colon, .line])
    guard let spans = consumeSpans() else { return false }
    return addPause(spans, on: days, isBracketed)
  }

  private mutating func addPause(_ spans: [OpeningHours.Span], on days: UInt8?, _ isBracketed: Bool) -> Bool {
    // `점심시간 12:00~13:00 휴무`
    if word(0) == .closed, word(1).map(Self.separators.subtracting([.colon]).contains) ?? true { position += 1 }
    timetable.addPause(spans, on: days, isOfLastOnly: isBracketed)
    return true
  }

  // MARK: Days

  /// Days such as `월~금`, `토, 일`, `주말 및 공휴일`, `둘째·넷째 주 월요일`; nil when absent.
  private mutating func consumeDays() -> WrittenDays? {
    var days = WrittenDays()
    guard consumeDay(&days) else { return nil }
    while consumeNextDay(&days) {}
    return days
  }

  /// The next one of days, also in separate brackets: `평일(월~금)`.
  private mutating func consumeNextDay(_ days: inout WrittenDays) -> Bool {
    let before = (position, days)
    skip([.and])
    let isBracketed = consume(.opening)
    if consume(.included) {
      days.isIncluded = true
      return true
    }
    if consumeDay(&days) {
      if !isBracketed { return true }
      while consumeNextDay(&days) {}
      if consume(.closing) { return true }
    }
    (position, days) = before
    return false
  }

  private mutating func consumeDay(_ days: inout WrittenDays) -> Bool {
    switch word(0) {
    case .festival?:
      position += 1
      days.hasFestival = true
    case .date(let month, let day)?:
      position += 1
      days.dates.append((month, day))
    case .biweekly?:
      position += 1
      skip([.and])
      guard let range = consumeDayRange() else { return false }
      days.biweekly |= range
    case .weeks(let weeks)?:
      position += 1
      guard let range = consumeDayRange(), range & 0x7F == range else { return false }
      days.monthly.append((range, weeks))
    default:
      guard let range = consumeDayRange() else { return false }
      if consume(.biweekly) { days.biweekly |= range } else { days.weekly |= range }
    }
    return true
  }

  private mutating func consumeDayRange() -> UInt8? {
    guard case .days(let first)? = word(0) else { return nil }
    position += 1
    guard word(0) == .to, case .days(let last)? = word(1), first.nonzeroBitCount == 1, last.nonzeroBitCount == 1,
      first < 0x80, last < 0x80
    else { return first }
    position += 2
    var days = first
    var day = first
    while day != last {
      day = day == 0x40 ? 1 : day << 1
      days |= day
    }
    return days
  }

  /// Days in brackets, without anything else in them.
  private mutating func consumeDaysInBrackets() -> UInt8? {
    let before = position
    if consume(.opening), let days = consumeDays(), days.isWeekly, words[position - 1] == .closing || consume(.closing)
    {
      return days.weekly
    }
    position = before
    return nil
  }

  // MARK: Times

  /// One or more spans with separators, or the whole day; nil when absent or ambiguous.
  private mutating func consumeSpans() -> [OpeningHours.Span]? {
    if consume(.allDay) { return [.wholeDay] }
    let before = position
    var spans: [OpeningHours.Span] = []
    var bareCount = 0
    while let (span, isBare) = consumeSpan() {
      let end = position
      bareCount += isBare ? 1 : 0
      // `10:00~22:00, 15:00~17:00 브레이크타임`
      if isPauseBehind, !spans.isEmpty {
        position = beforeLast
        return spans
      }
      spans.append(span)
      beforeLast = end
      if word(0) == .and, case .clock? = word(1) { position += 1 }
    }
    if case .clock? = word(0) { position = before }
    // `12-24 10:00-20:00` may begin with a date.
    if bareCount > 0, bareCount < spans.count { position = before }
    return spans.isEmpty || position == before ? nil : spans
  }

  /// The end of the last span but one.
  private var beforeLast = 0

  /// The next span, and whether its times are bare numbers.
  private mutating func consumeSpan() -> (span: OpeningHours.Span, isBare: Bool)? {
    guard word(1) == .to else { return nil }
    var next = 2
    while word(next) == .to { next += 1 }
    guard word(next + 1) != .to, let span = span(word(0), word(next)) else { return nil }
    position += next + 1
    return span
  }

  private func span(_ first: WrittenHoursToken?, _ last: WrittenHoursToken?) -> (OpeningHours.Span, Bool)? {
    switch (first, last) {
    case (.clock(let start), .clock(let end)):
      return WrittenClock.span(from: start, to: end).map { ($0, start.isBare && end.isBare) }
    // A day of the sun ends before midnight.
    case (.sun(.sunrise), .sun(.sunset)):
      return (OpeningHours.Span(start: 0, end: 0, startEvent: .sunrise, endEvent: .sunset), false)
    case (.sun(.sunrise), .clock(let end)):
      guard !end.isBare, !end.isNextDay, end.minutes > 720, end.minutes <= 1440 else { return nil }
      return (OpeningHours.Span(start: 0, end: Int16(end.minutes), startEvent: .sunrise), false)
    case (.clock(let start), .sun(.sunset)):
      guard !start.isBare, !start.isNextDay, start.minutes <= 720 else { return nil }
      return (OpeningHours.Span(start: Int16(start.minutes), end: 0, endEvent: .sunset), false)
    default: return nil
    }
  }

  /// `주말 ~23:00` behind hours of other days: the beginning is theirs.
  private mutating func consumeEnd() -> OpeningHours.Span? {
    guard word(0) == .to, case .clock(let end)? = word(1), word(2) != .to,
      end.hasColon || end.half != nil || end.minutes >= 780,
      let start = timetable.commonStart
    else { return nil }
    let clock = WrittenClock(minutes: start, half: nil, isNextDay: false, hasColon: true, isBare: false)
    guard let span = WrittenClock.span(from: clock, to: end) else { return nil }
    position += 2
    return span
  }

  // MARK: Tokens

  private mutating func skip(_ wanted: Set<WrittenHoursToken>) {
    while let word = word(0), wanted.contains(word) { position += 1 }
  }

  private mutating func consume(_ wanted: WrittenHoursToken) -> Bool {
    guard word(0) == wanted else { return false }
    position += 1
    return true
  }

  private func word(_ ahead: Int) -> WrittenHoursToken? {
    words.indices.contains(position + ahead) ? words[position + ahead] : nil
  }
}

/// Days of several kinds that one sentence names.
struct WrittenDays {
  /// Bits as those of `OpeningHours.Rule.days`.
  var weekly: UInt8 = 0
  var biweekly: UInt8 = 0
  var monthly: [(days: UInt8, weeks: [Int])] = []
  var dates: [(month: Int, day: Int)] = []
  var hasFestival = false
  /// Whether the text says `포함`.
  var isIncluded = false

  var isWeekly: Bool { biweekly == 0 && monthly.isEmpty && dates.isEmpty && !hasFestival }
}

/// The hours of each weekday, as people give them.
struct WrittenTimetable {
  /// Days with their spans. No day occurs twice.
  private var explicit: [(days: UInt8, spans: [OpeningHours.Span])] = []
  /// Spans without days: they apply to all days not named.
  private var defaultSpans: [OpeningHours.Span] = []
  private var pauses: [Pause] = []
  private var closed = WrittenDays()
  var isNeverClosed = false
  var isIrregular = false
  private var isUsualOnHolidays = false

  private struct Pause {
    /// Nil: of the item before, or of all.
    let days: UInt8?
    let spans: [OpeningHours.Span]
    /// The days of the item before; 0 for hours without days, nil if there was none.
    let lastDays: UInt8?
    let isOfLastOnly: Bool
  }

  /// The days of the last item; 0 for hours without days, nil before the first item.
  private var lastDays: UInt8?

  /// Adds spans. Returns false if they contradict earlier ones.
  mutating func add(_ spans: [OpeningHours.Span], on days: UInt8?) -> Bool {
    guard let days else {
      guard defaultSpans.isEmpty else { return false }
      (defaultSpans, lastDays) = (spans, 0)
      return true
    }
    guard !explicit.contains(where: { $0.days & days != 0 }) else { return false }
    explicit.append((days, spans))
    lastDays = days
    return true
  }

  /// The beginning of the hours of all days so far; nil if there are none, they differ or have several spans.
  var commonStart: Int? {
    let all = explicit.map(\.spans) + (defaultSpans.isEmpty ? [] : [defaultSpans])
    guard let first = all.first?.first, all.allSatisfy({ $0.count == 1 && $0[0].start == first.start && $0[0].isPlain })
    else { return nil }
    return Int(first.start)
  }

  /// Adds days to the last item. Returns false if they contradict earlier ones.
  mutating func addToLast(_ days: UInt8) -> Bool {
    // Hours of every day are those of any.
    if explicit.isEmpty { return !defaultSpans.isEmpty }
    let last = explicit.removeLast()
    guard !explicit.contains(where: { $0.days & days != 0 }) else { return false }
    // Every day of the week includes the holidays.
    explicit.append((last.days & 0x7F == 0x7F ? last.days : last.days | days, last.spans))
    return true
  }

  mutating func addClosed(_ days: WrittenDays) {
    closed.weekly |= days.weekly
    closed.biweekly |= days.biweekly
    closed.monthly += days.monthly
    closed.dates += days.dates
    closed.hasFestival = closed.hasFestival || days.hasFestival
  }

  /// Adds public holidays on which hours are those of other days, also if they fall on a day off.
  mutating func addUsual(_ days: WrittenDays) -> Bool {
    isUsualOnHolidays = true
    return days.isWeekly && days.weekly == 0x80
  }

  mutating func addPause(_ spans: [OpeningHours.Span], on days: UInt8?, isOfLastOnly: Bool) {
    pauses.append(Pause(days: days, spans: spans, lastDays: lastDays, isOfLastOnly: isOfLastOnly))
  }

  /// The timetable in the syntax of `OpeningHours`; nil if nothing is certain or it contradicts itself.
  var text: String? {
    let hasClosedDays = closed.weekly != 0 || !closed.monthly.isEmpty || closed.biweekly != 0
    guard !(isNeverClosed && hasClosedDays) else { return nil }
    guard var groups = groupsWithPauses() else { return nil }
    guard !groups.isEmpty else { return textOfClosedDays }
    let mentionedDays = groups.reduce(closed.weekly) { $0 | $1.days }
    groups = groups.map { (days: $0.days & ~closed.weekly, spans: $0.spans) }.filter { $0.days != 0 }
    if isUsualOnHolidays, closed.weekly & 0x80 == 0, !groups.contains(where: { $0.days & 0x80 != 0 }) {
      guard let spans = commonSpans(groups) else { return nil }
      groups.append((0x80, spans))
    }
    let spills = groups.contains { $0.spans.contains { $0.end > 1440 } }
    var rules = ~mentionedDays & 0x7F == 0 ? [] : ["\(OpeningHours.days(~mentionedDays & 0x7F)) unknown"]
    // Spans after midnight reach into the next day: these rules must not replace each other, nor be cut by a closed
    // day.
    let week = groups.compactMap { rule($0.days & 0x7F, $0.spans) }.joined(separator: spills ? ", " : "; ")
    if !week.isEmpty { rules.append(week) }
    if !spills, closed.weekly & 0x7F != 0 { rules.append("\(OpeningHours.days(closed.weekly & 0x7F)) off") }
    var text = rules.joined(separator: "; ")
    let day = exceptionalDay(groups)
    // The hours of a public holiday replace those of its weekday.
    if let holiday = groups.first(where: { $0.days & 0x80 != 0 }), let rule = rule(0x80, holiday.spans) {
      text += day.isEmpty ? "; \(rule)" : "; PH\(day) off, \(rule)"
    }
    if closed.weekly & 0x80 != 0 { text += "; PH\(day) off" }
    return text + closedExceptions(day) + uncertainExceptions(groups)
  }

  /// The hours of a day that replaces another one without the night before it, as ` 02:00-02:00`; empty if no night is
  /// to be kept.
  private func exceptionalDay(_ groups: [(days: UInt8, spans: [OpeningHours.Span])]) -> String {
    let spans = groups.flatMap(\.spans)
    let night = Int(spans.map(\.end).max() ?? 0) - 1440
    guard night > 0, spans.allSatisfy({ Int($0.start) >= night }) else { return "" }
    return " \(OpeningHours.clock(night))-\(OpeningHours.clock(night))"
  }

  /// Days off that are not those of each week.
  private func closedExceptions(_ day: String) -> String {
    var text = ""
    for (days, weeks) in closed.monthly {
      text += "; \(OpeningHours.days(days, of: weeks))\(day) off"
    }
    for (month, date) in closed.dates {
      text += "; \(OpeningHours.monthNames[month - 1]) \(date < 10 ? "0" : "")\(date)\(day) off"
    }
    return text
  }

  /// The uncertainty of days off that no rule identifies.
  private func uncertainExceptions(_ groups: [(days: UInt8, spans: [OpeningHours.Span])]) -> String {
    var text = ""
    func add(_ days: UInt8, _ spans: [OpeningHours.Span]?, _ comment: String) {
      let times = spans.flatMap { $0 == [.wholeDay] ? nil : " " + OpeningHours.times($0) } ?? ""
      text += ", \(OpeningHours.days(days))\(times) unknown \"\(comment)\""
    }
    for group in groups where group.days & closed.biweekly != 0 {
      add(group.days & closed.biweekly, group.spans, "격주 휴무")
    }
    if closed.hasFestival, closed.weekly & 0x80 == 0 {
      let holiday = groups.first { $0.days & 0x80 != 0 }
      add(0x80, holiday?.spans ?? commonSpans(groups), "명절 휴무")
    }
    if isIrregular { for group in groups { add(group.days, group.spans, "비정기 휴무") } }
    return text
  }

  /// The spans of every day; nil if they differ.
  private func commonSpans(_ groups: [(days: UInt8, spans: [OpeningHours.Span])]) -> [OpeningHours.Span]? {
    guard let first = groups.first?.spans, groups.allSatisfy({ $0.spans == first }) else { return nil }
    return first
  }

  private var textOfClosedDays: String? {
    if closed.weekly & 0x7F == 0x7F { return "off" }
    let weekly = closed.weekly == 0 ? "" : "; \(OpeningHours.days(closed.weekly)) off"
    let rules = weekly + closedExceptions("")
    return rules.isEmpty ? nil : "unknown\(rules)"
  }

  /// The spans of days without the breaks in them; nil if a break is in none of them.
  private func groupsWithPauses() -> [(days: UInt8, spans: [OpeningHours.Span])]? {
    var groups = explicit
    let named = explicit.reduce(0) { $0 | $1.days }
    if !defaultSpans.isEmpty, ~named & 0x7F != 0 { groups.append((~named & 0x7F, defaultSpans)) }
    if !pauses.isEmpty, !groups.allSatisfy({ $0.spans.allSatisfy(\.isPlain) }) { return nil }
    for pause in pauses {
      let isOfAll = pauses.count == 1 && pause.lastDays == lastDays && !pause.isOfLastOnly
      let ofItem = pause.lastDays.map { $0 == 0 ? ~named : $0 } ?? 0xFF
      let days = pause.days ?? (isOfAll ? 0xFF : ofItem)
      var isUsed = false
      var divided: [(days: UInt8, spans: [OpeningHours.Span])] = []
      for group in groups {
        let rest = pause.spans.reduce(group.spans) { OpeningHours.cut($1, from: $0) }
        if group.days & days == 0 || rest == group.spans {
          divided.append(group)
          continue
        }
        isUsed = true
        divided.append((group.days & days, rest))
        if group.days & ~days != 0 { divided.append((group.days & ~days, group.spans)) }
      }
      guard isUsed, divided.allSatisfy({ !$0.spans.isEmpty }) else { return nil }
      groups = divided
    }
    return groups
  }

  private func rule(_ days: UInt8, _ spans: [OpeningHours.Span]) -> String? {
    if days == 0 { return nil }
    if days == 0x7F, spans == [.wholeDay] { return "24/7" }
    return "\(OpeningHours.days(days)) \(OpeningHours.times(spans))"
  }
}

extension OpeningHours {
  /// The parts of spans outside another one.
  static func cut(_ hole: Span, from spans: [Span]) -> [Span] {
    spans.flatMap { span in
      [
        Span(start: span.start, end: min(span.end, hole.start)), Span(start: max(span.start, hole.end), end: span.end),
      ].filter { $0.start < $0.end }
    }
  }
}
