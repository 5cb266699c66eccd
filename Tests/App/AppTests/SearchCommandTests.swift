import Booths
import Foundation
import JSON
import Support
import Testing

/// The table of searches, asked on the command line. A process answers one text, so that each 15th is asked.
@Suite("The table of searches on the command line")
struct SearchCommandTests {
  private let program: Program

  init() throws {
    program = try Program()
    var table = "external_id,name,brand,road_address,latitude,longitude,opening_hours,price,capacity\n"
    for booth in Branches.booths() {
      let attributes = booth.attributes
      guard let coordinate = attributes.coordinate else { continue }
      let (latitude, longitude) = (Double(coordinate.latitudeE7) / 1e7, Double(coordinate.longitudeE7) / 1e7)
      table += "\(attributes.externalID),\(attributes.name),\(attributes.brand ?? ""),\(attributes.roadAddress ?? ""),"
      table += "\(latitude),\(longitude),24/7,4000,6\n"
    }
    try program.run("import", try program.file("booths.csv", table), "--quiet")
  }

  @Test("The first answer is that of the table")
  func first() throws {
    let position = "\(SearchTable.cityHall.latitude),\(SearchTable.cityHall.longitude)"
    for (number, row) in SearchTable.rows.enumerated() where number % 15 == 0 {
      let output = try program.run("search", row.text, "--from", position, "--limit", "1", "--format", "json").output
      let results = try JSONReader.value(of: Array(output.utf8))["results"]
      guard case .array(let items)? = results, let first = items.first else {
        Issue.record("\(row.text): \(output)")
        continue
      }
      #expect(row.fits(name: Self.text(first["name"]) ?? "", area: Self.text(first["area"])), "\(row.text): \(output)")
    }
  }

  private static func text(_ value: JSONValue?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }

  @Test("What is not understood is named, with what comes closest to it")
  func unknown() throws {
    let run = try program.run("search", "강남역쪽으로가는 포토이즘")
    #expect(run.errors.contains("'강남역쪽으로가는' (did you mean 강남역?)"), "\(run.errors)")
    #expect(run.output.contains("포토이즘"))
  }
}
