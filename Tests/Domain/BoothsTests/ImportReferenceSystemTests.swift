import Basics
import Geo
import Testing

@testable import Booths

private let metres = [("x", "y")]

@Suite("The reference system is decided per file, by evidence")
struct ImportReferenceSystemTests {
  @Test(
    "Addresses all over Korea distinguish every system that is kilometres from the others",
    arguments: ["EPSG:5179", "EPSG:5186", "KATEC", "EPSG:5187", "EPSG:5185", "EPSG:32652", "EPSG:3857"])
  func addresses(_ system: String) throws {
    let coordinates = KoreanCoordinates(3)
    let validated = try ValidatedFile(coordinates.text([system], headers: metres))
    #expect(validated.plan.coordinates.system.name == system)
    #expect(validated.plan.decisions.contains { $0.contains(system) && $0.contains("51 of 51") })
    #expect(validated.rows.count == coordinates.count)
    #expect(coordinates.maxError(validated.rows) < 0.02)
  }

  @Test("The addresses of one city are enough", arguments: ["EPSG:5186", "KATEC", "EPSG:5179"])
  func oneCity(_ system: String) throws {
    let coordinates = KoreanCoordinates(20, in: [.seoul])
    let validated = try ValidatedFile(coordinates.text([system], headers: metres))
    #expect(validated.plan.coordinates.system.name == system)
    #expect(coordinates.maxError(validated.rows) < 0.02)
  }

  @Test(
    "Systems some 300 m apart are not guessed, and the error says what to pass",
    arguments: ["EPSG:5174", "EPSG:5181", "EPSG:2097"])
  func undecided(_ system: String) throws {
    let text = try KoreanCoordinates(3).text([system], headers: metres)
    let rejected = try #require(domainError(of: text))
    #expect(rejected.code == "reference-system-undecided")
    #expect(rejected.field == "crs")
    for option in ["--crs EPSG:5174", "--crs EPSG:5181", "--crs EPSG:2097"] {
      #expect(rejected.message.contains(option))
    }
    let coordinates = KoreanCoordinates(3)
    let validated = try ValidatedFile(text, .explicit(system))
    #expect(validated.rows.count == coordinates.count)
    #expect(coordinates.maxError(validated.rows) < 0.02)
  }

  @Test("Without addresses the range of the numbers decides")
  func withoutAddresses() throws {
    let coordinates = KoreanCoordinates(3)
    let unified = try ValidatedFile(coordinates.text(["EPSG:5179"], headers: metres, withAddresses: false))
    #expect(unified.plan.coordinates.system.name == "EPSG:5179")
    let belt = try coordinates.text(["EPSG:5186"], headers: metres, withAddresses: false)
    #expect(domainError(of: belt)?.code == "reference-system-undecided")
    let reported = try ValidatedFile(belt, .explicit("EPSG:5186"))
    #expect(coordinates.maxError(reported.rows) < 0.02)
  }

  @Test("The national permit data is recognised by its headers")
  func permitData() throws {
    let coordinates = KoreanCoordinates(3)
    let text = try coordinates.text(["EPSG:5174"], headers: [("좌표정보(X)", "좌표정보(Y)")], extraHeader: "개방자치단체코드")
    let validated = try ValidatedFile(text)
    #expect(validated.plan.coordinates.system.name == "EPSG:5174")
    #expect(validated.plan.decisions.contains { $0.contains("permit data") })
    #expect(coordinates.maxError(validated.rows) < 0.02)
  }

  @Test("A header with an EPSG code decides, and one with an ellipsoid narrows the choice")
  func headerWords() throws {
    let coordinates = KoreanCoordinates(3)
    let coded = try ValidatedFile(coordinates.text(["EPSG:2097"], headers: [("X(EPSG:2097)", "Y(EPSG:2097)")]))
    #expect(coded.plan.coordinates.system.name == "EPSG:2097")
    let ellipsoid = try ValidatedFile(coordinates.text(["EPSG:5181"], headers: [("X좌표(GRS80TM)", "Y좌표(GRS80TM)")]))
    #expect(ellipsoid.plan.coordinates.system.name == "EPSG:5181")
    #expect(coordinates.maxError(ellipsoid.rows) < 0.02)
  }

