import Basics

/// Finds out what each part of a phrase means.
///
/// Every division of the phrase into parts has a cost, and the cheapest reading wins. By weight: words that nothing
/// explains, places that lie apart, slips, the number of parts, and how exactly each name matches.
struct PhraseReader {
  let gazetteer: Gazetteer
  let brands: BrandNames
  /// The words of booths, with the booths that are no longer there.
  let booths: [(index: SearchIndex, removed: [UInt32])]

  /// The readings that are followed at once.
  private static let maxReadings = 12
  private static let maxNameWords = 4
  /// The words of booths that are followed for one that is inside them, or has a slip.
  private static let maxAlternatives = 64
  /// The places of a name that are followed.
  private static let maxPlaces = 48

  /// The cheapest reading. Complexity: O(words) searches in the gazetteer, the chains and the words of booths.
  func read(_ phrase: SearchPhrase) -> Reading {
    var readings = [[Reading]](repeating: [], count: phrase.typed.count + 1)
    readings[0] = [Reading()]
    for start in phrase.typed.indices {
      let best = readings[start].sorted { $0.cost < $1.cost }.prefix(Self.maxReadings)
      var isKnown = false
      for end in start + 1...min(phrase.typed.count, start + Self.maxNameWords) {
        let senses = senses(phrase.typed[start..<end], isLast: end == phrase.typed.count)
        if senses.contains(where: \.isUnderstood) { isKnown = true }
        for reading in best { readings[end] += senses.map { reading.adding($0) } }
      }
      for pieces in pieces(of: phrase.typed[start], allowingSlip: !isKnown) {
        for reading in best { readings[start + 1].append(pieces.reduce(reading) { $0.adding($1) }) }
      }
    }
    return readings[phrase.typed.count].min { $0.cost < $1.cost } ?? Reading()
  }

  // MARK: Senses

  /// The possible meanings of neighbouring words as one.
  private func senses(_ typed: ArraySlice<String>, isLast: Bool) -> [Reading.Part] {
    let isOne = typed.count == 1
    let text = typed.joined(separator: " ")
    let word = SearchPhrase.Word(typed.joined())
    let blanks = (typed.count - 1) * Cost.blank
    var parts = plainSenses(word.text).map { Reading.Part(text: text, sense: $0, cost: $1) }
    parts += names(word, isLast: isLast, isOne: isOne).map { Reading.Part(text: text, sense: $0, cost: $1 + blanks) }
    guard isOne else {
      // One word, written apart: 와우산로 21길.
      if let words = TermQuery.Word(word.text), hasBooths(words) {
        parts.append(Reading.Part(text: text, sense: .words(words), cost: Cost.words * typed.count + 1))
      }
      return parts
    }
    let isKnown = !parts.isEmpty
    if let words = TermQuery.Word(text) {
      var unsplit = words
      unsplit.splits = []
      if hasBooths(unsplit) {
        parts.append(Reading.Part(text: text, sense: .words(words), cost: Cost.words))
      } else if hasBooths(words) {
        parts.append(Reading.Part(text: text, sense: .words(words), cost: Cost.words * 2))
      } else if !isKnown, let inside = insideWords(words) {
        parts.append(Reading.Part(text: text, sense: .words(inside), cost: Cost.words + Cost.prefix))
      } else if !isKnown {
        parts += corrections(word, words).map { Reading.Part(text: text, sense: $0, cost: $1 + Cost.slip) }
      }
    }
    parts.append(Reading.Part(text: text, sense: .unknown, cost: Cost.unknown))
    return parts
  }

  /// Fillers, wishes and lines.
  private func plainSenses(_ text: String) -> [(Reading.Sense, Int)] {
    var senses: [(Reading.Sense, Int)] = []
    if !brands.isBrand(text), Filler.isFiller(text) { senses.append((.filler, Cost.filler)) }
    if let wish = BoothWish(text) { senses.append((.wish(wish), Cost.wish)) }
    if gazetteer.lines.contains(text) { senses.append((.line(text), Cost.wish)) }
    return senses
  }

  /// Names that a word is; the last word of a phrase may be unfinished.
  private func names(_ word: SearchPhrase.Word, isLast: Bool, isOne: Bool) -> [(Reading.Sense, Int)] {
    var senses: [(Reading.Sense, Int)] = []
    let mayEnd = isLast && isOne && word.text.unicodeScalars.count > 1
    let places = gazetteer.beginnings(word, limit: Self.maxPlaces)
    if let best = places.map(\.match.rank).min(), best <= NameMatch.Class.indirect || mayEnd {
      senses.append((.places(places), Cost.name + (best <= NameMatch.Class.indirect ? best : Cost.prefix)))
    }
    if let (brand, match) = brands.beginning(word),
      word.text.unicodeScalars.count > 1 || match.rank == NameMatch.Class.exact
    {
      senses.append((.chain(brand), Cost.name + (match.rank > NameMatch.Class.indirect ? Cost.prefix : match.rank)))
    }
    return senses
  }

