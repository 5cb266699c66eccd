import Basics

/// Parses opening hours byte by byte. It backtracks over one separator at most.
struct OpeningHoursParser {
  let bytes: [UInt8]
  var offset = 0

  static let maxLength = 1000
  static let maxRules = 64

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func parse() throws(DomainError) -> [OpeningHours.Rule] {
    guard bytes.count <= Self.maxLength else { throw domainError("the text is longer than 1,000 bytes") }
    var rules: [OpeningHours.Rule] = []
    var next = OpeningHours.Separator.normal
    skipBlanks()
    repeat {
      guard rules.count < Self.maxRules else { throw domainError("there are more than 64 rules") }
      rules.append(try rule(next))
      next = try separator()
    } while offset < bytes.count
    return rules
  }

  // MARK: Rules

  private mutating func rule(_ separator: OpeningHours.Separator) throws(DomainError) -> OpeningHours.Rule {
    let start = offset
    var spans: [OpeningHours.Span] = []
    var days: UInt8?
    var selector = DaySelector()
    if consumeAlways() {
      spans = [.wholeDay]
    } else {
      try consumeDates(&selector)
      days = try consumeDays(&selector)
      // Behind them the separator has no use.
      if selector.hasDates, consume(":") { skipBlanks() }
      spans = try consumeSpans()
    }
    let modifier = try consumeState()
    let comment = try consumeComment()
    guard offset > start else { throw domainError("days, times or a state are expected here") }
    // `2000-2200` is hardly meant as years.
    if days == nil, spans.isEmpty, modifier == nil, comment == nil, selector == DaySelector(years: selector.years) {
      throw domainError("days, times or a state are expected here")
    }
    let state = modifier ?? (comment == nil ? .open : .unknown)
    // Normal form: the whole day has no span for other states, and an explicit span for open.
    if state == .open, spans.isEmpty { spans = [.wholeDay] }
    if state != .open, days == nil, selector.isEmpty, spans == [.wholeDay] { spans = [] }
    return OpeningHours.Rule(
      days: days ?? OpeningHours.Rule.everyDay, selector: selector.isEmpty ? nil : selector, spans: Self.merged(spans),
      state: state, comment: comment, separator: separator)
  }

  /// Consumes the separator between rules. Returns what it means.
  private mutating func separator() throws(DomainError) -> OpeningHours.Separator {
    skipBlanks()
    guard offset < bytes.count else { return .normal }
    if consume("||") {
      skipBlanks()
      if offset == bytes.count { throw domainError("the text ends with `||`") }
      return .fallback
    }
    let isComma = bytes[offset] == UInt8(ascii: ",")
    guard isComma || bytes[offset] == UInt8(ascii: ";") else { throw domainError("`;` or `,` is expected here") }
    // Repeated and trailing semicolons are common and harmless.
    repeat {
      offset += 1
      skipBlanks()
    } while !isComma && peek() == UInt8(ascii: ";")
    if isComma, offset == bytes.count { throw domainError("the text ends with a comma") }
    return isComma ? .additional : .normal
  }

  private mutating func consumeAlways() -> Bool {
    guard consume("24/7") else { return false }
    skipBlanks()
    return true
  }

  // MARK: Times

  private mutating func consumeSpans() throws(DomainError) -> [OpeningHours.Span] {
    var spans: [OpeningHours.Span] = []
    while isTime {
      spans.append(try consumeSpan())
      let before = offset
      skipBlanks()
      guard peek() == UInt8(ascii: ",") else { continue }
      offset += 1
      skipBlanks()
      if !isTime || isYear || bytes[offset...].starts(with: Array("24/7".utf8)) {
        offset = before
        break
      }
    }
    skipBlanks()
    return spans
  }

  /// Whether a time follows: `10:00`, `sunset` or `(sunset+01:00)`.
  private var isTime: Bool {
    var ahead = self
    return isDigit(peek()) || peek() == UInt8(ascii: "(") || ahead.consumeWord(Self.events) != nil
  }

  private static let events = Dictionary(
    uniqueKeysWithValues: OpeningHours.SunEvent.allCases.map { ($0.rawValue, $0) })

  private mutating func consumeSpan() throws(DomainError) -> OpeningHours.Span {
    let from = offset
    let (start, startEvent) = try consumeTime()
    guard startEvent != nil || start < 1440 else { throw domainError("a span must begin before 24:00", at: from) }
    var span = OpeningHours.Span(start: Int16(start), end: 1440, startEvent: startEvent)
    if consume("+") {
      (span.isOpenEnd, span.hasEnd, span.end) = (true, false, 0)
      return span
    }
    skipBlanks()
    guard consume("-") else { throw domainError("`-` and the closing time are expected here") }
    skipBlanks()
    var (end, endEvent) = try consumeTime()
    if startEvent == nil, endEvent == nil {
      if end <= start { end += 1440 }
      guard end - start <= 1440 else { throw domainError("a span may not be longer than a day", at: from) }
    }
    (span.end, span.endEvent) = (Int16(end), endEvent)
    if consume("+") {
      span.isOpenEnd = true
    } else if consume("/") {
      span.interval = Int16(try consumeInterval())
    }
    return span
  }

