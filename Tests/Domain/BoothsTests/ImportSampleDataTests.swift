import Basics
import Foundation
import Geo
import Support
import Tabular
import Testing

@testable import Booths

@Suite("The sample catalogue")
struct ImportSampleDataTests {
  private func validated(_ name: String) throws -> ValidatedFile {
    let url = SharedData.root.appendingPathComponent("Data/\(name)")
    return try ValidatedFile(Array(Data(contentsOf: url)), ImportOptions(fileName: name))
  }

  @Test("Every row of both files is imported without a warning")
  func isRight() throws {
    for name in ["booths.sample.csv", "booths.sample.cp949-5174.csv"] {
      let validated = try validated(name)
      #expect(validated.rows.count >= 400)
      #expect(validated.rejected.isEmpty, "\(name): \(validated.rejected.prefix(3))")
      #expect(validated.warnings.isEmpty, "\(name): \(validated.warnings)")
    }
  }

  @Test("UTF-8 with degrees and CP949 with EPSG:5174 give the same attributes")
  func roundTrip() throws {
    let first = try validated("booths.sample.csv")
    let second = try validated("booths.sample.cp949-5174.csv")
    #expect(second.plan.coordinates.system.name == "EPSG:5174")
    #expect(second.plan.dialect.encoding == .cp949)
    try #require(first.rows.count == second.rows.count)
    for (left, right) in zip(first.rows, second.rows) {
      let (one, other) = (try #require(left.attributes.coordinate), try #require(right.attributes.coordinate))
      #expect(abs(one.latitudeE7 - other.latitudeE7) <= 1)
      #expect(abs(one.longitudeE7 - other.longitudeE7) <= 1)
      var attributes = right.attributes
      attributes.coordinate = left.attributes.coordinate
      #expect(left.attributes == attributes)
    }
  }
}