  /// Names and words that differ from a word by a typo.
  private func corrections(_ word: SearchPhrase.Word, _ words: TermQuery.Word) -> [(Reading.Sense, Int)] {
    var senses = nameCorrections(word)
    var corrected = words
    corrected.alternatives = booths.flatMap {
      $0.index.words.corrections(of: words.keys, isHangul: words.letters.isEmpty, limit: Self.maxAlternatives)
    }
    if !corrected.alternatives.isEmpty, !words.isNumber { senses.append((.words(corrected), Cost.words)) }
    return senses
  }

  /// Names that differ from a word by a typo.
  private func nameCorrections(_ word: SearchPhrase.Word) -> [(Reading.Sense, Int)] {
    let places = gazetteer.corrections(word, limit: Self.maxPlaces)
    return (places.isEmpty ? [] : [(.places(places), Cost.name)])
      + (brands.correction(word).map { [(.chain($0.brand), Cost.name)] } ?? [])
  }

  private func hasBooths(_ word: TermQuery.Word) -> Bool {
    booths.contains { $0.index.hasBooths(word, but: $0.removed) }
  }

  /// A word that is inside words of booths; nil if it is not, and for numbers: 111 is not 2111.
  private func insideWords(_ word: TermQuery.Word) -> TermQuery.Word? {
    if word.isNumber { return nil }
    var inside = word
    inside.alternatives = booths.flatMap { $0.index.words.words(containing: word.keys, limit: Self.maxAlternatives) }
    return inside.alternatives.isEmpty ? nil : inside
  }

  // MARK: Words written together

  /// A word as names and fillers that are written together: 홍대인생네컷, 강남역근처.
  private func pieces(of word: String, allowingSlip: Bool) -> [[Reading.Part]] {
    let text = SearchPhrase.folded(word)
    guard (4...24).contains(text.count), text.unicodeScalars.contains(where: { Hangul.isSyllable($0.value) })
    else { return [] }
    let known = pieces(text[...], depth: 2)
    return known.isEmpty && allowingSlip ? corrected(text[...]) : known
  }

  /// A word as two names, one of them with a slip: 홍대인생내컷.
  private func corrected(_ text: Substring) -> [[Reading.Part]] {
    text.indices.dropFirst(2).dropLast().flatMap { cut -> [[Reading.Part]] in
      let (first, rest) = (text[..<cut], text[cut...])
      switch (piece(first), piece(rest)) {
      case (let one?, nil): return correctedPieces(rest).map { [one, $0] }
      case (nil, let other?): return correctedPieces(first).map { [$0, other] }
      default: return []
      }
    }
  }

  private func correctedPieces(_ text: Substring) -> [Reading.Part] {
    // A part of two syllables is one slip away from much.
    guard text.count > 2 else { return [] }
    let word = SearchPhrase.Word(String(text))
    return nameCorrections(word).map { Reading.Part(text: String(text), sense: $0, cost: $1 + Cost.slip) }
  }

  /// - Parameter depth: How many pieces may come before the last.
  private func pieces(_ text: Substring, depth: Int) -> [[Reading.Part]] {
    var found: [[Reading.Part]] = []
    for cut in text.indices.dropFirst(2).dropLast() {
      let (first, rest) = (text[..<cut], text[cut...])
      guard let one = piece(first) else { continue }
      if let other = piece(rest) { found.append([one, other]) }
      if depth > 1 { found += pieces(rest, depth: depth - 1).map { [one] + $0 } }
    }
    return found
  }

  /// A part of a word that is surely known by itself.
  private func piece(_ text: Substring) -> Reading.Part? {
    let word = SearchPhrase.Word(String(text))
    let senses = plainSenses(word.text) + names(word, isLast: false, isOne: true)
    return senses.min { $0.1 < $1.1 }.map { Reading.Part(text: String(text), sense: $0, cost: $1) }
  }
}

/// What the parts of a reading cost.
private enum Cost {
  static let unknown = 1000
  /// For places that do not lie in one another, and for a second chain.
  static let apart = 300
  static let slip = 100
  static let name = 10
  static let words = 16
  static let wish = 6
  static let filler = 3
  /// For a name of which only the beginning is typed.
  static let prefix = 4
  /// For each blank within a name.
  static let blank = 12
}

