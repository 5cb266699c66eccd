import Basics
import Tabular
import Testing
import Workload

@testable import Booths

/// Files of the shape and with the vocabulary of All The Places and Overpass, made up from a seed.
@Suite("Open data of ten thousand places needs no option")
struct ImportOpenDataTests {
  private static let count = 10_000

  /// What a place of a file becomes.
  private struct Expected {
    var name: String
    var externalID: String
    var hours: String?
    var status = BoothStatus.unknown
    /// In ten-millionths.
    var latitude: Int32
  }

  private struct MadeFile {
    var places: [String] = []
    var rows: [Expected] = []
    var withoutCoordinate = 0
    var withoutName = 0
  }

  private static let cities = [
    ("Tokyo", "東京都", "渋谷区", 35.66, 139.70, "JP"), ("London", "Greater London", "Camden", 51.53, -0.13, "GB"),
    ("Paris", "Île-de-France", "Paris", 48.86, 2.35, "FR"), ("New York", "NY", "Manhattan", 40.75, -73.98, "US"),
    ("Bangkok", "กรุงเทพมหานคร", "Pathum Wan", 13.75, 100.53, "TH"),
  ]
  private static let brands = ["プリモーション", "Snap Photos", "Instant & Co", "Photo \\\"Box\\\"", "ตู้ถ่ายรูป"]
  private static let hours: [(written: String, normal: String?)] = [
    ("Mo-Su 10:00-22:00", "Mo-Su 10:00-22:00"), ("24/7", "24/7"), ("Mo-Fr 09:00-18:00; Sa 10:00-16:00", nil),
    ("Mo-Sa 08:00-20:00; Su,PH off", nil), ("Apr-Sep 10:00-22:00; Oct-Mar 10:00-20:00", nil),
  ]

  private static func degrees(_ value: Double) -> (text: String, e7: Int32) {
    let e7 = Int32((value * 1e7).rounded())
    let decimals = String(e7.magnitude % 10_000_000)
    let text = "\(e7 < 0 ? "-" : "")\(e7.magnitude / 10_000_000)." + String(repeating: "0", count: 7 - decimals.count)
    return (text + decimals, e7)
  }

  // MARK: All The Places

