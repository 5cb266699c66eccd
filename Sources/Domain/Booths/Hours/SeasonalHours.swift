import Basics

/// Opening hours that differ by the season, as people write them: `하절기(3월~10월) 09:00~18:00, 동절기(11월~2월) 09:00~17:00`,
/// `매일 10:00~22:00 (7~8월 10:00~24:00)`, `4月〜9月 10:00〜20:00、10月〜3月 10:00〜18:00`.
struct SeasonalHours {
  private struct Season {
    var range: Range<Int>
    /// Empty: the rest of the year.
    var dates: [DaySelector.Dates]
  }

  private let text: [Character]
  private var seasons: [Season] = []

  /// Nil for a text without seasons.
  init?(_ text: String) {
    self.text = Array(text)
    var position = 0
    while position < self.text.count {
      var reader = SeasonReader(self.text, position)
      if let dates = reader.dates() ?? reader.rest() {
        seasons.append(Season(range: widened(position..<reader.position), dates: dates))
        position = seasons.last?.range.upperBound ?? position
      }
      position += 1
    }
    if seasons.allSatisfy(\.dates.isEmpty) { return nil }
  }

  /// The hours; nil if they are ambiguous. `parse` reads those of one season.
  func hours(_ parse: (String) -> OpeningHours?) -> OpeningHours? {
    guard let sections = sections() else { return nil }
    var covered = [Bool](repeating: false, count: 366)
    var usual: [OpeningHours.Rule]?
    var rules: [OpeningHours.Rule] = []
    for section in sections {
      guard var own = Self.isClosed(section.text) ? [Self.closed] : parse(section.text)?.rules else { return nil }
      if section.dates.isEmpty {
        guard usual == nil else { return nil }
        usual = own
        continue
      }
      guard own.allSatisfy({ $0.selector?.hasDates != true }), Self.cover(&covered, section.dates) else { return nil }
      for index in own.indices { own[index].selector = Self.selector(own[index].selector, section.dates) }
      // The night before another season is not cut off.
      if !rules.isEmpty, own.contains(where: { $0.spans.contains { $0.end > 1440 } }) {
        own[0].separator = .additional
      }
      rules += own
    }
    if usual == nil, covered.contains(false) { usual = [Self.unknown] }
    return try? OpeningHours(parsing: OpeningHours.normalForm((usual ?? []) + rules))
  }

  private static let closed = OpeningHours.Rule(
    days: OpeningHours.Rule.everyDay, spans: [], state: .closed, separator: .normal)
  private static let unknown = OpeningHours.Rule(
    days: OpeningHours.Rule.everyDay, spans: [], state: .unknown, separator: .normal)

  private static func isClosed(_ text: String) -> Bool { WrittenHoursToken.words(text) == [.closed] }

  private static func selector(_ selector: DaySelector?, _ dates: [DaySelector.Dates]) -> DaySelector {
    var selector = selector ?? DaySelector()
    selector.dates = dates
    return selector
  }

  /// Marks the days of a leap year; false if one is marked already.
  private static func cover(_ covered: inout [Bool], _ dates: [DaySelector.Dates]) -> Bool {
    guard let first = CivilDate(year: 2024, month: 1, day: 1)?.daysSince1970 else { return false }
    for day in 0..<366 where dates.contains(where: { $0.contains(DayFacts(first + day, in: .korea)) }) {
      if covered[day] { return false }
      covered[day] = true
    }
    return true
  }

  // MARK: Sections

  /// The text of each season, with what the text says of all of them; the first may be that of the rest of the year.
  private func sections() -> [(dates: [DaySelector.Dates], text: String)]? {
    let ends = seasons.dropFirst().map(\.range.lowerBound) + [text.count]
    let before = trimmed(0..<(seasons.first?.range.lowerBound ?? 0))
    var texts = zip(seasons, ends).map { trimmed($0.range.upperBound..<max($0.range.upperBound, $1)) }
    // `09:00~18:00 (3월~10월), 09:00~17:00 (11월~2월)`
    if texts.last == "", !before.isEmpty {
      texts = [before] + texts.dropLast()
      return zip(seasons, texts).map { ($0.dates, $1) }
    }
    guard !texts.contains("") else { return nil }
    let isHours = before.contains(where: \.isNumber)
    // Whether days off of the rest of the year are those of a season as well is not said.
    guard !isHours || !Self.hasDaysOff(before) else { return nil }
    guard let common = seasons.count > 1 || isHours ? Self.takeCommon(&texts) : "" else { return nil }
    // `월요일 휴무, 3월~10월 10:00~20:00, …`
    let prefix = isHours || before.isEmpty ? "" : before + " "
    let sections = zip(seasons, texts).map { (dates: $0.dates, text: prefix + $1 + common) }
    return (isHours ? [(dates: [], text: before + common)] : []) + sections
  }

