import TextForms

/// Parses whole amounts with their units: prices, pictures, people.
enum AmountText {
  struct Price: Hashable {
    /// Nil: the text says only whether something is to be paid.
    var amount: Int?
    /// The ISO 4217 codes that its sign or code may mean; empty for won, and without one.
    var currencies: [String] = []
  }

  /// A price as `won`, or with the code or sign of another currency: `5 EUR`, `£5.00`, `500円`. `yes` and `no`, as the
  /// `fee` of OpenStreetMap, say no amount. Nil for other texts and for fractions: amounts are whole.
  static func price(_ text: String) -> Price? {
    if let amount = won(text) { return Price(amount: amount) }
    if ["yes", "no", "유료", "paid"].contains(text.lowercased()) { return Price() }
    return priceElsewhere(text)
  }

  private static let signs: [(sign: String, currencies: [String])] = [
    ("€", ["EUR"]), ("£", ["GBP"]), ("円", ["JPY"]), ("¥", ["JPY", "CNY"]), ("￥", ["JPY", "CNY"]),
    ("元", ["CNY", "TWD"]),
    ("฿", ["THB"]), ("₫", ["VND"]), ("NT$", ["TWD"]), ("HK$", ["HKD"]),
    ("$", ["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN"]),
  ]

  private static func priceElsewhere(_ text: String) -> Price? {
    guard text.utf8.count <= 60 else { return nil }
    var (rest, currencies) = (text[...], [String]())
    if let (sign, meaning) = signs.first(where: { rest.hasPrefix($0.sign) || rest.hasSuffix($0.sign) }) {
      rest = rest.hasPrefix(sign) ? rest.dropFirst(sign.count) : rest.dropLast(sign.count)
      currencies = meaning
    } else {
      let isCode = { (code: Substring) in code.count == 3 && code.allSatisfy { $0.isASCII && $0.isLetter } }
      let isFirst = isCode(rest.prefix(3))
      let code = isFirst ? rest.prefix(3) : rest.suffix(3)
      guard isCode(code) else { return nil }
      rest = isFirst ? rest.dropFirst(3) : rest.dropLast(3)
      currencies = [code.uppercased()]
    }
    let digits = rest.split(separator: " ").joined()
    guard digits.utf8.first.map({ (0x30...0x39).contains($0) }) == true,
      let number = NumberText.number(digits, .thousands), number == number.rounded(), number <= 100_000_000
    else { return nil }
    return Price(amount: Int(number), currencies: currencies)
  }

  /// A price in KRW: `5000`, `5,000원`, `₩5,000`, `5천원`, `1만 2천원`, `무료`. The lower end of a range (`4,000~6,000원`). Nil
  /// for other texts and above 100,000,000.
  static func won(_ text: String) -> Int? {
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
