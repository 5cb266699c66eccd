import Basics
import Foundation
import Geo
import Support
import Testing
import Workload

@testable import Booths

@Suite("Search for everything")
struct PlaceSearchTests {
  static let catalogue = Branches.catalogue()
  static let now = Timestamp(milliseconds: 1_764_000_000_000)
  static let cityHall = SearchTable.cityHall

  private func results(
    _ text: String, from position: Coordinate? = cityHall, limit: Int = 10, in catalogue: Catalogue = catalogue
  ) -> [SearchResult] {
    PlaceSearch(.shipped, catalogue, from: position, now: Self.now).results(for: text, limit: limit)
  }

  private func expect(_ row: SearchTable.Row, _ text: String, in catalogue: Catalogue = catalogue) {
    let found = results(text, in: catalogue)
    let first = found.first.map { row.fits(name: $0.name, area: $0.area) }
    #expect(first == true, "\(text): \(found.map { "\($0.kind) \($0.area ?? "") \($0.name)" })")
  }

  @Test("What people type finds what they mean, also with decomposed Hangul")
  func first() {
    for row in SearchTable.sample(4) { expect(row, row.text) }
    for row in SearchTable.sample(2, of: SearchTable.handMade) {
      expect(row, row.text.decomposedStringWithCanonicalMapping)
    }
  }

  /// `FOURCUTS_BOOTHS=1000000` makes it a million, which takes minutes.
  private static let further = ProcessInfo.processInfo.environment["FOURCUTS_BOOTHS"].flatMap(Int.init) ?? 10_000

  @Test("The first results are the same among many more booths")
  func many() {
    let catalogue = Branches.catalogue(further: Self.further)
    for row in SearchTable.sample(2, of: SearchTable.handMade) { expect(row, row.text, in: catalogue) }
  }

