/// A Korean address in its English form, as the official English addresses write it: from the smallest part to the
/// largest, romanised, with a hyphen before the kind of each part (`2F, 396 Gangnam-daero, Gangnam-gu, Seoul`).
///
/// Sounds change within a name (선릉로 → Seolleung-ro), not across the hyphen (종로 → Jong-ro). Text in parentheses is left
/// out.
package enum EnglishAddress {
  /// The English form of an address by road name or by lot number. Nil if a part is not understood: none is better than
  /// a wrong one. Complexity: O(length).
  package static func text(of korean: String) -> String? {
    guard let plain = withoutParentheses(korean) else { return nil }
    var reader = AddressReader(plain)
    guard let province = reader.province(), let municipality = reader.municipality(of: province) else { return nil }
    let town = reader.town()
    guard let place = reader.place(), let details = reader.details() else { return nil }
    return (details + [place, town].compactMap(\.self) + municipality + [province.name]).joined(separator: ", ")
  }

  /// The English form of a booth's address, of that by road name if it is understood.
  package static func text(road: String?, lot: String?) -> String? {
    road.flatMap(text(of:)) ?? lot.flatMap(text(of:))
  }

  /// The English form of one part of an address, or of any word, as far as its ending tells its kind.
  static func part(_ korean: String) -> String {
    if let road = RoadName(korean[...]) { return road.english }
    return Romanization.neighborhood(korean)
  }

  private static func withoutParentheses(_ text: String) -> String? {
    var (result, depth) = ("", 0)
    for character in text {
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      default: if depth == 0 { result.append(character) }
      }
      guard depth >= 0 else { return nil }
      if depth > 0, result.last != " " { result.append(" ") }
    }
    return depth == 0 ? result : nil
  }
}

private struct AddressReader {
  struct Province {
    enum Kind { case metropolis, province, sejong }
    let name: String
    var kind = Kind.province
  }

  private var parts: ArraySlice<Substring>

  init(_ text: String) {
    parts = text.split { $0 == "," || $0.isWhitespace }[...]
  }

  private mutating func next() -> Substring? { parts.popFirst() }

  // MARK: Regions

  mutating func province() -> Province? { next().flatMap { Self.provinces[String($0)] } }

  /// The municipality, from the smaller to the larger part: `Bundang-gu`, `Seongnam-si`. Nil if it is not understood.
  mutating func municipality(of province: Province) -> [String]? {
    switch province.kind {
    case .sejong: return []
    case .metropolis: return region(["구": "-gu", "군": "-gun"]).map { [$0] }
    case .province:
      guard let first = region(["시": "-si", "군": "-gun"]) else { return nil }
      return (first.hasSuffix("-si") ? region(["구": "-gu"]).map { [$0] } ?? [] : []) + [first]
    }
  }

  mutating func town() -> String? { region(["읍": "-eup", "면": "-myeon"]) }

  /// The next part if it ends as some kind of region; otherwise it stays.
  private mutating func region(_ endings: [Character: String]) -> String? {
    guard let part = parts.first, let ending = part.last.flatMap({ endings[$0] }), part.count > 1, part.isHangul
    else { return nil }
    parts.removeFirst()
    return Romanization.capitalized(part.dropLast()) + ending
  }

  // MARK: Road or lot

  /// The building on its road, or the lot in its neighbourhood: `396 Gangnam-daero`, `825 Yeoksam-dong`.
  mutating func place() -> String? {
    guard var first = next() else { return nil }
    // Some write the number of a side street apart: 강남대로 102길.
    if let second = parts.first, second.first?.isASCIIDigit == true, "길로".contains(second.last ?? " ") {
      first += second
      parts.removeFirst()
    }
    splitNumber(off: &first)
    if let road = RoadName(first) { return number().map { "\($0) \(road.english)" } }
    return neighborhood(first).flatMap { name in lot().map { "\($0) \(name)" } }
  }

  /// A number that is written together with its road: 읍내8길26.
  private mutating func splitNumber(off road: inout Substring) {
    guard let end = road.lastIndex(where: { $0 == "로" || $0 == "길" }) else { return }
    let number = road[road.index(after: end)...]
    guard number.isNumbers else { return }
    parts = [number] + parts
    road = road[...end]
  }

