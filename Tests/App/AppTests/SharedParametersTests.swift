import CommandLineKit
import Foundation
import JSON
import Support
import Testing
import Workload

@testable import App

/// The same question, over HTTP and on the command line.
@Suite("HTTP and the command line")
struct SharedParametersTests {
  private static let sample = SharedData.root.appendingPathComponent("Data/booths.sample.csv")

  /// An answer, or the reason of a refusal.
  private enum Outcome: Equatable {
    case answered(JSONValue)
    case refused(String)
  }

  /// An endpoint and the command that answers the same question.
  private struct Question: Sendable {
    var path: String
    var query: [String: String] = [:]
    var command: [String]
    /// What a JSON answer of either is compared by.
    var answer: @Sendable (JSONValue) -> JSONValue = { ids($0) }

    static let near = Question(
      path: "/api/booths/near", query: ["lat": "37.4979", "lon": "127.0276"], command: ["near", "37.4979,127.0276"])
    static let inside = Question(
      path: "/api/booths/in", query: ["bbox": "126.9,37.4,127.1,37.6"], command: ["in", "126.9", "37.4", "127.1,37.6"])
    static let anywhere = Question(path: "/api/booths/near", command: ["near"])
    static let search = Question(
      path: "/api/search", query: ["q": "강남"], command: ["search", "강남"], answer: { $0["results"] ?? .null })

    /// The booths in their order.
    static func ids(_ answer: JSONValue) -> JSONValue {
      guard case .array(let booths)? = answer["booths"] else { return .null }
      return .array(booths.map { $0["id"] ?? .null })
    }
  }

  private let program: Program
  private let server: RunningServer

  init() async throws {
    program = try Program()
    try program.run("import", Self.sample.path, "--quiet")
    server = try await RunningServer(program, "--operator-token", Self.token)
  }

  private static let token = "a-secret-token-of-an-operator"

  private func overHTTP(_ question: Question, _ parameters: [String: String]) async throws -> Outcome {
    let query = question.query.merging(parameters) { $1 }
      .map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
    let response = try await server.send("GET", question.path + "?" + query.joined(separator: "&"))
    return response.status == 200
      ? .answered(question.answer(response.json)) : .refused(Self.reason(try response.text("detail")))
  }

  private func onCommandLine(_ question: Question, _ parameters: [String: String]) throws -> Outcome {
    let options = parameters.map { "--\($0.replacing("_", with: "-"))=\($1)" }
    let result = try program.start(question.command + options + ["--format", "json"]).finish()
    if result.code == 0 { return .answered(question.answer(try JSONReader.value(of: Array(result.output.utf8)))) }
    #expect(result.code == 2, "\(options): \(result.errors)")
    return .refused(Self.reason(result.errors))
  }

