import Basics
import Geo
import Tabular
import Testing

@testable import Booths

@Suite("Every record becomes a validated row or a rejected one")
struct ImportRowTests {
  @Test("Only rows with the requested values are read, and decide the reference system")
  func only() throws {
    var text = "name,kind,brand,lat,lon\n"
    // In metres: no booths.
    for row in 0..<50 { text += "가게\(row),cafe,,\(387_000 + row),\(185_000 + row)\n" }
    text += "가,photo_booth,견본,37.55,126.92\n나, atm; photo_booth ,견본,37.56,126.93\n다,photo_booth,다른,37.57,126.94\n"
    var options = ImportOptions(fileName: "test.csv", only: [RowCondition(header: "Kind", value: "photo_booth")])
    let booths = try ValidatedFile(text, options)
    #expect(booths.rows.map(\.attributes.name) == ["가", "나", "다"] && booths.rejected.isEmpty && booths.leftOut == 50)
    #expect(booths.plan.decisions.contains("Only rows with “photo_booth” in “Kind” are read, as specified."))
    options.only.append(RowCondition(header: "brand", value: "견본"))
    let both = try ValidatedFile(text, options)
    #expect(both.rows.map(\.attributes.name) == ["가", "나"] && both.leftOut == 51)
    let unknown = domainError(
      of: text, ImportOptions(fileName: "a", only: [RowCondition(header: "amenity", value: "x")]))
    #expect(unknown?.code == "header-unknown" && unknown?.field == "only")
  }

  @Test("All fields of a row are read")
  func allFields() throws {
    let attributes = try ValidatedFile(
      """
      external_id,name,brand,road_address,lot_address,latitude,longitude,phone,opening_hours,tags,cuts,shots,price,\
      even_prints_only,capacity,status,last_verified
      A-1,인생사진 강남점,인생사진,서울특별시 강남구 강남대로 1,서울특별시 강남구 역삼동 1,37.4979,127.0276,02-123-4567,\
      Mo-Su 10:00-22:00,"대형,레트로",4,8,"5,000원",예,6명,영업중,2024-05-01
      """
    ).onlyAttributes
    #expect(attributes.externalID == "A-1")
    #expect(attributes.name == "인생사진 강남점")
    #expect(attributes.brand == "인생사진")
    #expect(attributes.roadAddress == "서울특별시 강남구 강남대로 1")
    #expect(attributes.lotAddress == "서울특별시 강남구 역삼동 1")
    #expect(attributes.coordinate == StoredCoordinate(latitudeE7: 374_979_000, longitudeE7: 1_270_276_000))
    #expect(attributes.phone == "02-123-4567")
    #expect(attributes.openingHours == (try OpeningHours(parsing: "Mo-Su 10:00-22:00").text))
    #expect(attributes.tags == ["대형", "레트로"])
    #expect(attributes.cuts == 4)
    #expect(attributes.shots == 8)
    #expect(attributes.price == 5000)
    #expect(attributes.evenPrintsOnly == true)
    #expect(attributes.capacity == 6)
    #expect(attributes.status == .operating)
    #expect(attributes.lastVerified?.rfc3339 == "2024-04-30T15:00:00Z")
  }

