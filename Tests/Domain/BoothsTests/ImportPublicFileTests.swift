import Basics
import Foundation
import Geo
import Support
import Tabular
import Testing

@testable import Booths

/// Real files of Korean public bodies with what is right for each record. They are not part of the project: the tests
/// run where they are present.
enum PublicFile: String, CaseIterable, Sendable {
  case animalHospitals = "localdata-animal-hospital-national-cp949-5174"
  case toilets = "seoul-toilets-cp949-5181-and-wgs84"
  case museums = "seoul-museums-cp949-wgs84-newlines"
  case libraries = "national-library-standard-cp949-wgs84"
  case stations = "seoul-station-master-cp949-wgs84"

  static let arePresent = SharedData.file("public-csv") != nil

  var bytes: [UInt8] {
    get throws { Array(try Data(contentsOf: #require(SharedData.file("public-csv/\(rawValue).csv")))) }
  }

  func validated(_ options: ImportOptions = ImportOptions(fileName: "public.csv")) throws -> ValidatedFile {
    try ValidatedFile(bytes, options)
  }

  /// What is right, record by record.
  func expectations() throws -> [Expectation] {
    let url = try #require(SharedData.file("public-csv/\(rawValue).expected.csv"))
    var reader = try TableReader(MemorySource(Array(Data(contentsOf: url))), encoding: .utf8, delimiter: 0x2C)
    var expectations: [Expectation] = []
    while let batch = try reader.next() {
      for record in 0..<batch.count { expectations.append(Expectation(batch.texts(record))) }
    }
    return Array(expectations.dropFirst())
  }
}

/// One record of an `.expected.csv`.
struct Expectation {
  var key: String
  var name: String
  var status: String
  var roadAddress: String
  var lotAddress: String
  var latitude: Double?
  var longitude: Double?
  var note: String

  init(_ cells: [String]) {
    key = cells[1]
    name = cells[2]
    status = cells[3]
    roadAddress = cells[4]
    lotAddress = cells[5]
    latitude = Double(cells[6])
    longitude = Double(cells[7])
    note = cells[8]
  }

  /// The code that the row is rejected with; nil where it is right. A note says what is wrong at the source.
  var code: String? {
    switch note {
    case "": nil
    case "no coordinate": "no-coordinate"
    case "dummy coordinate": "dummy-coordinate"
    case let note where note.hasPrefix("longitude 123.87"): "outside-korea"
    case let note where note.hasPrefix("out of Korea: 126."): "swapped-coordinates"
    case let note where note.hasPrefix("inside Korea, wrong place"): "wrong-province"
    default: "note not expected: \(note)"
    }
  }
}

@Suite("Real public files", .enabled(if: PublicFile.arePresent))
struct ImportPublicFileTests {
  @Test(
    "Every record has the attributes that its publisher meant, or the expected rejection",
    arguments: [PublicFile.animalHospitals, .toilets, .museums, .libraries])
  func records(_ file: PublicFile) throws {
    let validated = try file.validated()
    let expectations = try file.expectations()
    #expect(validated.rows.count + validated.rejected.count == expectations.count)
    var rows = validated.rows.makeIterator()
    var rejected = validated.rejected.makeIterator()
    for (number, expected) in expectations.enumerated() {
      if let code = expected.code {
        let next = rejected.next()
        let found = try #require(next, "record \(number + 1)")
        #expect(found.code == code, "record \(number + 1): \(found.reason)")
      } else {
        let next = rows.next()
        let found = try #require(next, "record \(number + 1)")
        try compare(found.attributes, expected, number + 1)
      }
    }
  }

  private func compare(_ attributes: BoothAttributes, _ expected: Expectation, _ record: Int) throws {
    let coordinate = Coordinate(try #require(attributes.coordinate))
    #expect(attributes.name == cleaned(expected.name), "record \(record)")
    #expect(attributes.roadAddress ?? "" == cleaned(expected.roadAddress), "record \(record)")
    #expect(attributes.lotAddress ?? "" == cleaned(expected.lotAddress), "record \(record)")
    #expect(abs(coordinate.latitude - (try #require(expected.latitude))) <= 1.01e-7, "record \(record)")
    #expect(abs(coordinate.longitude - (try #require(expected.longitude))) <= 1.01e-7, "record \(record)")
    if !expected.key.isEmpty { #expect(attributes.externalID == expected.key, "record \(record)") }
    #expect(attributes.status == status(expected.status), "record \(record)")
  }

  /// The expectations are as published; names and addresses are kept without entities and line ends.
  private func cleaned(_ text: String) -> String { PlainText.text(Array(text.utf8)[...]) ?? "" }

  private func status(_ word: String) -> BoothStatus {
    switch word {
    case "영업/정상": .operating
    case "폐업", "휴업", "취소/말소/만료/정지/중지": .closed
    default: .unknown
    }
  }

  @Test("The national permit data is CP949 and EPSG:5174, with a nameless last column")
  func animalHospitals() throws {
    let validated = try PublicFile.animalHospitals.validated()
    #expect(validated.plan.dialect == Dialect(encoding: .cp949, delimiter: 0x2C))
    #expect(validated.plan.coordinates.system.name == "EPSG:5174")
    #expect(validated.plan.headers.count == 33)
    #expect(validated.plan.headers.last == "")
    #expect(validated.rows.contains { $0.attributes.name == "이방가축병원<산업동물출장진료전문병원>" })
    #expect(validated.rows.contains { $0.attributes.name == "S&P Bio" })
    #expect(validated.rows[0].attributes.lastVerified?.rfc3339 == "2017-07-12T08:01:39Z")
    #expect(validated.rejected[0].fields.count == 33)
    #expect(validated.warnings.isEmpty)
  }

  @Test("The same file with exchanged columns is refused, and corrected on request")
  func exchangedAnimalHospitals() throws {
    let file = try PublicFile.animalHospitals.validated()
    let mapping: [ImportField: String] = [.x: "좌표정보(y)", .y: "좌표정보(x)"]
    let rejected = #expect(throws: DomainError.self) {
      _ = try PublicFile.animalHospitals.validated(.explicit(mapping: mapping))
    }
    #expect(rejected?.code == "columns-swapped")
    let mended = try PublicFile.animalHospitals.validated(.explicit(mapping: mapping, fixesSwapped: true))
    #expect(mended.rows.map(\.attributes) == file.rows.map(\.attributes))
  }

  @Test("The same file in another system is refused with the system that it fits")
  func wrongSystem() throws {
    let rejected = #expect(throws: DomainError.self) {
      _ = try PublicFile.animalHospitals.validated(.explicit("EPSG:5186"))
    }
    #expect(rejected?.code == "reference-system-contradicted")
    #expect(rejected?.message.contains("EPSG:5174") == true)
  }

  @Test("The list of toilets holds EPSG:5181 and degrees side by side")
  func toilets() throws {
    let validated = try PublicFile.toilets.validated()
    #expect(validated.plan.coordinates.system == .wgs84)
    #expect(validated.plan.fallback?.system.name == "EPSG:5181")
    let byMetres = try PublicFile.toilets.validated(.explicit("EPSG:5181"))
    #expect(byMetres.rows.count == validated.rows.count)
    for (first, second) in zip(validated.rows, byMetres.rows) {
      #expect(
        try Geodesic.distance(
          Coordinate(#require(first.attributes.coordinate)), Coordinate(#require(second.attributes.coordinate))) < 1)
    }
    #expect(validated.rows[0].attributes.lastVerified?.rfc3339 == "2010-07-11T15:00:00Z")
  }

  @Test("Line ends inside quotes are part of a name, and their lines are counted")
  func museums() throws {
    let validated = try PublicFile.museums.validated()
    #expect(validated.rejected.contains { $0.fields[0].contains("\n") || $0.fields[0].contains("\r") })
    let lines = validated.rows.map(\.line) + validated.rejected.map(\.line)
    #expect(lines.max()! > 159)
    #expect(validated.plan.columns[.phone] == validated.plan.headers.firstIndex(of: "운영기관전화번호"))
  }

  @Test("Every station lies in the capital region or is on one of its lines")
  func stations() throws {
    let validated = try PublicFile.stations.validated()
    #expect(validated.rows.count == 200)
    #expect(validated.rejected.isEmpty)
    #expect(validated.rows[0].attributes.externalID == "9010")
    #expect(validated.rows[0].attributes.name == "동탄")
    #expect(
      validated.rows[0].attributes.coordinate == StoredCoordinate(latitudeE7: 372_003_400, longitudeE7: 1_270_956_900))
  }
}
