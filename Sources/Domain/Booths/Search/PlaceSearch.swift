package import Basics
import Geo

/// One search for everything: regions, stations, places, chains, booths and addresses.
///
/// Results come by how well they match, then by importance (a province before a county), then by distance.
package struct PlaceSearch: Sendable {
  private let gazetteer: Gazetteer
  private let catalogue: Catalogue
  private let position: Coordinate?
  private let now: Timestamp

  package init(_ gazetteer: Gazetteer, _ catalogue: Catalogue, from position: Coordinate? = nil, now: Timestamp) {
    self.gazetteer = gazetteer
    self.catalogue = catalogue
    self.position = position
    self.now = now
  }

  /// Importance of results beside that of places, which is 1 to 9.
  private enum Importance {
    static let boothsOfBrandAtPlace = 11
    static let brand = 10
    static let booth = 3
    static let address = 2
    static let partOfAddress = 1
  }

  /// The number of chains among the results of a word.
  private static let maxBrands = 3
  /// The number of booths of a chain that are listed as separate results.
  private static let maxBranches = 5

  /// Interprets a text as typed.
  package func read(_ text: String) -> SearchQuery {
    let phrase = SearchPhrase(text)
    return SearchQuery(phrase: phrase, reading: reader.read(phrase))
  }

  /// The best results for a text as typed. Complexity: O(names of the gazetteer and of the chains), and the search of
  /// booths.
  package func results(for text: String, limit: Int) -> [SearchResult] { results(for: read(text), limit: limit) }

  /// The best results for a text, and what its parts mean.
  package func answer(to query: SearchQuery, limit: Int) -> SearchAnswer {
    SearchAnswer(results: results(for: query, limit: limit), interpretation: interpretation(of: query))
  }

  package func results(for query: SearchQuery, limit: Int) -> [SearchResult] {
    let (phrase, reading) = (query.phrase, query.reading)
    if phrase.isEmpty || limit < 1 { return [] }
    let brands = catalogue.brandNames
    let names = reading.parts.filter(\.isName)
    // A word that nothing explains is in no booth. A reading of all words knows further forms of them.
    let isWhole = names.count == reading.parts.count && !reading.hasSlip
    let words = isWhole ? TermQuery(names.compactMap(\.term)) : TermQuery(phrase)
    let named = reading.hasUnknown ? [] : booths(words, named: phrase.text, limit: limit)
    var found = self.named(phrase, brands, limit: limit) + named
    if found.allSatisfy({ $0.order.rank > NameMatch.Class.indirect }), names.count < reading.parts.count, !names.isEmpty
    {
      found += self.named(SearchPhrase(typed: names.map(\.text)), brands, limit: limit)
    }
    return best(found + results(of: reading, hasBooths: isWhole && !named.isEmpty, limit: limit), limit)
  }

  /// The interpretation of the parts of a text.
  package func interpretation(of query: SearchQuery) -> Interpretation {
    let place = query.reading.places?.min(by: isBetter)?.place
    return Interpretation(
      parts: query.reading.parts.map { part in
        var told = Interpretation.Part(text: part.text, meaning: meaning(of: part.sense, place))
        if told.meaning == .unknown { told.suggestion = suggestion(for: part.text) }
        return told
      })
  }

  /// The name that comes closest to a text: with a few slips, else the longest that it begins with.
  private func suggestion(for text: String) -> Interpretation.Suggestion? {
    let word = SearchPhrase.Word(text)
    let beginnings = word.text.indices.dropFirst(2).reversed().lazy.map { SearchPhrase.Word(String(word.text[..<$0])) }
    return suggestion(gazetteer.closest(word), catalogue.brandNames.closest(word))
      ?? beginnings.compactMap { beginning in
        suggestion(
          gazetteer.beginnings(beginning, limit: 1).filter { $0.match.rank == NameMatch.Class.exact },
          catalogue.brandNames.beginning(beginning).flatMap { $0.match.rank == NameMatch.Class.exact ? $0 : nil })
      }.first
  }

  private func suggestion(
    _ places: [Gazetteer.Found], _ chain: (brand: String, match: NameMatch)?
  ) -> Interpretation.Suggestion? {
    let place = places.min(by: isBetter)
    if let chain, place.map({ chain.match.rank <= $0.match.rank }) ?? true {
      return .init(kind: .brand, name: chain.brand, englishName: EnglishName.brand(chain.brand, catalogue.chains))
    }
    return place.map { .init(kind: $0.place.resultKind, name: $0.place.name, englishName: $0.place.fullEnglishName) }
  }

  private func meaning(of sense: Reading.Sense, _ place: Place?) -> Interpretation.Meaning {
    switch sense {
    case .places(let found):
      guard let own = found.first(where: { $0.place == place }) ?? found.min(by: isBetter) else { return .unknown }
      return .place(own.place.resultKind, name: own.place.name)
    case .line(let line): return .line(line)
    case .chain(let chain): return .chain(chain)
    case .wish(let wish): return .wish(wish)
    case .words: return .words
    case .filler: return .filler
    case .unknown: return .unknown
    }
  }

  private var reader: PhraseReader {
    PhraseReader(gazetteer: gazetteer, brands: catalogue.brandNames, booths: catalogue.searchIndexes)
  }

  /// The starting place that a text names.
  package enum Origin: Sendable {
    case place(SearchResult)
    /// Several places have this name or similar ones, and nothing tells which is meant.
    case choices([SearchResult])
    case unknown
  }

  package func origin(named text: String) -> Origin {
    let found = results(for: text, limit: 100).filter { [.region, .station, .place].contains($0.kind) }
    guard let first = found.first, first.order.rank < NameMatch.Class.partial else { return .unknown }
    let isSure = first.order.rank < NameMatch.Class.slip
    let choices = found.filter { isSure ? $0.name == first.name && $0.order == first.order : true }
    return choices.count > 1 ? .choices(choices) : .place(first)
  }

  // MARK: Places and chains

  private func named(_ phrase: SearchPhrase, _ brands: BrandNames, limit: Int) -> [SearchResult] {
    let word = phrase.whole
    return gazetteer.find(word, limit: limit).map { result($0.place, $0.match) } + branded(word, brands)
  }

  private func result(_ place: Place, _ match: NameMatch) -> SearchResult {
    var result = SearchResult(
      kind: place.resultKind, name: place.name, englishName: place.fullEnglishName,
      area: place.area.isEmpty ? nil : place.area, englishArea: gazetteer.englishArea(of: place),
      lines: place.lines, coordinate: place.coordinate, bounds: place.bounds)
    result.order = SearchResult.Order(rank: match.rank, importance: place.importance, isAlias: match.isAlias)
    return result
  }

  /// The best chains that a word may name, each with its nearest booth.
  private func branded(_ word: SearchPhrase.Word, _ brands: BrandNames) -> [SearchResult] {
    brands.find(word, limit: Self.maxBrands).compactMap { brand, match in
      guard let nearest = branches(of: brand, around: position, [], limit: 1).first else { return nil }
      var result = SearchResult(
        kind: .brand, name: brand, englishName: EnglishName.brand(brand, catalogue.chains),
        coordinate: Coordinate(catalogue.record(nearest).coordinate))
      result.order = SearchResult.Order(rank: match.rank, importance: Importance.brand, isAlias: match.isAlias)
      return result
    }
  }

  private func branches(
    of brand: String?, around: Coordinate?, within radius: Double = .infinity, _ wishes: [BoothWish], limit: Int
  ) -> [UInt32] {
    var filter = BoothFilter()
    filter.brands = brand.map { [$0] } ?? []
    for wish in wishes { wish.apply(to: &filter, now: now) }
    guard let around else { return catalogue.all(limit: limit, filter) }
    return catalogue.near(around, limit: limit, within: radius, filter).map(\.ordinal)
  }

  // MARK: Several parts

  /// The joint meaning of the parts of a phrase: a chain at a place (인생네컷 홍대), a place in a region (광주 동구), booths by
  /// their words in a region.
  /// - Parameter hasBooths: Whether the booths with all words are among the results already.
  private func results(of reading: Reading, hasBooths: Bool, limit: Int) -> [SearchResult] {
    let named = reading.parts.filter(\.isName)
    // What a single part names, the whole phrase does.
    guard named.count > 1 || reading.hasWishes || reading.hasUnknown else { return [] }
    let place = reading.places?.min(by: isBetter)
    var found: [SearchResult] = []
    let words = named.compactMap(\.word)
    if words.isEmpty {
      if let chain = reading.chain {
        found += place.map { booths(of: chain, at: $0.place, reading) } ?? self.branches(of: chain, reading)
      } else {
        found += (reading.places ?? []).map { result($0.place, NameMatch(rank: 0, isAlias: $0.match.isAlias)) }
        if reading.hasWishes, let place {
          found += booths(of: nil, at: place.place, reading).map { result in
            var result = result
            result.order.rank = NameMatch.Class.indirect
            return result
          }
        }
      }
    } else {
      if !hasBooths {
        found += booths(TermQuery(named.compactMap(\.term)), named: named.map(\.text).joined(), limit: limit)
      }
      if !hasBooths, found.isEmpty, let place {
        found += booths(TermQuery(words), named: "", limit: Self.maxLocated)
          .filter { place.place.isAround($0.coordinate) }.prefix(limit)
      }
      // After the booths with the words.
      if let place {
        var around = result(place.place, NameMatch(rank: NameMatch.Class.inside, isAlias: false))
        around.order.importance = 0
        found.append(around)
      }
    }
    let rank = reading.hasUnknown ? NameMatch.Class.partial : reading.hasSlip ? NameMatch.Class.slip : 0
    return found.map { result in
      var result = result
      result.order.rank = max(rank, result.order.rank)
      return result
    }
  }

  /// The number of booths with the words that are checked for being at the place.
  private static let maxLocated = 200

  private func isBetter(_ one: Gazetteer.Found, _ other: Gazetteer.Found) -> Bool {
    precedes(result(one.place, one.match), result(other.place, other.match))
  }

  /// The booths of a chain, or of any, at a place, nearest to its middle first, then the place.
  private func booths(of brand: String?, at place: Place, _ reading: Reading) -> [SearchResult] {
    let around = branches(
      of: brand, around: place.coordinate, within: max(place.radius, Self.walkableMetres), reading.wishes,
      limit: Self.maxBranches)
    let booths = around.enumerated().map { number, ordinal in
      boothResult(
        ordinal, SearchResult.Order(rank: 0, importance: Importance.boothsOfBrandAtPlace - number, isAlias: false))
    }
    return booths + [result(place, NameMatch(rank: NameMatch.Class.indirect, isAlias: false))]
  }

  /// A chain, with the nearest booths of it that are as wished.
  private func branches(of brand: String, _ reading: Reading) -> [SearchResult] {
    let around = branches(of: brand, around: position, reading.wishes, limit: Self.maxBranches)
    return branded(SearchPhrase.Word(brand), catalogue.brandNames).filter { $0.name == brand }
      + around.map { boothResult($0, SearchResult.Order(rank: 0, importance: Importance.booth, isAlias: false)) }
  }

  fileprivate static let walkableMetres = 2000.0

  // MARK: Booths

  private func booths(_ query: TermQuery, named name: String, limit: Int) -> [SearchResult] {
    catalogue.matches(query, named: name, near: position, limit: limit).map { match in
      switch match.part {
      case .name(let rank):
        return boothResult(
          match.ordinal, SearchResult.Order(rank: rank, importance: Importance.booth, isAlias: false))
      case .address(let isWhole):
        return addressResult(match.ordinal, isWhole ? Importance.address : Importance.partOfAddress)
      }
    }
  }

  private func boothResult(_ ordinal: UInt32, _ order: SearchResult.Order) -> SearchResult {
    let record = catalogue.record(ordinal)
    let address = record.roadAddress.isEmpty ? record.lotAddress : record.roadAddress
    var result = SearchResult(
      kind: .booth, name: String(decoding: record.name, as: UTF8.self),
      englishName: EnglishName.booth(record, catalogue.chains),
      area: address.isEmpty ? nil : String(decoding: address, as: UTF8.self),
      coordinate: Coordinate(record.coordinate), booth: record.id)
    result.order = order
    return result
  }

  private func addressResult(_ ordinal: UInt32, _ importance: Int) -> SearchResult {
    let record = catalogue.record(ordinal)
    let address = record.roadAddress.isEmpty ? record.lotAddress : record.roadAddress
    var result = SearchResult(
      kind: .address, name: String(decoding: address, as: UTF8.self),
      area: String(decoding: record.name, as: UTF8.self),
      coordinate: Coordinate(record.coordinate), booth: record.id)
    result.order = SearchResult.Order(
      rank: NameMatch.Class.inside, importance: importance, isAlias: false)
    return result
  }

  /// At most `limit` booths that a text means, best first: those that have it as their name, those at the place that it
  /// names, and those with its words in name and chain, then in the address; if it has other words than names, those at
  /// the place only if no booth has them all. Equal ones come by distance from the position of the search, or by id.
  /// Nil if the text only expresses a search for booths. Complexity: that of `results`.
  package func booths(for text: String, limit: Int, _ filter: BoothFilter = BoothFilter()) -> [UInt32]? {
    booths(for: read(text), limit: limit, filter)
  }

  package func booths(for query: SearchQuery, limit: Int, _ filter: BoothFilter) -> [UInt32]? {
    let reading = query.reading
    let names = reading.parts.filter(\.isName)
    var filter = filter
    for wish in reading.wishes { wish.apply(to: &filter, now: now) }
    if reading.hasUnknown || limit < 1 { return [] }
    if names.isEmpty { return reading.hasWishes ? catalogue.all(limit: limit, filter) : nil }
    let found = catalogue.matches(
      TermQuery(names.compactMap(\.term)), named: names.map(\.text).joined(), near: position, limit: limit, filter)
    guard let place = reading.places?.min(by: isBetter) else { return found.map(\.ordinal) }
    // Names only, and none that is unfinished or has a slip. The booths of a road have it in their address.
    let isSure =
      place.match.rank <= NameMatch.Class.indirect && !reading.hasSlip && names.allSatisfy { $0.word == nil }
      && place.place.kind != .road
    guard found.isEmpty || isSure else { return found.map(\.ordinal) }
    let first = found.filter { $0.rank == NameMatch.Class.exact }.map(\.ordinal)
    let located = located(reading, place.place, limit: limit, filter)
    var seen: Set<UInt32> = []
    return Array((first + located + found.map(\.ordinal)).filter { seen.insert($0).inserted }.prefix(limit))
  }

  /// The booths at a place that have the other parts of a text, nearest to its middle first.
  private func located(_ reading: Reading, _ place: Place, limit: Int, _ filter: BoothFilter) -> [UInt32] {
    let words = reading.parts.compactMap(\.word)
    var filter = filter
    if let chain = reading.chain {
      guard filter.brands.isEmpty || filter.brands.contains(chain) else { return [] }
      filter.brands = [chain]
    }
    guard words.isEmpty else {
      return catalogue.matches(TermQuery(words), named: "", near: place.coordinate, limit: Self.maxLocated, filter)
        .map(\.ordinal).filter { isBooth($0, around: place) }
    }
    let around = catalogue.near(
      place.coordinate, limit: limit + Self.maxLocated, within: max(place.radius, Self.walkableMetres), filter
    ).map(\.ordinal)
    let inside = around.filter { isBooth($0, around: place) }
    // Few booths are in a neighbourhood; people walk to the next.
    return Array((inside.isEmpty || place.kind == .neighborhood ? around : inside).prefix(limit))
  }

  private func isBooth(_ ordinal: UInt32, around place: Place) -> Bool {
    place.isAround(Coordinate(catalogue.record(ordinal).coordinate))
  }

  // MARK: Order

  /// The best results, each once, with their distances.
  private func best(_ found: [SearchResult], _ limit: Int) -> [SearchResult] {
    let sorted = found.map(measured).sorted(by: precedes)
    var seen: Set<Identity> = []
    var best: [SearchResult] = []
    for result in sorted where best.count < limit {
      // A slip is assumed only if nothing matches as typed, and a word left out only if nothing has all.
      if let first = best.first, result.order.tier > first.order.tier { break }
      if seen.insert(Identity(result)).inserted { best.append(result) }
    }
    return best
  }

  private func measured(_ result: SearchResult) -> SearchResult {
    var result = result
    result.metres = position.map { Geodesic.distance($0, result.coordinate) }
    return result
  }

  private func precedes(_ one: SearchResult, _ other: SearchResult) -> Bool {
    if one.order != other.order { return one.order < other.order }
    let (near, far) = (one.metres ?? 0, other.metres ?? 0)
    if near != far { return near < far }
    if one.booth != other.booth { return one.booth?.number ?? 0 < other.booth?.number ?? 0 }
    return one.name < other.name
  }

  private struct Identity: Hashable {
    let kind: SearchResult.Kind
    let name: String
    let booth: BoothID?
    let coordinate: Coordinate?

    init(_ result: SearchResult) {
      (kind, name) = (result.kind, result.name)
      // Booths of one address are one result.
      booth = result.kind == .booth ? result.booth : nil
      coordinate = result.kind == .address || result.kind == .brand ? nil : result.coordinate
    }
  }
}

