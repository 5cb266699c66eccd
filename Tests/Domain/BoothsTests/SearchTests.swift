import Basics
import Foundation
import Geo
import Segments
import Support
import Testing
import Workload

@testable import Booths

@Suite("Search for booths")
struct SearchTests {
  /// A catalogue of booths by name, chain and addresses, with ids from 0 on.
  private static func catalogue(
    _ booths: [(name: String, brand: String, road: String, lot: String)], at coordinates: [(Double, Double)] = []
  ) -> Catalogue {
    var builder = Catalogue.Builder()
    for (number, booth) in booths.enumerated() {
      let (latitude, longitude) = number < coordinates.count ? coordinates[number] : (37.5 + Double(number) / 1000, 127)
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)!
      var attributes = BoothAttributes(
        externalID: "\(number)", name: booth.name, coordinate: StoredCoordinate(coordinate))
      attributes.brand = booth.brand.isEmpty ? nil : booth.brand
      attributes.roadAddress = booth.road.isEmpty ? nil : booth.road
      attributes.lotAddress = booth.lot.isEmpty ? nil : booth.lot
      builder.append(Booth(id: BoothID(Int64(number)), source: "test", attributes: attributes))
    }
    return builder.finish(version: 1)
  }

  private static let signs = catalogue(
    [
      ("인생네컷 강남점", "인생네컷", "서울특별시 강남구 테헤란로 152", "서울특별시 강남구 역삼동 737"),
      ("샘플포토 홍대", "인생네컷", "서울특별시 마포구 와우산로21길 19-10", ""),
      ("무인 인생네컷", "", "부산광역시 해운대구 해운대로 570", ""),
      ("Photo ABC", "포토Abc", "", "경기도 수원시 팔달구 매산로1가 18"),
      ("과일포토", "", "서울특별시 강남구 강남대로 396", ""),
      ("ㅋㅋ포토", "", "서울특별시 종로구 종로 1", ""),
      ("갑수네 값진사진", "", "", ""),
    ], at: [(37.5000, 127.0365), (37.5555, 126.9293)])

  private static func found(_ text: String, in catalogue: Catalogue = signs, limit: Int = 10) -> [Int64]? {
    PlaceSearch(.shipped, catalogue, now: PlaceSearchTests.now).booths(for: text, limit: limit)?
      .map { catalogue.record($0).id.number }
  }

  @Test("A booth abroad is found by the English name that its source gives, which is its name for English readers")
  func englishName() throws {
    var builder = Catalogue.Builder()
    let given: [(String, String?)] = [
      ("夢写真館", "Dream Photo Studio"), ("大頭貼屋", nil), ("견본샾 종로", "Sample Shop"),
    ]
    for (number, name) in given.enumerated() {
      let coordinate = try #require(Coordinate(latitude: 35.66 + Double(number) / 1000, longitude: 139.7))
      var attributes = BoothAttributes(externalID: "\(number)", name: name.0, coordinate: StoredCoordinate(coordinate))
      attributes.englishName = name.1
      builder.append(Booth(id: BoothID(Int64(number)), source: "test", attributes: attributes))
    }
    let catalogue = builder.finish(version: 1)
    #expect(Self.found("dream photo", in: catalogue) == [0])
    #expect(Self.found("studio", in: catalogue) == [0])
    #expect(Self.found("夢写真館", in: catalogue) == [0])
    let names = (0..<3).map { EnglishName.booth(catalogue.record($0), .shipped) }
    #expect(names == ["Dream Photo Studio", nil, "Sample Shop"])
    #expect(catalogue.record(0).booth.attributes.englishName == "Dream Photo Studio")
  }

  @Test(
    "A text finds the expected booth first",
    arguments: [
      ("인생네컷", 0), ("ㅇㅅㄴㅋ", 0), ("인새", 0), ("인생넼", 0), ("인생 네컷", 0), ("인생네컷강남", 0), ("강남 인생네컷", 0), ("강남점 인생네컷", 0),
      ("ＡＢＣ", 3), ("photo abc", 3), ("PHOTOABC", 3), ("테헤란로152", 0), ("테헤란로 152", 0), ("역삼동 737", 0), ("역삼동 152", 0),
      ("과일", 4), ("갑수네", 6), ("값진", 6), ("ㅋㅋ", 5), ("ㅋㅋ포토", 5), ("수원", 3), ("샘플", 1),
      // The forms of provinces, and English.
      ("서울시 강남구 테헤란로 152", 0), ("서울 강남구 테헤란로152", 0), ("Seoul Gangnam-gu Teheran-ro 152", 0),
      ("152 Teheran-ro, Gangnam-gu, Seoul", 0), ("19-10 Wausan-ro 21-gil, Mapo-gu, Seoul", 1),
      ("서울시 마포구 와우산로21길 19-10", 1), ("와우산로 21길 19-10", 1), ("와우산로21길19-10", 1), ("부산시 해운대구 해운대로", 2),
      ("570 Haeundae-ro, Busan", 2),
      // Slips, in one of several parts.
      ("인샹네컷 강남점", 0), ("과읿포토", 4), ("테헤린로 152", 0),
      // Inside a word.
      ("생네컷", 0), ("수네", 6),
      // At a place that no text of the booth names.
      ("역삼역 인생네컷", 0), ("홍대입구역 인생네컷", 1),
    ] as [(String, Int64)])
  func first(text: String, id: Int64) {
    for form in [text, text.decomposedStringWithCanonicalMapping, text.decomposedStringWithCompatibilityMapping] {
      #expect(Self.found(form)?.first == id, "\(form): \(Self.found(form) ?? [])")
    }
  }

  @Test("Names come before addresses, and a match at the beginning before one inside")
  func order() {
    #expect(Self.found("인생네컷") == [0, 1, 2])
    #expect(Self.found("강남")?.prefix(2) == [0, 4])
    let many = Self.catalogue((0..<500).map { ($0 % 5 == 0 ? "네컷상점" : "우리 네컷상점 \($0)", "", "", "") })
    #expect(Self.found("네컷상점", in: many, limit: 3) == [0, 5, 10])
    #expect(Self.found("네컷상점", in: many, limit: 1000)?.count == 500)
    #expect(Self.found("네컷상점", in: many, limit: 0) == [])
  }

  @Test("Words that no booth has find nothing, and fillers alone are ignored")
  func nothing() {
    #expect(Self.found("없는이름아무도") == [])
    #expect(Self.found("강남 없는이름아무도") == [])
    #expect(Self.found("근처 포토부스") == nil)
    #expect(Self.found("") == nil)
  }

  @Test("A filter and the conditions in a text hold for all results")
  func wishes() {
    var builder = Catalogue.Builder()
    for number in 0..<40 {
      let coordinate = Coordinate(latitude: 37.556 + Double(number) / 100_000, longitude: 126.9236)!
      var attributes = BoothAttributes(
        externalID: "\(number)", name: "시험포토 \(number)", coordinate: StoredCoordinate(coordinate))
      attributes.brand = "시험포토"
      attributes.openingHours = number % 2 == 0 ? "24/7" : "Mo-Su 10:00-22:00"
      attributes.price = 3000 + number * 100
      attributes.capacity = number % 8 + 1
      builder.append(Booth(id: BoothID(Int64(number)), source: "test", attributes: attributes))
    }
    let catalogue = builder.finish(version: 1)
    func all(_ text: String) -> [Int64] { (Self.found(text, in: catalogue, limit: 100) ?? []).sorted() }
    let numbers = Array(Int64(0)..<40)
    #expect(all("시험포토") == numbers)
    #expect(all("시험포토 24시간") == numbers.filter { $0 % 2 == 0 })
    #expect(all("24시간") == numbers.filter { $0 % 2 == 0 })
    #expect(all("홍대 24시간 시험포토 5명") == numbers.filter { $0 % 2 == 0 && $0 % 8 + 1 >= 5 })
    #expect(all("시험포토 4,000원 이하") == numbers.filter { 3000 + $0 * 100 <= 4000 })
    #expect(all("시험포토 5천원 이하") == numbers.filter { 3000 + $0 * 100 <= 5000 })
    #expect(all("for 5 시험포토") == numbers.filter { $0 % 8 + 1 >= 5 })
  }

  @Test(
    "A condition is read as people write it",
    arguments: [
      ("24시간", .openAllDay), ("24h", .openAllDay), ("영업중", .openNow), ("지금", .openNow), ("5명", .people(5)),
      ("10인", .people(10)),
      ("만원이하", .maxPrice(10_000)), ("5000원이하", .maxPrice(5000)), ("5천원", .maxPrice(5000)),
      ("만5천원까지", .maxPrice(15_000)),
      ("under5000", .maxPrice(5000)), ("0명", nil), ("명", nil), ("원", nil), ("5", nil), ("99999999원", nil), ("주인", nil),
    ] as [(String, BoothWish?)])
  func wish(text: String, expected: BoothWish?) { #expect(BoothWish(text) == expected) }

  @Test("Any bytes and any query give each booth once")
  func anyBytes() {
    var random = SeededNumbers(seed: 22)
    func text(_ count: Int) -> String {
      let pool: [UInt8] = [
        0, 0x20, 0x41, 0x61, 0xE1, 0x84, 0x80, 0x85, 0xA1, 0xEC, 0x9D, 0xB8, 0xF0, 0x9F, 0xFF, 0xC0, 0xE3, 0xED, 0xA0,
      ]
      return String(decoding: (0..<count).map { _ in pool.randomElement(using: &random)! }, as: UTF8.self)
    }
    for _ in 0..<6 * fuzzRounds {
      let catalogue = Self.catalogue(
        (0..<130).map { _ in (text(Int.random(in: 1...20, using: &random)), text(6), text(20), text(20)) })
      for _ in 0..<10 {
        let found = Self.found(text(Int.random(in: 0...12, using: &random)), in: catalogue, limit: 50) ?? []
        #expect(Set(found).count == found.count)
      }
    }
  }

  @Test("Endless queries take little time")
  func longQueries() {
    for piece in ["인생네컷", "가 나 ", "ㄳ", "홍대인생네컷강남"] {
      #expect((Self.found(String(repeating: piece, count: 20_000)) ?? []).count <= 10)
    }
  }
}