  @Test("A header's system is refused if the rows contradict it, with the system that they fit")
  func lyingHeader() throws {
    let text = try KoreanCoordinates(3).text(["EPSG:5179"], headers: [("X(EPSG:5174)", "Y(EPSG:5174)")])
    let rejected = try #require(domainError(of: text))
    #expect(rejected.code == "reference-system-contradicted")
    #expect(rejected.message.contains("--crs EPSG:5179"))
  }

  @Test("An explicit system is refused if most rows contradict it, with the system that they fit")
  func lyingOption() throws {
    let text = try KoreanCoordinates(3).text(["EPSG:5186"], headers: metres)
    let rejected = try #require(domainError(of: text, .explicit("EPSG:5174")))
    #expect(rejected.code == "reference-system-contradicted")
    #expect(rejected.message.contains("--crs EPSG:5186"))
  }

  @Test("An explicit system of the wrong unit is refused")
  func wrongUnit() throws {
    let coordinates = KoreanCoordinates(1)
    let degrees = try coordinates.text(["EPSG:4326"], headers: [("경도", "위도")])
    #expect(try domainError(of: degrees, .explicit("EPSG:5174"))?.code == "reference-system-contradicted")
    let projected = try coordinates.text(["EPSG:5179"], headers: metres)
    #expect(try domainError(of: projected, .explicit("EPSG:4326"))?.code == "reference-system-contradicted")
  }

  @Test("A few wrong rows do not change the decision")
  func minority() throws {
    let coordinates = KoreanCoordinates(5)
    var text = try coordinates.text(["EPSG:5179"], headers: metres)
    for i in 0..<20 { text += "엉뚱 \(i),서울 중구 \(i),\(200_000 + i),\(450_000 + i)\n" }
    let validated = try ValidatedFile(text)
    #expect(validated.plan.coordinates.system.name == "EPSG:5179")
    #expect(validated.rows.count == coordinates.count)
    #expect(validated.rejected.count == 20)
  }

  @Test("Degrees under headers of metres are read as degrees")
  func degreesNamedMetres() throws {
    let coordinates = KoreanCoordinates(2)
    let validated = try ValidatedFile(coordinates.text(["EPSG:4326"], headers: metres))
    #expect(validated.plan.coordinates.system == .wgs84)
    #expect(coordinates.maxError(validated.rows) < 0.02)
  }

  @Test("Metres under headers of degrees are read as metres")
  func metresNamedDegrees() throws {
    let coordinates = KoreanCoordinates(2)
    let validated = try ValidatedFile(coordinates.text(["EPSG:5179"], headers: [("경도", "위도")]))
    #expect(validated.plan.coordinates.system.name == "EPSG:5179")
    #expect(coordinates.maxError(validated.rows) < 0.02)
  }

  @Test("Degrees are shifted if another datum is given")
  func otherDatum() throws {
    let coordinates = KoreanCoordinates(2)
    let text = try coordinates.text(["EPSG:4326"], headers: [("경도", "위도")])
    let validated = try ValidatedFile(text, .explicit("EPSG:4162"))
    let error = coordinates.maxError(validated.rows)
    #expect(error > 250 && error < 500)
  }

  @Test("Negative and far coordinates of islands are correct")
  func islands() throws {
    let validated = try ValidatedFile(
      """
      name,address,x,y
      백령,인천광역시 옹진군 백령면,-521.893265777856,498987.873889645
      제주,제주특별자치도 서귀포시,133920.158147275,-31323.6983372296
      울릉,경상북도 울릉군 울릉읍,545061.103885371,450095.391150429
      """, .explicit("EPSG:5174"))
    #expect(validated.rows.count == 3)
    #expect(validated.rejected.isEmpty)
  }

  @Test("A row of a Korean system has to lie in Korea also without an address")
  func sizes() throws {
    let coordinates = KoreanCoordinates(1)
    let text = try coordinates.text(["EPSG:5179"], headers: metres, withAddresses: false)
    let validated = try ValidatedFile(
      text + "북쪽,,1000000,3712093\n먼 곳,,9999999999,1900000\n영,,0,1900000\n바다 건너,,2500000,1900000\n")
    #expect(validated.rows.count == coordinates.count)
    #expect(validated.codes == ["outside-korea", "coordinate-out-of-range", "zero-coordinate", "outside-korea"])
  }

