extension OpeningHours {
  /// Opening hours from common Korean notations: `10:00~22:00`, `평일 10:00-22:00, 주말 11:00~24:00`, `매일 오전 10시 ~ 오후 10시
  /// (월요일 휴무)`, `24시간`. Nil if the text is ambiguous, so that an importer can keep it aside instead of guessing. Days
  /// that the text does not mention are unknown, not closed. Complexity: O(length). Texts over 200 characters yield
  /// nil.
  package static func fromKorean(_ text: String) -> OpeningHours? {
    guard text.utf8.count <= 1000, text.count <= 200, let words = KoreanHoursToken.words(text) else { return nil }
    var reader = KoreanHoursReader(words)
    guard reader.read(), let normal = reader.timetable.text else { return nil }
    return try? OpeningHours(parsing: normal)
  }
}

/// A token of Korean opening hours.
enum KoreanHoursToken: Hashable {
  case days(UInt8)
  case clock(KoreanClock)
  case to
  case and
  case allDay
  case closed
  case neverClosed
  case colon

  /// The tokens of a text; nil if a part is not recognised.
  static func words(_ text: String) -> [KoreanHoursToken]? {
    var rest = Substring(text)
    var words: [KoreanHoursToken] = []
    while let first = rest.first {
      if let clock = KoreanClock.consume(from: &rest) {
        words.append(.clock(clock))
      } else if let length = lastOrders.first(where: { rest.hasPrefix($0) })?.count {
        rest = rest.dropFirst(length).drop { $0.isWhitespace || $0 == ":" }
        guard KoreanClock.consume(from: &rest) != nil else { return nil }
      } else if let (spelling, word) = spellings.first(where: { rest.hasPrefix($0.spelling) }) {
        rest.removeFirst(spelling.count)
        if let word { words.append(word) }
      } else if first.isWhitespace {
        rest.removeFirst()
      } else {
        return nil
      }
    }
    return words
  }

  /// What precedes the time of the last order or admission, which says nothing of the hours.
  private static let lastOrders = [
    "라스트오더", "라스트 오더", "주문마감", "주문 마감", "입장마감", "입장 마감", "마지막 입장", "last order", "Last order", "Last Order", "L.O.",
    "L.O",
  ]

  /// Longer spellings first. A nil token is ignored.
  private static let spellings: [(spelling: String, word: KoreanHoursToken?)] = {
    var all: [(spelling: String, word: KoreanHoursToken?)] = [
      ("연중무휴", .neverClosed), ("무휴", .neverClosed), ("24시간", .allDay), ("종일", .allDay), ("상시", .allDay),
      ("정기휴무일", .closed), ("정기휴무", .closed), ("정기휴일", .closed), ("휴무일", .closed), ("휴무", .closed),
      ("휴관일", .closed), ("휴관", .closed), ("휴점", .closed), ("휴업", .closed), ("쉼", .closed),
      ("매일", .days(0x7F)), ("평일", .days(0x1F)), ("주중", .days(0x1F)), ("주말", .days(0x60)),
      ("법정공휴일", .days(0x80)), ("공휴일", .days(0x80)), ("영업시간", nil), ("운영시간", nil), ("이용시간", nil),
      ("영업", nil), ("운영", nil), ("이용", nil), ("매주", nil), ("부터", .to), ("까지", nil), ("및", .and), ("과", .and),
      ("와", .and), ("(", .and), (")", .and), ("（", .and), ("）", .and), ("[", .and), ("]", .and), (":", .colon),
      ("：", .colon),
    ]
    for (position, day) in ["월", "화", "수", "목", "금", "토", "일"].enumerated() {
      all.append((day + "요일", .days(1 << UInt8(position))))
      all.append((day, .days(1 << UInt8(position))))
    }
    let english: [(String, KoreanHoursToken?)] = [
      ("every day", .days(0x7F)), ("everyday", .days(0x7F)), ("daily", .days(0x7F)), ("weekdays", .days(0x1F)),
      ("weekends", .days(0x60)), ("weekend", .days(0x60)), ("public holidays", .days(0x80)), ("holidays", .days(0x80)),
      ("24 hours", .allDay), ("24hours", .allDay), ("24hrs", .allDay), ("24h", .allDay), ("closed", .closed),
      ("open", nil), ("to", .to), ("and", .and), ("monday", .days(1)), ("tuesday", .days(2)), ("wednesday", .days(4)),
      ("thursday", .days(8)), ("friday", .days(16)), ("saturday", .days(32)), ("sunday", .days(64)), ("mon", .days(1)),
      ("tue", .days(2)), ("wed", .days(4)), ("thu", .days(8)), ("fri", .days(16)), ("sat", .days(32)),
      ("sun", .days(64)),
    ]
    for (word, token) in english {
      for spelling in [word, word.prefix(1).uppercased() + word.dropFirst(), word.uppercased()] {
        all.append((spelling, token))
      }
    }
    for dash in ["~", "-", "～", "∼", "〜", "–", "—", "−"] { all.append((dash, .to)) }
    for comma in [",", "/", ";", "·", "ㆍ", "・", "&", "+", "，", "、", "|"] { all.append((comma, .and)) }
    return all.sorted { $0.spelling.count > $1.spelling.count }
  }()
}

