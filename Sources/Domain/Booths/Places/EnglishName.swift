/// Names of chains and booths for those who read English: the chain's own English name if it has one, and the rest
/// romanised, with customary words such as `Station` in English. The Korean name stays what signs show.
package enum EnglishName {
  /// The English name of a chain; nil if it is not in Korean. Complexity: O(length).
  package static func brand(_ name: String, _ chains: ChainTable) -> String? {
    guard name.hasHangul else { return nil }
    return chains.englishName(of: name) ?? words(name)
  }

  /// The English name of a booth, `Life4Cuts Gangnam Station` of 인생네컷 강남역점; nil if it is not in Korean.
  /// Complexity: O(length).
  package static func booth(_ name: String, brand: String?, _ chains: ChainTable) -> String? {
    guard name.hasHangul else { return nil }
    guard let brand, !brand.isEmpty, name.hasPrefix(brand) else { return words(name) }
    let branch = words(name.dropFirst(brand.count))
    return [Self.brand(brand, chains) ?? brand, branch].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The English name of a booth of a catalogue: as its source gives it, or else made as above.
  package static func booth(_ record: BoothRecord, _ chains: ChainTable) -> String? {
    if !record.englishName.isEmpty { return String(decoding: record.englishName, as: UTF8.self) }
    let brand = String(decoding: record.brand, as: UTF8.self)
    return booth(String(decoding: record.name, as: UTF8.self), brand: brand, chains)
  }

  private static func words(_ text: some StringProtocol) -> String {
    let words = String(text).split { $0.isWhitespace }
    return words.map { word -> String in
      let (isOpened, isClosed) = (word.hasPrefix("("), word.hasSuffix(")"))
      let name = word.dropFirst(isOpened ? 1 : 0).dropLast(isClosed && word.count > 1 ? 1 : 0)
      return (isOpened ? "(" : "") + branch(name) + (isClosed ? ")" : "")
    }.joined(separator: " ")
  }

  /// A word that may name a branch: 강남역점, 강남2호점, 본점.
  private static func branch(_ word: Substring) -> String {
    if let known = loanwords[String(word)] { return known }
    if word.hasSuffix("호점") {
      var place = word.dropLast(2)
      while let last = place.last, last.isASCII, last.isNumber { place.removeLast() }
      let number = word.dropLast(2).dropFirst(place.count)
      guard !number.isEmpty else { return compound(word.dropLast()) }
      return (place.isEmpty ? "" : branch(place) + " ") + "No. " + number
    }
    let isWordWithEnding = loanwords.keys.contains { $0.hasSuffix("점") && word.hasSuffix($0) }
    if word.hasSuffix("점"), word.count > 2, !isWordWithEnding { return branch(word.dropLast()) }
    if word.hasSuffix("역"), word.count > 2 { return compound(word.dropLast()) + " Station" }
    return compound(word)
  }

  /// A word with the loanwords in it in English, and what is between them romanised.
  private static func compound(_ word: Substring) -> String {
    var (parts, plain, rest) = ([String](), Substring(), word)
    func close() {
      if !plain.isEmpty { parts.append(Romanization.capitalized(plain)) }
      plain = ""
    }
    while !rest.isEmpty {
      if let length = (1...maxLoanword).reversed().first(where: { startsLoanword(rest, length: $0) }) {
        close()
        parts.append(loanwords[String(rest.prefix(length))] ?? "")
        rest = rest.dropFirst(length)
      } else {
        plain.append(rest.removeFirst())
      }
    }
    close()
    return parts.joined(separator: " ")
  }

  /// One syllable is a word at the end only: elsewhere it is most likely a part of a name.
  private static func startsLoanword(_ rest: Substring, length: Int) -> Bool {
    rest.count >= length && (length > 1 || rest.count == 1) && loanwords[String(rest.prefix(length))] != nil
  }

  private static let loanwords = [
    "포토": "Photo", "사진관": "Photo Studio", "스튜디오": "Studio", "네컷": "Four Cuts", "컷": "Cut", "셀프": "Self",
    "무인": "Self-Service", "샘플": "Sample", "테스트": "Test", "데모": "Demo", "필름": "Film", "샾": "Shop", "샵": "Shop",
    "박스": "Box", "부스": "Booth", "카페": "Cafe", "타워": "Tower", "몰": "Mall", "아울렛": "Outlet", "시장": "Market",
    "공원": "Park", "백화점": "Department Store", "편의점": "Convenience Store", "본점": "Main Branch",
    "직영점": "Main Branch", "로데오": "Rodeo", "롯데월드": "Lotte World", "스타필드": "Starfield", "코엑스": "COEX",
    "이마트": "Emart", "홈플러스": "Homeplus", "플래그십": "Flagship", "팝업": "Pop-up",
  ]
  private static let maxLoanword = 4
}

extension String {
  fileprivate var hasHangul: Bool { unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) } }
}