  @Test("Degrees in a column of metres reject their row")
  func degreesInMetres() throws {
    let coordinates = KoreanCoordinates(1)
    let text = try coordinates.text(["EPSG:5186"], headers: metres) + "경춘선숲길,서울 노원구,127.08,37.62\n"
    let validated = try ValidatedFile(text)
    #expect(validated.codes == ["degrees-in-metres"])
    #expect(validated.rejected[0].reason.contains("127.08"))
  }
}

@Suite("Columns that hold both systems")
struct ImportBothSystemsTests {
  private let headers = [("X", "Y"), ("경도", "위도")]

  @Test(
    "Degrees are used, and decide the system of the metres",
    arguments: ["EPSG:5174", "EPSG:5181", "EPSG:2097", "EPSG:5186", "EPSG:5179", "KATEC"])
  func residuals(_ system: String) throws {
    let coordinates = KoreanCoordinates(3)
    var lines = try coordinates.text([system, "EPSG:4326"], headers: headers).split(separator: "\n").map(String.init)
    // One row has metres only.
    lines[7] = lines[7].split(separator: ",").prefix(4).joined(separator: ",") + ",,"
    let validated = try ValidatedFile(lines.joined(separator: "\n"))
    #expect(validated.plan.coordinates.system == .wgs84)
    #expect(validated.plan.fallback?.system.name == system)
    #expect(validated.plan.decisions.contains { $0.contains(system) && $0.contains("median") })
    #expect(validated.rows.count == coordinates.count)
    #expect(coordinates.maxError(validated.rows) < 0.02)
  }

  @Test("Degrees decide the system of the metres even without addresses")
  func withoutAddresses() throws {
    let coordinates = KoreanCoordinates(1)
    let validated = try ValidatedFile(
      coordinates.text(["EPSG:5181", "EPSG:4326"], headers: headers, withAddresses: false))
    #expect(validated.plan.fallback?.system.name == "EPSG:5181")
  }

  @Test("Exchanged columns of metres are noticed by the degrees")
  func exchangedMetres() throws {
    let coordinates = KoreanCoordinates(2)
    let validated = try ValidatedFile(
      coordinates.text(["EPSG:5181", "EPSG:4326"], headers: [("Y", "X"), ("경도", "위도")]))
    #expect(validated.plan.fallback?.system.name == "EPSG:5181")
    #expect(validated.plan.fallback?.isSwapped == true)
  }

  @Test("Columns that were measured separately decide nothing, and the metres are ignored")
  func measuredApart() throws {
    var coordinates = KoreanCoordinates(3)
    let degrees = coordinates
    for i in 0..<coordinates.count { coordinates.latitude[i] += i % 2 == 0 ? 0.003 : -0.004 }
    let metres = try coordinates.projected(to: "EPSG:5181")
    var text = "name,address,X,Y,경도,위도\n"
    for i in 0..<coordinates.count {
      text += "부스 \(i),서울,\(metres.east[i]),\(metres.north[i]),\(degrees.longitude[i]),\(degrees.latitude[i])\n"
    }
    text += "미터만,서울 중구,\(metres.east[0]),\(metres.north[0]),,\n"
    let validated = try ValidatedFile(text.replacing("서울,", with: ","))
    #expect(validated.plan.fallback == nil)
    #expect(validated.plan.decisions.contains { $0.contains("not decided") })
    #expect(validated.codes == ["no-coordinate"])
    #expect(degrees.maxError(validated.rows) < 0.02)
  }

  @Test("An explicit projected system uses the metres first, and the degrees as a fallback")
  func explicitMetres() throws {
    let coordinates = KoreanCoordinates(2)
    var lines = try coordinates.text(["EPSG:5181", "EPSG:4326"], headers: headers).split(separator: "\n").map(
      String.init)
    let cells = lines[3].split(separator: ",").map(String.init)
    lines[3] = [cells[0], cells[1], "", "", cells[4], cells[5]].joined(separator: ",")
    let validated = try ValidatedFile(lines.joined(separator: "\n"), .explicit("EPSG:5181"))
    #expect(validated.plan.coordinates.system.name == "EPSG:5181")
    #expect(validated.plan.fallback?.system == .wgs84)
    #expect(validated.rows.count == coordinates.count)
    #expect(coordinates.maxError(validated.rows) < 0.02)
  }
}

