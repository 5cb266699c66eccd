enum WordText {
  /// The status of a source's word; nil for unknown words.
  ///
  /// A booth that is suspended (`휴업`) or whose permit was withdrawn (`취소/말소/만료/정지/중지`) is closed: nobody can use it
  /// now, and the next import reopens it. Codes are those of the national permit data (01 operating, 02 suspended, 03
  /// closed, 04 withdrawn, 05 removed).
  static func status(_ text: String) -> BoothStatus? {
    let word = HeaderText.folded(text)
    if let known = statuses[word] { return known }
    if negatedValues.contains(where: { contains(word, $0) }) { return .closed }
    // Not yet open is not open.
    if futureValues.contains(where: { contains(word, $0) }) { return .closed }
    if closedValues.contains(where: { contains(word, $0) }) { return .closed }
    if operatingValues.contains(where: { contains(word, $0) }) { return .operating }
    return nil
  }

  private static let statuses: [String: BoothStatus] = [
    "01": .operating, "1": .operating, "02": .closed, "2": .closed, "03": .closed, "3": .closed, "04": .closed,
    "4": .closed, "05": .closed, "5": .closed, "operating": .operating, "open": .operating, "opened": .operating,
    "active": .operating, "operational": .operating, "inbusiness": .operating, "y": .operating, "예": .operating,
    "closed": .closed, "inactive": .closed, "permanentlyclosed": .closed, "temporarilyclosed": .closed,
    "suspended": .closed, "n": .closed, "아니오": .closed, "unknown": .unknown, "미상": .unknown, "확인중": .unknown,
    "알수없음": .unknown, "확인필요": .unknown,
  ]

  /// Matched before the operating words, which they contain or follow (`영업정지`, `운영종료`).
  private static let closedValues = [
    "폐업", "휴업", "취소", "말소", "만료", "정지", "중지", "중단", "폐쇄", "폐점", "철거", "종료", "제외", "삭제", "전출",
    "미운영", "미영업", "휴점", "휴무", "휴관", "폐지", "폐관", "해지", "closed", "closure", "defunct", "demolished", "disused",
    "abandoned", "removed", "suspended", "cancelled", "canceled", "terminated", "inactive", "outofbusiness",
    "outofservice", "閉店", "閉業", "休業", "廃業", "閉鎖", "停业", "歇业", "关闭", "關閉", "停業", "歇業",
  ]
  private static let operatingValues = [
    "영업", "정상", "운영", "개업", "재개", "operational", "operating", "inbusiness", "inservice", "inoperation", "active",
    "open", "営業", "营业", "營業",
  ]
  private static let negatedValues = [
    "notopen", "notoperat", "notactive", "notinbusiness", "nonoperat", "nolongeropen", "영업안함", "운영안함", "영업하지않",
    "운영하지않", "비영업", "비운영", "未営業",
  ]
  private static let futureValues = ["예정", "준비중", "openingsoon", "comingsoon", "planned", "proposed", "construction"]

  /// Yes or no; nil for other words.
  static func boolean(_ text: String) -> Bool? { booleans[HeaderText.folded(text)] }

  private static let booleans: [String: Bool] = [
    "예": true, "네": true, "y": true, "yes": true, "true": true, "t": true, "1": true, "○": true, "o": true,
    "◯": true, "⭕": true, "✓": true, "✔": true, "짝수": true, "짝수만": true, "아니오": false, "아니요": false, "n": false,
    "no": false, "false": false, "f": false, "0": false, "×": false, "x": false, "✗": false, "❌": false,
  ]

  /// Whether a text contains a word, byte by byte.
  private static func contains(_ text: String, _ word: String) -> Bool {
    let bytes = Array(text.utf8)
    let pattern = Array(word.utf8)
    guard bytes.count >= pattern.count else { return false }
    return (0...(bytes.count - pattern.count)).contains { bytes[$0..<($0 + pattern.count)] == pattern[...] }
  }
}
