import Basics
import Testing

@testable import Booths

@Suite("Headers are recognised in the spellings that publishers use")
struct ImportHeaderTests {
  @Test(
    "Case, width, blanks, brackets and joining marks are ignored",
    arguments: [
      ("좌표정보(X)", "좌표정보(x)"), ("좌표정보（ｘ）", "좌표정보(x)"), (" 좌표정보 ( x ) ", "좌표정보(x)"),
      ("X_CRDNT_VL", "x crdnt vl"), ("External-ID", "external_id"), ("\u{FEFF}name", "Name"), ("ＰＯＩ　ＩＤ", "POI ID"),
    ])
  func folding(_ first: String, _ second: String) {
    #expect(HeaderText.folded(first) == HeaderText.folded(second))
  }

  @Test("A header in decomposed Hangul is the same header")
  func decomposedHangul() {
    let decomposed = "\u{110B}\u{1171}\u{1103}\u{1169}"  // 위도
    #expect(HeaderSynonyms.field(HeaderText.folded(decomposed))?.field == .latitude)
  }

  @Test("No spelling stands for two fields")
  func synonymsAreUnique() {
    var seen: [String: ImportField] = [:]
    for (field, spellings) in HeaderSynonyms.table {
      for spelling in spellings {
        let folded = HeaderText.folded(spelling)
        #expect(!folded.isEmpty)
        if let other = seen[folded] { #expect(other == field, "\(spelling)") }
        seen[folded] = field
      }
    }
    #expect(Set(HeaderSynonyms.table.map(\.field)) == Set(ImportField.allCases))
  }

  @Test("Every field's own name is its best spelling")
  func ownNames() {
    for field in ImportField.allCases where field != .x && field != .y {
      let found = HeaderSynonyms.field(HeaderText.folded(field.rawValue))
      #expect(found?.field == field)
      #expect(found?.rank == 0)
    }
  }

  @Test("The headers of the national permit data are recognised")
  func permitData() throws {
    let headers = [
      "번호", "개방서비스명", "개방서비스아이디", "개방자치단체코드", "관리번호", "영업상태구분코드", "영업상태명", "상세영업상태명",
      "소재지전화", "소재지전체주소", "도로명전체주소", "사업장명", "최종수정시점", "데이터갱신일자", "좌표정보(x)", "좌표정보(y)", "",
    ]
    let header = try HeaderColumns(headers, mapping: [:])
    #expect(header.isPermitData)
    #expect(header.columns[.externalID] == 4)
    #expect(header.columns[.status] == 6)
    #expect(header.columns[.phone] == 8)
    #expect(header.columns[.lotAddress] == 9)
    #expect(header.columns[.roadAddress] == 10)
    #expect(header.columns[.name] == 11)
    #expect(header.columns[.lastVerified] == 12)
    #expect(header.columns[.x] == 14)
    #expect(header.columns[.y] == 15)
    #expect(!header.ignored.contains(16), "a column without a name is not worth a word")
  }

  @Test(
    "The headers of other publishers are recognised",
    arguments: [
      (["상호명", "지번주소", "좌표정보(X)", "좌표정보(Y)"], [ImportField.name, .lotAddress, .x, .y]),
      (["도서관명", "소재지도로명주소", "위도", "경도"], [.name, .roadAddress, .latitude, .longitude]),
      (["POI ID", "대명칭", "중앙좌표X1", "중앙좌표Y1"], [.externalID, .name, .x, .y]),
      (["역사_ID", "역사명", "위도(Y)", "경도(X)"], [.externalID, .name, .latitude, .longitude]),
      (["BIZPLC_NM", "REFINE_ROADNM_ADDR", "X_CRDNT_VL", "Y_CRDNT_VL"], [.name, .roadAddress, .x, .y]),
      (
        ["BIZPLC_NM", "REFINE_LOTNO_ADDR", "REFINE_WGS84_LAT", "REFINE_WGS84_LOGT"],
        [.name, .lotAddress, .latitude, .longitude]
      ),
      (["Name", "Brand", "LAT", "Lng"], [.name, .brand, .latitude, .longitude]),
      (["브랜드", "컷수", "촬영수", "가격"], [.brand, .cuts, .shots, .price]),
      (["짝수출력", "수용인원", "영업시간", "태그"], [.evenPrintsOnly, .capacity, .openingHours, .tags]),
      (["운영시간", "데이터기준일자", "전화번호", "영업상태"], [.openingHours, .lastVerified, .phone, .status]),
    ])
  func publishers(_ headers: [String], _ fields: [ImportField]) throws {
    let header = try HeaderColumns(headers, mapping: [:])
    #expect(fields.map { header.columns[$0] } == Array(headers.indices))
  }

  @Test(
    "The header of a coordinate may name its reference system",
    arguments: [
      ("좌표정보x(epsg5174)", "좌표정보x", ["EPSG:5174"]), ("X(EPSG:5179)", "x", ["EPSG:5179"]),
      ("WGS84위도", "위도", ["EPSG:4326"]), ("위도(WGS84)", "위도", ["EPSG:4326"]),
      ("X좌표(UTM-K)", "x좌표", ["EPSG:5179"]), ("KATEC_X", "x", ["KATEC"]), ("TM_X", "x", []),
      ("중부원점TM X", "x", ["EPSG:5174", "EPSG:5181", "EPSG:2097", "EPSG:5186"]), ("중앙좌표X1", "중앙좌표x1", []),
      ("name", "name", []), ("tm", "tm", []),
    ])
  func hints(_ header: String, _ rest: String, _ systems: [String]) {
    let hint = HeaderHint(folded: HeaderText.folded(header))
    #expect(hint.rest == rest)
    #expect(hint.systems == systems)
  }

  @Test("Columns of metres and degrees with one name are distinguished by their systems")
  func namedUnits() throws {
    let header = try HeaderColumns(["name", "X(WGS84)", "Y(WGS84)", "X(EPSG:5181)", "Y(EPSG:5181)"], mapping: [:])
    #expect(header.columns[.longitude] == 1)
    #expect(header.columns[.latitude] == 2)
    #expect(header.columns[.x] == 3)
    #expect(header.columns[.y] == 4)
    #expect(header.hintedSystems == ["EPSG:5181"])
  }

  @Test("The better-ranked of two columns for one field is read first, with a message")
  func ranks() throws {
    let header = try HeaderColumns(["수정일자", "시설명", "데이터기준일자", "사업장명", "위도", "경도"], mapping: [:])
    #expect(header.columns[.name] == 3)
    #expect(header.columns[.lastVerified] == 2)
    #expect(header.decisions.contains { $0.contains("“시설명”") && $0.contains("“사업장명”") })
    #expect(header.ignored.isEmpty)
    #expect(header.completion.alternates == [2: [0], 3: [1]])
  }

  @Test("The first of two columns with the same header is used")
  func repeatedHeader() throws {
    let header = try HeaderColumns(["name", "name", "lat", "lon"], mapping: [:])
    #expect(header.columns[.name] == 0)
  }

  @Test("An explicit header takes precedence over the synonyms and is compared folded")
  func explicit() throws {
    let header = try HeaderColumns(
      ["사업장명", "간판 이름", "위도", "경도"], mapping: [.name: "간판이름", .latitude: "위도"])
    #expect(header.columns[.name] == 1)
    #expect(header.columns[.latitude] == 2)
    #expect(header.columns[.longitude] == 3)
  }

  @Test("Explicit columns of metres exclude the columns of degrees")
  func explicitMetres() throws {
    let header = try HeaderColumns(["name", "위도", "경도", "tx", "ty"], mapping: [.x: "tx", .y: "ty"])
    #expect(header.columns[.latitude] == nil)
    #expect(header.columns[.x] == 3)
  }

  @Test("An explicit header that is missing is refused with a list of the headers")
  func explicitButMissing() {
    let domainError = #expect(throws: DomainError.self) {
      _ = try HeaderColumns(["가게", "위도", "경도"], mapping: [.name: "상점"])
    }
    #expect(domainError?.code == "header-unknown")
    #expect(domainError?.message.contains("“가게”, “위도”, “경도”") == true)
    #expect(domainError?.message.contains("“상점”") == true)
  }

