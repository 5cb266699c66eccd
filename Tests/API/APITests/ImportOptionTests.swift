import APIKit
import Basics
import Geo
import Support
import Tabular
import Testing
import Workload

@testable import Booths
@testable import NativeAPI

/// Texts of parameters by their names.
private struct Texts: ParameterSource {
  var texts: [String: String]

  func value<Value>(_ parameter: Parameter<Value>) throws(DomainError) -> Value? {
    guard let text = texts[parameter.name] else { return nil }
    return try parameter.value(of: text)
  }
}

@Suite("The options of an import")
struct ImportOptionTests {
  private func options(_ texts: [String: String]) throws -> ImportOptions {
    try ImportOptions(Texts(texts: texts), fileName: "a.csv", isDryRun: true)
  }

  @Test("Without options everything is detected, and nothing is turned on")
  func standard() throws {
    let plain = try options([:])
    #expect(plain == ImportOptions(fileName: "a.csv", isDryRun: true))
    #expect(try options(["crs": "AUTO", "encoding": "auto", "delimiter": "auto", "strict": "false"]) == plain)
  }

  @Test("Each option is parsed")
  func each() throws {
    let options = try self.options([
      "source": "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", "crs": "EPSG:5174", "encoding": "EUC-KR",
      "delimiter": "Tab", "map": "name=상호,price=a=b",
      "only": "amenity=photo_booth, 상태=영업, 중", "fix_swapped": "true", "strict": "true",
      "keep_unplaced": "true", "overwrite_edits": "true",
    ])
    let expected = ImportOptions(
      fileName: "a.csv", source: "서울", referenceSystem: .named(try ReferenceSystem.named("EPSG:5174")),
      encoding: .cp949, delimiter: 0x09, mapping: [.name: "상호", .price: "a=b"],
      only: [RowCondition(header: "amenity", value: "photo_booth"), RowCondition(header: "상태", value: "영업, 중")],
      fixesSwapped: true, isStrict: true,
      keepsWithoutCoordinate: true, overwritesEdits: true, isDryRun: true)
    #expect(options == expected)
    #expect(options.source?.unicodeScalars.count == 2)
  }

  @Test("A header may hold commas")
  func commas() throws {
    #expect(try options(["map": "name=상호, 지점 ,price=요금"]).mapping == [.name: "상호, 지점", .price: "요금"])
  }

  @Test(
    "An invalid value is refused with the name of its option",
    arguments: [
      ("source", ""), ("source", " "), ("source", String(repeating: "가", count: 101)), ("encoding", "ebcdic"),
      ("encoding", ""), ("delimiter", ","), ("delimiter", ""), ("map", "name"), ("map", "nothing=x"),
      ("map", "name=a,name=b"), ("only", "amenity"), ("only", "amenity="), ("only", "a=b,A=c"), ("only", ""),
      ("map", ""), ("map", "name=a,"), ("map", "name=a,,price=b"), ("map", ",name=a"),
      ("strict", "yes"), ("fix_swapped", ""),
    ])
  func rejected(_ option: String, _ text: String) throws {
    let domainError = #expect(throws: DomainError.self) { try options([option: text]) }
    #expect((domainError?.kind, domainError?.code, domainError?.field) == (.invalid, "parameter-invalid", option))
  }

  @Test("Every documented word is parsed")
  func words() throws {
    for word in ImportWords.encodings { _ = try options(["encoding": word]) }
    for (word, _) in ImportWords.delimiters { _ = try options(["delimiter": word.uppercased()]) }
  }
}
