import Basics
import Foundation
import Geo
import Support
import Testing
import Workload

@testable import Booths

@Suite("Search by several parts")
struct SearchTableTests {
  private static func search(_ catalogue: Catalogue = PlaceSearchTests.catalogue) -> PlaceSearch {
    PlaceSearch(.shipped, catalogue, from: PlaceSearchTests.cityHall, now: PlaceSearchTests.now)
  }

  @Test("The meaning of each part is reported")
  func interpretation() {
    func kinds(_ text: String) -> [String] {
      Self.search().interpretation(of: Self.search().read(text)).parts.map { "\($0.text): \($0.meaning.kind)" }
    }
    #expect(kinds("홍대 인생네컷 24시간") == ["홍대: station", "인생네컷: brand", "24시간: filter"])
    #expect(kinds("서울 강남구 역삼동") == ["서울: region", "강남구: region", "역삼동: region"])
    #expect(kinds("강남역 10번 출구 근처") == ["강남역: station", "10번 출구: filler", "근처: filler"])
    #expect(kinds("홍대인생네컷") == ["홍대: station", "인생네컷: brand"])
    #expect(kinds("아무도모르는이름 강남역") == ["아무도모르는이름: unknown", "강남역: station"])
    #expect(kinds("샘플대로 8") == ["샘플대로: words", "8: words"])
    #expect(kinds("강남역 5명 4,000원 이하") == ["강남역: station", "5명: filter", "4 000원 이하: filter"])
    #expect(kinds("").isEmpty)
  }

  @Test("Each booth of a seeded catalogue is found by its own address in six written forms")
  func addresses() {
    var random = SeededNumbers(seed: 382)
    let all = ProcessInfo.processInfo.environment["FOURCUTS_BOOTHS"].flatMap(Int.init)
    let count = all ?? 3000
    let neighborhoods = Gazetteer.shipped.places.filter { $0.boundary != nil && $0.name.hasSuffix("동") }
    let roads = ["와우산로", "테헤란로", "월드컵로", "독립문로", "중앙대로", "양화로", "왕십리로", "동성로", "구남로", "한밭대로"]
    let provinces = Dictionary(
      uniqueKeysWithValues: Gazetteer.shipped.places.filter { $0.kind == .province }.map {
        ($0.aliases.first ?? "", $0)
      })
    var builder = Catalogue.Builder()
    var written: [(province: Place, area: [String], road: String, number: String)] = []
    for id in 1...count {
      let place = neighborhoods.randomElement(using: &random)!
      let area = place.area.split(separator: " ").map(String.init)
      guard let province = provinces[area[0]] else { continue }
      var road = roads.randomElement(using: &random)!
      if Bool.random(using: &random) { road += "\(Int.random(in: 1...90, using: &random))길" }
      let number = "\(Int.random(in: 1...400, using: &random))-\(Int.random(in: 1...60, using: &random))"
      // A city that is divided into districts has its ending.
      let municipality = area.count == 3 ? [area[1] + "시", area[2]] : Array(area.dropFirst())
      var attributes = BoothAttributes(
        externalID: "\(id)", name: "방 \(id)", coordinate: StoredCoordinate(place.coordinate))
      attributes.roadAddress = ([province.name] + municipality + [road, number]).joined(separator: " ")
      builder.append(Booth(id: BoothID(Int64(written.count)), source: "test", attributes: attributes))
      written.append((province, municipality, road, number))
    }
    let catalogue = builder.finish(version: 1)
    let search = PlaceSearch(.shipped, catalogue, now: PlaceSearchTests.now)
    var (asked, missed) = (0, [String]())
    for id in (0..<written.count).shuffled(using: &random).prefix(all ?? 20 * fuzzRounds) {
      let (province, area, road, number) = written[id]
      let own = catalogue.record(catalogue.ordinal(of: BoothID(Int64(id)))!).booth.attributes.roadAddress!
      let short = province.aliases.first ?? province.name
      let forms =
        [
          own, ([short] + area + [road, number]).joined(separator: " "),
          ([short] + area).joined(separator: " ") + " \(road)\(number)",
          (area + [road, number]).joined(separator: " "),
          ([province.name] + area + [road.replacing("길", with: "길 "), number]).joined(separator: " "),
        ] + [EnglishAddress.text(of: own)].compactMap(\.self)
      for form in forms {
        asked += 1
        let found = search.booths(for: form, limit: 1)?.first.map { catalogue.record($0).booth.attributes.roadAddress! }
        let result = search.results(for: form, limit: 1).first?.name
        if found != own || result != own { missed.append("\(form): \(found ?? "") \(result ?? "")") }
      }
    }
    #expect(asked > 100)
    #expect(Double(missed.count) <= Double(asked) / 1000, "\(missed.prefix(5))")
  }