  @Test("A file without a name or coordinate column is refused with the option to pass")
  func required() throws {
    let noName = try HeaderColumns(["가나다", "위도", "경도"], mapping: [:])
    let first = #expect(throws: DomainError.self) { try noName.checkRequired() }
    #expect(first?.code == "no-name-column")
    #expect(first?.message.contains("--map name=") == true)
    let noPlace = try HeaderColumns(["사업장명", "위도", "좌표정보(x)"], mapping: [:])
    let second = #expect(throws: DomainError.self) { try noPlace.checkRequired() }
    #expect(second?.code == "no-coordinate-columns")
    #expect(second?.message.contains("--map latitude=") == true)
  }

  @Test(
    "A source is named after its file, without dates and copy marks",
    arguments: [
      ("서울시_박물관_20180821.csv", "서울시_박물관"), ("booths-2024-05-01.csv", "booths"), ("booths (2).csv", "booths"),
      ("booths_2019-01 (2).csv", "booths"), ("booths.sample.cp949.csv", "booths.sample.cp949"), ("booths", "booths"),
      ("20240501.csv", "20240501"), (".csv", "import"), ("data2023.csv", "data2023"),
    ])
  func sourceNames(_ file: String, _ source: String) {
    #expect(SourceName.from(fileName: file) == source)
  }
}