  @Test(
    "A coordinate is named by the nearest station or the smallest region, and not at sea",
    arguments: [
      (37.358647, 127.105207, "정자동"), (37.4979, 127.0276, "강남역"), (37.5573, 126.9258, "홍대입구역"), (38.5, 131.5, nil),
      (-37.5, 127.0, nil),
    ] as [(Double, Double, String?)])
  func area(latitude: Double, longitude: Double, name: String?) {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)!
    #expect(Gazetteer.shipped.area(at: coordinate)?.name == name)
  }

  @Test("The table has at least three hundred handmade rows, of every kind")
  func table() {
    #expect(SearchTable.handMade.count >= 300)
    #expect(Set(SearchTable.handMade.map(\.text)).count == SearchTable.handMade.count)
    let kinds = Set(SearchTable.sample(2, of: SearchTable.handMade).compactMap { results($0.text).first?.kind })
    #expect(kinds == [.region, .station, .place, .brand, .booth])
  }

  @Test("A result has the fields of its kind")
  func members() throws {
    let station = try #require(results("강남역").first)
    #expect(station.kind == .station && station.englishName == "Gangnam Station" && station.area == "서울")
    #expect(station.booth == nil)
    let metres = try #require(station.metres)
    #expect(metres > 8000 && metres < 9500)
    let box = try #require(station.bounds)
    #expect(box.contains(station.coordinate) && box.north - box.south < 0.01)
    let booth = try #require(results("인생네컷 강남점").first)
    #expect(booth.kind == .booth && booth.booth != nil && booth.bounds == nil && booth.englishName != nil)
    let address = try #require(results("샘플대로 8").first)
    #expect(address.kind == .address && address.booth != nil)
    #expect(address.name.contains("샘플대로 8"))
    let chain = try #require(results("인생네컷").first)
    #expect(chain.kind == .brand && chain.booth == nil && chain.bounds == nil)
    #expect(results("강남역", from: nil).allSatisfy { $0.metres == nil })
  }

  @Test("Places of one name and the booths of a chain come by distance")
  func distances() {
    let busan = Coordinate(latitude: 35.1798, longitude: 129.0751)!
    #expect(results("중구", from: busan).first?.area == "부산")
    #expect(results("중구").first?.area == "서울")
    for position in [busan, Self.cityHall] {
      let booths = results("인생네컷", from: position).filter { $0.kind == .booth }.compactMap(\.metres)
      #expect(booths.count >= 5)
      #expect(booths == booths.sorted())
    }
    #expect(results("인생네컷", from: busan).dropFirst().first?.area?.hasPrefix("부산") == true)
  }

  @Test("No typing error is assumed if something matches as typed")
  func slips() {
    #expect(!results("강동").contains { $0.name == "강남역" })
    #expect(results("아무도모르는이름").isEmpty)
    #expect(results("강남").allSatisfy { $0.name.contains("강남") || $0.name == "서울고속버스터미널" })
  }

  @Test("Stop words alone find nothing, and the limit is kept")
  func bounds() {
    #expect(results("근처 포토부스").isEmpty)
    #expect(results("").isEmpty && results(" \n\u{0}").isEmpty)
    for limit in [0, 1, 3, 50] { #expect(results("강", limit: limit).count <= limit) }
    let found = results("강남", limit: 50).map { "\($0.kind) \($0.name) \($0.area ?? "")" }
    #expect(Set(found).count == found.count)
  }

  @Test("Hostile text is cut, and its beginning is searched for")
  func hostile() {
    let marks = String(repeating: "\u{0301}", count: 100_000)
    for text in [
      String(repeating: "강", count: 10_000), String(repeating: "강남 ", count: 10_000), "강" + marks, marks,
      String(repeating: "\u{1100}\u{1161}", count: 5000), String(repeating: "ㄱ", count: 10_000),
      String(decoding: [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80] as [UInt8], as: UTF8.self),
      String(decoding: [0xD800, 0x41, 0xDC00] as [UInt16], as: UTF16.self), "\u{0}\u{1}\u{7F}\u{FFFE}",
      String(repeating: "가나다라 ", count: 5000), "\u{202E}강남", String(repeating: "a b ", count: 3000),
    ] {
      #expect(results(text).count <= 10)
      #expect(SearchPhrase(text).typed.joined().unicodeScalars.count <= 100)
      #expect(SearchPhrase(text).typed.count <= 8)
    }
    #expect(results("강남역" + String(repeating: " ", count: 10_000) + "x").first?.name == "강남역")
  }

  @Test("Any text gives each result once, in a stable order")
  func anyText() {
    var random = SeededNumbers(seed: 29)
    let pieces = Array("강남역홍대부산ㄱㄴㅏㅇa1Z .,-'\"%\u{0}\u{301}\u{1100}\u{FFFD}😀ｇ")
    for _ in 0..<30 * fuzzRounds {
      let text = String((0..<Int.random(in: 0...24, using: &random)).map { _ in pieces.randomElement(using: &random)! })
      let found = results(text)
      #expect(found.map(\.name) == results(text).map(\.name))
      #expect(found.count <= 10)
    }
  }

  @Test("A search may have one starting place, several to choose from, or none")
  func origins() {
    func names(_ text: String) -> [String] {
      switch PlaceSearch(.shipped, .empty, now: Self.now).origin(named: text) {
      case .place(let place): [place.name]
      case .choices(let places): places.map { "\($0.area ?? "") \($0.name)" }
      case .unknown: []
      }
    }
    #expect(names("gangnam") == ["강남역"])
    #expect(names("강남욕") == ["강남역"])
    #expect(Set(names("중구")) == ["서울 중구", "부산 중구", "대구 중구", "인천 중구", "대전 중구", "울산 중구"])
    #expect(names("부산 중구") == ["중구"])
    #expect(names("아무도모르는이름").isEmpty)
    // A chain is no place.
    #expect(names("인생네컷").isEmpty)
  }

  @Test("Booths that change are found by their new names, and closed ones are not")
  func changes() {
    let catalogue = Self.catalogue
    let first = catalogue.record(catalogue.all(limit: 1)[0]).booth
    var renamed = first
    renamed.attributes.name = "흰구름사진관"
    renamed.attributes.brand = "흰구름"
    var changes = CatalogueChanges(version: 2, changed: [renamed], removed: [])
    let moved = catalogue.updating(changes)
    #expect(results("흰구름", in: moved).first?.kind == .brand)
    #expect(results("흰구름사진관", in: moved).first?.booth == first.id)
    renamed.attributes.status = .closed
    changes = CatalogueChanges(version: 3, changed: [renamed], removed: [])
    #expect(results("흰구름", in: moved.updating(changes)).isEmpty)
  }
}