  private static func hasDaysOff(_ text: String) -> Bool {
    guard let words = WrittenHoursToken.words(text) else { return false }
    return words.contains(.closed) && words != [.closed]
  }

  /// Takes the days off from the end of the last text, if only that one has some: they are those of all seasons.
  private static func takeCommon(_ texts: inout [String]) -> String? {
    guard let last = texts.last, hasDaysOff(last), !texts.dropLast().contains(where: hasDaysOff) else { return "" }
    for (offset, character) in last.enumerated() where ",/;(\n※".contains(character) {
      let (start, end) = (String(last.prefix(offset)), String(last.dropFirst(offset)))
      guard start.contains(":") || start.contains("시"), !end.contains(":"), !end.contains("시") else { continue }
      texts[texts.count - 1] = start
      return " " + end
    }
    return nil
  }

  /// A part of the text without separators and single brackets at its ends.
  private func trimmed(_ range: Range<Int>) -> String {
    var part = text[range]
    while true {
      let opening = part.count { "([".contains($0) }
      let closing = part.count { ")]".contains($0) }
      if let last = part.last, Self.isSeparator(last) || "([".contains(last) || closing > opening && ")]".contains(last)
      {
        part.removeLast()
      } else if let first = part.first, Self.isSeparator(first) || closing > opening && ")]".contains(first) {
        part.removeFirst()
      } else {
        return String(part)
      }
    }
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character.isWhitespace || ",/;:·|、。-".contains(character)
  }

  /// The range with the name of the season, brackets and particles around it.
  private func widened(_ range: Range<Int>) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    func back(over characters: String) {
      while lower > 0, characters.contains(text[lower - 1]) || text[lower - 1] == " " { lower -= 1 }
    }
    let start = lower
    back(over: "([)]")
    if let name = Self.names.first(where: { text[..<lower].reversed().starts(with: $0.reversed()) }) {
      lower -= name.count
      back(over: "([")
    } else {
      lower = start
      back(over: "([")
    }
    var reader = SeasonReader(text, upper)
    reader.skipBlanks()
    _ = reader.drop([")", "]"])
    reader.skipBlanks()
    let end = reader.position
    if reader.drop(["(", "["]), reader.drop(Self.names), reader.drop([")", "]"]) {
      upper = reader.position
    } else {
      reader.position = end
      upper = reader.drop(Self.names) ? reader.position : end
    }
    reader.position = upper
    upper = reader.drop(["에는", "에", "는", "은", "は"]) ? reader.position : upper
    return lower..<upper
  }

  private static let names = [
    "하절기", "동절기", "하계", "동계", "여름철", "겨울철", "여름", "겨울", "성수기", "비수기", "夏季", "冬季", "夏期", "冬期", "夏", "冬", "summer",
    "winter",
  ]
}

private struct SeasonReader {
  private let text: [Character]
  var position: Int

  init(_ text: [Character], _ position: Int) {
    self.text = text
    self.position = position
  }

  /// `3월~10월`, `7,8월`, `4월 1일~9월 30일`, `Apr-Oct`; nil for anything else, also for a single date.
  mutating func dates() -> [DaySelector.Dates]? {
    let start = position
    if start > 0, text[start - 1].isNumber || text[start - 1] == ":" || text[start - 1].isLetter && text[start].isLetter
    {
      return nil
    }
    if let dates = range() ?? months() { return dates }
    position = start
    return nil
  }