  @Test("A row needs only a name and a coordinate")
  func leastRow() throws {
    let attributes = try ValidatedFile("name,lat,lon\n부스,37.5,127.0\n").onlyAttributes
    #expect(attributes.externalID == "부스@37.5000000,127.0000000")
    #expect(attributes.status == .unknown)
    #expect(
      attributes.brand == nil && attributes.roadAddress == nil && attributes.tags.isEmpty && attributes.price == nil)
  }

  @Test("A row without a key is identified by name and address")
  func keyOfNameAndAddress() throws {
    let validated = try ValidatedFile("관리번호,name,lat,lon,주소\n,부스,37.5,127.0,서울 중구 1\nK,부스,37.5,127.0,\n")
    #expect(validated.rows.map(\.attributes.externalID) == ["부스@서울 중구 1", "K"])
  }

  @Test("Blank cells set nothing", arguments: [" ", "\u{3000}", "", "-"])
  func blanks(_ blank: String) throws {
    let attributes = try ValidatedFile("name,lat,lon,brand,phone,price\n부스,37.5,127.0,\(blank),\(blank),\(blank)\n")
      .onlyAttributes
    #expect(attributes.brand == nil && attributes.phone == nil && attributes.price == nil)
  }

  @Test("Opening hours are kept in normal form, from their own syntax and from Korean")
  func openingHours() throws {
    let validated = try ValidatedFile("name,lat,lon,영업시간\nA,37.5,127,10:00~22:00\nB,37.5,127,24/7\nC,37.5,127,사장님 마음\n")
    #expect(validated.rows[0].attributes.openingHours == OpeningHours.asWritten("10:00~22:00")?.text)
    #expect(validated.rows[0].attributes.openingHours != nil)
    #expect(validated.rows[1].attributes.openingHours == "24/7")
    #expect(validated.rows[2].attributes.openingHours == nil)
    #expect(validated.warnings.map(\.field) == [.openingHours])
  }

  @Test("Character references in names and addresses are decoded, and line ends become blanks")
  func cleanedText() throws {
    let attributes = try ValidatedFile("name,lat,lon,주소\n\"캣츠&amp;독스\r\n(본점)\",37.5,127.0,\"서울 중구, 2층 &lt;A&gt;\"\n")
      .onlyAttributes
    #expect(attributes.name == "캣츠&독스 (본점)")
    #expect(attributes.roadAddress == "서울 중구, 2층 <A>")
  }

  @Test(
    "A rejected row has a reason",
    arguments: [
      (",37.5,127.0,서울 중구", "no-name"), (" ,37.5,127.0,서울 중구", "no-name"),
      ("\(String(repeating: "가", count: 201)),37.5,127.0,서울 중구", "name-too-long"), ("부스,,,서울 중구", "no-coordinate"),
      ("부스,37.5,,서울 중구", "no-coordinate"), ("부스,,127.0,", "no-coordinate"), ("부스", "no-coordinate"),
      ("부스,0,0,서울 중구", "zero-coordinate"), ("부스,삼십칠,127.0,서울 중구", "coordinate-not-a-number"),
      ("부스,37.5,백이십칠,서울 중구", "coordinate-not-a-number"), ("부스,126.98,37.55,서울 성북구", "swapped-coordinates"),
      ("부스,126.98,37.55,", "swapped-coordinates"), ("부스,35.448,128.386,서울 용산구", "wrong-province"),
      ("부스,37.259943,127.110334,서울 용산구", "wrong-province"), ("부스,37.508,123.867,서울 양천구", "outside-korea"),
      ("부스,34.1234567,123.1234567,경상남도 하동군", "dummy-coordinate"), ("부스,48.85,2.35,서울 중구", "outside-korea"),
      ("부스,48.85,2.35,중구 정동길", "outside-korea"), ("부스,3712093,127.0,서울 중구", "coordinate-out-of-range"),
      ("부스,37.5,452000,서울 중구", "coordinate-out-of-range"), ("부스,37.5,127.0,서울 중구,더", "too-many-fields"),
      ("name,lat,lon,address", "repeated-header"),
    ])
  func rejected(_ row: String, _ code: String) throws {
    let good = "좋은 부스,37.56,126.98,서울 중구\n"
    let validated = try ValidatedFile("name,lat,lon,address\n" + String(repeating: good, count: 3) + row + "\n" + good)
    #expect(validated.rows.count == 4)
    try #require(validated.codes == [code])
    #expect(validated.rejected[0].line == 5)
    #expect(validated.rejected[0].reason.hasSuffix("."))
    #expect(
      validated.rejected[0].fields == row.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
  }

  @Test("The reason for a wrong coordinate has the numbers and both provinces")
  func reasons() throws {
    let validated = try ValidatedFile(
      "name,lat,lon,address\nA,37.56,126.98,서울 중구\nB,37.56,126.98,서울 중구\nC,35.448,128.386,서울 용산구\n")
    let reason = try #require(validated.rejected.first?.reason)
    #expect(reason.contains("35.448") && reason.contains("128.386") && reason.contains("서울"))
  }

  @Test("A closed place without a coordinate is listed")
  func closedWithoutCoordinate() throws {
    let validated = try ValidatedFile("name,lat,lon,영업상태명\nA,37.5,127,영업/정상\nB,,,폐업\n")
    #expect(validated.codes == ["no-coordinate"])
    #expect(validated.rows.count == 1)
  }

  @Test("Rows without an address pass anywhere on Earth if the file does not mention Korea")
  func abroad() throws {
    let validated = try ValidatedFile("name,lat,lon\nTokyo,35.68,139.76\nParis,48.85,2.35\nQuito,-0.18,-78.46\n")
    #expect(validated.rows.count == 3)
    #expect(validated.rows[2].attributes.coordinate?.longitudeE7 == -784_600_000)
  }

  @Test("A row outside Korea is rejected in a file of Korean degrees, even without an address")
  func outsideKorea() throws {
    let rows = (0..<20).map { "부스 \($0),37.\(500 + $0),127.0" }.joined(separator: "\n")
    let validated = try ValidatedFile("명칭,위도,경도\n\(rows)\n먼 곳,48.85,2.35\n")
    #expect(validated.rows.count == 20)
    #expect(validated.codes == ["outside-korea"])
  }

  @Test("A row that is too short lacks its last fields")
  func shortRows() throws {
    let attributes = try ValidatedFile("name,lat,lon,brand,phone\n부스,37.5,127\n").onlyAttributes
    #expect(attributes.brand == nil && attributes.phone == nil)
  }

  @Test("Empty cells after the last column are no fault")
  func trailingCommas() throws {
    let validated = try ValidatedFile("name,lat,lon,\n부스,37.5,127,\n부스 2,37.6,127,,,\n부스 3,37.5,127,밀린 칸\n")
    #expect(validated.rows.count == 2)
    #expect(validated.codes == ["too-many-fields"])
    #expect(validated.plan.headers.count == 4)
  }

  @Test("An unclosed quote and bytes that are no text are rejected, and what follows is validated")
  func brokenRecords() throws {
    let start = Array("name,lat,lon,주소\n가게,37.5,127,서울\n".utf8)
    let broken = Array("나".utf8) + [0xFF, 0xFE] + Array(",37.5,127,서울\n다,37.5,127,\"서울\n라,37.5,127,서울\n".utf8)
    let validated = try ValidatedFile(start + broken, ImportOptions(fileName: "a.csv", encoding: .utf8))
    #expect(validated.rows.map(\.attributes.name) == ["가게", "라"])
    #expect(validated.codes == ["undecodable", "unclosed-quote"])
  }

  @Test("An invalid value is left out, counted and shown")
  func warnings() throws {
    let validated = try ValidatedFile(
      "name,lat,lon,price,status,cuts\nA,37.5,127,비쌈,열림?,4\nB,37.5,127,5000,영업,많이\nC,37.5,127,모름,영업,4\n")
    #expect(validated.rows.count == 3)
    #expect(validated.rows[0].attributes.price == nil && validated.rows[0].attributes.status == .unknown)
    #expect(
      validated.warnings == [
        ImportWarning(field: .cuts, count: 1, firstLine: 3, example: "많이"),
        ImportWarning(field: .price, count: 2, firstLine: 2, example: "비쌈"),
        ImportWarning(field: .status, count: 1, firstLine: 2, example: "열림?"),
      ])
  }

  @Test("An invalid value rejects its row in a strict import")
  func strict() throws {
    let validated = try ValidatedFile("name,lat,lon,price\nA,37.5,127,비쌈\nB,37.5,127,5000\n", .explicit(isStrict: true))
    #expect(validated.rows.map(\.attributes.name) == ["B"])
    #expect(validated.codes == ["malformed-value"])
    #expect(validated.rejected[0].reason.contains("“비쌈”"))
    #expect(validated.plan.isStrict)
  }

  @Test("Overlong values of optional fields are left out")
  func overlong() throws {
    let long = String(repeating: "가", count: 600)
    let validated = try ValidatedFile("id,name,lat,lon,brand,주소\n1,A,37.5,127,\(long),\(long)\n\(long),B,37.5,127,,\n")
    #expect(validated.rows.count == 1)
    #expect(validated.rows[0].attributes.brand == nil && validated.rows[0].attributes.roadAddress == nil)
    #expect(validated.warnings.map(\.field) == [.brand, .roadAddress])
    #expect(validated.codes == ["key-too-long"])
  }

  @Test("A title above the header is skipped")
  func title() throws {
    let validated = try ValidatedFile("전국 부스 현황,,\n(2024년 5월 1일),,\n상호,위도,경도\n부스,37.5,127\n")
    #expect(validated.rows.map(\.attributes.name) == ["부스"])
    #expect(validated.rows[0].line == 4)
    #expect(validated.plan.headerLine == 3)
    #expect(validated.plan.decisions.contains { $0.contains("line 3") && $0.contains("전국 부스 현황") })
  }

  @Test("Physical lines are counted, also within quotes")
  func lines() throws {
    let validated = try ValidatedFile("name,lat,lon\n\"A\nB\",37.5,127\nC,37.5,127\nD,,\n")
    #expect(validated.rows.map(\.line) == [2, 4])
    #expect(validated.rejected.map(\.line) == [5])
  }

  @Test("A file of a header alone has no rows, and an empty one is refused")
  func empty() throws {
    let validated = try ValidatedFile("name,lat,lon\n")
    #expect(validated.rows.isEmpty && validated.rejected.isEmpty)
    #expect(domainError(of: "")?.code == "empty-file")
    #expect(domainError(of: "가,나,다\n1,2,3\n")?.code == "no-name-column")
  }

  @Test("More rows than a batch and the sample keep their order")
  func manyRows() throws {
    let text = "name,lat,lon\n" + (0..<25_000).map { "부스\($0),37.5,127\n" }.joined()
    let validated = try ValidatedFile(text)
    #expect(validated.rows.count == 25_000)
    #expect(validated.plan.sampled == 20_000)
    #expect(validated.rows.indices.allSatisfy { validated.rows[$0].line == $0 + 2 })
    #expect(validated.rows.last?.attributes.name == "부스24999")
  }

  @Test("Tabs, semicolons, vertical bars and UTF-16 are read alike")
  func dialects() throws {
    for delimiter in ["\t", ";", "|"] {
      let text =
        ["name", "lat", "lon"].joined(separator: delimiter) + "\n" + ["부스", "37.5", "127"].joined(separator: delimiter)
      #expect(try ValidatedFile(text).onlyAttributes.name == "부스")
    }
    var utf16: [UInt8] = [0xFF, 0xFE]
    for unit in "name,lat,lon\n부스,37.5,127\n".utf16 { utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(try ValidatedFile(utf16).onlyAttributes.name == "부스")
  }

  @Test("An error of the source is thrown")
  func failingSource() {
    struct Failing: Error {}
    #expect(throws: Failing.self) {
      _ = try ImportReader(ImportOptions(fileName: "a.csv")) { throw Failing() }
    }
  }
}