extension BoothMatch {
  fileprivate var isNamed: Bool { if case .name = part { true } else { false } }
}

@Suite("Searching booths by words")
struct BoothTermsTests {
  private static let syllables = Array("강남역점네컷인생가나ㄱab1")

  private func booth(_ number: Int64, _ random: inout SeededNumbers) -> Booth {
    func text(_ words: ClosedRange<Int>) -> String {
      (0..<Int.random(in: words, using: &random)).map { _ in
        String((0..<Int.random(in: 1...4, using: &random)).map { _ in Self.syllables.randomElement(using: &random)! })
      }.joined(separator: " ")
    }
    let coordinate = Coordinate(
      latitude: 37 + Double.random(in: 0..<1, using: &random), longitude: 127 + Double.random(in: 0..<1, using: &random)
    )!
    var attributes = BoothAttributes(
      externalID: "\(number)", name: text(1...3), coordinate: StoredCoordinate(coordinate))
    attributes.brand = text(0...1)
    attributes.roadAddress = text(0...3)
    attributes.lotAddress = text(0...2)
    return Booth(id: BoothID(number), source: "test", attributes: attributes)
  }

  /// The booths with a word, in the given texts, that begins with each typed word, or with two of them as one.
  private func plain(_ typed: [String], _ booths: [Booth], _ texts: (BoothAttributes) -> [String]) -> Set<Int64> {
    let apart = begun(typed, booths, texts)
    return typed.count == 2 ? apart.union(begun([typed.joined()], booths, texts)) : apart
  }

  private func begun(_ typed: [String], _ booths: [Booth], _ texts: (BoothAttributes) -> [String]) -> Set<Int64> {
    let keys = typed.map { Keyboard.keys(SearchPhrase.folded($0)) }
    return Set(
      booths.filter { booth in
        let words = texts(booth.attributes).flatMap { $0.split(separator: " ") }
          .map { Keyboard.keys(SearchPhrase.folded(String($0))) }
        return keys.allSatisfy { key in words.contains { $0.starts(with: key) } }
      }.map(\.id.number))
  }

  @Test("Booths are found as by a plain loop, over generations of changes")
  func plainSearch() throws {
    var random = SeededNumbers(seed: 41)
    let place = Coordinate(latitude: 37.5, longitude: 127.5)!
    for _ in 0..<3 * fuzzRounds {
      var booths: [Booth] = []
      var builder = Catalogue.Builder()
      for number in 1...150 {
        booths.append(booth(Int64(number), &random))
        builder.append(booths[number - 1])
      }
      var catalogue = builder.finish(version: 1)
      for version in 2...4 {
        for _ in 0..<15 {
          // Words of three characters at most are not taken for two that are written together.
          let typed = (0..<Int.random(in: 1...2, using: &random)).map { _ in
            String(
              (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.syllables.randomElement(using: &random)! })
          }.filter { Keyboard.consonants($0) == nil }
          guard !typed.isEmpty else { continue }
          let found = catalogue.matches(
            TermQuery(SearchPhrase(typed.joined(separator: " "))), named: "", near: place, limit: 1000)
          let ids = { (matches: [BoothMatch]) in Set(matches.map { catalogue.record($0.ordinal).id.number }) }
          func rest(_ attributes: BoothAttributes) -> [String] {
            let (name, brand) = (attributes.name, attributes.brand ?? "")
            return brand.isEmpty || !name.hasPrefix(brand) ? [] : [String(name.dropFirst(brand.count))]
          }
          let named = plain(typed, booths) { [$0.name, $0.brand ?? ""] + rest($0) }
          let all = plain(typed, booths) {
            [$0.name, $0.brand ?? "", $0.roadAddress ?? "", $0.lotAddress ?? ""] + rest($0)
          }
          #expect(ids(found.filter { $0.isNamed }) == named, "\(typed)")
          #expect(ids(found) == all, "\(typed)")
        }
        let changed = [booth(Int64.random(in: 1...150, using: &random), &random), booth(Int64(200 + version), &random)]
        let removed = BoothID(Int64.random(in: 1...150, using: &random))
        booths.removeAll { booth in booth.id == removed || changed.contains { $0.id == booth.id } }
        let kept = changed.filter { $0.id != removed }
        booths += kept
        catalogue = catalogue.updating(
          CatalogueChanges(version: Int64(version), changed: kept, removed: [removed]))
      }
    }
  }