  @Test("Each place is found by its name with the larger region, in both orders")
  func regions() {
    var random = SeededNumbers(seed: 383)
    let search = PlaceSearch(.shipped, .empty, now: PlaceSearchTests.now)
    let places = Gazetteer.shipped.places.filter { !$0.area.isEmpty }
    for place in places.shuffled(using: &random).prefix(60 * fuzzRounds) {
      for text in ["\(place.area) \(place.name)", "\(place.name) \(place.area)"] {
        let found = search.results(for: text, limit: 8)
        let isFound = found.contains { $0.name == place.name && $0.area == place.area }
        #expect(isFound, "\(text): \(found.map { "\($0.area ?? "") \($0.name)" })")
      }
    }
  }

  @Test("Each road of the base map is found by its name, alone and in its municipality")
  func roads() {
    var random = SeededNumbers(seed: 384)
    let search = PlaceSearch(.shipped, .empty, now: PlaceSearchTests.now)
    let roads = Gazetteer.shipped.places.filter { $0.kind == .road }
    #expect(roads.count > 4500)
    for road in roads.shuffled(using: &random).prefix(60 * fuzzRounds) {
      let namesakes = roads.filter { $0.name == road.name }.count
      for text in [road.name, "\(road.area) \(road.name)", road.englishName] {
        let found = search.results(for: text, limit: namesakes + 8)
        let isFound = found.contains { $0.name == road.name && $0.area == road.area && $0.kind == .place }
        #expect(isFound, "\(text): \(found.map { "\($0.area ?? "") \($0.name)" })")
      }
    }
  }

  @Test("A road gives the booths at its addresses, and those near it for a chain or without such booths")
  func boothsOfRoads() throws {
    let road = try #require(Gazetteer.shipped.places.first { $0.kind == .road && $0.name == "와우산로" })
    func booth(_ number: Int64, _ name: String, _ brand: String, at address: String, metres: Double) -> Booth {
      let place = Coordinate(
        latitude: road.coordinate.latitude + metres / 111_000, longitude: road.coordinate.longitude)!
      var attributes = BoothAttributes(
        externalID: "\(number)", name: name, coordinate: StoredCoordinate(place))
      (attributes.brand, attributes.roadAddress) = (brand, address)
      return Booth(id: BoothID(number), source: "test", attributes: attributes)
    }
    func names(_ text: String, _ booths: [Booth]) -> [String] {
      var builder = Catalogue.Builder()
      for booth in booths { builder.append(booth) }
      let catalogue = builder.finish(version: 1)
      return Self.search(catalogue).booths(for: text, limit: 9)?.map { catalogue.record($0).booth.attributes.name }
        ?? []
    }
    let near = booth(1, "가까운 방", "하루필름", at: "서울특별시 마포구 홍익로 3", metres: 100)
    let onRoad = booth(2, "길가 방", "인생네컷", at: "서울특별시 마포구 와우산로 90", metres: 900)
    #expect(names("와우산로", [near, onRoad]) == ["길가 방"])
    #expect(names("마포구 와우산로", [near, onRoad]) == ["길가 방"])
    #expect(names("와우산로", [near]) == ["가까운 방"])
    #expect(names("와우산로 하루필름", [near, onRoad]) == ["가까운 방"])
  }

  @Test("A number does not match a longer one or one with another hyphen")
  func numbers() {
    var builder = Catalogue.Builder()
    for (number, text) in ["341-6", "34-16", "341-60", "341"].enumerated() {
      var attributes = BoothAttributes(
        externalID: "\(number)", name: "방 \(number)",
        coordinate: StoredCoordinate(Coordinate(latitude: 37.5, longitude: 127)!))
      attributes.roadAddress = "서울특별시 마포구 샘플대로 \(text)"
      builder.append(Booth(id: BoothID(Int64(number + 1)), source: "test", attributes: attributes))
    }
    let catalogue = builder.finish(version: 1)
    func found(_ text: String) -> [Int64] {
      (Self.search(catalogue).booths(for: text, limit: 9) ?? []).map { catalogue.record($0).id.number }
    }
    for road in ["샘플대로 ", "샘플대로"] {
      #expect(found("\(road)341-6") == [1, 3])
      #expect(found("\(road)34-16") == [2])
      #expect(found("\(road)341") == [4, 1, 3])
      #expect(found("마포구 \(road)34") == [1, 2, 3, 4])
    }
  }
}