@Suite("Exchanged columns")
struct ImportSwappedTests {
  @Test("A file whose 위도 holds longitudes is refused with the fix to pass")
  func degrees() throws {
    let coordinates = KoreanCoordinates(2)
    let text = try coordinates.text(["EPSG:4326"], headers: [("위도(Y)", "경도(X)")])
    let rejected = try #require(domainError(of: text))
    #expect(rejected.code == "columns-swapped")
    #expect(rejected.message.contains("--fix-swapped"))
    #expect(rejected.message.contains("--map longitude=위도(Y),latitude=경도(X)"))
    let fixed = try ValidatedFile(text, .explicit(fixesSwapped: true))
    #expect(fixed.plan.coordinates.isSwapped)
    #expect(coordinates.maxError(fixed.rows) < 0.02)
    let mapped = try ValidatedFile(text, .explicit(mapping: [.longitude: "위도(Y)", .latitude: "경도(X)"]))
    #expect(!mapped.plan.coordinates.isSwapped)
    #expect(mapped.rows.map(\.attributes) == fixed.rows.map(\.attributes))
  }

  @Test("A column x that holds northings is noticed by the addresses", arguments: ["EPSG:5179", "EPSG:5186", "KATEC"])
  func metres(_ system: String) throws {
    let coordinates = KoreanCoordinates(3)
    let text = try coordinates.text([system], headers: [("y", "x")])
    let rejected = try #require(domainError(of: text))
    #expect(rejected.code == "columns-swapped")
    #expect(rejected.message.contains("--map x=y,y=x"))
    let fixed = try ValidatedFile(text, .explicit(fixesSwapped: true))
    #expect(fixed.rows.count == coordinates.count)
    #expect(coordinates.maxError(fixed.rows) < 0.02)
  }

  @Test(
    "Exchanged columns are noticed with an explicit system and with one from the headers", arguments: [true, false])
  func named(_ isExplicit: Bool) throws {
    let coordinates = KoreanCoordinates(3)
    let headers = isExplicit ? [("y", "x")] : [("좌표정보(y)", "좌표정보(x)")]
    let text = try coordinates.text(["EPSG:5174"], headers: headers, extraHeader: isExplicit ? nil : "개방서비스아이디")
    let system = isExplicit ? "EPSG:5174" : nil
    #expect(try domainError(of: text, .explicit(system))?.code == "columns-swapped")
    let fixed = try ValidatedFile(text, .explicit(system, fixesSwapped: true))
    #expect(coordinates.maxError(fixed.rows) < 0.02)
  }

  @Test("The fix changes nothing if nothing is exchanged")
  func needless() throws {
    let coordinates = KoreanCoordinates(2)
    let validated = try ValidatedFile(
      coordinates.text(["EPSG:4326"], headers: [("경도", "위도")]), .explicit(fixesSwapped: true))
    #expect(!validated.plan.coordinates.isSwapped)
    #expect(coordinates.maxError(validated.rows) < 0.02)
  }

  @Test("A column of metres that holds latitudes is noticed")
  func latitudeNamedMetres() throws {
    let coordinates = KoreanCoordinates(2)
    let text = try coordinates.text(["EPSG:4326"], headers: [("Y좌표(GRS80TM)", "X좌표(GRS80TM)")])
    let rejected = try #require(domainError(of: text))
    #expect(rejected.code == "columns-swapped")
    #expect(rejected.message.contains("--map longitude=Y좌표(GRS80TM),latitude=X좌표(GRS80TM)"))
  }

  @Test("A single exchanged row is rejected in degrees and in metres")
  func singleRows() throws {
    let coordinates = KoreanCoordinates(3)
    let numbers = try coordinates.projected(to: "EPSG:5186")
    let text = try coordinates.text(["EPSG:5186"], headers: [("x", "y")])
    let validated = try ValidatedFile(text + "거꾸로,서울 중구,\(numbers.north[0]),\(numbers.east[0])\n")
    #expect(validated.codes == ["swapped-coordinates"])
    #expect(validated.rows.count == coordinates.count)
  }
}
