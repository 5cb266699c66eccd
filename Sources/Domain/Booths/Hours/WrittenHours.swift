extension OpeningHours {
  /// Opening hours in OpenStreetMap's syntax, or as people write them; nil if neither is understood.
  static func inAnyForm(_ text: String) -> OpeningHours? { (try? OpeningHours(parsing: text)) ?? asWritten(text) }

  /// Opening hours as people write them in Korean, and in the common forms of English, Japanese, Chinese, French, German
  /// and Spanish: `10:00~22:00`, `평일 10:00-22:00, 주말 11:00~24:00`, `매일 오전 10시 ~ 오후 10시 (월요일 휴무)`, `24시간`,
  /// `Mo–Fr 10–20 Uhr`. Nil if the text is ambiguous, so that an importer can keep it aside instead of guessing. Days that
  /// the text does not mention are unknown, not closed. Complexity: O(length). Texts over 400 characters yield nil.
  package static func asWritten(_ text: String) -> OpeningHours? {
    guard text.utf8.count <= 1500, text.count <= 400 else { return nil }
    let plain = WrittenHoursToken.plainForm(text)
    if let seasonal = SeasonalHours(plain) { return seasonal.hours(ofOneSeason) }
    return ofOneSeason(plain)
  }

  /// A text that only some languages understand has to mean the same in each of them: `Do` is Thursday in German and
  /// Sunday in Spanish.
  private static func ofOneSeason(_ text: String) -> OpeningHours? {
    if let hours = ofOneSeason(text, nil) { return hours }
    let meanings = Set(HoursLanguage.all.compactMap { ofOneSeason(text, $0) })
    return meanings.count == 1 ? meanings.first : nil
  }

  private static func ofOneSeason(_ text: String, _ language: HoursLanguage?) -> OpeningHours? {
    guard let words = WrittenHoursToken.words(text, language) else { return nil }
    var reader = WrittenHoursReader(words)
    guard reader.read(), let normal = reader.timetable.text else { return nil }
    return try? OpeningHours(parsing: normal)
  }
}

enum WrittenHoursToken: Hashable {
  case days(UInt8)
  /// Weeks of the month, of the weekday that follows: 1 to 5, or -1 for the last.
  case weeks([Int])
  /// Every other week. Which ones is not said.
  case biweekly
  case date(month: Int, day: Int)
  /// The lunar New Year or Chuseok, which no rule can name.
  case festival
  case clock(WrittenClock)
  /// Sunrise or sunset, as a time.
  case sun(OpeningHours.SunEvent)
  case to
  case and
  case line
  case opening
  case closing
  case colon
  case allDay
  case closed
  /// The separator before days that do not belong to the previous ones.
  case except
  case neverClosed
  /// Days off without a rule.
  case irregular
  case nothing
  case included
  case asUsual
  /// A break of a few hours.
  case pause
  /// A word beside the time of the last order or admission, which is not part of the hours.
  case lastOrder
  /// `30분 전`.
  case before

  /// The tokens of a text without last orders; nil if a part is not recognised.
  static func words(_ text: String, _ language: HoursLanguage? = nil) -> [WrittenHoursToken]? {
    let plain = plainForm(text)
    let style = WrittenClock.Style(plain, language)
    var rest = plain[...]
    var words: [WrittenHoursToken] = []
    while let first = rest.first {
      if words.last == .to, WrittenClock.consumeMidnight(from: &rest) {
        words.append(.clock(.midnight))
      } else if let meaning = language?.consumeWord(from: &rest, of: plain) {
        if let word = meaning.word { words.append(word) }
      } else if let word = consumeNumbered(from: &rest) {
        words.append(word)
      } else if let clock = WrittenClock.consume(from: &rest, style) {
        words.append(.clock(clock))
      } else if let (spelling, word) = spellings[first]?.first(where: { rest.hasPrefix($0.spelling) }) {
        rest.removeFirst(spelling.count)
        if let word { words.append(word) }
      } else if first.isNewline {
        rest.removeFirst()
        words.append(.line)
      } else if first.isWhitespace {
        rest.removeFirst()
      } else {
        return nil
      }
    }
    return withoutLastOrders(words).map(withWholeDays)
  }