  @Test("Initial consonants, words written together and other scripts are found")
  func forms() {
    var builder = Catalogue.Builder()
    for (number, name) in ["인생네컷 강남점", "인생네컷강남점", "東京プリ 渋谷", "Photo Zürich", "737-1 방"].enumerated() {
      let attributes = BoothAttributes(
        externalID: "\(number)", name: name,
        coordinate: StoredCoordinate(Coordinate(latitude: 37, longitude: 127 + Double(number) / 100)!))
      builder.append(Booth(id: BoothID(Int64(number + 1)), source: "test", attributes: attributes))
    }
    let catalogue = builder.finish(version: 1)
    let place = Coordinate(latitude: 37, longitude: 127)!
    for (typed, ids) in [
      ("ㄱㄴㅈ", [1]), ("ㅇㅅㄴㅋ", [1, 2]), ("인생네컷강남", [2, 1]), ("강남점 인생", [1]), ("渋谷", [3]), ("東京", [3]), ("zürich", [4]),
      ("737-1", [5]), ("737", [5]), ("7371", []), ("남점", []),
    ] as [(String, [Int64])] {
      let found = catalogue.matches(TermQuery(SearchPhrase(typed)), named: typed, near: place, limit: 9)
      #expect(found.map { catalogue.record($0.ordinal).id.number }.sorted() == ids.sorted(), "\(typed)")
    }
  }

  @Test("A whole number comes before those that begin with it")
  func numbers() {
    var builder = Catalogue.Builder()
    for (number, house) in [120, 1200, 12, 125].enumerated() {
      var attributes = BoothAttributes(
        externalID: "\(number)", name: "방",
        coordinate: StoredCoordinate(Coordinate(latitude: 37, longitude: 127 + Double(number) / 100)!))
      attributes.roadAddress = "서울특별시 한빛로 \(house)"
      builder.append(Booth(id: BoothID(Int64(number + 1)), source: "test", attributes: attributes))
    }
    let catalogue = builder.finish(version: 1)
    for (limit, ids) in [(9, [3, 1, 2, 4]), (2, [3, 1]), (1, [3])] as [(Int, [Int64])] {
      let found = catalogue.matches(
        TermQuery(SearchPhrase("한빛로 12")), named: "한빛로 12", near: Coordinate(latitude: 37, longitude: 127)!,
        limit: limit)
      #expect(found.map { catalogue.record($0.ordinal).id.number } == ids)
    }
    let result = PlaceSearch(.empty, catalogue, now: PlaceSearchTests.now).results(for: "한빛로 12", limit: 1).first
    #expect(result?.name == "서울특별시 한빛로 12")
  }

  @Test("The index has its documented size")
  func memory() {
    let catalogue = Branches.catalogue(further: 20_000)
    catalogue.prepareSearch()
    #expect(catalogue.searchByteCount < catalogue.count * 90)
  }
}

@Suite("Gazetteer")
struct GazetteerTests {
  private static let header =
    "kind,name,name_en,within,latitude,longitude,radius_m,importance,lines,aliases,west,south,east,north"

  private func places(_ rows: String...) throws -> [Place] {
    try Gazetteer(csv: Array(([Self.header] + rows).joined(separator: "\n").utf8)).places
  }

