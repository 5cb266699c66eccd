import Basics
import Geo
import Tabular
import Testing

@testable import Booths

@Suite("More headers of real publishers")
struct ImportWildHeaderTests {
  private static let hours =
    "시설명,위도,경도,휴관일,평일운영시작시각,평일운영종료시각,토요일운영시작시각,토요일운영종료시각,공휴일운영시작시각,공휴일운영종료시각\n"

  @Test(
    "Opening hours in separate columns are joined",
    arguments: [
      (
        "매주 월요일,09:00,22:00,09:00,17:00,09:00,17:00",
        "Su unknown; Tu-Fr 09:00-22:00; Sa 09:00-17:00; Mo off; PH 09:00-17:00"
      ),
      (",09:00,18:00,,,,", "Sa,Su unknown; Mo-Fr 09:00-18:00"),
      ("연중무휴,10:00,20:00,10:00,18:00,,", "Su unknown; Mo-Fr 10:00-20:00; Sa 10:00-18:00"),
      (
        "매주 월요일 및 법정공휴일,09:00,18:00,09:00,18:00,00:00,00:00",
        "Su unknown; Tu-Fr 09:00-18:00; Sa 09:00-18:00; Mo off; PH off"
      ),
      ("\"토,일요일\",0900,1800,00:00,00:00,00:00,00:00", "Mo-Fr 09:00-18:00; Sa,Su off; PH off"),
    ])
  func separateHours(_ cells: String, _ expected: String) throws {
    let validated = try ValidatedFile(Self.hours + "가,37.5,127,\(cells)\n")
    #expect(try validated.onlyAttributes.openingHours == expected)
    #expect(validated.warnings.isEmpty)
    #expect(validated.plan.ignored.isEmpty)
    #expect(validated.plan.decisions.contains { $0.hasPrefix("Opening hours are assembled from “휴관일”, “평일운영시작시각”") })
  }

  @Test("Uncertain days off leave the hours out with a warning, or reject the row of a strict import")
  func uncertainDaysOff() throws {
    let text = Self.hours + "가,37.5,127,하계휴가 기간,09:00,18:00,,,,\n"
    let validated = try ValidatedFile(text)
    #expect(try validated.onlyAttributes.openingHours == nil)
    #expect(validated.warnings.map(\.field) == [.openingHours])
    #expect(validated.warnings[0].example.contains("하계휴가"))
    #expect(try ValidatedFile(text, .explicit(isStrict: true)).codes == ["malformed-value"])
  }

  @Test("Opening hours have one meaning, whatever was read before them")
  func independentHours() throws {
    let header = "name,lat,lon,운영시간,휴무일\n"
    let rows = [
      "가,37.5,127,\"10:00~22:00\n일요일\",\n", "나,37.5,127,10:00~22:00,일요일\n", "다,37.5,127,\"10:00~22:00\n일요일\",월요일\n",
      "라,37.5,127,10:00~22:00,\"일요일\n월요일\"\n", "마,37.5,127,10:00~22:00,\n", "바,37.5,127,,일요일\n",
    ]
    let alone = try rows.map { try ValidatedFile(header + $0).rows[0].attributes.openingHours }
    #expect(alone[1] != nil && alone[0] != alone[1])
    for order in [rows.indices.map(\.self), rows.indices.reversed()] {
      let together = try ValidatedFile(header + order.map { rows[$0] }.joined()).rows.map(\.attributes.openingHours)
      #expect(together == order.map { alone[$0] })
    }
  }

  @Test("A day off beside a column of hours is read")
  func dayOff() throws {
    let validated = try ValidatedFile("name,lat,lon,운영시간,휴무일\n가,37.5,127,10:00~22:00,월요일\n나,37.5,127,10:00~22:00,\n")
    #expect(validated.rows.map(\.attributes.openingHours) == ["Tu-Su 10:00-22:00; Mo off", "Mo-Su 10:00-22:00"])
    let plain = try ValidatedFile("name,lat,lon,영업시작시간,영업종료시간\n가,37.5,127,10:00:00,22:00:00\n")
    #expect(try plain.onlyAttributes.openingHours == "Mo-Su 10:00-22:00")
  }

  @Test(
    "Coordinates are found with more words in their headers",
    arguments: [
      ("위도(Lat)", "경도(Lng)"), ("위도(°)", "경도(°)"), ("매장위도", "매장경도"), ("GPS위도", "GPS경도"), ("lat(위도)", "lng(경도)"),
      ("위도/Latitude", "경도/Longitude"), ("위도값", "경도값"), ("Latitude (deg)", "Longitude (deg)"),
    ])
  func wordyCoordinates(_ latitude: String, _ longitude: String) throws {
    let validated = try ValidatedFile("매장 이름,\(longitude),\(latitude)\n가,127.03,37.5\n")
    #expect(try validated.onlyAttributes.coordinate?.latitudeE7 == 375_000_000)
    #expect(try validated.onlyAttributes.name == "가")
  }

  @Test(
    "Names are found by other words",
    arguments: ["매장 이름", "가게이름", "이름(상호)", "name_ko", "shop", "Shop Name", "점포 이름"])
  func names(_ header: String) throws {
    #expect(try HeaderColumns([header, "lat", "lon"], mapping: [:]).columns[.name] == 0)
  }

