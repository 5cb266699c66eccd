import Basics
import Tabular
import Testing

@testable import Booths

@Suite("Lists of other programs and countries need no option")
struct ImportAnyListTests {
  @Test(
    "The column of names is found by the words of its header",
    arguments: [
      "사진관명", "스튜디오명", "cafe_name", "가맹점명", "포토부스이름", "관광지명", "시장명", "주차장명", "설치장소명", "점포상호", "店名", "店舗名", "名称",
      "門店名稱", "Venue Name", "포토부스", "Nombre", "name:en", "location.name",
    ])
  func names(_ header: String) throws {
    let validated = try ValidatedFile("\(header),위도,경도\n견본 네컷,37.5572,126.9254\n다른 네컷,37.55,126.93\n")
    #expect(validated.rows.map(\.attributes.name) == ["견본 네컷", "다른 네컷"])
  }

  @Test("The terms of the source are those of the options, of the file, or of all rows")
  func terms() throws {
    let options = ImportOptions(fileName: "a.json", terms: SourceTerms(attribution: " Photo\nBooths "))
    let stated =
      #"{"license":"CC0-1.0","attribution":"Nobody","features":[{"type":"Feature","geometry":"#
      + #"{"type":"Point","coordinates":[127,37.5]},"properties":{"name":"가"}}]}"#
    let plan = try ValidatedFile(stated, options).plan
    #expect(plan.terms == SourceTerms(licence: "CC0-1.0", attribution: "Photo Booths"))
    #expect(plan.decisions.contains { $0.contains("“CC0-1.0”") })
    let rows = "name,lat,lon,licence,attribution\n가,37.5,127,ODbL-1.0,A\n나,37.6,127,ODbL-1.0,"
    #expect(try ValidatedFile(rows + "B\n").plan.terms == SourceTerms(licence: "ODbL-1.0"))
    #expect(try ValidatedFile(rows + "A\n").plan.terms == SourceTerms(licence: "ODbL-1.0", attribution: "A"))
    #expect(try ValidatedFile("name,lat,lon,licence\n가,37.5,127,\n").plan.terms == SourceTerms())
  }

  @Test("The name of something else is no name, and the name of the place is preferred")
  func otherNames() throws {
    for header in ["담당자명", "시도명", "설명", "업종명", "관리기관명칭", "file_name", "category_name"] {
      #expect(NameHeaders.rank(HeaderText.folded(header)) == nil, "\(header)")
    }
    let validated = try ValidatedFile("담당자명,부스명,위도,경도\n홍길동,견본 네컷,37.5572,126.9254\n")
    #expect(try validated.onlyAttributes.name == "견본 네컷")
  }

  @Test("Without a header for names, the only column of different texts is the name")
  func contents() throws {
    let text = "간판,종류,lat,lng\n견본 네컷,사진,37.55,126.92\n다른 네컷,사진,37.56,126.93\n셋째 네컷,사진,37.57,126.94\n"
    let validated = try ValidatedFile(text)
    #expect(validated.rows.map(\.attributes.name) == ["견본 네컷", "다른 네컷", "셋째 네컷"])
    #expect(validated.plan.decisions.contains { $0.contains("“간판” is read as the name") })
    #expect(domainError(of: "가,나,lat,lng\n하나,둘,37.5,127\n셋,넷,37.6,127\n")?.code == "no-name-column")
  }

  @Test("A name in English is kept beside the name, and is the name where there is no other")
  func englishNames() throws {
    let validated = try ValidatedFile(
      "name,name:en,lat,lon\n写真館,Photo Studio,35.66,139.7\n,Only English,35.66,139.71\nSame,Same,35.66,139.72\n夢写真,,35.67,139.7\n"
    )
    #expect(validated.rows.map(\.attributes.name) == ["写真館", "Only English", "Same", "夢写真"])
    #expect(validated.rows.map(\.attributes.englishName) == ["Photo Studio", nil, nil, nil])
    let alone = try ValidatedFile("영문명,lat,lon\nPhoto Studio,35.66,139.7\n").onlyAttributes
    #expect(alone.name == "Photo Studio" && alone.englishName == nil)
    var named = alone
    named.englishName = "Studio"
    #expect(named.fingerprint != alone.fingerprint)
  }

  @Test("The second of two columns is read if the first is empty")
  func alternates() throws {
    let validated = try ValidatedFile(
      "name,name:ko,도로명주소,주소,lat,lon\nA,가,,서울특별시 마포구 가로 1,37.55,126.92\n,나,서울특별시 마포구 나로 2,x,37.55,126.92\n#N/A,,,,37.55,126.92\n"
    )
    #expect(validated.rows.map(\.attributes.name) == ["A", "나"])
    #expect(validated.rows.map(\.attributes.roadAddress) == ["서울특별시 마포구 가로 1", "서울특별시 마포구 나로 2"])
    #expect(validated.rejected.map(\.reason) == ["The row has no name in “name”, but “#N/A”."])
    #expect(validated.rejected[0].fields.count == 6)
  }