  private func neighborhood(_ name: Substring) -> String? {
    let isStreetPart = name.hasSuffix("가") && name.dropLast().last?.isASCIIDigit == true
    guard isStreetPart || name.isHangul, name.count > 1, isStreetPart || name.hasSuffix("동") || name.hasSuffix("리")
    else { return nil }
    return name.hasSuffix("리")
      ? Romanization.capitalized(name.dropLast()) + "-ri" : Romanization.neighborhood(String(name))
  }

  /// A building's number: `396`, `12-3`; below ground `Jiha 396`.
  private mutating func number() -> String? {
    guard var part = next() else { return nil }
    let isUnderground = part.hasPrefix("지하")
    if isUnderground {
      part = part.dropFirst(2)
      if part.isEmpty { part = next() ?? "" }
    }
    guard part.isNumbers else { return nil }
    return (isUnderground ? "Jiha " : "") + part
  }

  /// A lot's number: `825`, `12-3`; in the hills `San 12-3`.
  private mutating func lot() -> String? {
    guard var part = next() else { return nil }
    let isHill = part.hasPrefix("산")
    if isHill {
      part = part.dropFirst()
      if part.isEmpty { part = next() ?? "" }
    }
    if part.hasSuffix("번지") { part = part.dropLast(2) }
    guard part.isNumbers else { return nil }
    return (isHill ? "San " : "") + part
  }

  // MARK: Within the building

  /// Floors and rooms, from the smallest on; nil if something else is left.
  mutating func details() -> [String]? {
    var details: [String] = []
    while let part = next() {
      guard let detail = floor(part) ?? room(part) else { return nil }
      details.insert(detail, at: 0)
    }
    return details
  }

  private mutating func floor(_ part: Substring) -> String? {
    if part == "지하", let floor = parts.first, floor.hasSuffix("층"), floor.dropLast().isDigits {
      parts.removeFirst()
      return "B\(floor.dropLast())"
    }
    guard part.hasSuffix("층") else { return nil }
    let floors = part.dropLast()
    for below in ["지하", "B"] where floors.hasPrefix(below) {
      let floor = floors.dropFirst(below.count)
      return floor.isDigits ? "B\(floor)" : nil
    }
    let ends = floors.split(separator: "~", omittingEmptySubsequences: false)
    guard ends.count <= 2, ends.allSatisfy(\.isDigits) else { return nil }
    return ends.joined(separator: "-") + "F"
  }

  /// A room, with the block of its building: `#201`, `101-1001`, `B102`.
  private mutating func room(_ part: Substring) -> String? {
    if part.hasSuffix("동"), let block = part.dropLast().roomName, let room = parts.first, room.hasSuffix("호"),
      let name = room.dropLast().roomName
    {
      parts.removeFirst()
      return "\(block)-\(name)"
    }
    guard part.hasSuffix("호") else { return nil }
    let room = part.dropLast()
    if room.hasPrefix("지하") { return room.dropFirst(2).isDigits ? "B\(room.dropFirst(2))" : nil }
    return room.roomName.map { "#\($0)" }
  }

  private static let provinces: [String: Province] = {
    var provinces: [String: Province] = [:]
    let metropolises = [
      ("서울", "특별시", "Seoul"), ("부산", "광역시", "Busan"), ("대구", "광역시", "Daegu"), ("인천", "광역시", "Incheon"),
      ("광주", "광역시", "Gwangju"), ("대전", "광역시", "Daejeon"), ("울산", "광역시", "Ulsan"),
    ]
    for (short, ending, name) in metropolises {
      for written in [short, short + "시", short + ending] {
        provinces[written] = Province(name: name, kind: .metropolis)
      }
    }
    for written in ["세종", "세종시", "세종특별자치시"] { provinces[written] = Province(name: "Sejong-si", kind: .sejong) }
    for (written, name) in [
      (["경기", "경기도"], "Gyeonggi-do"), (["강원", "강원도", "강원특별자치도"], "Gangwon-do"),
      (["충북", "충청북도"], "Chungcheongbuk-do"), (["충남", "충청남도"], "Chungcheongnam-do"),
      (["전북", "전라북도", "전북특별자치도"], "Jeonbuk-do"), (["전남", "전라남도"], "Jeollanam-do"),
      (["경북", "경상북도"], "Gyeongsangbuk-do"), (["경남", "경상남도"], "Gyeongsangnam-do"),
      (["제주", "제주도", "제주특별자치도"], "Jeju-do"),
    ] {
      for written in written { provinces[written] = Province(name: name) }
    }
    return provinces
  }()
}

