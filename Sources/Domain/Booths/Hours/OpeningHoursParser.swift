import Basics

/// Parses opening hours byte by byte. It backtracks over one separator at most.
struct OpeningHoursParser {
  private let bytes: [UInt8]
  private var offset = 0

  static let maxLength = 1000
  static let maxRules = 64

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func parse() throws(DomainError) -> [OpeningHours.Rule] {
    guard bytes.count <= Self.maxLength else { throw domainError("the text is longer than 1,000 bytes") }
    var rules: [OpeningHours.Rule] = []
    var isAdditional = false
    skipBlanks()
    repeat {
      guard rules.count < Self.maxRules else { throw domainError("there are more than 64 rules") }
      rules.append(try rule(isAdditional: isAdditional))
      isAdditional = try separator()
    } while offset < bytes.count
    return rules
  }

  // MARK: Rules

  private mutating func rule(isAdditional: Bool) throws(DomainError) -> OpeningHours.Rule {
    let start = offset
    var spans: [OpeningHours.Span] = []
    var days: UInt8?
    if consumeAlways() {
      spans = [.wholeDay]
    } else {
      days = try consumeDays()
      spans = try consumeSpans()
    }
    let modifier = try consumeState()
    let comment = try consumeComment()
    guard offset > start else { throw domainError("days, times or a state are expected here") }
    let state = modifier ?? (comment == nil ? .open : .unknown)
    // Normal form: the whole day has no span for other states, and an explicit span for open.
    if state == .open, spans.isEmpty { spans = [.wholeDay] }
    if state != .open, days == nil, spans == [.wholeDay] { spans = [] }
    return OpeningHours.Rule(
      days: days ?? OpeningHours.Rule.everyDay, spans: Self.merged(spans), state: state, comment: comment,
      isAdditional: isAdditional)
  }

  /// Consumes the separator between rules. Returns whether the next rule adds to the earlier ones.
  private mutating func separator() throws(DomainError) -> Bool {
    skipBlanks()
    guard offset < bytes.count else { return false }
    let isComma = bytes[offset] == UInt8(ascii: ",")
    guard isComma || bytes[offset] == UInt8(ascii: ";") else { throw domainError("`;` or `,` is expected here") }
    // Repeated and trailing semicolons are common and harmless.
    repeat {
      offset += 1
      skipBlanks()
    } while !isComma && peek() == UInt8(ascii: ";")
    if isComma, offset == bytes.count { throw domainError("the text ends with a comma") }
    return isComma
  }

  private mutating func consumeAlways() -> Bool {
    guard bytes[offset...].starts(with: Array("24/7".utf8)) else { return false }
    offset += 4
    skipBlanks()
    return true
  }

  // MARK: Days

  /// Days such as `Mo-We,Fr,PH`, with an optional colon after them; nil when absent.
  private mutating func consumeDays() throws(DomainError) -> UInt8? {
    guard var days = try consumeDayRange() else { return nil }
    while true {
      skipBlanks()
      guard peek() == UInt8(ascii: ",") else { break }
      offset += 1
      skipBlanks()
      guard let more = try consumeDayRange() else { throw domainError("a day is expected here") }
      days |= more
    }
    if peek() == UInt8(ascii: ":") { offset += 1 }
    skipBlanks()
    // Every day of the week includes the holidays.
    return days & OpeningHours.Rule.everyDay == OpeningHours.Rule.everyDay ? OpeningHours.Rule.everyDay : days
  }

  private mutating func consumeDayRange() throws(DomainError) -> UInt8? {
    guard let first = consumeWord(Self.days) else { return nil }
    guard first < 7 else { return OpeningHours.Rule.holidays }
    let before = offset
    skipBlanks()
    guard peek() == UInt8(ascii: "-") else {
      offset = before
      return 1 << UInt8(first)
    }
    offset += 1
    skipBlanks()
    guard let last = consumeWord(Self.days), last < 7 else { throw domainError("a weekday is expected here") }
    var days: UInt8 = 0
    var day = first
    while true {
      days |= 1 << UInt8(day)
      if day == last { return days }
      day = (day + 1) % 7
    }
  }

  private static let days = ["mo": 0, "tu": 1, "we": 2, "th": 3, "fr": 4, "sa": 5, "su": 6, "ph": 7]

  // MARK: Times

  private mutating func consumeSpans() throws(DomainError) -> [OpeningHours.Span] {
    var spans: [OpeningHours.Span] = []
    while isDigit(peek()) {
      spans.append(try consumeSpan())
      let before = offset
      skipBlanks()
      guard peek() == UInt8(ascii: ",") else { continue }
      offset += 1
      skipBlanks()
      if !isDigit(peek()) || bytes[offset...].starts(with: Array("24/7".utf8)) {
        offset = before
        break
      }
    }
    skipBlanks()
    return spans
  }

  private mutating func consumeSpan() throws(DomainError) -> OpeningHours.Span {
    let from = offset
    let start = try consumeClock()
    guard start < 1440 else { throw domainError("a span must begin before 24:00", at: from) }
    skipBlanks()
    guard peek() == UInt8(ascii: "-") else { throw domainError("`-` and the closing time are expected here") }
    offset += 1
    skipBlanks()
    var end = try consumeClock()
    if end <= start { end += 1440 }
    guard end - start <= 1440 else { throw domainError("a span may not be longer than a day", at: from) }
    if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "/") { throw domainError("this is not supported") }
    return OpeningHours.Span(start: Int16(start), end: Int16(end))
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

  private mutating func consumeNumber(upTo digits: Int) -> Int? {
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
    for span in spans.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if let last = merged.last, span.start <= last.end, max(last.end, span.end) - last.start <= 1440 {
        merged[merged.count - 1].end = max(last.end, span.end)
      } else {
        merged.append(span)
      }
    }
    return merged
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

  private mutating func consumeComment() throws(DomainError) -> String? {
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

  private mutating func consumeWord<Meaning>(_ meanings: [String: Meaning]) -> Meaning? {
    let letters = bytes[offset...].prefix { isLetter($0) }
    guard let meaning = meanings[String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)] else { return nil }
    offset += letters.count
    return meaning
  }

  private func peek() -> UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  private mutating func skipBlanks() {
    while let byte = peek(), byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { offset += 1 }
  }

  private func isDigit(_ byte: UInt8?) -> Bool {
    byte.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  private func domainError(_ what: String, at position: Int? = nil) -> DomainError {
    let before = String(decoding: bytes[..<min(position ?? offset, bytes.count)], as: UTF8.self)
    return DomainError(
      .invalid, "opening-hours-not-understood",
      "The opening hours are not understood at character \(before.count + 1): \(what); "
        + "write for example `Mo-Fr 10:00-22:00; Sa,Su 10:00-23:00; PH off`, `24/7` or `unknown`.",
      field: BoothField.openingHours.rawValue)
  }
}