  @Test(
    "A cell may hold both coordinates in any order and form",
    arguments: [
      "location|37.5572, 126.9254", "좌표|37.5572,126.9254", "geo|126.9254 37.5572", "WKT|POINT (126.9254 37.5572)",
      "geom|SRID=4326;POINT Z (126.9254 37.5572 10)", "위치|(37.5572; 126.9254)", "경위도|126.9254/37.5572",
      "gps|37°33'25.92\"N 126°55'31.44\"E", "point|{\"lat\":37.5572,\"lng\":126.9254}",
      "geometry|{\"type\":\"Point\",\"coordinates\":[126.9254,37.5572]}", "위치|위도 37.5572 경도 126.9254",
      "url|https://www.example.com/maps/place/x/@37.5572,126.9254,17z", "gps|37,5572; 126,9254",
    ])
  func pairs(_ example: String) throws {
    let parts = example.split(separator: "|").map(String.init)
    let cell = "\"" + parts[1].replacing("\"", with: "\"\"") + "\""
    let attributes = try ValidatedFile("name,\(parts[0])\n견본 네컷,\(cell)\n").onlyAttributes
    #expect(attributes.coordinate?.latitudeE7 == 375_572_000)
    #expect(attributes.coordinate?.longitudeE7 == 1_269_254_000)
  }

  @Test("A cell with both numbers beside an empty one is read, and a shape that is no point is not")
  func mixedCells() throws {
    let mixed = try ValidatedFile("name,latitude,longitude\n가,37.55,126.93\n나,\"37.5572, 126.9254\",\n")
    #expect(mixed.rows.map(\.attributes.coordinate?.longitudeE7) == [1_269_300_000, 1_269_254_000])
    let shapes = try ValidatedFile(
      "WKT,name\n\"POINT (126.9 37.5)\",가\n\"POINT (126.9 37.6)\",다\n\"LINESTRING (1 2, 3 4)\",나\n")
    #expect(shapes.codes == ["not-a-point"])
    #expect(shapes.rejected[0].reason == "“WKT” holds a LINESTRING, which is no point.")
  }

  @Test("Plus codes, of which only whole ones name a place")
  func plusCodes() throws {
    let codes = try ValidatedFile(
      "name,plus code\n가,8Q98HW4G+V5\n나,8q98hw4g+v5q\n다,HW4G+V5\n라,8Q98HW00+\n마,https://plus.codes/8Q98HW4G+V5\n바,없음\n")
    let latitudes = codes.rows.map { $0.attributes.coordinate.map { Double($0.latitudeE7) / 1e7 } ?? 0 }
    let longitudes = codes.rows.map { $0.attributes.coordinate.map { Double($0.longitudeE7) / 1e7 } ?? 0 }
    #expect(codes.rows.count == 3 && codes.codes == ["short-plus-code", "plus-code-area", "no-coordinate"])
    #expect(latitudes.allSatisfy { abs($0 - 37.5572) < 0.0001 }, "\(latitudes)")
    #expect(longitudes.allSatisfy { abs($0 - 126.9254) < 0.0001 }, "\(longitudes)")
    #expect(codes.rejected[0].reason.hasPrefix("“HW4G+V5” is the end of a Plus code"))
    let short = try ValidatedFile("name,code\n가,HW4G+V5\n나,HW4G+V6\n")
    #expect(short.codes == ["short-plus-code", "short-plus-code"])
  }

  @Test("Degrees as integers and metres with separated thousands are read")
  func scaled() throws {
    let naver = try ValidatedFile("title,mapx,mapy\n<b>견본</b> 네컷,1269254000,375572000\n").onlyAttributes
    #expect(naver.coordinate?.latitudeE7 == 375_572_000 && naver.coordinate?.longitudeE7 == 1_269_254_000)
    #expect(naver.name == "견본 네컷")
    let metres = try ValidatedFile("이름,X좌표,Y좌표\n견본 네컷,\"193,412.5\",\"550,952.1\"\n", .explicit("EPSG:5181"))
    #expect(metres.rows.count == 1)
  }