  /// The words for the rest of the year.
  mutating func rest() -> [DaySelector.Dates]? {
    drop(["그 외", "그외", "이외", "나머지 기간", "나머지 달", "나머지", "その他", "其他", "rest of the year", "other months"]) ? [] : nil
  }

  mutating func skipBlanks() { while position < text.count, text[position] == " " { position += 1 } }

  mutating func drop(_ words: [String]) -> Bool {
    guard let word = words.first(where: { text[position...].starts(with: $0) }) else { return false }
    position += word.count
    return true
  }

  private mutating func range() -> [DaySelector.Dates]? {
    let start = position
    guard let first = point(needsMonth: false), separator() else { return fail(start) }
    _ = drop(["익년", "다음해", "이듬해", "翌年", "次年"])
    skipBlanks()
    // `12월 24일~26일`
    if case .date(let month, _) = first.kind, let day = day() {
      return [dates(first, DaySelector.DatePoint(kind: .date(month: month, day: day)))]
    }
    guard let last = point(needsMonth: true) else { return fail(start) }
    switch (first.kind, last.kind) {
    case (.month, .month), (.date, .date): break
    // `3~4월 10일` is no range of months.
    default: return fail(start)
    }
    _ = drop(["까지", "まで", "말", "末"])
    return [dates(first, last)]
  }

  private func dates(_ first: DaySelector.DatePoint, _ last: DaySelector.DatePoint) -> DaySelector.Dates {
    DaySelector.Dates(first: first, last: last == first ? nil : last)
  }

  private mutating func fail(_ start: Int) -> [DaySelector.Dates]? {
    position = start
    return nil
  }

  /// `7월`, `7,8월`, but no date.
  private mutating func months() -> [DaySelector.Dates]? {
    let start = position
    var months: [Int] = []
    while let month = number(1...12) {
      months.append(month)
      if drop(["월", "月"]) {
        let end = position
        skipBlanks()
        if day() != nil || drop(["요일", "曜"]) { return fail(start) }
        position = end
        let next = position
        guard drop([",", "·", "、", "/"]), let more = self.months() else {
          position = next
          return months.map { DaySelector.Dates(first: DaySelector.DatePoint(kind: .month($0))) }
        }
        return months.map { DaySelector.Dates(first: DaySelector.DatePoint(kind: .month($0))) } + more
      }
      guard drop([",", "·", "、"]) else { return fail(start) }
    }
    return fail(start)
  }

  /// A month or a date. `needsMonth`: a number alone is none.
  private mutating func point(needsMonth: Bool) -> DaySelector.DatePoint? {
    let start = position
    if let month = englishMonth() {
      let end = position
      skipBlanks()
      if let day = number(1...31), position == text.count || text[position] != ":" {
        return DaySelector.DatePoint(kind: .date(month: month, day: day))
      }
      position = end
      return DaySelector.DatePoint(kind: .month(month))
    }
    guard let month = number(1...12) else { return nil }
    guard drop(["월", "月"]) else {
      if !needsMonth { return DaySelector.DatePoint(kind: .month(month)) }
      position = start
      return nil
    }
    let end = position
    if drop(["요일", "曜"]) {
      position = start
      return nil
    }
    skipBlanks()
    if let day = day() { return DaySelector.DatePoint(kind: .date(month: month, day: day)) }
    position = end
    return DaySelector.DatePoint(kind: .month(month))
  }

  private mutating func day() -> Int? {
    let start = position
    if let day = number(1...31), drop(["일", "日", "号"]) { return day }
    position = start
    return nil
  }

  private mutating func separator() -> Bool {
    skipBlanks()
    defer { skipBlanks() }
    return drop(["~", "-", "–", "—", "〜", "∼", "부터", "から", "至", "到", "through", "until", "to"])
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = text[position...].prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 2, let number = Int(String(digits)), range.contains(number) else { return nil }
    position += digits.count
    return number
  }

  private mutating func englishMonth() -> Int? {
    let word = String(text[position...].prefix { $0.isASCII && $0.isLetter })
    let names = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
      "december",
    ]
    guard word.count >= 3,
      let month = names.firstIndex(where: { $0.hasPrefix(word) || word == "sept" && $0 == "september" })
    else { return nil }
    position += word.count
    _ = drop(["."])
    return month + 1
  }
}