  @Test(
    "Addresses are found for any subject of the file",
    arguments: [
      ("공원주소", ImportField.roadAddress), ("매장지번주소", .lotAddress), ("시설 도로명 주소", .roadAddress), ("부스주소", .roadAddress),
    ])
  func addresses(_ header: String, _ field: ImportField) throws {
    let columns = try HeaderColumns(["name", header, "lat", "lon"], mapping: [:]).columns
    #expect(columns[field] == 1)
  }

  @Test(
    "Addresses of something else are ignored, and better ones are preferred",
    arguments: ["이메일주소", "홈페이지주소", "본사주소", "관리기관주소", "IP주소", "웹사이트주소"])
  func otherAddresses(_ header: String) throws {
    let columns = try HeaderColumns(["name", header, "lat", "lon"], mapping: [:]).columns
    #expect(columns[.roadAddress] == nil && columns[.lotAddress] == nil)
    #expect(try HeaderColumns(["공원주소", "도로명주소"], mapping: [:]).columns[.roadAddress] == 1)
  }

  @Test("The name of a branch is joined to that of its chain")
  func branches() throws {
    let validated = try ValidatedFile(
      "상호명,지점명,위도,경도\n인생네컷,강남점,37.5,127\n하루필름,,37.6,127\n포토이즘 홍대점,홍대점,37.7,127\n")
    #expect(validated.rows.map(\.attributes.name) == ["인생네컷 강남점", "하루필름", "포토이즘 홍대점"])
    let chain = try ValidatedFile("브랜드,지점,위도,경도\n인생네컷,강남점,37.5,127\n")
    #expect(try chain.onlyAttributes.name == "인생네컷 강남점")
    #expect(try chain.onlyAttributes.brand == "인생네컷")
    #expect(try ValidatedFile("지점명,위도,경도\n강남점,37.5,127\n").onlyAttributes.name == "강남점")
  }

  @Test("Further headers are recognised")
  func furtherHeaders() throws {
    let validated = try ValidatedFile("매장명,lat_y,lng_x,영업,요금\n가,37.5,127.1,영업중,\"5,000원\"\n나,37.6,127.1,N,무료\n")
    #expect(validated.rows.map(\.attributes.coordinate?.latitudeE7) == [375_000_000, 376_000_000])
    #expect(validated.rows.map(\.attributes.status) == [.operating, .closed])
    #expect(validated.rows.map(\.attributes.price) == [5000, 0])
  }

  @Test("Kakao's WCONGNAMUL is recognised by the range of its numbers", arguments: [true, false])
  func wcongnamul(_ isAddressed: Bool) throws {
    for coordinates in [KoreanCoordinates(3), KoreanCoordinates(20, in: [.seoul])] {
      let validated = try ValidatedFile(
        coordinates.text(["WCONGNAMUL"], headers: [("x", "y")], withAddresses: isAddressed))
      #expect(validated.plan.coordinates.system.name == "WCONGNAMUL")
      #expect(validated.rows.count == coordinates.count)
      #expect(coordinates.maxError(validated.rows) < 0.02)
    }
  }

  @Test(
    "A header that names the system is used if the numbers agree",
    arguments: [
      ("X좌표(GRS80TM)", "Y좌표(GRS80TM)", "EPSG:5181"), ("GRS80TM_X", "GRS80TM_Y", "EPSG:5181"),
      ("X(GRS80TM)", "Y(GRS80TM)", "EPSG:5186"), ("GRS80TM X좌표", "GRS80TM Y좌표", "EPSG:5186"),
      ("X좌표(WCONGNAMUL)", "Y좌표(WCONGNAMUL)", "WCONGNAMUL"),
    ])
  func namedSystem(_ x: String, _ y: String, _ system: String) throws {
    let coordinates = KoreanCoordinates(3)
    let validated = try ValidatedFile(coordinates.text([system], headers: [(x, y)]))
    #expect(validated.plan.coordinates.system.name == system)
    #expect(coordinates.maxError(validated.rows) < 0.02)
  }

  @Test("An old spreadsheet is refused with advice")
  func oldSpreadsheet() throws {
    let bytes: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0, 0]
    let error = #expect(throws: DomainError.self) { try ValidatedFile(bytes + Array("not a table".utf8)) }
    #expect(error?.code == "not-text")
    #expect(error?.message.contains("Save As, “CSV UTF-8") == true)
  }

  @Test("A header of a million columns is refused with the first names")
  func manyColumns() throws {
    var header = "name,lat,lon"
    for column in 0..<1_000_000 { header += ",c\(column)" }
    let found = try #require(domainError(of: header + "\nA,37.5,127\n"))
    #expect(found.code == "too-many-columns")
    #expect(found.message.contains("“name”, “lat”, “lon”, “c0”") && found.message.count < 500)
    let many = try #require(domainError(of: "name,lat,lon" + String(repeating: ",x", count: 5000) + "\nA,37.5,127\n"))
    #expect(many.message.contains("5003 columns, “name”, “lat”") && many.message.count < 500)
  }
}