  /// The text in lower case, with the ASCII forms of full-width characters.
  static func plainForm(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let narrow = (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) : nil
      plain.append(narrow ?? scalar)
    }
    return String(plain).lowercased()
  }

  /// Removes last orders with their times, before or behind them; nil if there is none.
  private static func withoutLastOrders(_ words: [WrittenHoursToken]) -> [WrittenHoursToken]? {
    var words = words
    while let position = words.firstIndex(of: .lastOrder) {
      func isTime(_ at: Int) -> Bool {
        guard words.indices.contains(at) else { return false }
        if case .clock = words[at] { return true }
        return words[at] == .before
      }
      func word(_ at: Int) -> WrittenHoursToken? { words.indices.contains(at) ? words[at] : nil }
      let next = word(position + 1) == .colon ? position + 2 : position + 1
      if isTime(next), word(next + 1) != .to {
        words.removeSubrange(position...next)
      } else if isTime(position - 1), word(position - 2) != .to {
        words.removeSubrange(position - 1...position)
      } else {
        return nil
      }
    }
    return words
  }

  /// `24시` that is no end of a span is the whole day.
  private static func withWholeDays(_ words: [WrittenHoursToken]) -> [WrittenHoursToken] {
    words.indices.map { at in
      guard case .clock(let clock) = words[at], clock.minutes == 1440, !clock.hasColon, !clock.isBare,
        at == 0 || words[at - 1] != .to, at + 1 == words.count || words[at + 1] != .to
      else { return words[at] }
      return .allDay
    }
  }

  // MARK: Words with numbers

  /// `3월 1일`, `30분 전`, `첫째·셋째 주`, `2,4번째`.
  private static func consumeNumbered(from text: inout Substring) -> WrittenHoursToken? {
    consumeDate(from: &text) ?? consumeBefore(from: &text) ?? consumeWeeks(from: &text)
  }

  private static func consumeDate(from text: inout Substring) -> WrittenHoursToken? {
    var rest = text
    guard let month = number(&rest), (1...12).contains(month), drop(&rest, ["월", "月"]) else { return nil }
    rest = rest.drop { $0 == " " }
    guard let day = number(&rest), (1...31).contains(day), drop(&rest, ["일", "日", "号"]) else { return nil }
    text = rest
    return .date(month: month, day: day)
  }

  private static func consumeBefore(from text: inout Substring) -> WrittenHoursToken? {
    var rest = text
    guard number(&rest) != nil, drop(&rest, ["분", "시간", "分", "時間"]) else { return nil }
    rest = rest.drop { $0 == " " }
    guard drop(&rest, ["전", "前"]) else { return nil }
    text = rest
    return .before
  }

  private static let ordinals: [(spelling: String, number: Int)] = [
    ("첫", 1), ("둘", 2), ("두", 2), ("셋", 3), ("세", 3), ("넷", 4), ("네", 4), ("다섯", 5), ("마지막", -1), ("1st", 1),
    ("2nd", 2),
    ("3rd", 3), ("4th", 4), ("first", 1), ("second", 2), ("third", 3), ("fourth", 4), ("last", -1),
  ]

  private static func consumeWeeks(from text: inout Substring) -> WrittenHoursToken? {
    var rest = text
    var weeks: [Int] = []
    var isOrdinal = false
    while true {
      _ = drop(&rest, ["제", "第"])
      if let (spelling, number) = ordinals.first(where: { rest.hasPrefix($0.spelling) }) {
        rest.removeFirst(spelling.count)
        weeks.append(number)
        // Not the last order.
        let weekday = String(rest.drop { $0 == " " }.prefix(3))
        isOrdinal = isOrdinal || ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "and"].contains(weekday)
      } else if let digit = rest.first?.wholeNumberValue, (1...5).contains(digit) {
        rest.removeFirst()
        weeks.append(digit)
      } else {
        return nil
      }
      rest = rest.drop { $0 == " " }
      if drop(&rest, ["번째", "째"]) { isOrdinal = true }
      rest = rest.drop { $0 == " " }
      if drop(&rest, ["주차", "주", "週"]) { isOrdinal = true }
      // `마지막 월요일`, `第1月曜`
      if rest.dropFirst().hasPrefix("요일") || rest.dropFirst().hasPrefix("曜") { isOrdinal = true }
      var next = rest.drop { " ,·ㆍ・、/&와과및".contains($0) }
      _ = drop(&next, ["第", "제"])
      let isMore =
        next.first?.wholeNumberValue.map { (1...5).contains($0) && next.dropFirst().first?.isNumber != true } ?? false
        || ordinals.contains { next.hasPrefix($0.spelling) }
      guard isMore, next.dropFirst().first != ":", next.dropFirst().first != "시" else { break }
      rest = rest.drop { " ,·ㆍ・、/&와과및".contains($0) }
    }
    guard isOrdinal else { return nil }
    text = rest
    return .weeks(weeks)
  }

  private static func number(_ text: inout Substring) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard (1...3).contains(digits.count) else { return nil }
    text = text.dropFirst(digits.count)
    return Int(digits)
  }

  private static func drop(_ text: inout Substring, _ words: [String]) -> Bool {
    guard let word = words.first(where: text.hasPrefix) else { return false }
    text = text.dropFirst(word.count)
    return true
  }

  // MARK: Words

  /// The spellings by their first letter, longer ones first. A nil token is ignored.
  private static let spellings: [Character: [(spelling: String, word: WrittenHoursToken?)]] = {
    var all: [(spelling: String, word: WrittenHoursToken?)] = []
    func add(_ word: WrittenHoursToken?, _ spellings: String...) {
      for spelling in spellings { all.append((spelling, word)) }
    }
    add(
      .neverClosed, "연중무휴", "연중 무휴", "무휴", "365일", "年中無休", "全年无休", "全年無休", "无休", "無休", "휴무없음", "휴무 없음",
      "휴무일 없음")
    add(
      .allDay, "24시간", "24 시간", "종일", "하루종일", "상시", "항시", "24時間", "24小时", "24小時", "全天", "終日", "24 hours",
      "24-hour", "24hours", "24hrs", "24hr", "24h", "24/7", "around the clock")
    add(
      .closed, "정기휴무일", "정기휴무", "정기 휴무일", "정기 휴무", "정기휴관일", "정기휴관", "정기휴일", "휴무일", "휴무", "휴관일", "휴관", "휴점일", "휴점",
      "휴업일",
      "휴업", "쉽니다", "쉼", "제외", "닫음", "문닫음", "영업안함", "운영안함", "미운영", "休み", "定休日", "定休", "休業日", "休業", "休館日", "休館", "休日",
      "公休日", "公休", "休息", "closed", "off")
    add(.except, "except for", "except", "excluding")
    add(.sun(.sunrise), "일출", "해돋이", "日の出", "日出", "sunrise")
    add(.sun(.sunset), "일몰", "해넘이", "日の入り", "日の入", "日没", "日落", "sunset")
    add(.irregular, "비정기휴무", "비정기 휴무", "부정기휴무", "부정기 휴무", "비정기", "부정기", "不定休", "不定期休", "불규칙 휴무")
    add(.nothing, "없음", "없습니다", "なし")
    add(.included, "포함", "含む", "including")
    add(.asUsual, "정상영업", "정상운영", "정상 영업", "정상 운영")
    add(
      .pause, "브레이크타임", "브레이크 타임", "브레이크", "휴게시간", "휴게 시간", "쉬는시간", "쉬는 시간", "점심시간", "점심 시간", "준비시간", "준비 시간",
      "재정비시간", "재정비", "break time", "breaktime", "break", "休憩時間", "休憩", "午休")
    add(
      .lastOrder, "라스트오더", "라스트 오더", "주문마감", "주문 마감", "입장마감", "입장 마감", "접수마감", "접수 마감", "촬영마감", "촬영 마감", "이용마감",
      "이용 마감", "마지막 입장", "마지막 주문", "마지막 촬영", "마지막 접수", "매표마감", "매표 마감", "last order", "last entry",
      "last call", "lastorder", "ラストオーダー", "最終入場", "最終受付", "受付終了", "l.o.", "l.o", "lo")
    add(.biweekly, "격주", "隔週", "every other")
    add(
      .festival, "설날당일", "설날 당일", "설날연휴", "설날 연휴", "설날", "설 당일", "설당일", "설연휴", "설 연휴", "구정", "추석당일", "추석 당일", "추석연휴",
      "추석 연휴", "추석", "명절당일", "명절 당일", "명절연휴", "명절 연휴", "명절", "설")
    add(.date(month: 1, day: 1), "신정")
    add(.date(month: 12, day: 25), "성탄절", "크리스마스")
    add(.date(month: 5, day: 1), "노동절", "근로자의 날", "근로자의날")
    add(.days(0x7F), "매일", "每天", "每日", "毎日", "全日", "every day", "everyday", "daily", "all days", "7 days a week")
    add(.days(0x1F), "평일", "주중", "平日", "工作日", "weekdays", "weekday")
    add(.days(0x60), "주말", "周末", "週末", "weekends", "weekend", "土日")
    add(.days(0xE0), "土日祝日", "土日祝")
    add(
      .days(0x80), "법정공휴일", "법정 공휴일", "공휴일", "국경일", "祝日", "祝", "节假日", "節假日", "法定节假日", "國定假日", "public holidays",
      "public holiday", "bank holidays", "holidays", "holiday")
    add(
      nil, "영업시간", "운영시간", "이용시간", "개방시간", "영업 시간", "운영 시간", "이용 시간", "영업", "운영", "이용", "개방", "개장", "가능", "오픈", "무인",
      "셀프",
      "매장", "매주", "매월", "매달", "까지", "연중", "입니다", "합니다", "마감", "은", "는", "에는", "에", "도", "営業時間", "營業時間", "营业时间", "営業",
      "营业",
      "營業", "毎週", "毎月", "每周", "每週", "每月", "より", "まで", "hours", "open", "opening", "on", "the", "of", "month", "every",
      "each", "week", ".", "★", "*", "■", "●", "▶", "※", "•", "☞", "✔")
    add(.to, "부터", "から", "to", "thru", "through", "until", "till", "至", "到", "→")
    for dash in ["~", "-", "∼", "〜", "˜", "‐", "‑", "–", "—", "−", "―", "ー", "∽", "⁓"] { add(.to, dash) }
    add(.and, "및", "과", "와", "그리고", "and", ",", "/", ";", "·", "ㆍ", "・", "‧", "•", "&", "+", "、", "|", "，")
    add(.opening, "(", "[", "<", "【", "〔", "「")
    add(.closing, ")", "]", ">", "】", "〕", "」")
    add(.colon, ":", "：", "=")
    for (position, day) in ["월", "화", "수", "목", "금", "토", "일"].enumerated() {
      let bit = WrittenHoursToken.days(1 << UInt8(position))
      add(bit, day + "요일", day)
    }
    for (position, day) in ["月", "火", "水", "木", "金", "土", "日"].enumerated() {
      add(.days(1 << UInt8(position)), day + "曜日", day + "曜", day)
    }
    for (position, day) in ["一", "二", "三", "四", "五", "六", "日"].enumerated() {
      let bit = WrittenHoursToken.days(1 << UInt8(position))
      for week in ["周", "週", "星期", "礼拜", "禮拜"] { all.append((week + day, bit)) }
    }
    add(.days(0x40), "周天", "週天", "星期天")
    let english = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    for (position, day) in english.enumerated() {
      let bit = WrittenHoursToken.days(1 << UInt8(position))
      add(bit, day, day + "s", String(day.prefix(3)), day.prefix(3) + ".")
    }
    add(.days(2), "tues")
    add(.days(8), "thurs", "thur")
    return Dictionary(grouping: all.sorted { $0.spelling.count > $1.spelling.count }) { $0.spelling.first! }
  }()
}

