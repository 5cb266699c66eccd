import Basics

/// Parses dates and times in the formats of public data.
enum DateText {
  /// An instant from `2017-07-12 17:01:39`, `20100712`, `2020-02-05`, `2020.2.5.`, `20221201123456`, `2020년 2월 5일`,
  /// `2024-05-01T09:30:00+09:00`, `…Z`. Nil for other texts and dates that do not exist.
  ///
  /// A time without a zone is Korea Standard Time (UTC+9, without daylight saving since 1988); a date without a time is
  /// midnight. Years 1900 to 2200. Complexity: O(length).
  static func instant(_ text: ArraySlice<UInt8>) -> Timestamp? {
    guard text.count <= 40 else { return nil }
    var cursor = Cursor(rest: text)
    guard let day = cursor.day() else { return nil }
    var time = (hour: 0, minute: 0, second: 0, millisecond: 0)
    var offset = koreaOffset
    if !cursor.rest.isEmpty {
      guard let read = cursor.time(isCompact: day.isCompact) else { return nil }
      time = read
      guard let zone = cursor.zone() else { return nil }
      offset = zone
    }
    guard cursor.rest.isEmpty, (1900...2200).contains(day.year),
      let date = CivilDate(year: day.year, month: day.month, day: day.day)
    else { return nil }
    let seconds = Int64(date.daysSince1970) * 86_400 + Int64(time.hour * 3600 + time.minute * 60 + time.second) - offset
    return Timestamp(milliseconds: seconds * 1000 + Int64(time.millisecond))
  }

  /// Seconds east of UTC of Korea Standard Time.
  static let koreaOffset: Int64 = 9 * 3600

  private static let yearWord = Array("년".utf8)
  private static let monthWord = Array("월".utf8)
  private static let dayWord = Array("일".utf8)
}

extension DateText {
  private struct Cursor {
    var rest: ArraySlice<UInt8>

    /// `yyyyMMdd`, or three numbers with separators.
    mutating func day() -> (year: Int, month: Int, day: Int, isCompact: Bool)? {
      guard let year = number(4...4) else { return nil }
      if let first = rest.first, isDigit(first) {
        guard let month = number(2...2), let day = number(2...2) else { return nil }
        return (year, month, day, true)
      }
      guard mark(), let month = number(1...2), mark(), let day = number(1...2) else { return nil }
      if !consume(DateText.dayWord) { _ = consume(0x2E) }
      return (year, month, day, false)
    }

    /// A hyphen, slash, full stop or the Korean word for year or month, with spaces after it.
    private mutating func mark() -> Bool {
      guard consume(0x2D) || consume(0x2E) || consume(0x2F) || consume(DateText.yearWord) || consume(DateText.monthWord)
      else {
        return false
      }
      skipBlanks()
      return true
    }

    /// `HHmmss` or `HHmm` directly after a compact date, otherwise ` HH:mm[:ss[.fff]]`.
    mutating func time(isCompact: Bool) -> (hour: Int, minute: Int, second: Int, millisecond: Int)? {
      if isCompact, let first = rest.first, isDigit(first) {
        guard let hour = number(2...2), let minute = number(2...2) else { return nil }
        return checked(hour, minute, rest.isEmpty ? 0 : number(2...2) ?? 60, 0)
      }
      guard consume(0x54) || consume(0x74) || consume(0x20) else { return nil }
      skipBlanks()
      guard let hour = number(1...2), consume(0x3A), let minute = number(2...2) else { return nil }
      var second = 0
      var millisecond = 0
      if consume(0x3A) {
        guard let read = number(2...2) else { return nil }
        second = read
        if consume(0x2E) { millisecond = fraction() }
      }
      return checked(hour, minute, second, millisecond)
    }

    private func checked(_ hour: Int, _ minute: Int, _ second: Int, _ millisecond: Int)
      -> (hour: Int, minute: Int, second: Int, millisecond: Int)?
    {
      hour < 24 && minute < 60 && second < 60 ? (hour, minute, second, millisecond) : nil
    }

    /// Milliseconds from the decimals.
    private mutating func fraction() -> Int {
      let digits = rest.prefix(while: isDigit)
      rest = rest.dropFirst(digits.count)
      let first = digits.prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
      return digits.count == 1 ? first * 100 : digits.count == 2 ? first * 10 : first
    }

    /// Seconds east of UTC: none means Korea, `Z` means zero, `±HH:mm` or `±HHmm`. Nil for other texts.
    mutating func zone() -> Int64? {
      if rest.isEmpty { return DateText.koreaOffset }
      if consume(0x5A) || consume(0x7A) { return 0 }
      let isWest = consume(0x2D)
      guard isWest || consume(0x2B), let hours = number(2...2), hours <= 14 else { return nil }
      _ = consume(0x3A)
      let minutes = rest.isEmpty ? 0 : number(2...2) ?? 60
      guard minutes < 60 else { return nil }
      return Int64(hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }

    /// A number with a digit count in the range, as many digits as possible.
    private mutating func number(_ digits: ClosedRange<Int>) -> Int? {
      let found = rest.prefix(digits.upperBound).prefix(while: isDigit)
      guard digits.contains(found.count) else { return nil }
      rest = rest.dropFirst(found.count)
      return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
      guard rest.first == byte else { return false }
      rest = rest.dropFirst()
      return true
    }

    private mutating func consume(_ word: [UInt8]) -> Bool {
      guard rest.starts(with: word) else { return false }
      rest = rest.dropFirst(word.count)
      return true
    }

    private mutating func skipBlanks() {
      rest = rest.drop { $0 == 0x20 }
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  }
}
