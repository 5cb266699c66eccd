import Basics
import Foundation
import Location
import Support
import Testing

@Suite("Wire values, and regions")
struct WordsAndRegionsTests {
  @Test("Every value that devices and browsers use is parsed")
  func words() throws {
    let expected = [
      "services-off", "not-determined", "restricted", "denied", "when-in-use", "always", "reduced-accuracy", "no-fix",
      "timed-out", "unavailable", "insecure-context", "prompt", "granted", "timeout",
    ]
    #expect(LocationState.wireValues == expected)
    #expect(try LocationState(wireValue: "prompt") == .notDetermined)
    #expect(try LocationState(wireValue: "granted") == .whenInUse)
    #expect(try LocationState(wireValue: "timeout") == .timedOut)
    for state in LocationState.allCases { #expect(try LocationState(wireValue: state.rawValue) == state) }
  }

  @Test("Any other value is refused with its name", arguments: ["", "Denied", "denied ", "when_in_use", "거부"])
  func unknownWord(_ word: String) {
    let domainError = #expect(throws: DomainError.self) { try LocationState(wireValue: word) }
    #expect(domainError?.code == "location-state-unknown")
    #expect(domainError?.field == "location_state")
    #expect(domainError?.message.contains("services-off") == true)
  }

  @Test("Regions have unique identifiers and names and lie in Korea")
  func regions() {
    #expect(Region.all.count >= 50)
    #expect(Set(Region.all.map(\.id)).count == Region.all.count)
    #expect(Set(Region.all.map(\.name.ko)).count == Region.all.count)
    #expect(Set(Region.all.map(\.name.en)).count == Region.all.count)
    #expect(Set(Region.all.map(\.shortName)).count == Region.all.count)
    for region in Region.all {
      #expect(
        (33.1...38.6).contains(region.coordinate.latitude) && (126.1...129.6).contains(region.coordinate.longitude))
      #expect(region.id.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == "-") })
      #expect((2000...130_000).contains(region.radius))
    }
  }

  @Test("A region is found by its identifier and its official, everyday and English name")
  func named() throws {
    for region in Region.all {
      #expect(try Region.named(region.id) == region)
      #expect(try Region.named(region.name.ko) == region)
      #expect(try Region.named(region.shortName) == region)
      #expect(try Region.named(region.name.en.uppercased()) == region)
    }
    #expect(try Region.named("서울").id == "seoul")
    let domainError = #expect(throws: DomainError.self) { try Region.named("atlantis") }
    #expect(domainError?.code == "region-unknown")
  }

  /// Stations that are named after the office beside them.
  static let offices = [
    "강남구청": "seoul-gangnam", "마포구청": "seoul-mapo", "강동구청": "seoul-gangdong", "수원시청": "suwon",
    "용산": "seoul-yongsan", "동작": "seoul-dongjak", "노원": "seoul-nowon", "시청": "seoul", "인천시청": "incheon",
    "부천시청": "bucheon", "시청·용인대": "yongin", "구로": "seoul-guro", "잠실": "seoul-songpa", "종각": "seoul-jongno",
  ]

  @Test(
    "Offices are near the stations that are named after them",
    .enabled(if: SharedData.file("stations-capital-region.csv") != nil))
  func nearTheirStations() throws {
    let text = try String(contentsOf: SharedData.file("stations-capital-region.csv")!, encoding: .utf8)
    var checked = 0
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard let id = Self.offices[String(cells[0])], let latitude = Double(cells[2]), let longitude = Double(cells[3])
      else { continue }
      let coordinate = try Region.named(id).coordinate
      #expect(abs(coordinate.latitude - latitude) < 0.025 && abs(coordinate.longitude - longitude) < 0.03, "\(id)")
      checked += 1
    }
    #expect(checked >= 10)
  }
}