/// A time of day as written.
struct WrittenClock: Hashable {
  enum Half { case morning, afternoon, night }

  var minutes: Int
  var half: Half?
  /// Whether the text says that the time is on the next day.
  var isNextDay: Bool
  /// `22:00` as opposed to `10시` or `10`, which may leave morning or afternoon open.
  var hasColon: Bool
  /// A number without colon or 시.
  var isBare: Bool
  /// Whether a letter follows a bare number at once, as in `15일`.
  var isGlued = false

  static let midnight = WrittenClock(minutes: 1440, half: nil, isNextDay: false, hasColon: true, isBare: false)
  static let noon = WrittenClock(minutes: 720, half: nil, isNextDay: false, hasColon: true, isBare: false)

  private static let halves: [(spelling: String, half: Half?, isNextDay: Bool)] = [
    ("오전", .morning, false), ("오후", .afternoon, false), ("새벽", .morning, false), ("아침", .morning, false),
    ("저녁", .afternoon, false), ("낮", .afternoon, false), ("밤", .night, false), ("am", .morning, false),
    ("a.m.", .morning, false), ("pm", .afternoon, false), ("p.m.", .afternoon, false), ("익일", nil, true),
    ("다음날", nil, true), ("다음 날", nil, true), ("명일", nil, true), ("午前", .morning, false), ("午後", .afternoon, false),
    ("上午", .morning, false), ("下午", .afternoon, false), ("晚上", .night, false), ("凌晨", .morning, false),
    ("早上", .morning, false), ("翌日", nil, true), ("翌朝", .morning, true), ("翌", nil, true), ("次日", nil, true),
  ]
  private static let names: [(spelling: String, clock: WrittenClock)] = [
    ("자정", .midnight), ("midnight", .midnight), ("정오", .noon), ("noon", .noon), ("正午", .noon),
  ]
  /// Separate tokens, not the hour 24.
  private static let wholeDays = ["24시간", "24 시간", "24h", "24 h", "24時間", "24小", "24-hour", "24/7"]

