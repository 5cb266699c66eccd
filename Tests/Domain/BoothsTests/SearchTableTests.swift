import Basics
import Foundation
import Geo
import Support
import Testing
import Workload

@testable import Booths

/// Texts that are made of parts in every form that people write, each with what it must find first.
@Suite("Search by several parts")
struct SearchTableTests {
  private static func search(_ catalogue: Catalogue = PlaceSearchTests.catalogue) -> PlaceSearch {
    PlaceSearch(.shipped, catalogue, from: PlaceSearchTests.cityHall, now: PlaceSearchTests.now)
  }

  private func expect(_ text: String, _ expected: String, _ catalogue: Catalogue = PlaceSearchTests.catalogue) {
    let found = Self.search(catalogue).results(for: text, limit: 8)
    let first = found.first.map { "\($0.area ?? "") \($0.name)" } ?? ""
    #expect(first.hasSuffix(expected), "\(text): \(found.map { "\($0.kind) \($0.area ?? "") \($0.name)" })")
  }

  @Test(
    "What people type finds what they mean",
    arguments: [
      // Region by region, in any order, with commas, Korean and English.
      ("서울 강남구 역삼동", "서울 강남구 역삼동"), ("역삼동 강남구 서울", "서울 강남구 역삼동"), ("서울특별시 강남구 역삼동", "서울 강남구 역삼동"),
      ("서울시 강남구", "서울 강남구"), ("부산시 해운대구", "부산 해운대구"), ("전라북도 전주시 완산구", "전북 전주 완산구"),
      ("전북 전주시", "전북 전주시"), ("강원도 강릉시", "강원 강릉시"), ("경기도 성남시 분당구 정자동", "경기 성남 분당구 정자동"),
      ("Yeoksam-dong, Gangnam-gu, Seoul", "서울 강남구 역삼동"), ("Gangnam-gu Seoul", "서울 강남구"), ("Seoul, Mapo-gu", "서울 마포구"),
      ("Haeundae-gu, Busan", "부산 해운대구"), ("서울 종로구 경복궁", "경복궁"), ("경복궁 종로구", "경복궁"),
      ("부산 해운대구 해운대역", "해운대역"), ("서울 마포구 홍대입구역", "홍대입구역"), ("대구 중구 반월당역", "반월당역"),
      ("제주도 제주시", "제주 제주시"), ("seoul gangnam station", "강남역"),
      // Exits and lines.
      ("강남역 10번 출구", "강남역"), ("강남역10번출구", "강남역"), ("강남역 10번출구", "강남역"), ("홍대입구역 9번 출구 근처", "홍대입구역"),
      ("gangnam station exit 10", "강남역"), ("2호선 강남역", "강남역"), ("강남역 신분당선", "강남역"), ("부산 2호선 서면역", "서면역"),
      // A chain at a place, in both orders, with fillers, written together, with a slip in either.
      ("인생네컷 강남역", "인생네컷 강남점"), ("강남역 인생네컷", "인생네컷 강남점"), ("강남역 근처 인생네컷", "인생네컷 강남점"),
      ("홍대인생네컷", "인생네컷 홍대입구점"), ("해운대하루필름", "하루필름 해운대점"), ("인생내컷 홍대", "인생네컷 홍대입구점"),
      ("인생네컷 홍데", "인생네컷 홍대입구점"), ("홍대 인생내컷", "인생네컷 홍대입구점"), ("하루필림 성수역", "하루필름 성수점"),
      ("life4cuts hongdae", "인생네컷 홍대입구점"), ("photoism gangnam station", "포토이즘 강남점"), ("hongdae photoism", "포토이즘 홍대입구점"),
      ("서울 강남구 강남역 포토이즘", "포토이즘 강남점"), ("부산 서면역 하루필름", "하루필름 서면점"), ("ㅇㅅㄴㅋ 강남역", "인생네컷 강남점"),
      ("dlstodspzjt 강남역", "인생네컷 강남점"), ("인생네컷 강남역 10번 출구", "인생네컷 강남점"),
      ("포토시그니처 건대", "포토시그니처 건대입구점"), ("건대 포시", "포토시그니처 건대입구점"),
      // Wishes.
      ("홍대 24시간", "홍대입구역"), ("강남역 지금 영업중", "강남역"), ("강남역 5명", "강남역"), ("성수역 만원 이하", "성수역"),
      ("open now gangnam station", "강남역"), ("명동 맛집", "명동역"), ("강남역 앞 사진관", "강남역"),
      // A part that nothing explains is left out.
      ("포토없즘 홍대입구역", "홍대입구역"), ("홍대입구역 아무도모르는이름", "홍대입구역"), ("인생네컷 아무도모르는이름", "인생네컷"),
    ] as [(String, String)])
  func first(text: String, expected: String) { expect(text, expected) }

