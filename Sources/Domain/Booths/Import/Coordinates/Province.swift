/// The seventeen first-level divisions of Korea.
package enum Province: UInt8, Hashable, Sendable, CaseIterable {
  case seoul, busan, daegu, incheon, gwangju, daejeon, ulsan, sejong
  case gyeonggi, gangwon, chungbuk, chungnam, jeonbuk, jeonnam, gyeongbuk, gyeongnam, jeju

  package var koreanName: String { Province.shortNames[Int(rawValue)] }

  private static let shortNames = [
    "서울", "부산", "대구", "인천", "광주", "대전", "울산", "세종", "경기", "강원", "충북", "충남", "전북", "전남", "경북", "경남", "제주",
  ]

  /// The province that an address begins with, by full name, old name or abbreviation (`강원도`, `강원특별자치도`, `강원`). Nil if
  /// it begins with none, or with an ambiguous name (`광주시` is also a city of Gyeonggi). Complexity: O(1).
  package init?(address: Span<UInt8>) {
    let text = address.extracting(PlainText.trimmed(address))
    let start = Province.afterPreface(text)
    guard let position = Province.stems.firstIndex(of: Province.stem(text, start)) else { return nil }
    for spelling in Province.spellings[position] where text.holds(spelling.bytes, at: start) {
      let end = start + spelling.bytes.count
      guard spelling.standsAlone || Province.isBoundary(text, end) else { continue }
      if spelling.needsDistrict, !Province.isDistrictOfGwangju(text, end) { return nil }
      self = spelling.province
      return
    }
    return nil
  }
}

extension Province {
  private struct Spelling: Sendable {
    var province: Province
    var bytes: [UInt8]
    /// Whether nothing else begins like this, so that no space needs to follow.
    var standsAlone: Bool
    /// Whether only the district that follows makes it unambiguous.
    var needsDistrict: Bool

    init(_ text: String, _ province: Province, standsAlone: Bool = false) {
      self.province = province
      self.bytes = Array(text.utf8)
      self.standsAlone = standsAlone
      self.needsDistrict = province == .gwangju && !standsAlone
    }
  }

  /// The first two syllables of the spellings: so few that a linear search costs less than hashing.
  private static let stems: [UInt64] = Array(Set(allSpellings.map { stem($0.bytes.span, 0) }))

  /// The spellings by the index of their stem, longer ones first.
  private static let spellings: [[Spelling]] = stems.map { wanted in
    allSpellings.filter { stem($0.bytes.span, 0) == wanted }
  }

  private static let allSpellings: [Spelling] = {
    var all: [Spelling] = []
    for province in [Province.seoul, .busan, .daegu, .incheon, .gwangju, .daejeon, .ulsan, .sejong] {
      let stem = province.koreanName
      for suffix in ["특별자치시", "특별시", "광역시", "직할시"] {
        all.append(Spelling(stem + suffix, province, standsAlone: true))
      }
      all += [Spelling(stem + "시", province), Spelling(stem, province)]
    }
    let full: [(Province, [String])] = [
      (.gyeonggi, ["경기도"]), (.gangwon, ["강원특별자치도", "강원도"]), (.chungbuk, ["충청북도"]), (.chungnam, ["충청남도"]),
      (.jeonbuk, ["전북특별자치도", "전라북도"]), (.jeonnam, ["전라남도"]), (.gyeongbuk, ["경상북도"]), (.gyeongnam, ["경상남도"]),
      (.jeju, ["제주특별자치도", "제주도"]),
    ]
    for (province, names) in full {
      all += names.map { Spelling($0, province, standsAlone: true) }
      all.append(Spelling(province.koreanName, province))
    }
    all += [Spelling("제주시", .jeju), Spelling("서귀포시", .jeju)]
    return all
  }()

  /// The first six bytes (two syllables) as a number.
  private static func stem(_ text: Span<UInt8>, _ start: Int) -> UInt64 {
    var stem: UInt64 = 0
    for position in start..<min(start + 6, text.count) { stem = stem << 8 | UInt64(text[position]) }
    return stem
  }

  /// Whether a name ends before a position.
  private static func isBoundary(_ text: Span<UInt8>, _ position: Int) -> Bool {
    position == text.count || text[position] == 0x20 || text[position] == 0x2C || text[position] == 0x28
  }

  /// The position after leading spaces, country name and postal code.
  private static func afterPreface(_ text: Span<UInt8>) -> Int {
    var start = 0
    while start < text.count, text[start] < 0x80, !(0x41...0x5A).contains(text[start] & 0xDF) { start += 1 }
    return text.holds(country, at: start) ? afterBlanks(text, start + country.count) : start
  }

  private static func afterBlanks(_ text: Span<UInt8>, _ start: Int) -> Int {
    var position = start
    while position < text.count, text[position] == 0x20 { position += 1 }
    return position
  }

  private static let country = Array("대한민국".utf8)

  /// Whether the first word is a district of the metropolitan city of Gwangju.
  private static func isDistrictOfGwangju(_ text: Span<UInt8>, _ start: Int) -> Bool {
    let word = afterBlanks(text, start)
    return districtsOfGwangju.contains { text.holds($0, at: word) }
  }

  private static let districtsOfGwangju = ["동구", "서구", "남구", "북구", "광산구"].map { Array($0.utf8) }
}