  @Test("The shipped file has every province and district, and its places lie in Korea")
  func shipped() {
    let places = Gazetteer.shipped.places
    let counts = Dictionary(grouping: places, by: \.kind).mapValues(\.count)
    #expect(counts[.province] == 17)
    let (cities, counties, districts) = (counts[.city] ?? 0, counts[.county] ?? 0, counts[.district] ?? 0)
    #expect(cities + counties + districts == 263)
    let stations = counts[.station] ?? 0
    #expect(stations > 700)
    for place in places {
      let isInKorea = ProvinceRegions.korea.contains(
        latitude: place.coordinate.latitude, longitude: place.coordinate.longitude, margin: 0)
      #expect(isInKorea, "\(place.name)")
      let province = place.area.prefix { $0 != " " }
      guard let expected = Province.allCases.first(where: { $0.koreanName == province }) else {
        #expect(place.kind == .province, "\(place.name)")
        continue
      }
      let (latitude, longitude) = (place.coordinate.latitude, place.coordinate.longitude)
      let isInside = ProvinceRegions.contains(expected, latitude: latitude, longitude: longitude)
      #expect(isInside, "\(place.name)")
    }
  }

  @Test("Every station of the base map is known by its name, near its position")
  func drawnStations() throws {
    let stations = Dictionary(grouping: Gazetteer.shipped.places.filter { $0.kind == .station }, by: \.name)
    let drawn = try String(contentsOf: SharedData.root.appendingPathComponent("Data/subway.csv"), encoding: .utf8)
      .split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    #expect(drawn.count > 1000)
    for stop in drawn {
      let (line, name) = (stop[0], stop[3].hasSuffix("역") ? String(stop[3]) : "\(stop[3])역")
      let coordinate = try #require(Coordinate(latitude: Double(stop[5])!, longitude: Double(stop[6])!))
      // Two stations of a name may stand near one another.
      let isKnown = stations[name]?.contains { Geodesic.distance($0.coordinate, coordinate) < 800 } == true
      #expect(isKnown, "\(line) \(name)")
    }
  }

  @Test("A region contains its own point, within its border and its box")
  func borders() {
    let neighborhoods = Gazetteer.shipped.places.filter { $0.boundary != nil }
    #expect(neighborhoods.count > 5000)
    for place in Gazetteer.shipped.places where place.kind.isRegion {
      let isInside = place.contains(place.coordinate) && place.bounds.contains(place.coordinate)
      #expect(isInside, "\(place.area) \(place.name)")
    }
    for place in neighborhoods {
      let box = place.bounds
      let corners = [box.south, box.north].flatMap { latitude in
        [box.west, box.east].compactMap { Coordinate(latitude: latitude, longitude: $0) }
      }
      // Half a unit beyond its corners nothing is inside.
      for corner in corners {
        let (north, east) = (corner.latitude == box.north, corner.longitude == box.east)
        let outside = Coordinate(
          latitude: corner.latitude + (north ? 1e-4 : -1e-4), longitude: corner.longitude + (east ? 1e-4 : -1e-4))
        #expect(!place.contains(outside!), "\(place.name)")
      }
    }
  }

  @Test("The neighbourhoods leave few gaps between them, and overlap little")
  func coverage() {
    let neighborhoods = Gazetteer.shipped.places.filter { $0.boundary != nil && $0.area.hasPrefix("서울") }
    var random = SeededNumbers(seed: 61)
    var counts = [0, 0, 0]
    while counts.reduce(0, +) < 2000 {
      let coordinate = Coordinate(
        latitude: Double.random(in: 37.50...37.60, using: &random),
        longitude: Double.random(in: 126.90...127.08, using: &random))!
      counts[min(2, neighborhoods.count { $0.contains(coordinate) })] += 1
    }
    #expect(counts[1] > 1960, "none, one and several: \(counts)")
  }

  @Test("Each neighbourhood is found by its name and its district, city or county")
  func neighborhoodNames() {
    let search = PlaceSearch(.shipped, .empty, now: PlaceSearchTests.now)
    var random = SeededNumbers(seed: 62)
    for place in Gazetteer.shipped.places.filter({ $0.boundary != nil }).shuffled(using: &random).prefix(200) {
      let municipality = place.area.split(separator: " ").last ?? ""
      let found = search.results(for: "\(municipality) \(place.name)", limit: 20)
      #expect(found.contains { $0.name == place.name && $0.area == place.area }, "\(place.area) \(place.name)")
    }
  }

