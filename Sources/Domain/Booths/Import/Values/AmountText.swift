import TextForms

/// Parses whole amounts with their units: prices, pictures, people.
enum AmountText {
  /// A price in KRW: `5000`, `5,000원`, `₩5,000`, `5천원`, `1만 2천원`, `무료`. The lower end of a range (`4,000~6,000원`). Nil
  /// for other texts and above 100,000,000.
  static func price(_ text: String) -> Int? {
    let word = plain(text)
    if word == "무료" || word == "free" { return 0 }
    let ends = word.split(separator: "~", omittingEmptySubsequences: false).map(won)
    guard let first = ends.first, let low = first, ends.count <= 2, !ends.contains(nil) else { return nil }
    if ends.count == 2, let high = ends[1], high < low { return nil }
    return low <= 100_000_000 ? low : nil
  }

  /// A number of pictures: `4`, `4컷`, `8 장`, `6 cuts`. Nil for other texts and outside the range.
  static func pictures(_ text: String, within range: ClosedRange<Int>) -> Int? {
    count(plain(text), within: range, units: ["컷", "장", "매", "회", "번", "cuts", "cut", "shots", "shot", "pictures"])
  }

  /// A capacity in people: `6`, `6명`, `최대 6인`. The upper end of a range (`2~6명`). Nil for other texts and outside
  /// 1...255.
  static func people(_ text: String) -> Int? {
    var word = plain(text)[...]
    for preface in ["최대", "max", "약"] where word.hasPrefix(preface) { word = word.dropFirst(preface.count) }
    let units = ["인용", "인", "명", "people", "persons"]
    let ends = word.split(separator: "~", omittingEmptySubsequences: false).map {
      count(String($0), within: 1...255, units: units)
    }
    guard let first = ends.first, let low = first, ends.count <= 2, let last = ends.last, let high = last else {
      return nil
    }
    return high >= low ? high : nil
  }

  /// Folded as names are, without thousands separators, and with one character for range dashes.
  private static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in FoldedName(String(text.unicodeScalars.prefix(60))).text.unicodeScalars where scalar != "," {
      plain.append(["-", "–", "〜", "∼"].contains(scalar) ? "~" : scalar)
    }
    return String(plain)
  }

  private static func count(_ word: String, within range: ClosedRange<Int>, units: [String]) -> Int? {
    let unit = units.first(where: word.hasSuffix)
    guard let number = digits(word.dropLast(unit?.count ?? 0)), range.contains(number) else { return nil }
    return number
  }

  /// `5000`, `5000원`, `₩5000`, `5천원`, `1만2천원`, `1만2000원`, `5000krw`.
  private static func won(_ word: Substring) -> Int? {
    var rest = word
    for sign in ["₩", "￦", "krw"] where rest.hasPrefix(sign) { rest = rest.dropFirst(sign.count) }
    for unit in ["원", "krw", "won"] where rest.hasSuffix(unit) { rest = rest.dropLast(unit.count) }
    var total = 0
    var hasUnit = false
    for (sign, size) in [("만", 10_000), ("천", 1_000)] as [(Character, Int)] {
      guard let position = rest.firstIndex(of: sign) else { continue }
      guard let number = digits(rest[..<position]) else { return nil }
      total += number * size
      hasUnit = true
      rest = rest[rest.index(after: position)...]
    }
    if rest.isEmpty { return hasUnit ? total : nil }
    guard let number = digits(rest) else { return nil }
    return total + number
  }

  /// One to nine ASCII digits; `5000.0`, as spreadsheets write it, is 5000.
  private static func digits(_ word: Substring) -> Int? {
    let whole = word.hasSuffix(".0") ? word.dropLast(2) : word.hasSuffix(".00") ? word.dropLast(3) : word
    guard (1...9).contains(whole.utf8.count), whole.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(whole)
  }
}