  @Test("Every form of a province, before and after each of some districts, finds the district")
  func provinces() {
    let forms = [
      "서울": ["서울", "서울시", "서울특별시", "Seoul"], "부산": ["부산", "부산시", "부산광역시", "Busan", "Pusan"],
      "대구": ["대구", "대구시", "대구광역시", "Daegu"], "인천": ["인천", "인천시", "인천광역시", "Incheon"],
      "광주": ["광주", "광주시", "광주광역시", "Gwangju"], "대전": ["대전", "대전시", "대전광역시", "Daejeon"],
      "울산": ["울산", "울산시", "울산광역시", "Ulsan"], "경기": ["경기", "경기도", "Gyeonggi-do"],
      "강원": ["강원", "강원도", "강원특별자치도", "Gangwon-do"], "충북": ["충북", "충청북도", "Chungcheongbuk-do"],
      "충남": ["충남", "충청남도", "Chungcheongnam-do"], "전북": ["전북", "전라북도", "전북특별자치도", "Jeonbuk-do"],
      "전남": ["전남", "전라남도", "Jeollanam-do"], "경북": ["경북", "경상북도", "Gyeongsangbuk-do"],
      "경남": ["경남", "경상남도", "Gyeongsangnam-do"], "제주": ["제주", "제주도", "제주특별자치도", "Jeju-do"],
    ]
    var random = SeededNumbers(seed: 380)
    let municipalities = Gazetteer.shipped.places.filter { [.city, .county, .district].contains($0.kind) }
    var count = 0
    for (province, forms) in forms.sorted(by: { $0.key < $1.key }) {
      let within = municipalities.filter { $0.area == province }.shuffled(using: &random)
      for (form, place) in zip(forms, within) {
        let name = form.utf8.allSatisfy { $0 < 0x80 } ? place.englishName : place.name
        for text in ["\(form) \(name)", "\(name) \(form)", "\(name), \(form)"] {
          expect(text, "\(place.area) \(place.name)", .empty)
          count += 1
        }
      }
    }
    #expect(count > 150)
  }

  @Test("A station with any suffix finds the station")
  func stations() {
    var random = SeededNumbers(seed: 381)
    let stations = Gazetteer.shipped.places.filter { $0.kind == .station && $0.area == "서울" }
    let counts = Dictionary(grouping: Gazetteer.shipped.places, by: \.name).mapValues(\.count)
    for station in stations.shuffled(using: &random).filter({ counts[$0.name] == 1 }).prefix(12) {
      for suffix in [" 근처", "근처", " 1번 출구", "1번출구", " 포토부스", " 주변 사진관", " 앞"] {
        expect(station.name + suffix, station.name)
      }
    }
  }

  @Test("What the parts were taken for is told")
  func interpretation() {
    func kinds(_ text: String) -> [String] {
      Self.search().interpretation(of: text).parts.map { "\($0.text): \($0.meaning.kind)" }
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
    let count = ProcessInfo.processInfo.environment["FOURCUTS_BOOTHS"].flatMap(Int.init) ?? 20_000
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
    for id in (0..<written.count).shuffled(using: &random).prefix(60) {
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
    #expect(asked > 300)
    #expect(Double(missed.count) <= Double(asked) / 1000, "\(missed.prefix(5))")
  }

  @Test("Each place is found by its name with the larger region, in both orders")
  func regions() {
    var random = SeededNumbers(seed: 383)
    let search = PlaceSearch(.shipped, .empty, now: PlaceSearchTests.now)
    let places = Gazetteer.shipped.places.filter { !$0.area.isEmpty }
    for place in places.shuffled(using: &random).prefix(150 * fuzzRounds) {
      for text in ["\(place.area) \(place.name)", "\(place.name) \(place.area)"] {
        let found = search.results(for: text, limit: 8)
        let isFound = found.contains { $0.name == place.name && $0.area == place.area }
        #expect(isFound, "\(text): \(found.map { "\($0.area ?? "") \($0.name)" })")
      }
    }
  }
}