  /// Features as its exporter writes them.
  private static func allThePlaces() -> MadeFile {
    var numbers = SeededNumbers(seed: 39)
    var file = MadeFile()
    for number in 1...count {
      let city = cities.randomElement(using: &numbers)!
      let brand = brands[number % brands.count]
      let hours = hours.randomElement(using: &numbers)!
      let latitude = degrees(city.3 + Double.random(in: -0.2...0.2, using: &numbers))
      let longitude = degrees(city.4 + Double.random(in: -0.2...0.2, using: &numbers))
      let spider = "booths_\(city.5.lowercased())"
      let kind = Int.random(in: 0..<100, using: &numbers)
      var properties: [String] = [
        #""ref":"S\#(number)""#, #""@spider":"\#(spider)""#, #""@source_uri":"https://example.com/\#(number)""#,
        #""amenity":"photo_booth""#, #""addr:street_address":"\#(number) High Street""#, #""addr:city":"\#(city.0)""#,
        #""addr:state":"\#(city.1)""#, #""addr:postcode":"\#(10_000 + number)""#, #""addr:country":"\#(city.5)""#,
        #""phone":"+44 20 7946 \#(1000 + number % 9000)""#, #""website":"https://example.com/booths/\#(number)""#,
        #""opening_hours":"\#(hours.written)""#, #""brand:wikidata":"Q\#(number % 7 + 1)""#, #""nsi_id":"-1""#,
        #""located_in":"Mall \#(number % 50)""#,
      ]
      let plain = brand.replacing("\\\"", with: "\"")
      var name = "\(plain) \(city.0) \(number)"
      switch kind {
      case 0..<60:
        properties += [#""name":"\#(brand) \#(city.0) \#(number)""#, #""brand":"\#(brand)""#]
      case 60..<97:
        properties += [#""brand":"\#(brand)""#, #""branch":"\#(city.0) \#(number)""#]
      default: name = ""
      }
      let isClosed = kind % 20 == 7
      if isClosed { properties.append(#""end_date":"2025-03-01""#) }
      let geometry =
        kind == 13 ? "null" : #"{"type":"Point","coordinates":[\#(longitude.text),\#(latitude.text)]}"#
      file.places.append(
        #"{"type":"Feature","id":"\#(number)h","properties":{\#(properties.shuffled(using: &numbers).joined(separator: ","))},"#
          + #""geometry":\#(geometry)}"#)
      if name.isEmpty {
        file.withoutName += 1
      } else if geometry == "null" {
        file.withoutCoordinate += 1
      } else {
        file.rows.append(
          Expected(
            name: name, externalID: "\(number)h", hours: hours.normal ?? hours.written,
            status: isClosed ? .closed : .unknown, latitude: latitude.e7))
      }
    }
    return file
  }

  @Test("Features of All The Places are read as a collection and in lines", arguments: [false, true])
  func features(isSequence: Bool) throws {
    let file = Self.allThePlaces()
    let collection =
      #"{"type":"FeatureCollection","dataset_attributes":{"@spider":"booths","license":"CC0-1.0"},"features":["# + "\n"
    let text =
      isSequence ? file.places.joined(separator: "\n") : collection + file.places.joined(separator: ",\n") + "\n]}\n"
    try check(try ValidatedFile(text, ImportOptions(fileName: "booths.geojson")), file)
  }

  // MARK: Overpass

  /// Elements as the API writes them, with `out center`.
  private static func overpass() -> MadeFile {
    var numbers = SeededNumbers(seed: 40)
    var file = MadeFile()
    for number in 1...count {
      let city = cities.randomElement(using: &numbers)!
      let hours = hours.randomElement(using: &numbers)!
      let latitude = degrees(city.3 + Double.random(in: -0.2...0.2, using: &numbers))
      let longitude = degrees(city.4 + Double.random(in: -0.2...0.2, using: &numbers))
      let kind = Int.random(in: 0..<100, using: &numbers)
      var tags: [String] = [
        #""amenity":"photo_booth""#, #""addr:street":"High Street""#, #""addr:housenumber":"\#(number)""#,
        #""addr:city":"\#(city.0)""#, #""level":"\#(number % 5)""#, #""wheelchair":"yes""#, #""payment:coins":"yes""#,
        #""indoor":"yes""#, #""check_date":"2026-0\#(number % 9 + 1)-11""#,
        #""operator":"Booths Ltd""#,
      ]
      if kind % 2 == 0 { tags.append(#""opening_hours":"\#(hours.written)""#) }
      let hasName = kind > 2
      if hasName { tags += [#""name":"Booth \#(number)""#, #""name:en":"Photo booth \#(number)""#] }
      let position = #""lat":\#(latitude.text),"lon":\#(longitude.text)"#
      let type = kind < 90 ? "node" : "way"
      let place = type == "node" ? position : #""center":{\#(position)},"nodes":[\#(number),\#(number + 1)]"#
      file.places.append(
        #"{"type":"\#(type)","id":\#(number),\#(place),"tags":{\#(tags.shuffled(using: &numbers).joined(separator: ","))}}"#
      )
      // Without tags: only the shape of something.
      if kind % 10 == 0 { file.places.append(#"{"type":"node","id":\#(number + 1_000_000),\#(position)}"#) }
      // The operator's name stands for a missing one, as that of the only chain.
      file.rows.append(
        Expected(
          name: hasName ? "Booth \(number)" : "Booths Ltd", externalID: "\(type)/\(number)",
          hours: kind % 2 == 0 ? hours.normal ?? hours.written : nil, latitude: latitude.e7))
    }
    return file
  }

  @Test("Elements of Overpass are read")
  func elements() throws {
    let file = Self.overpass()
    let text =
      #"{"version":0.6,"generator":"Overpass API","osm3s":{"copyright":"from www.openstreetmap.org, under ODbL."},"#
      + "\"elements\":[\n" + file.places.joined(separator: ",\n") + "\n]}\n"
    let validated = try ValidatedFile(text, ImportOptions(fileName: "answer.json"))
    try check(validated, file)
    #expect(validated.plan.terms.licence == "ODbL-1.0")
  }

  private func check(_ validated: ValidatedFile, _ file: MadeFile) throws {
    let codes = Dictionary(validated.codes.map { ($0, 1) }, uniquingKeysWith: +)
    let expected = ["no-coordinate": file.withoutCoordinate, "no-name": file.withoutName].filter { $0.value > 0 }
    #expect(codes == expected && validated.warnings.isEmpty, "\(codes) \(validated.warnings)")
    try #require(validated.rows.count == file.rows.count)
    for (row, expected) in zip(validated.rows.map(\.attributes), file.rows) {
      let isRight =
        row.name == expected.name && row.externalID == expected.externalID && row.openingHours == expected.hours
        && row.status == expected.status && row.coordinate?.latitudeE7 == expected.latitude
      #expect(isRight, "\(row) \(expected)")
      if !isRight { return }
    }
  }
}