/// The name of a road: a main road with 대로, 로 or 길, perhaps numbered (가산디지털1로), or a side street of one
/// (와우산로29라길, 판교역로146번길).
private struct RoadName {
  let english: String

  /// The maximum size in bytes: no road has a longer name, and the names of side streets are read by recursion.
  private static let maxSize = 100

  init?(_ korean: Substring) {
    guard korean.utf8.count <= Self.maxSize else { return nil }
    let known = Self.spellings[String(korean)]
    guard let english = known ?? Self.kinds.lazy.compactMap({ Self.english(korean, $0) }).first else { return nil }
    self.english = english
  }

  private static func english(_ korean: Substring, _ kind: Kind) -> String? {
    guard korean.hasSuffix(kind.korean) else { return nil }
    var stem = korean.dropLast(kind.korean.count)
    var letter = ""
    if let last = stem.last, letters.contains(last), stem.dropLast().last?.isASCIIDigit == true {
      letter = Romanization.romanized(String(last))
      stem = stem.dropLast()
    }
    let digits = stem.reversed().prefix(while: \.isASCIIDigit).count
    let number = stem.suffix(digits)
    stem = stem.dropLast(digits)
    if number.isEmpty { return kind.followsNumber ? nil : name(stem).map { "\($0)-\(kind.english)" } }
    // A side street has the name of its road: 달맞이길62번길. Other numbers tell roads of one name apart: 가산디지털1로.
    let road = kind.korean.hasSuffix("길") ? RoadName(stem)?.english : nil
    return (road ?? name(stem)).map { "\($0) \(number)\(letter)\(kind.followsNumber ? "" : "-")\(kind.english)" }
  }

  private struct Kind {
    let korean: String
    let english: String
    /// Whether it follows numbers only, without a hyphen: `146beon-gil`.
    var followsNumber = false
  }

  /// Longer endings first.
  private static let kinds = [
    Kind(korean: "번길", english: "beon-gil", followsNumber: true),
    Kind(korean: "안길", english: "an-gil", followsNumber: true),
    Kind(korean: "대로", english: "daero"), Kind(korean: "로", english: "ro"), Kind(korean: "길", english: "gil"),
  ]
  private static let letters: Set<Character> = [
    "가", "나", "다", "라", "마", "바", "사", "아", "자", "차", "카", "타", "파", "하",
  ]

  /// A name without its ending. Nil for a foreign word whose official spelling is not known.
  private static func name(_ stem: Substring) -> String? {
    if let known = spellings[String(stem)] { return known }
    guard stem.isHangul, !stem.contains(where: foreign.contains) else { return nil }
    return Romanization.capitalized(stem)
  }

  /// Names whose official spelling does not follow from their sounds, without an ending or with it.
  private static let spellings = [
    "테헤란": "Teheran", "올림픽": "Olympic", "월드컵": "World Cup", "월드컵북": "World Cup buk", "디지털": "Digital",
    "가산디지털": "Gasan digital", "센텀중앙": "Centum jungang", "컨벤시아": "Convensia", "인천타워": "Incheon tower",
    "연세": "Yonsei", "경희대로": "Kyungheedae-ro", "성균관": "Sungkyunkwan", "이종무": "Leejongmu",
  ]

  /// Syllables of foreign words, which Korean names of roads do not have.
  private static let foreign = Set(
    "트프플픽크클키카케쿠커컨컴컵콤즈텔털텍텀센셀렉릭랜렌쇼쥬츠브드스르엑엔넷닉닝링킹팅핑펀펜펄페퍼뷰벤밸밴폴폰콘콜컬코".map(\.self))
}

extension Substring {
  fileprivate var isHangul: Bool { !isEmpty && unicodeScalars.allSatisfy { Hangul.isSyllable($0.value) } }
  fileprivate var isDigits: Bool { !isEmpty && allSatisfy(\.isASCIIDigit) }
  /// Whether it is a number, or one with a second number: `12-3`.
  fileprivate var isNumbers: Bool {
    let numbers = split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count <= 2 && numbers.allSatisfy(\.isDigits)
  }
  /// The name of a room or a block of Latin letters and digits.
  fileprivate var roomName: Substring? {
    !isEmpty && allSatisfy { $0.isASCIIDigit || $0 == "-" || ("A"..."Z").contains($0) } ? self : nil
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
