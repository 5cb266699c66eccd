package import Basics
import Geo

/// What a search found.
package struct SearchResult: Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case region, station, place, brand, booth, address
  }

  package let kind: Kind
  package let name: String
  package var englishName: String?
  /// The area around a place; the address of a booth.
  package var area: String?
  /// Of a place only: addresses are in one language.
  package var englishArea: String?
  package let coordinate: Coordinate
  /// What a map should show of a place.
  package var bounds: Viewport?
  /// The booth, or the one at an address.
  package var booth: BoothID?
  /// From where the search was made; nil without a position.
  package var metres: Double?

  fileprivate var order = Order(rank: 0, importance: 0, isAlias: false)

  /// The order of results, apart from the distance.
  fileprivate struct Order: Comparable {
    var rank: Int
    var importance: Int
    var isAlias: Bool

    static func < (one: Order, other: Order) -> Bool {
      if one.rank != other.rank { return one.rank < other.rank }
      if one.importance != other.importance { return one.importance > other.importance }
      return !one.isAlias && other.isAlias
    }
  }
}

/// One search for everything: regions, stations, places, chains, booths and addresses.
///
/// Results come by how well they match, then by importance (a province before a county), then by distance.
package struct PlaceSearch: Sendable {
  private let gazetteer: Gazetteer
  private let catalogue: Catalogue
  /// Where the search is made.
  private let position: Coordinate?

  package init(_ gazetteer: Gazetteer, _ catalogue: Catalogue, from position: Coordinate? = nil) {
    self.gazetteer = gazetteer
    self.catalogue = catalogue
    self.position = position
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
  /// The number of booths of a chain that are results of their own.
  private static let maxBranches = 5

  /// The best results for a text as typed. Complexity: O(names of the gazetteer and of the chains), and the search of
  /// booths.
  package func results(for text: String, limit: Int) -> [SearchResult] {
    let phrase = SearchPhrase(text)
    guard !phrase.isEmpty, limit > 0 else { return [] }
    let brands = catalogue.brandNames
    var found = named(phrase, brands, limit: limit)
    let rest = phrase.withoutFillers { brands.isBrand($0) }
    if rest.typed != phrase.typed, !rest.isEmpty, found.allSatisfy({ $0.order.rank > NameMatch.Class.indirect }) {
      found += named(rest, brands, limit: limit)
    }
    let sought = rest.isEmpty ? phrase : rest
    found += combined(sought, brands)
    found += booths(sought, limit: limit)
    return best(found, limit)
  }

  /// What a text names as a place to start from.
  package enum Origin: Sendable {
    case place(SearchResult)
    /// Several places have this name or similar ones, and nothing tells which is meant.
    case choices([SearchResult])
    case unknown
  }

  /// The place that a text names.
  package func origin(named text: String) -> Origin {
    let found = results(for: text, limit: 100).filter { [.region, .station, .place].contains($0.kind) }
    guard let first = found.first else { return .unknown }
    let isSure = first.order.rank < NameMatch.Class.slip
    let choices = found.filter { isSure ? $0.name == first.name && $0.order == first.order : true }
    return choices.count > 1 ? .choices(choices) : .place(first)
  }

  // MARK: Places and chains

  /// What the whole phrase names.
  private func named(_ phrase: SearchPhrase, _ brands: BrandNames, limit: Int) -> [SearchResult] {
    let word = phrase.whole
    return gazetteer.find(word, limit: limit).map { result($0.place, $0.match) } + branded(word, brands)
  }

  private func result(_ place: Place, _ match: NameMatch) -> SearchResult {
    var result = SearchResult(
      kind: place.resultKind, name: place.name, englishName: place.fullEnglishName,
      area: place.area.isEmpty ? nil : place.area, englishArea: gazetteer.englishArea(of: place),
      coordinate: place.coordinate, bounds: place.bounds)
    result.order = SearchResult.Order(rank: match.rank, importance: place.importance, isAlias: match.isAlias)
    return result
  }

  /// The best chains that a word may name, each with its nearest booth.
  private func branded(_ word: SearchPhrase.Word, _ brands: BrandNames) -> [SearchResult] {
    brands.find(word, limit: Self.maxBrands).compactMap { brand, match in
      guard let nearest = branches(of: brand, around: position, limit: 1).first else { return nil }
      var result = SearchResult(
        kind: .brand, name: brand, englishName: EnglishName.brand(brand),
        coordinate: Coordinate(catalogue.record(nearest).coordinate))
      result.order = SearchResult.Order(rank: match.rank, importance: Importance.brand, isAlias: match.isAlias)
      return result
    }
  }

  private func branches(of brand: String, around: Coordinate?, within radius: Double = .infinity, limit: Int)
    -> [UInt32]
  {
    var filter = BoothFilter()
    filter.brands = [brand]
    guard let around else { return catalogue.all(limit: limit, filter) }
    return catalogue.near(around, limit: limit, within: radius, filter).map(\.ordinal)
  }

  // MARK: Several words

  /// What two parts of a phrase mean together: a chain at a place (인생네컷 홍대), or a place in a region (광주 동구).
  private func combined(_ phrase: SearchPhrase, _ brands: BrandNames) -> [SearchResult] {
    var found: [SearchResult] = []
    for split in phrase.typed.indices.dropFirst() {
      let parts = [phrase.word(0..<split), phrase.word(split..<phrase.typed.count)]
      let places = parts.map(gazetteer.findSure)
      found += inRegions(places[0], places[1])
      for (one, other) in [(0, 1), (1, 0)] {
        guard let place = places[other].min(by: isBetter) else { continue }
        for (brand, match) in brands.find(parts[one], limit: 1) where match.rank <= NameMatch.Class.prefix {
          found += self.booths(of: brand, at: place.place)
        }
      }
    }
    return found
  }

  /// The places of one part that lie in the largest region of the other: 부산 중구 is the district, not the station 부산 in it.
  private func inRegions(_ one: [Gazetteer.Found], _ other: [Gazetteer.Found]) -> [SearchResult] {
    let pairs = [(one, other), (other, one)].flatMap { places, regions in
      regions.filter(\.place.kind.isRegion).flatMap { region in
        places.filter { region.place.surrounds($0.place) }.map { (place: $0, region: region.place) }
      }
    }
    // A municipality goes before a neighbourhood, even where that reaches as far.
    func size(_ region: Place) -> Double { region.boundary == nil ? region.radius : 0 }
    guard let largest = pairs.map({ size($0.region) }).max() else { return [] }
    return pairs.filter { size($0.region) == largest }.map { result($0.place.place, $0.place.match) }
  }

  private func isBetter(_ one: Gazetteer.Found, _ other: Gazetteer.Found) -> Bool {
    precedes(result(one.place, one.match), result(other.place, other.match))
  }

  /// The booths of a chain at a place, nearest to its middle first, then the place.
  private func booths(of brand: String, at place: Place) -> [SearchResult] {
    let around = branches(
      of: brand, around: place.coordinate, within: max(place.radius, Self.walkableMetres), limit: Self.maxBranches)
    let booths = around.enumerated().map { number, ordinal in
      boothResult(
        ordinal, SearchResult.Order(rank: 0, importance: Importance.boothsOfBrandAtPlace - number, isAlias: false))
    }
    return booths + [result(place, NameMatch(rank: NameMatch.Class.indirect, isAlias: false))]
  }

  private static let walkableMetres = 2000.0

  // MARK: Booths

  private func booths(_ phrase: SearchPhrase, limit: Int) -> [SearchResult] {
    catalogue.matches(phrase, near: position, limit: limit).map { match in
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

  // MARK: Order

  /// The best results, each once, with their distances.
  private func best(_ found: [SearchResult], _ limit: Int) -> [SearchResult] {
    let sorted = found.map(measured).sorted(by: precedes)
    let hasSure = sorted.first.map { $0.order.rank < NameMatch.Class.slip } ?? false
    var seen: Set<Identity> = []
    var best: [SearchResult] = []
    for result in sorted where best.count < limit {
      // A slip is assumed only where nothing matches as it was typed.
      if hasSure, result.order.rank >= NameMatch.Class.slip { break }
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

  fileprivate var resultKind: SearchResult.Kind {
    switch kind {
    case .province, .city, .county, .district: .region
    case .neighborhood: boundary != nil || name.hasSuffix("동") || name.hasSuffix("읍") ? .region : .place
    case .station: .station
    case .university, .place: .place
    }
  }

  /// As signs write it: `Gangnam Station`.
  package var fullEnglishName: String {
    kind == .station && !englishName.hasSuffix("Station") ? englishName + " Station" : englishName
  }
}