struct Reading {
  enum Sense {
    /// The places that have a name, in no order.
    case places([Gazetteer.Found])
    case line(String)
    case chain(String)
    case wish(BoothWish)
    case words(TermQuery.Word)
    case filler
    case unknown
  }

  struct Part {
    let text: String
    let sense: Sense
    let cost: Int

    /// Whether it is understood only with a typo.
    var hasSlip: Bool { (Cost.slip..<Cost.unknown).contains(cost) }
    var isUnderstood: Bool { cost < Cost.unknown }
  }

  private(set) var parts: [Part] = []
  private(set) var cost = 0
  /// The smallest places that all parts agree on; nil if no part names a place.
  private(set) var places: [Gazetteer.Found]?
  private(set) var chain: String?

  func adding(_ part: Part) -> Reading {
    var reading = self
    reading.parts.append(part)
    reading.cost += part.cost
    switch part.sense {
    case .places(let found):
      guard let known = places else {
        reading.places = found
        break
      }
      let agreed = Self.agreed(known, found)
      if agreed.isEmpty { reading.cost += Cost.apart } else { reading.places = agreed }
    case .line(let line):
      let onLine = places?.filter { $0.place.lines.contains { SearchPhrase.folded($0).hasSuffix(line) } } ?? []
      if !onLine.isEmpty { reading.places = onLine }
    case .chain(let name):
      if chain != nil { reading.cost += Cost.apart }
      reading.chain = chain ?? name
    case .wish, .words, .filler, .unknown: break
    }
    return reading
  }

  /// The places of one part that lie in the largest region of the other: 부산 중구 is the district, not the station 부산 in it.
  private static func agreed(_ one: [Gazetteer.Found], _ other: [Gazetteer.Found]) -> [Gazetteer.Found] {
    let pairs = [(one, other), (other, one)].flatMap { places, regions in
      regions.filter(\.place.kind.isRegion).flatMap { region in
        places.filter { region.place.surrounds($0.place) || region.place == $0.place }
          .map { (place: $0, region: region.place) }
      }
    }
    // A municipality precedes a neighbourhood, even if that reaches as far.
    func size(_ region: Place) -> Double { region.boundary == nil ? region.radius : 0 }
    guard let largest = pairs.map({ size($0.region) }).max() else { return [] }
    return pairs.filter { size($0.region) == largest }.map(\.place)
  }
}

extension Place {
  /// Whether a smaller place lies within: a legal neighbourhood by its area, another one in the same province and within
  /// the box around this one.
  fileprivate func surrounds(_ place: Place) -> Bool {
    if place.boundary != nil {
      return areasWithin.contains { place.area == $0 || place.area.hasPrefix("\($0) ") }
    }
    return radius > place.radius && place.province == (kind == .province ? Substring(aliases.first ?? name) : province)
      && bounds.contains(place.coordinate)
  }

  private var province: Substring { area.prefix { $0 != " " } }
}

/// Words that only express a search for a photo booth.
enum Filler {
  /// Whether folded text without blanks is such a word, or names an exit of a station.
  static func isFiller(_ text: String) -> Bool { words.contains(text) || isExit(text) }

  /// `10번출구`, `출구`, `exit10`.
  private static func isExit(_ text: String) -> Bool {
    var number = text[...]
    if number.hasSuffix("출구") {
      number = number.dropLast(2)
      if number.hasSuffix("번") { number = number.dropLast() }
    } else if number.hasPrefix("exit") {
      number = number.dropFirst(4)
    } else {
      return false
    }
    return number.count <= 4 && number.allSatisfy { $0.isNumber || $0 == "-" }
  }

  private static let words: Set<String> = [
    "네컷", "네컷사진", "네컷사진관", "4컷", "4컷사진", "포토부스", "포토", "부스", "사진", "사진관", "사진부스", "즉석", "즉석사진", "즉석사진관", "셀프", "셀프사진",
    "셀프사진관", "셀프사진부스", "무인사진관", "스티커사진", "인생사진", "포토스튜디오", "근처", "주변", "부근", "인근", "가까운", "앞", "쪽", "에서", "근처에", "주변에",
    "내", "여기",
    "찾기", "추천", "위치", "어디", "맛집", "핫플", "있는", "찍는곳", "사진찍는곳", "photo", "photos", "booth", "booths", "photobooth",
    "photobooths", "near", "nearby", "nearme", "around", "in", "at", "by", "the", "to", "me", "of", "close", "closeto",
    "closest", "nearest", "station", "stn", "exit", "korea", "southkorea", "한국", "대한민국",
  ]
}