  private mutating func consumeTime() throws(DomainError) -> (minutes: Int, event: OpeningHours.SunEvent?) {
    if let event = consumeWord(Self.events) { return (0, event) }
    let from = offset
    guard consume("(") else { return (try consumeClock(), nil) }
    skipBlanks()
    guard let event = consumeWord(Self.events) else { throw domainError("`sunrise` or `sunset` is expected here") }
    skipBlanks()
    let isLater = consume("+")
    guard isLater || consume("-") else { throw domainError("`+` or `-` is expected here") }
    skipBlanks()
    let distance = try consumeClock()
    skipBlanks()
    guard distance < 1440, consume(")") else { throw domainError("write for example (sunset-01:00)", at: from) }
    return (isLater ? distance : -distance, event)
  }

  /// Minutes from `9:30`, `09:30` or, past midnight, `26:00`.
  private mutating func consumeClock() throws(DomainError) -> Int {
    let from = offset
    let hour = consumeNumber(upTo: 2)
    guard let hour, peek() == UInt8(ascii: ":") else {
      throw domainError("a time such as 09:30 is expected here", at: from)
    }
    offset += 1
    let minutes = offset
    let minute = consumeNumber(upTo: 2)
    guard let minute, offset - minutes == 2, minute < 60, hour * 60 + minute <= 2880 else {
      throw domainError("a time such as 09:30 is expected here", at: from)
    }
    return hour * 60 + minute
  }

  /// Minutes from `90` or `01:30`.
  private mutating func consumeInterval() throws(DomainError) -> Int {
    let from = offset
    if let minutes = consumeNumber(upTo: 3), minutes > 0, peek() != UInt8(ascii: ":") { return minutes }
    offset = from
    let minutes = try consumeClock()
    guard minutes > 0 else { throw domainError("an interval is expected here", at: from) }
    return minutes
  }

  mutating func consumeNumber(upTo digits: Int) -> Int? {
    let from = offset
    var number = 0
    while offset - from < digits, let digit = peek(), isDigit(digit) {
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
      offset += 1
    }
    return offset == from ? nil : number
  }

  /// Ascending, with touching spans merged unless the result would be longer than a day.
  private static func merged(_ spans: [OpeningHours.Span]) -> [OpeningHours.Span] {
    var merged: [OpeningHours.Span] = []
    for span in spans.filter(\.isPlain).sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if let last = merged.last, span.start <= last.end, max(last.end, span.end) - last.start <= 1440 {
        merged[merged.count - 1].end = max(last.end, span.end)
      } else {
        merged.append(span)
      }
    }
    return merged + spans.filter { !$0.isPlain }
  }

  // MARK: States

  private mutating func consumeState() throws(DomainError) -> OpenState? {
    let from = offset
    let state = consumeWord(["open": OpenState.open, "off": .closed, "closed": .closed, "unknown": .unknown])
    if state == nil, let byte = peek(), isLetter(byte) {
      throw domainError("this word is not known", at: from)
    }
    skipBlanks()
    return state
  }

  mutating func consumeComment() throws(DomainError) -> String? {
    guard peek() == UInt8(ascii: "\"") else { return nil }
    let from = offset
    let rest = bytes[(offset + 1)...]
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else {
      throw domainError("this quote is not closed", at: from)
    }
    guard !rest[..<end].contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw domainError("a comment must be one line of text", at: from)
    }
    offset = end + 1
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  // MARK: Characters

  mutating func consumeWord<Meaning>(_ meanings: [String: Meaning]) -> Meaning? {
    let letters = bytes[offset...].prefix { isLetter($0) }
    guard let meaning = meanings[String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)] else { return nil }
    offset += letters.count
    return meaning
  }

  mutating func consume(_ text: StaticString) -> Bool {
    let wanted = Array("\(text)".utf8)
    guard bytes[offset...].starts(with: wanted) else { return false }
    offset += wanted.count
    return true
  }

  func peek() -> UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  mutating func skipBlanks() {
    while let byte = peek(), byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { offset += 1 }
  }

  func isDigit(_ byte: UInt8?) -> Bool {
    byte.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  func domainError(_ what: String, at position: Int? = nil) -> DomainError {
    let before = String(decoding: bytes[..<min(position ?? offset, bytes.count)], as: UTF8.self)
    return DomainError(
      .invalid, "opening-hours-not-understood",
      "The opening hours are not understood at character \(before.count + 1): \(what); "
        + "write for example `Mo-Fr 10:00-22:00; Sa,Su 10:00-23:00; PH off`, `24/7` or `unknown`.",
      field: BoothField.openingHours.rawValue)
  }
}
