import Basics
import Geo
import Tabular
import Testing

@testable import Booths

@Suite("The text options of an import")
struct ImportOptionTests {
  private func options(_ texts: [ImportOption: [String]]) throws -> ImportOptions {
    try ImportOptions(fileName: "a.csv", isDryRun: true, texts)
  }

  @Test("without options everything is detected, and nothing is turned on")
  func standard() throws {
    let plain = try options([:])
    #expect(plain == ImportOptions(fileName: "a.csv", isDryRun: true))
    let automatic = try options([
      .crs: ["auto"], .encoding: ["auto"], .delimiter: ["auto"], .map: [], .strict: ["false"],
    ])
    #expect(automatic == plain)
  }

  @Test("each option is parsed")
  func each() throws {
    let options = try self.options([
      .source: ["\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}"], .crs: ["EPSG:5174"], .encoding: ["EUC-KR"],
      .delimiter: ["Tab"], .map: ["name=상호", "price=a=b"], .fixSwapped: ["true"], .strict: ["true"],
      .keepUnplaced: ["true"], .overwriteEdits: ["true"],
    ])
    let expected = ImportOptions(
      fileName: "a.csv", source: "서울", referenceSystem: .named(try ReferenceSystem.named("EPSG:5174")),
      encoding: .cp949, delimiter: 0x09, mapping: [.name: "상호", .price: "a=b"], fixesSwapped: true, isStrict: true,
      keepsWithoutCoordinate: true, overwritesEdits: true, isDryRun: true)
    #expect(options == expected)
    #expect(options.source?.unicodeScalars.count == 2)
  }

  @Test(
    "an invalid value is refused with the name of its option",
    arguments: [
      (.source, [""]), (.source, [" "]), (.source, [String(repeating: "가", count: 101)]), (.encoding, ["latin1"]),
      (.encoding, [""]), (.delimiter, [","]), (.delimiter, [""]), (.map, ["name"]), (.map, ["nothing=x"]),
      (.map, ["name=a", "name=b"]), (.map, [""]), (.strict, ["yes"]), (.fixSwapped, [""]),
    ] as [(ImportOption, [String])])
  func rejected(_ option: ImportOption, _ texts: [String]) throws {
    let domainError = #expect(throws: DomainError.self) { try options([option: texts]) }
    #expect(
      (domainError?.kind, domainError?.code, domainError?.field) == (.invalid, "parameter-invalid", option.rawValue))
    for word in option.words { #expect(domainError?.message.contains(word) == true) }
  }

  @Test("an unknown reference system is refused")
  func unknownSystem() throws {
    let domainError = #expect(throws: DomainError.self) { try options([.crs: ["EPSG:1"]]) }
    #expect(domainError?.code == "unknown-reference-system")
  }

  @Test("every value of an option is parsed")
  func words() throws {
    for option in ImportOption.allCases {
      for word in option.words { _ = try options([option: [word]]) }
    }
  }
}