  @Test(
    "Words of other sources for a status are understood",
    arguments: [
      ("CLOSED_PERMANENTLY", BoothStatus.closed), ("CLOSED_TEMPORARILY", .closed), ("OPERATIONAL", .operating),
      ("Permanently closed", .closed), ("閉店", .closed), ("営業中", .operating), ("停业", .closed), ("not open yet", .closed),
      ("휴업중", .closed),
    ])
  func statuses(_ word: String, _ status: BoothStatus) throws {
    let validated = try ValidatedFile("name,lat,lng,business_status\n견본,37.5572,126.9254,\(word)\n")
    #expect(try validated.onlyAttributes.status == status)
  }

  @Test("A mark or a date of closing closes a place without a status")
  func closing() throws {
    let marks = try ValidatedFile("name,lat,lng,is_closed\n가,37.5,127,true\n나,37.6,127,false\n다,37.7,127,\n")
    #expect(marks.rows.map(\.attributes.status) == [.closed, .operating, .unknown])
    let dates = try ValidatedFile("상호명,위도,경도,폐업일자\n가,37.5,127,2024-05-01\n나,37.6,127,\n")
    #expect(dates.rows.map(\.attributes.status) == [.closed, .unknown])
  }

  @Test("The vocabulary of OpenStreetMap and All The Places is understood")
  func openStreetMap() throws {
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"node/2","properties":{"@id":"node/2","amenity":"photo_booth","name":"신촌","addr:city":"서울특별시",
      "addr:district":"서대문구","addr:street":"연세로","addr:housenumber":"1","charge":"5000 KRW","check_date":"2026-05-01"},
      "geometry":{"type":"Point","coordinates":[126.9368,37.5558]}},
      {"type":"Feature","id":"b","properties":{"ref":"2","@spider":"sample","brand":"견본네컷","branch":"신촌점",
      "addr:full":"서울특별시 마포구 와우산로21길 19","contact:phone":"02-1"},
      "geometry":{"type":"Point","coordinates":[126.9254,37.5572]}},
      {"type":"Feature","id":"c","properties":{"name":"Booth","addr:street":"Main Street","addr:housenumber":"5",
      "addr:city":"London","addr:country":"GB"},"geometry":{"type":"Point","coordinates":[-0.1,51.5]}}]}
      """
    let validated = try ValidatedFile(text)
    let rows = validated.rows.map(\.attributes)
    try #require(rows.count == 3, "\(validated.rejected)")
    #expect(rows.map(\.name) == ["신촌", "견본네컷 신촌점", "Booth"])
    #expect(rows.map(\.roadAddress) == ["서울특별시 서대문구 연세로 1", "서울특별시 마포구 와우산로21길 19", "5 Main Street, London"])
    #expect(rows[0].externalID == "node/2" && rows[0].price == 5000 && rows[0].lastVerified != nil)
    #expect(rows[1].phone == "02-1")
  }

  @Test("A fee without an amount is no price, and ways to pay become tags")
  func feesAndPayments() throws {
    let text = """
      {"elements":[
      {"type":"node","id":1,"lat":37.5558,"lon":126.9368,"tags":{"name":"가","fee":"yes","payment:cash":"yes",
      "payment:credit_cards":"yes","payment:coins":"no"}},
      {"type":"node","id":2,"lat":37.5559,"lon":126.9369,"tags":{"name":"나","fee":"yes","charge":"5000 KRW","payment:cards":"only"}},
      {"type":"node","id":3,"lat":48.8566,"lon":2.3522,"tags":{"name":"Cabine","charge":"5,00 €"}},
      {"type":"node","id":4,"lat":51.5,"lon":-0.12,"tags":{"name":"Booth","charge":"6 GBP","fee":"no"}}]}
      """
    let validated = try ValidatedFile(text)
    let rows = validated.rows.map(\.attributes)
    #expect(rows.map(\.price) == [nil, 5000, 5, 6] && validated.warnings.isEmpty, "\(validated.warnings)")
    #expect(rows.map(\.tags) == [["동전불가", "카드결제", "현금결제"], ["카드전용"], [], []])
  }

  @Test(
    "Prices in a foreign currency and fractions are left out with a warning",
    arguments: ["7.50 EUR", "5 USD", "7,50 €", "5 EUR/session", "EUR", "-5 EUR", "1,50 EUR", "5.000.5 EUR"])
  func foreignPrices(_ price: String) throws {
    let validated = try ValidatedFile("name;lat;lon;charge\nCabine;48.8566;2.3522;\(price)\n")
    #expect(try validated.onlyAttributes.price == nil && validated.warnings.map(\.field) == [.price])
  }

  @Test("Stores of several chains in one list have separate keys")
  func scopes() throws {
    let validated = try ValidatedFile("ref,@spider,name,lat,lon\n1,a,가,37.5,127\n1,b,나,37.6,127\n")
    #expect(validated.rows.map(\.attributes.externalID) == ["a/1", "b/1"])
  }
}
