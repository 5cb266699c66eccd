import Basics
import Booths
import Foundation
import JSON
import SQL
import Stores
import Support
import Testing

/// The table of searches, asked on the command line. A process answers one text, so that few are asked.
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

  @Test("The first answer to each search is that of the table")
  func first() throws {
    let position = "\(SearchTable.cityHall.latitude),\(SearchTable.cityHall.longitude)"
    let count = SearchTable.isWhole ? 9 : 1
    for row in [SearchTable.handMade, SearchTable.stations].flatMap({ SearchTable.sample(1, of: $0).prefix(count) }) {
      let output = try program.run("search", row.text, "--from", position, "--limit", "1", "--format", "json").output
      let results = try JSONReader.value(of: Array(output.utf8))["results"]
      guard case .array(let items)? = results, let first = items.first else {
        Issue.record("\(row.text): \(output)")
        continue
      }
      #expect(row.fits(name: Self.text(first["name"]) ?? "", area: Self.text(first["area"])), "\(row.text): \(output)")
    }
  }

  @Test("Chains of an operator's file are found, and an unreadable file is named")
  func chains() throws {
    let file = try program.file("chains.csv", "name,name_en,aliases\n하루필름,Day Film,데이필름\n")
    for text in ["day film", "데이필름"] {
      #expect(try program.run("search", text, "--chains-file", file).output.contains("하루필름"), "\(text)")
      #expect(try !program.run("search", text).output.contains("하루필름"), "\(text)")
    }
    let broken = try program.file("broken.csv", "chain\nx\n")
    let run = try program.run("search", "x", "--chains-file", broken)
    #expect(run.code != 0 && run.errors.contains("\(broken): Line 1 of the chains cannot be read"), "\(run)")
    #expect(try program.run("search", "x", "--chains-file", "/nonexistent.csv").errors.contains("/nonexistent.csv"))
  }

  @Test("Searches without a booth are listed, most frequent first")
  func fruitless() async throws {
    #expect(try program.run("migrate").code == 0)
    #expect(try program.run("searches").output == "No search without a booth was counted.\n")
    let database = try await program.database()
    let store = SQLFruitlessSearchStore(database)
    try await store.add(["없는 사진관": 5, "gone": 7], on: 20_000)
    let lines = try program.run("searches").lines
    #expect(lines.count == 3 && lines[1].contains("gone") && lines[1].contains("2024-10-04"), "\(lines)")
    #expect(
      try program.run("searches", "--format", "json", "--limit", "1").output
        == #"{"searches":[{"text":"gone","count":7,"last_day":"2024-10-04"}]}"# + "\n")
  }

  private static func text(_ value: JSONValue?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }

  @Test("A part that is not understood is named with the closest name")
  func unknown() throws {
    let run = try program.run("search", "강남역쪽으로가는 포토이즘")
    #expect(run.errors.contains("'강남역쪽으로가는' (did you mean 강남역?)"), "\(run.errors)")
    #expect(run.output.contains("포토이즘"))
  }
}