  struct Style {
    /// The words for "o'clock" of a language that has some.
    let units: [String]
    /// `10.30`, which is a time and no date if `.00` or the German word stands in the text.
    let hasPoints: Bool

    init(_ text: String, _ language: HoursLanguage?) {
      units = language?.hourUnits ?? []
      hasPoints = language != nil && (text.contains(".00") || text.contains("uhr"))
    }
  }

  /// Consumes `24h` behind a dash, which is no whole day.
  static func consumeMidnight(from text: inout Substring) -> Bool {
    for spelling in ["24h", "24 h"] where text.hasPrefix(spelling) {
      let rest = text.dropFirst(spelling.count)
      guard rest.first.map({ $0.isLetter || $0.isNumber || $0 == "/" }) != true else { continue }
      text = rest
      return true
    }
    return false
  }

  /// Consumes a time from the beginning of a text. Nil, with nothing consumed, when absent.
  static func consume(from text: inout Substring, _ style: Style) -> WrittenClock? {
    guard let first = text.first, first.isNumber || first.isLetter else { return nil }
    var rest = text
    var clock = WrittenClock(minutes: 0, half: nil, isNextDay: false, hasColon: false, isBare: false)
    while let matched = halves.first(where: { rest.hasPrefix($0.spelling) }) {
      rest.removeFirst(matched.spelling.count)
      clock.isNextDay = clock.isNextDay || matched.isNextDay
      clock.half = matched.half ?? clock.half
      rest = rest.drop { $0 == " " || $0 == "\u{A0}" }
    }
    if let named = names.first(where: { rest.hasPrefix($0.spelling) }) {
      text = rest.dropFirst(named.spelling.count)
      return named.clock
    }
    guard !wholeDays.contains(where: rest.hasPrefix), let (hour, minute) = clock.consumeTime(&rest, style) else {
      return nil
    }
    if clock.half == nil { clock.half = consumeHalf(&rest) }
    if clock.half != nil { clock.isBare = false }
    guard clock.set(hour, minute) else { return nil }
    text = rest
    return clock
  }