  /// A refusal without the name of the parameter, option or operand, and without what it proposes.
  private static func reason(_ message: String) -> String {
    message.replacing("fourcuts: ", with: "").replacing("\n", with: "")
      .replacing(#/^(The parameter '[a-z_]+' must be|--[a-z-]+ takes|[A-Z ]+ must be) /#, with: "")
      .replacing(#/(; did you mean '[^']+'\?|\.)$/#, with: "")
      // A list may be longer on the command line.
      .replacing(#/whole number from 1 to [0-9]+/#, with: "whole number from 1 on")
  }

  private func expectSame(_ question: Question, _ parameters: [String: String]) async throws {
    let (http, command) = (try await overHTTP(question, parameters), try onCommandLine(question, parameters))
    #expect(http == command, "\(question.path) \(parameters)")
  }

  /// Values that are right for some parameter.
  private static let rightValues: [String: [String]] = [
    "limit": ["1", "7", "100"], "radius": ["500", "500m", "1.5km", "1.5KM", "0", "1e3"],
    "brand": ["견본샾", " 샘플 네컷 , 견본샾", "nobody"], "tag": ["샘플", "샘플,단체"],
    "status": ["closed", "operating,closed", "unknown, operating", "closed,closed"],
    "open_at": ["2026-12-24T21:00:00+09:00", "2026-12-24T12:00:00Z"], "people": ["1", "8", "100"],
    "max_price": ["0", "4999", "5000", "1000000"],
    "location_state": ["denied", "prompt"], "region": ["busan", "부산", "Busan", "seoul-mapo"],
  ]

  /// Values that are wrong for most.
  private static let wrongValues = [
    "", " ", ",", "a,,b", "0", "-1", "+5", "007", "1.5", "1e9", "5,000", "５", "101", "1000001", "99999999999999999999",
    "nan", "inf", "0x10", "NOW", "tomorrow", "2026-12-24", "2026-12-24T21:00:00", "Closed", "operating;closed", "off",
    "1 km", "1mi", "km", "20100001", "atlantis", "' OR 1=1 --", "%00", "\u{1}", "\u{200B}", "--limit", "가\u{301}",
    String(repeating: "a,", count: 20) + "a", String(repeating: "가", count: 300),
  ]

  @Test("Each parameter understands and refuses the same values, for the same reasons")
  func values() async throws {
    var numbers = SeededNumbers(seed: 35)
    for (name, right) in Self.rightValues.sorted(by: { $0.key < $1.key }) {
      let question = ["location_state", "region"].contains(name) ? Question.anywhere : .near
      // More than 100 booths are right on the command line only.
      let wrong = Self.wrongValues.filter { name != "limit" || $0 != "101" }
      for value in right + wrong.shuffled(using: &numbers).prefix(9) {
        try await expectSame(question, [name: value])
      }
    }
    for limit in ["1", "100", "101", "0", "", "x"] { try await expectSame(.search, ["limit": limit]) }
    for (name, value) in [("limit", "5"), ("limit", "-5"), ("brand", "견본샾"), ("people", "x"), ("max_price", "5000")] {
      try await expectSame(.inside, [name: value])
    }
    #expect(try server.end() == 0)
  }

  @Test("Several filters find the same booths in the same order")
  func combinations() async throws {
    var numbers = SeededNumbers(seed: 36)
    let names = Self.rightValues.keys.filter { !["location_state", "region"].contains($0) }.sorted()
    for _ in 0..<25 {
      var parameters: [String: String] = [:]
      for name in names.shuffled(using: &numbers).prefix(Int.random(in: 2...4, using: &numbers)) {
        parameters[name] = Self.rightValues[name]?.randomElement(using: &numbers)
      }
      try await expectSame(Bool.random(using: &numbers) ? .near : .inside, parameters.filter { $0.key != "radius" })
      try await expectSame(.near, parameters)
    }
    #expect(try server.end() == 0)
  }

  @Test("Texts and rectangles are read alike")
  func operands() async throws {
    let long = [String(repeating: "가", count: 100), String(repeating: "a", count: 101)]
    for text in ["강남", "견본샾 강남", "ㄱㄴㅇ", "", " "] + long {
      let question = Question(
        path: "/api/search", command: ["search", "--limit", "20", text], answer: Question.search.answer)
      try await expect(question, ["q": text, "limit": "20"])
    }
    for box in [
      "126.9,37.4,127.1,37.6", "179,0,-179,20", "126.9,37.4,0,127.1,37.6,99", "1,2,3", "127,38,128,37", "a,b,c,d",
      "127,37,181,38", "+1,2,3,4", "0x1,2,3,4", "1e1,2e1,3e1,4e1", "nan,0,1,1",
    ] {
      let question = Question(path: "/api/booths/in", command: ["in", "--limit", "50", box])
      try await expect(question, ["bbox": box, "limit": "50"])
    }
    #expect(try server.end() == 0)
  }

  /// Compares a command whose operands are parameters of the endpoint.
  private func expect(_ question: Question, _ parameters: [String: String]) async throws {
    let (http, command) = (try await overHTTP(question, parameters), try onCommandLine(question, [:]))
    #expect(http == command, "\(parameters)")
  }

  @Test("The options of an import understand and refuse the same values, for the same reasons")
  func imports() async throws {
    let file = try String(contentsOf: Self.sample, encoding: .utf8).split(separator: "\n").prefix(20)
    let text = file.joined(separator: "\n") + "\n"
    let path = try program.file("few.csv", text)
    let right = [
      "source": ["sample", "견본 자료"], "crs": ["auto", "AUTO", "4326", "WGS84"], "encoding": ["utf-8", "UTF8"],
      "delimiter": ["auto", "Comma"], "map": ["name=name", "name=brand,price=price"],
      "only": ["status=closed", "Status=operating,brand=견본네컷", "nothing=x"],
    ]
    let wrong = [
      "", " ", ",", "mars", "EPSG:1", "tabs", "name", "name=", "=name", "nothing=name", "name=a,name=b", "name=name,",
      "comma;tab", "\u{1}", String(repeating: "가", count: 101),
    ]
    var numbers = SeededNumbers(seed: 37)
    for (name, values) in right.sorted(by: { $0.key < $1.key }) {
      for value in values + wrong.shuffled(using: &numbers).prefix(9) {
        let escaped = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let response = try await server.post("/api/imports?file=few.csv&\(name)=\(escaped)", text, token: Self.token)
        let words = ["import", path, "--dry-run", "--format", "json", "--\(name)=\(value)"]
        let result = try program.start(words).finish()
        let answer = try JSONReader.value(of: Array(response.body.utf8))
        if response.status == 200 {
          try #require(result.code == 0, "\(words): \(result.errors)")
          let report = try JSONReader.value(of: Array(result.output.utf8))
          for key in ["counts", "encoding", "crs", name] where answer[key] != nil {
            #expect(answer[key] == report[key], "\(words)")
          }
        } else if case .string(let detail)? = answer["detail"] {
          #expect(result.code != 0)
          // Advice names parameters over HTTP, and options on the command line.
          let command = Self.reason(result.errors).replacing("--map ", with: "map=").replacing("--map", with: "map")
            .replacing("--only", with: "only")
          #expect(Self.reason(detail) == command, "\(words)")
        }
      }
    }
    #expect(try server.end() == 0)
  }

  @Test("Each parameter is an option too, but for the differences that the documentation lists")
  func table() async throws {
    let definition = try await server.send("GET", "/openapi.json").json
    let article = try String(
      contentsOf: SharedData.root.appendingPathComponent("Sources/App/Documentation.docc/HTTPAPI.md"), encoding: .utf8)
    let section = try #require(article.split(separator: "## ").first { $0.hasPrefix("The same on the command line") })
    for (path, method, command) in [
      ("/api/booths/near", "get", Command.near), ("/api/booths/in", "get", .inside), ("/api/search", "get", .search),
      ("/api/imports", "post", .importFiles),
    ] {
      guard case .array(let parameters)? = definition["paths"]?[path]?[method]?["parameters"] else {
        Issue.record("\(path) has no parameters")
        continue
      }
      for parameter in parameters {
        guard case .string(let name)? = parameter["name"], case .string(let summary)? = parameter["description"] else {
          continue
        }
        let option = command.specification.options.first { $0.name == name.replacing("_", with: "-") }
        guard let option, !section.contains("`\(name)`") || name == "limit" else {
          #expect(section.contains("`\(name)`"), "\(path) \(name)")
          continue
        }
        let plain = summary.replacing("`", with: "")
        #expect(option.help.hasPrefix(plain.hasSuffix(".") ? String(plain.dropLast()) : plain), "\(option.name)")
        if case .integer(let standard)? = parameter["schema"]?["default"] {
          #expect(option.standard == String(standard), "\(path) \(name)")
        }
      }
    }
    #expect(try server.end() == 0)
  }
}
