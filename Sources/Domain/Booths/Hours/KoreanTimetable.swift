/// Parses tokens of Korean opening hours into a timetable.
struct KoreanHoursReader {
  private let words: [KoreanHoursToken]
  private var position = 0
  private(set) var timetable = KoreanTimetable()

  init(_ words: [KoreanHoursToken]) {
    self.words = words
  }

  /// Reads all tokens. Returns whether they are understood.
  mutating func read() -> Bool {
    while position < words.count {
      if consume(.and) || consume(.colon) { continue }
      guard readItem() else { return false }
    }
    return true
  }

  private mutating func readItem() -> Bool {
    if consume(.neverClosed) {
      timetable.isNeverClosed = true
      return true
    }
    if consume(.closed) {
      // `휴무: 월요일`; `휴무` alone names no day.
      _ = consume(.colon)
      guard let days = consumeDays() else { return false }
      timetable.closed |= days
      return true
    }
    let days = consumeDays()
    _ = consume(.colon)
    if let days, consume(.closed) {
      timetable.closed |= days
      return true
    }
    guard let spans = consumeSpans() else { return false }
    return timetable.add(spans, on: days)
  }

  /// Days such as `월~금`, `토, 일`, `주말 및 공휴일`; nil when absent.
  private mutating func consumeDays() -> UInt8? {
    guard var days = consumeDayRange() else { return nil }
    while true {
      let before = position
      while consume(.and) {}
      guard let more = consumeDayRange() else {
        position = before
        return days
      }
      days |= more
    }
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

  /// One or more spans with separators, or the whole day; nil when absent or ambiguous.
  private mutating func consumeSpans() -> [OpeningHours.Span]? {
    if consume(.allDay) { return [.wholeDay] }
    var spans: [OpeningHours.Span] = []
    while case .clock(let start)? = word(0) {
      guard word(1) == .to, case .clock(let end)? = word(2), let span = KoreanClock.span(from: start, to: end) else {
        return nil
      }
      position += 3
      spans.append(span)
      if word(0) == .and, case .clock? = word(1) { position += 1 }
    }
    return spans.isEmpty ? nil : spans
  }

  private mutating func consume(_ wanted: KoreanHoursToken) -> Bool {
    guard word(0) == wanted else { return false }
    position += 1
    return true
  }

  private func word(_ ahead: Int) -> KoreanHoursToken? {
    position + ahead < words.count ? words[position + ahead] : nil
  }
}

/// The hours of each weekday, as Korean opening hours give them.
struct KoreanTimetable {
  /// Days with their spans. No day occurs twice.
  private var explicit: [(days: UInt8, spans: [OpeningHours.Span])] = []
  /// Spans without days: they apply to all days not named.
  private var defaultSpans: [OpeningHours.Span] = []
  var closed: UInt8 = 0
  var isNeverClosed = false

  /// Adds spans. Returns false if they contradict earlier ones.
  mutating func add(_ spans: [OpeningHours.Span], on days: UInt8?) -> Bool {
    guard let days else {
      guard defaultSpans.isEmpty else { return false }
      defaultSpans = spans
      return true
    }
    guard !explicit.contains(where: { $0.days & days != 0 }) else { return false }
    explicit.append((days, spans))
    return true
  }

  /// The timetable in the syntax of `OpeningHours`; nil if nothing is certain or it contradicts itself.
  var text: String? {
    guard !(isNeverClosed && closed != 0) else { return nil }
    var groups = explicit
    let named = explicit.reduce(0) { $0 | $1.days }
    if !defaultSpans.isEmpty, ~named & 0x7F != 0 { groups.append((~named & 0x7F, defaultSpans)) }
    guard !groups.isEmpty else {
      return closed == 0 ? nil : closed & 0x7F == 0x7F ? "off" : "unknown; \(OpeningHours.days(closed)) off"
    }
    let mentionedDays = groups.reduce(closed) { $0 | $1.days }
    groups = groups.map { (days: $0.days & ~closed, spans: $0.spans) }.filter { $0.days != 0 }
    let spills = groups.contains { $0.spans.contains { $0.end > 1440 } }
    var rules = ~mentionedDays & 0x7F == 0 ? [] : ["\(OpeningHours.days(~mentionedDays & 0x7F)) unknown"]
    // Spans after midnight reach into the next day: these rules must not replace each other, nor be cut by a closed
    // day.
    let week = groups.compactMap { rule($0.days & 0x7F, $0.spans) }.joined(separator: spills ? ", " : "; ")
    if !week.isEmpty { rules.append(week) }
    if !spills, closed & 0x7F != 0 { rules.append("\(OpeningHours.days(closed & 0x7F)) off") }
    // The hours of a public holiday replace those of its weekday.
    rules += groups.compactMap { rule($0.days & 0x80, $0.spans) }
    if closed & 0x80 != 0 { rules.append("PH off") }
    return rules.joined(separator: "; ")
  }

  private func rule(_ days: UInt8, _ spans: [OpeningHours.Span]) -> String? {
    if days == 0 { return nil }
    return OpeningHours.normalForm([.init(days: days, spans: spans, state: .open, isAdditional: false)])
  }
}
