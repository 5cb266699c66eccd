import Basics
import Foundation
import Geo
import Support
import Tabular
import Testing

@testable import Booths

@Suite("The sample catalogue")
struct SampleCatalogueTests {
  static func validated(_ file: String) throws -> ValidatedFile {
    let bytes = Array(try Data(contentsOf: SharedData.root.appendingPathComponent("Data/\(file)")))
    return try ValidatedFile(bytes, ImportOptions(fileName: file, isStrict: true))
  }

  @Test("Both files are read completely without options, and have the same booths")
  func sameBooths() throws {
    let english = try Self.validated("booths.sample.csv")
    let korean = try Self.validated("booths.sample.cp949-5174.csv")
    #expect(korean.plan.dialect.encoding == .cp949)
    for validated in [english, korean] {
      #expect(validated.rejected.isEmpty, "\(validated.rejected.prefix(3))")
      #expect(validated.warnings.isEmpty, "\(validated.warnings)")
    }
    #expect(english.rows.count >= 400)
    #expect(english.rows.count == korean.rows.count)
    for (one, other) in zip(english.rows, korean.rows) { #expect(one.attributes == other.attributes) }
  }

  @Test("Every field is set in some booth, optional ones are unset in another, and every booth is a sample")
  func fields() throws {
    let booths = try Self.validated("booths.sample.csv").rows.map(\.attributes)
    // English names are made of the Korean ones.
    for field in BoothField.allCases where field != .englishName {
      let texts = Set(booths.map { $0.text(field) })
      #expect(texts.count > 1, "\(field)")
      let isRequired = [.externalID, .name, .roadAddress, .latitude, .longitude, .tags, .status].contains(field)
      #expect(texts.contains("") != isRequired, "\(field)")
    }
    #expect(Set(booths.map(\.status)) == Set(BoothStatus.allCases))
    #expect(Set(booths.map(\.externalID)).count == booths.count)
    #expect(booths.allSatisfy { $0.name.hasSuffix("(샘플)") && $0.tags.contains("샘플") })
    let instant = korean("2026-11-21 00:30")
    let states = Set(booths.compactMap(\.openingHours).map { try? OpeningHours(parsing: $0).state(at: instant) })
    #expect(states == Set(OpenState.allCases))
  }

  @Test("Booths are 30 to 250 m from a station", .enabled(if: SharedData.file("stations-capital-region.csv") != nil))
  func nearStations() throws {
    let url = try #require(SharedData.file("stations-capital-region.csv"))
    let stations = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).suffix(2).compactMap { Double($0) }
      return cells.count == 2 ? Coordinate(latitude: cells[0], longitude: cells[1]) : nil
    }
    for booth in try Self.validated("booths.sample.csv").rows.map(\.attributes) {
      let nearest = stations.map { Geodesic.distance(Coordinate(booth.coordinate!), $0) }.min() ?? .infinity
      // Stations are rounded to about ten metres.
      #expect(nearest < 260, "\(booth.name)")
    }
  }
}
