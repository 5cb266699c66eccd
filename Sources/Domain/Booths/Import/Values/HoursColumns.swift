import Tabular

/// Opening hours in separate columns: opening and closing times by kind of day, and closed days.
struct HoursColumns: Hashable, Sendable {
  struct Times: Hashable, Sendable {
    /// As Koreans write it (`평일`, `토요일`, …); empty: every day.
    var days: String
    var start: Int?
    var end: Int?
  }

  private(set) var times: [Times] = []
  /// Closed days: `매주 월요일`.
  private(set) var closed: Int?

  var isEmpty: Bool { times.isEmpty && closed == nil }

  var columns: Set<Int> { Set(times.flatMap { [$0.start, $0.end].compactMap(\.self) } + [closed].compactMap(\.self)) }

  /// Finds the columns by folded headers such as `평일운영시작시각`, `토요일마감시간`, `휴관일`, except those in `taken`. An opening time
  /// without a closing time is ignored.
  init(_ folded: [String], taken: Set<Int>) {
    for (column, header) in folded.enumerated() where !taken.contains(column) {
      if Self.closedHeaders.contains(header) {
        if closed == nil { closed = column }
      } else if let (days, isStart) = Self.time(header) {
        let index = times.firstIndex { $0.days == days } ?? times.count
        if index == times.count { times.append(Times(days: days)) }
        if isStart, times[index].start == nil { times[index].start = column }
        if !isStart, times[index].end == nil { times[index].end = column }
      }
    }
    times.removeAll { $0.start == nil || $0.end == nil }
  }

  private static let closedHeaders: Set<String> = [
    "휴관일", "휴무일", "정기휴무일", "정기휴관일", "휴점일", "휴무", "정기휴무", "휴무정보", "휴관정보", "closeddays",
  ]
  private static let days = [
    "평일", "주중", "주말", "토요일", "일요일", "공휴일", "법정공휴일", "월요일", "화요일", "수요일", "목요일", "금요일", "매일",
  ]
  private static let starts = ["시작", "개시", "개장", "개관", "오픈", "open", "start"]
  private static let ends = ["종료", "마감", "폐장", "폐관", "마침", "close", "end"]

  /// The kind of day that a header names, and whether it is the opening time.
  private static func time(_ header: String) -> (days: String, isStart: Bool)? {
    var rest = header[...]
    let day = days.first(where: rest.hasPrefix) ?? ""
    rest = rest.dropFirst(day.count)
    for word in ["운영", "영업", "개방", "이용", "관람"] where rest.hasPrefix(word) {
      rest = rest.dropFirst(word.count)
      break
    }
    var hasUnit = false
    for unit in ["시각", "시간", "time"] where rest.hasSuffix(unit) {
      rest = rest.dropLast(unit.count)
      hasUnit = true
      break
    }
    guard hasUnit || !day.isEmpty else { return nil }
    if starts.contains(where: { $0 == rest }) { return (day, true) }
    return ends.contains { $0 == rest } ? (day, false) : nil
  }

  /// A record's hours as Koreans write them, and its closed days. Nil when both are empty.
  ///
  /// A day from midnight to midnight is closed if another kind of day has hours.
  func text(_ batch: RecordBatch, _ record: Int) -> (hours: String, closed: String)? {
    var spans: [(days: String, start: String, end: String)] = []
    for time in times {
      guard let start = Self.cell(time.start, batch, record), let end = Self.cell(time.end, batch, record) else {
        continue
      }
      spans.append((time.days, start, end))
    }
    let isOff = { (span: (days: String, start: String, end: String)) in
      Self.midnights.contains(span.start) && Self.midnights.contains(span.end)
    }
    let hasHours = spans.contains { !isOff($0) }
    let parts = spans.map { span in
      hasHours && isOff(span) && !span.days.isEmpty
        ? "\(span.days) 휴무" : "\(span.days) \(Self.clock(span.start))~\(Self.clock(span.end))"
    }
    let closed = Self.cell(closed, batch, record) ?? ""
    return parts.isEmpty && closed.isEmpty ? nil : (parts.joined(separator: ", "), closed)
  }

  /// The opening hours of hours and closed days together; nil if uncertain.
  static func meaning(_ hours: String, closed: String) -> OpeningHours? {
    if closed.isEmpty { return OpeningHours.asWritten(hours) }
    let before = hours.isEmpty ? "" : hours + ", "
    if closed.unicodeScalars.contains("무"), closed.hasSuffix("무휴") { return OpeningHours.asWritten(before + "연중무휴") }
    return OpeningHours.asWritten(before + "휴무: " + closed) ?? OpeningHours.asWritten(before + closed)
  }

  private static let midnights: Set<String> = ["00:00", "0:00", "00:00:00", "24:00", "0", "0000"]

  /// `0900` and `09:00:00` as `09:00`; others unchanged.
  private static func clock(_ text: String) -> String {
    let parts = text.split(separator: ":")
    if parts.count == 3 { return parts.prefix(2).joined(separator: ":") }
    let isPlain = (3...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isPlain ? "\(text.dropLast(2)):\(text.suffix(2))" : text
  }

  private static func cell(_ column: Int?, _ batch: RecordBatch, _ record: Int) -> String? {
    column.flatMap { PlainText.text(batch.bytes(record, $0).prefix(600)) }
  }
}
