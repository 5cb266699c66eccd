import Basics
import Foundation
import Geo
import Support
import Testing
import Workload

@Suite("Coordinates as people type them")
struct CoordinateTextTests {
  static let degrees = (latitude: 37 + 29.0 / 60 + 52.4 / 3600, longitude: 127 + 1.0 / 60 + 39.4 / 3600)

  @Test(
    "Decimal degrees are read with the latitude first",
    arguments: [
      "37.4979,127.0276", "37.4979 127.0276", " 37.4979 , 127.0276 ", "+37.4979,+127.0276", "37.4979°, 127.0276°",
      "37.4979N 127.0276E", "N37.4979 E127.0276", "127.0276E, 37.4979N", "e127.0276 n37.4979", "북위 37.4979 동경 127.0276",
      "37.4979\t127.0276", "37.4979;127.0276", "(37.4979, 127.0276)", " [37.4979; 127.0276] ", "３７．４９７９，１２７．０２７６",
      "（３７．４９７９　１２７．０２７６）", "geo:37.4979,127.0276", "GEO:37.4979,127.0276,35;crs=WGS84;u=20",
      "geo:37.4979,127.0276?z=15",
    ])
  func decimal(text: String) throws {
    #expect(try CoordinateText.parse(text) == .coordinate(try .checked(latitude: 37.4979, longitude: 127.0276)))
  }

  @Test(
    "Degrees, minutes and seconds are read",
    arguments: [
      "N37°29'52.4\" E127°01'39.4\"", "37°29′52.4″N 127°01′39.4″E", "37° 29' 52.4'' N, 127° 1' 39.4'' E",
      "37º29’52.4”n127º1’39.4”e", "북위 37도 29분 52.4초, 동경 127도 1분 39.4초", "37°29'52.4\",127°1'39.4\"",
      "37 29 52.4 N 127 01 39.4 E", "N 37 29 52.4, E 127 1 39.4", "E127 1 39.4 N37 29 52.4",
    ])
  func sexagesimal(text: String) throws {
    let coordinate = try CoordinateText.parse(text).resolved()
    #expect(abs(coordinate.latitude - Self.degrees.latitude) < 1e-12)
    #expect(abs(coordinate.longitude - Self.degrees.longitude) < 1e-12)
  }

  @Test("South and west are negative by letter or sign")
  func southWest() throws {
    for text in ["33°30'S 70°36'W", "-33.5,-70.6", "\u{2212}33.5 \u{2212}70.6", "S33.5 W70.6", "-33°30' -70°36'"] {
      let coordinate = try CoordinateText.parse(text).resolved()
      #expect(coordinate.latitude == -33.5)
      #expect(abs(coordinate.longitude + 70.6) < 1e-12)
    }
    #expect(try CoordinateText.parse("-0°30',-0°15'").resolved() == .checked(latitude: -0.5, longitude: -0.25))
  }