  @Test(
    "A border that cannot be read is refused",
    arguments: ["", " ", "_p~iF", "_p~iF~ps|U", "_p~iF~ps|U_p~iF~ps|U", "\u{7f}", "가나다", "{bnJg~ve@b@S\\N "])
  func malformedBorder(text: String) {
    #expect(Boundary(text) == nil)
  }

  @Test("English names of regions are the romanised ones")
  func romanized() {
    for place in Gazetteer.shipped.places where place.kind == .city || place.kind == .county || place.kind == .district
    {
      let stem = Romanization.romanized(String(place.name.dropLast()))
      #expect(place.englishName.lowercased().prefix(stem.count) == stem)
    }
  }

  @Test("A line is read as described")
  func line() throws {
    let place = try #require(
      try places("station,강남,Gangnam,서울,37.4973,127.0280,500,8,2호선;신분당선,\"강남대로;Gang\",,,,").first)
    #expect(place.name == "강남역" && place.lines == ["2호선", "신분당선"] && place.aliases == ["강남대로", "Gang"])
    #expect(place.radius == 500 && place.importance == 8 && place.area == "서울")
  }

  @Test(
    "A line that cannot be read is named",
    arguments: [
      "village,강남,Gangnam,서울,37.5,127,500,8,,,,,,", "station,,Gangnam,서울,37.5,127,500,8,,,,,,",
      "station,강남,Gangnam,서울,97.5,127,500,8,,,,,,", "station,강남,Gangnam,서울,37.5,x,500,8,,,,,,",
      "station,강남,Gangnam,서울,37.5,127,0,8,,,,,,", "station,강남,Gangnam,서울,37.5,127,500,10,,,,,,", "station,강남,Gangnam",
    ])
  func malformed(row: String) {
    let error = #expect(throws: DomainError.self) { try places(row) }
    #expect(error?.code == "places-unreadable" && error?.message.contains("Line 2") == true)
  }

  @Test("A box around a place is valid anywhere on Earth")
  func boxes() throws {
    for (latitude, longitude) in [(90.0, 0.0), (-90, 10), (0, 180), (0, -180), (37.5, 127)] {
      let place = try #require(try places("place,곳,Place,,\(latitude),\(longitude),1000000,5,,,,,,").first)
      #expect(place.bounds.contains(place.coordinate))
    }
  }

  @Test(
    "Names are romanised by the official rules",
    arguments: [
      ("종로", "jongno"), ("왕십리", "wangsimni"), ("신림", "sillim"), ("독립문", "dongnimmun"), ("압구정", "apgujeong"),
      ("강릉", "gangneung"),
      ("선릉", "seolleung"), ("별내", "byeollae"), ("묵호", "mukho"), ("같이", "gachi"), ("구미", "gumi"), ("옥천", "okcheon"),
      ("백암", "baegam"),
      ("합덕", "hapdeok"), ("울산abc", "ulsanabc"), ("속리산", "songnisan"),
    ])
  func romanization(hangul: String, latin: String) {
    #expect(Romanization.romanized(hangul) == latin)
  }

  @Test("The edit distance counts wrong, missing, additional and swapped letters")
  func editDistance() {
    func within(_ limit: Int, _ one: String, _ other: String) -> Bool {
      EditDistance.isWithin(limit, Array(one.utf8), Array(other.utf8))
    }
    #expect(within(0, "abc", "abc"))
    #expect(!within(0, "abc", "abd"))
    for (limit, others) in [(1, ["abd", "ab", "abcd", "acb", "bac"]), (2, ["xyc", "a", "abcde", "cab"])] {
      for other in others {
        #expect(within(limit, "abc", other), "\(other)")
        #expect(!within(limit - 1, "abc", other), "\(other)")
      }
    }
    #expect(!within(2, "abc", "xyz"))
    #expect(within(2, "", "ab"))
    #expect(!within(1, "", "ab"))
  }
}