  /// `10:00`, `10시 30분`, `10시 반`, `1030` or `10`.
  private mutating func consumeTime(_ rest: inout Substring, _ style: Style) -> (hour: Int, minute: Int)? {
    let digits = rest.prefix { $0.wholeNumberValue.map { (0...9).contains($0) } ?? false }
    if digits.count == 4, let hour = Self.number(digits.prefix(2)), let minute = Self.number(digits.suffix(2)) {
      rest.removeFirst(4)
      hasColon = true
      return (hour, minute)
    }
    guard (1...2).contains(digits.count), let hour = Self.number(digits) else { return nil }
    rest.removeFirst(digits.count)
    if rest.first == ":" || rest.first == "：" {
      let after = rest.dropFirst()
      let minutes = after.prefix { $0.wholeNumberValue.map { (0...9).contains($0) } ?? false }
      guard (1...2).contains(minutes.count), let minute = Self.number(minutes) else { return nil }
      rest = after.dropFirst(minutes.count)
      if rest.hasPrefix(":00") { rest.removeFirst(3) }
      hasColon = true
      return (hour, minute)
    }
    if style.hasPoints, let minute = Self.minutesBehindPoint(&rest) {
      hasColon = true
      return (hour, minute)
    }
    guard let unit = ["시", "時", "时", "点", "點"].first(where: rest.hasPrefix) else {
      if let minute = Self.minutes(behindUnit: style.units, &rest) { return (hour, minute) }
      isBare = true
      isGlued = rest.first?.isLetter == true
      return (hour, 0)
    }
    rest.removeFirst(unit.count)
    let after = rest.drop { $0 == " " }
    let minutes = after.prefix { $0.wholeNumberValue.map { (0...9).contains($0) } ?? false }
    if (1...2).contains(minutes.count), let minute = Self.number(minutes),
      ["분", "分"].contains(after.dropFirst(minutes.count).first)
    {
      rest = after.dropFirst(minutes.count + 1)
      return (hour, minute)
    }
    if after.first == "반" || after.first == "半" {
      rest = after.dropFirst()
      return (hour, 30)
    }
    return (hour, 0)
  }