  @Test("A reference system is named before its east and north")
  func projected() throws {
    let system = try ReferenceSystem.named("EPSG:5174")
    for text in ["EPSG:5174 200000 450000", "epsg:5174 200000,450000", " EPSG:5174\t200000.0  450000 "] {
      #expect(try CoordinateText.parse(text) == .projected(system, east: 200_000, north: 450_000))
    }
    #expect(
      try CoordinateText.parse("KATEC 310000 -550000")
        == .projected(.named("KATEC"), east: 310_000, north: -550_000))
    let coordinate = try CoordinateText.parse("EPSG:5174 200000 450000").resolved()
    #expect(abs(coordinate.latitude - 37.552268004) < 1e-9)
    #expect(abs(coordinate.longitude - 127.000788028) < 1e-9)
    #expect(try CoordinateText.parse("WGS84 127 37").resolved() == .checked(latitude: 37, longitude: 127))
  }

  @Test(
    "An unreadable coordinate is refused with an error message",
    arguments: [
      "", " ", ",", "37.4979", "37.4979,", "37,4979 127,0276", "37.4979,127.0276,5", "37.4979,127.0276,15z",
      "((37.4979,127.0276))", "(37.4979,127.0276", "geo:37.4979", "geo:0,0?q=37.4979,127.0276",
      "geo:200000,450000;crs=epsg5174", "37 29 127 1 E", "37 29 52 4 N 127 E", "37.5 10 N 127 0 E", "nan,nan",
      "http://a.example", "https://maps.example/@37.4979,127.0276,15z", "1e1,1e2",
      "0x10,0x20", "37.4.9,127", "--37,127", "37-,127", "N37.5 N38.5", "37.5N 127.0", "-37S 127E",
      "37°60' 127°",
      "37.5°10' 127°", "37°10.5'3\" 127°", "37°-5' 127°", "N E", "37°29 127°", "°37 °127", "서울역", "EPSG:5174 200000",
      "EPSG:5174", "EPSG:5174 a b", "EPSG:5174 1 2 3", "KATEC 1e5 2e5",
    ])
  func unreadable(text: String) {
    let domainError = #expect(throws: DomainError.self) { try CoordinateText.parse(text) }
    #expect(domainError?.code == "coordinate-unreadable")
  }

  @Test("Numbers out of range are refused, and swapped ones are reported as swapped")
  func outOfRange() throws {
    let swapped = #expect(throws: DomainError.self) { try CoordinateText.parse("127.0276,37.4979") }
    #expect(swapped?.code == "latitude-out-of-range")
    #expect(swapped?.message.contains("longitude was written first") == true)
    #expect(throws: DomainError.self) { try CoordinateText.parse("90.0001,0") }
    let east = #expect(throws: DomainError.self) { try CoordinateText.parse("0,180.5") }
    #expect(east?.code == "longitude-out-of-range")
    #expect(try CoordinateText.parse("-90,-180").resolved() == .checked(latitude: -90, longitude: -180))
  }

  @Test("An unknown system and a place outside of a system are refused")
  func systems() throws {
    let unknown = #expect(throws: DomainError.self) { try CoordinateText.parse("EPSG:1 2 3") }
    #expect(unknown?.code == "unknown-reference-system")
    for text in ["EPSG:1", "UTM 2 3"] {
      let other = #expect(throws: DomainError.self) { try CoordinateText.parse(text) }
      #expect(other?.code == "unknown-reference-system")
    }
    let outside = #expect(throws: DomainError.self) { try CoordinateText.parse("EPSG:5174 99999999999 1").resolved() }
    #expect(outside?.code == "coordinate-outside-system")
  }

  @Test("A long text is refused without being parsed")
  func longText() {
    #expect(throws: DomainError.self) { try CoordinateText.parse(String(repeating: "1", count: 10_000_000) + ",2") }
  }

  @Test("Every notation of a coordinate is read back as that coordinate")
  func roundTrip() throws {
    var numbers = SeededNumbers(seed: 30)
    for _ in 0..<500 {
      let coordinate = try Coordinate.checked(
        latitude: numbers.unit() * 180 - 90, longitude: numbers.unit() * 360 - 180)
      let texts = [
        "\(coordinate.latitude),\(coordinate.longitude)",
        "\(coordinate.longitude < 0 ? "W" : "E")\(abs(coordinate.longitude)) "
          + "\(coordinate.latitude < 0 ? "S" : "N")\(abs(coordinate.latitude))",
        Self.sexagesimal(coordinate.latitude, "N", "S") + " " + Self.sexagesimal(coordinate.longitude, "E", "W"),
      ]
      for text in texts where !text.contains("e-") {
        let found = try CoordinateText.parse(text).resolved()
        #expect(
          abs(found.latitude - coordinate.latitude) < 1e-9 && abs(found.longitude - coordinate.longitude) < 1e-9,
          "\(text)")
      }
    }
  }

  static func sexagesimal(_ value: Double, _ positive: String, _ negative: String) -> String {
    let size = abs(value)
    let minutes = (size - size.rounded(.down)) * 60
    let seconds = (minutes - minutes.rounded(.down)) * 60
    let parts = "\(Int(size))°\(Int(minutes))′" + String(format: "%.7f″", min(seconds, 59.9999999))
    return parts + (value < 0 ? negative : positive)
  }
}