/// A time of day as written.
struct KoreanClock: Hashable {
  enum Half { case morning, afternoon }

  var minutes: Int
  var half: Half?
  /// Whether the text says that the time is on the next day.
  var isNextDay: Bool
  /// `22:00` as opposed to `10시` or `10`, which may leave morning or afternoon open.
  var hasColon: Bool
  /// A number without colon or 시.
  var isBare: Bool

  static let midnight = KoreanClock(minutes: 1440, half: nil, isNextDay: false, hasColon: true, isBare: false)

  private static let halves: [(spelling: String, half: Half?, isNextDay: Bool)] = [
    ("오전", .morning, false), ("오후", .afternoon, false), ("새벽", .morning, false), ("저녁", .afternoon, false),
    ("AM", .morning, false), ("PM", .afternoon, false), ("am", .morning, false),
    ("pm", .afternoon, false), ("익일", nil, true), ("다음날", nil, true), ("다음 날", nil, true), ("명일", nil, true),
  ]

  /// Consumes a time from the beginning of a text. Nil, with nothing consumed, when absent.
  static func consume(from text: inout Substring) -> KoreanClock? {
    var rest = text
    var clock = KoreanClock(minutes: 0, half: nil, isNextDay: false, hasColon: false, isBare: false)
    while let matched = halves.first(where: { rest.hasPrefix($0.spelling) }) {
      rest.removeFirst(matched.spelling.count)
      clock.isNextDay = clock.isNextDay || matched.isNextDay
      clock.half = matched.half ?? clock.half
      rest = rest.drop { $0.isWhitespace }
    }
    if rest.hasPrefix("자정") {
      text = rest.dropFirst(2)
      return .midnight
    }
    // `24시간` and `24h` are tokens of their own, not the hour 24.
    guard !["24시간", "24h", "24H", "24 h", "24 H"].contains(where: rest.hasPrefix),
      let hour = consumeNumber(&rest, digits: 2)
    else { return nil }
    var minute = 0
    if rest.first == ":" || rest.first == "：" {
      rest.removeFirst()
      guard let matched = consumeNumber(&rest, digits: 2) else { return nil }
      (minute, clock.hasColon) = (matched, true)
    } else if rest.first == "시" {
      rest.removeFirst()
      rest = rest.drop { $0.isWhitespace }
      var after = rest
      if let matched = consumeNumber(&after, digits: 2), after.first == "분" {
        (minute, rest) = (matched, after.dropFirst())
      } else if rest.first == "반" {
        (minute, rest) = (30, rest.dropFirst())
      }
    } else {
      clock.isBare = true
    }
    if clock.half == nil { clock.half = consumeHalf(&rest) }
    if clock.half != nil { clock.isBare = false }
    guard clock.set(hour, minute) else { return nil }
    text = rest
    return clock
  }

  /// `am` or `pm` behind a time.
  private static func consumeHalf(_ text: inout Substring) -> Half? {
    let rest = text.drop { $0.isWhitespace }
    let half = rest.prefix(2).lowercased()
    guard half == "am" || half == "pm", rest.dropFirst(2).first?.isLetter != true else { return nil }
    text = rest.dropFirst(2)
    return half == "am" ? .morning : .afternoon
  }

  private mutating func set(_ hour: Int, _ minute: Int) -> Bool {
    guard hour <= 28, minute < 60 else { return false }
    minutes = hour * 60 + minute
    guard let half else { return true }
    guard hour <= 12 else { return false }
    minutes = hour % 12 * 60 + minute + (half == .afternoon ? 720 : 0)
    return true
  }

  private static func consumeNumber(_ text: inout Substring, digits: Int) -> Int? {
    let written = text.prefix { $0.wholeNumberValue.map { (0...9).contains($0) } ?? false }
    guard (1...digits).contains(written.count) else { return nil }
    text.removeFirst(written.count)
    return written.reduce(0) { $0 * 10 + ($1.wholeNumberValue ?? 0) }
  }

  /// The span from one time to another; nil if it is ambiguous.
  static func span(from start: KoreanClock, to end: KoreanClock) -> OpeningHours.Span? {
    guard start.minutes < 1440, !start.isNextDay, !(start.isBare && end.isBare) else { return nil }
    // `오전 10시~10시` leaves morning or evening open; `오전 10:00~22:00` does not.
    if start.half != nil, end.half == nil, end.minutes <= 720, !end.isNextDay { return nil }
    if start.half == nil, end.half != nil, start.minutes <= 720, !start.hasColon { return nil }
    if end.isNextDay { return valid(start.minutes, end.minutes + 1440) }
    if end.minutes > start.minutes { return valid(start.minutes, end.minutes) }
    // Past midnight only if the afternoon cannot be meant.
    let isNight = end.minutes <= 360 || start.minutes >= 1080
    let isCertain = end.hasColon && start.hasColon || end.half == .morning || start.half == nil && start.minutes >= 780
    return end.minutes < start.minutes && isNight && isCertain ? valid(start.minutes, end.minutes + 1440) : nil
  }

  private static func valid(_ start: Int, _ end: Int) -> OpeningHours.Span? {
    guard end > start, end - start <= 1440 else { return nil }
    return OpeningHours.Span(start: Int16(start), end: Int16(end))
  }
}