  /// `.30`, but no part of a date such as `24.12.`.
  private static func minutesBehindPoint(_ text: inout Substring) -> Int? {
    guard text.first == "." else { return nil }
    let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard digits.count == 2, let minute = number(digits), minute < 60, text.dropFirst(3).first != "." else {
      return nil
    }
    text = text.dropFirst(3)
    return minute
  }

  /// `h`, ` Uhr`, `h30`: the minutes behind a unit; nil without one.
  private static func minutes(behindUnit units: [String], _ text: inout Substring) -> Int? {
    let after = text.drop { $0 == " " || $0 == "\u{A0}" }
    for unit in units where after.hasPrefix(unit) {
      let rest = after.dropFirst(unit.count)
      guard rest.first?.isLetter != true else { continue }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      if digits.isEmpty {
        text = rest
        return 0
      }
      guard digits.count == 2, let minute = number(digits), rest.dropFirst(2).first?.isLetter != true else {
        return nil
      }
      text = rest.dropFirst(2)
      return minute
    }
    return nil
  }

  /// `am` or `pm` behind a time.
  private static func consumeHalf(_ text: inout Substring) -> Half? {
    let rest = text.drop { $0.isWhitespace && !$0.isNewline }
    for (spelling, half) in [
      ("a.m.", Half.morning), ("p.m.", .afternoon), ("a. m.", .morning), ("p. m.", .afternoon), ("am", .morning),
      ("pm", .afternoon),
    ]
    where rest.hasPrefix(spelling) && rest.dropFirst(spelling.count).first?.isLetter != true {
      text = rest.dropFirst(spelling.count)
      return half
    }
    return nil
  }

  private mutating func set(_ hour: Int, _ minute: Int) -> Bool {
    guard hour <= 28, minute < 60 else { return false }
    minutes = hour * 60 + minute
    guard let half else { return true }
    // `오후 22:00` is one time only.
    if hour > 12 { return hour < 24 && hasColon && half != .morning }
    switch half {
    case .morning: minutes = hour % 12 * 60 + minute
    case .afternoon: minutes = hour % 12 * 60 + minute + 720
    // `밤 10시`, `밤 12시`; `밤 1시` is after midnight.
    case .night: minutes = hour >= 6 ? minutes + 720 : minutes
    }
    return true
  }

  private static func number(_ digits: Substring) -> Int? {
    digits.reduce(0) { $0 * 10 + ($1.wholeNumberValue ?? 0) }
  }

  /// The span from one time to another; nil if it is ambiguous.
  static func span(from start: WrittenClock, to end: WrittenClock) -> OpeningHours.Span? {
    guard start.minutes < 1440, !start.isNextDay else { return nil }
    // `9-6` leaves morning or evening open; `10-22` does not.
    if start.isBare, end.isBare, max(start.minutes, end.minutes) < 780 || start.isGlued || end.isGlued { return nil }
    // `오전 10시~10시` leaves morning or evening open; `오전 10:00~22:00` does not.
    if start.half != nil, end.half == nil, end.minutes <= 720, !end.isNextDay { return nil }
    if start.half == nil, end.half != nil, start.minutes <= 720, !start.hasColon { return nil }
    if end.isNextDay { return valid(start.minutes, end.minutes + 1440) }
    if end.minutes > start.minutes { return valid(start.minutes, end.minutes) }
    // Past midnight only if the afternoon cannot be meant.
    let isNight = end.minutes <= 360 || start.minutes >= 1080
    let isCertain =
      end.hasColon && start.hasColon || end.half == .morning || end.half == .night
      || start.half == nil && start.minutes >= 780
    return end.minutes < start.minutes && isNight && isCertain ? valid(start.minutes, end.minutes + 1440) : nil
  }

  private static func valid(_ start: Int, _ end: Int) -> OpeningHours.Span? {
    guard end > start, end - start <= 1440 else { return nil }
    return OpeningHours.Span(start: Int16(start), end: Int16(end))
  }
}