extension Place {
  /// Whether a coordinate is in the region, or a walk away from another place.
  fileprivate func isAround(_ coordinate: Coordinate) -> Bool {
    kind.isRegion
      ? bounds.contains(coordinate)
      : Geodesic.distance(self.coordinate, coordinate) <= max(radius, PlaceSearch.walkableMetres)
  }

  fileprivate var resultKind: SearchResult.Kind {
    switch kind {
    case .province, .city, .county, .district: .region
    case .neighborhood: boundary != nil || name.hasSuffix("동") || name.hasSuffix("읍") ? .region : .place
    case .station: .station
    case .university, .place, .road: .place
    }
  }

  /// As signs write it: `Gangnam Station`.
  package var fullEnglishName: String {
    kind == .station && !englishName.hasSuffix("Station") ? englishName + " Station" : englishName
  }
}

extension Reading.Part {
  /// Whether it names something, or may be in a name.
  fileprivate var isName: Bool {
    switch sense {
    case .places, .line, .chain, .words: true
    case .wish, .filler, .unknown: false
    }
  }

  /// The word, if it was found in booths only.
  fileprivate var word: TermQuery.Word? { if case .words(let word) = sense { word } else { nil } }

  /// The words that booths contain for it: a region in its Korean forms.
  fileprivate var term: TermQuery.Word? {
    switch sense {
    case .words(let word): return word
    case .places(let found):
      var word = TermQuery.Word(text)
      word?.alternatives = found.filter(\.place.kind.isRegion).flatMap(\.place.namesInAddresses).map {
        Keyboard.keys($0)
      }
      return word
    case .chain(let chain):
      var word = TermQuery.Word(text)
      word?.alternatives = [Keyboard.keys(SearchPhrase.folded(chain))]
      return word
    case .line, .wish, .filler, .unknown: return nil
    }
  }
}

extension Reading {
  fileprivate var hasUnknown: Bool { parts.contains { if case .unknown = $0.sense { true } else { false } } }
  fileprivate var hasSlip: Bool { parts.contains(where: \.hasSlip) }
  fileprivate var hasWishes: Bool { !wishes.isEmpty }
  var wishes: [BoothWish] { parts.compactMap { if case .wish(let wish) = $0.sense { wish } else { nil } } }
}
