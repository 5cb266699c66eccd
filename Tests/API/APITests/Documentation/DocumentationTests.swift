import Basics
import Booths
import CommandLineKit
import Contracts
import Foundation
import HTTP
import JSON
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("The definition and the pages agree with the routes")
struct DocumentationTests {
  let service = Service()

  private func names(_ path: String) -> [String] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }

  @Test("Each route has a description, and each description a route")
  func complete() async {
    let paths = await service.get("/openapi.json").json["paths"]
    let described = Set(paths.keys.flatMap { path in paths[path].keys.map { "\($0.uppercased()) \(path)" } })
    // Socket.IO has no operations.
    let routes = service.routes.filter { $0.method != .options && !$0.pattern.hasPrefix("/socket.io") }
    let served = Set(
      routes.map { "\($0.method.rawValue) \($0.pattern)" })
    #expect(described == served)
    #expect(served.count == routes.count)
  }

  @Test(
    "Static documents are built and compressed once, with a tag of their content",
    arguments: ["/openapi.json", "/openapi.json?group=booths", "/docs"])
  func prepared(_ path: String) async throws {
    let plain = await service.get(path)
    let request = [("Accept-Encoding", "gzip")]
    let packed = await service.send(.get, path, request, body: .none)
    #expect(packed.headers["Content-Encoding"] == "gzip" && packed.bytes.count < plain.bytes.count)
    let tag = try #require(plain.headers["ETag"])
    #expect(packed.headers["ETag"] == tag && tag.hasPrefix("W/") && plain.headers["Content-Encoding"] == nil)
    #expect(plain.headers["Vary"]?.contains("Accept-Encoding") == true)
    #expect(await Service().get(path).headers["ETag"] == tag)
    // The same memory, however often it is asked for.
    let addresses = [await service.send(.get, path, request, body: .none), packed].map { answer in
      answer.bytes.withUnsafeBytes { $0.baseAddress }
    }
    #expect(addresses[0] == addresses[1])
  }

  @Test("Parameters, references and names are complete")
  func consistent() async {
    let definition = await service.get("/openapi.json").json
    #expect(definition["openapi"].text == "3.1.0" && definition["info"]["version"].text == CommandLineKit.version)
    let schemas = definition["components"]["schemas"].keys
    var operations: Set<String> = []
    let paths = definition["paths"]
    for path in paths.keys {
      let methods = paths[path]
      for method in methods.keys {
        let operation = methods[method]
        let parameters = operation["parameters"].items
        #expect(operations.insert(operation["operationId"].text ?? "").inserted)
        #expect(Set(parameters.compactMap { $0["name"].text }).count == parameters.count)
        let inPath = parameters.filter { $0["in"].text == "path" }.compactMap { $0["name"].text }
        #expect(inPath.sorted() == names(path).sorted())
        #expect(parameters.allSatisfy { !$0["description"].text!.isEmpty && !$0["schema"].keys.isEmpty })
        #expect(!operation["responses"].keys.isEmpty)
      }
    }
    let text = await service.get("/openapi.json").text
    let named = text.components(separatedBy: "#/components/schemas/").dropFirst().map {
      String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
    #expect(named.count > 100 && Set(named).subtracting(schemas).isEmpty)
  }

  @Test("The document of a group is complete, and describes its operations as the full document does")
  func groups() async throws {
    let whole = await service.get("/openapi.json")
    let all = try JSONReader.value(of: whole.bytes)
    var count = 0
    for group in endpoints.groups {
      let answer = await service.get("/openapi.json?group=\(group.name)")
      #expect(answer.status == 200 && answer.bytes.count < whole.bytes.count, "\(group.name)")
      let document = try JSONReader.value(of: answer.bytes)
      for path in document["paths"]?.members ?? [] {
        for operation in path.value.members ?? [] {
          #expect(operation.value == all["paths"]?[path.key]?[operation.key])
          #expect(operation.value["tags"] == [.string(group.title)])
          count += 1
        }
      }
      // Nothing is missing, and nothing is there that nothing refers to.
      let (schemas, schemes) = (answer.json["components"]["schemas"], answer.json["components"]["securitySchemes"])
      let referred = answer.text.matches(of: /#\/components\/schemas\/(\w+)/).map { String($0.1) }
      #expect(Set(referred) == schemas.keys, "\(group.name)")
      let paths = answer.json["paths"]
      let operations = paths.keys.flatMap { path in paths[path].keys.map { paths[path][$0] } }
      #expect(Set(operations.flatMap { $0["security"].items.flatMap(\.keys) }) == schemes.keys, "\(group.name)")
    }
    #expect(count == endpoints.count)
    let names = endpoints.groups.map(\.name)
    #expect(Set(names).count == names.count && names.contains("ogc-api-features"))
  }

  @Test("An unknown group is an invalid parameter, and the error names the known ones")
  func unknownGroup() async {
    let answer = await service.get("/openapi.json?group=nothing")
    #expect(answer.domainError == "400 parameter-invalid group")
    #expect(answer.json["detail"].text?.contains("booths, search,") == true)
  }

  @Test("The example of every described parameter is valid")
  func parametersAreTaken() throws {
    for endpoint in endpoints {
      for parameter in endpoint.query + endpoint.headers {
        guard let example = parameter.example else { continue }
        let escaped = example.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
        let query = try Query("\(parameter.name)=\(escaped)", known: ParameterNames([parameter.name]), isStrict: true)
        #expect(throws: Never.self) { try parameter.check(query) }
      }
    }
  }

  @Test("The Booth schema has exactly the fields that booths are written with")
  func fields() async {
    let written = await service.get("/api/booths/near?\(Sample.gangnam)&limit=1&fields=all")
    let schema = await service.get("/openapi.json").json["components"]["schemas"]["Booth"]["properties"]
    // What would be too much for each booth of a list is written of one.
    let one = await service.get("/api/booths/1")
    #expect(written.json["booths"][0].keys.union(one.json.keys) == schema.keys)
  }

  @Test("The OpenAPI 3.0 form has the same operations and no keyword of 3.1")
  func version30() async {
    let (old, new) = (await service.get("/openapi.json?version=3.0"), await service.get("/openapi.json?version=3.1"))
    #expect(old.type == "application/vnd.oai.openapi+json;version=3.0" && old.headers["ETag"] != new.headers["ETag"])
    let usual = await service.get("/openapi.json")
    // Parsed once: the definition is long.
    let (oldJSON, newJSON) = (old.json, new.json)
    #expect(newJSON["openapi"].text == "3.1.0" && new.bytes == usual.bytes)
    #expect(oldJSON["openapi"].text == "3.0.3" && oldJSON["info"]["summary"].text == nil)
    #expect(oldJSON["info"]["description"].text == newJSON["info"]["summary"].text)
    for path in newJSON["paths"].keys { #expect(oldJSON["paths"][path].keys == newJSON["paths"][path].keys) }
    #expect(oldJSON["paths"].keys == newJSON["paths"].keys)
    #expect(wordsOf31(in: newJSON.value).isSuperset(of: ["const", "examples", "null", "type"]))
    #expect(wordsOf31(in: oldJSON.value) == [])
    // What a name of a property is stays one, and what may be null stays so.
    let schemas = oldJSON["components"]["schemas"]
    #expect(schemas["Problem"]["properties"].keys == newJSON["components"]["schemas"]["Problem"]["properties"].keys)
    let members = schemas["FeatureCollection"]["properties"]
    #expect(members["next"]["nullable"].bool == true && members["type"]["enum"][0].text == "FeatureCollection")
    #expect(await service.get("/openapi.json?version=2.0").status == 400)
  }

  /// The words that 3.0 does not know, or does not know so.
  private func wordsOf31(in value: Any?, areNames: Bool = false) -> Set<String> {
    if let values = value as? [Any] { return Set(values.flatMap { wordsOf31(in: $0) }) }
    guard let members = value as? [String: Any] else { return [] }
    var words: Set<String> = []
    for (key, value) in members {
      if !areNames {
        if ["const", "examples"].contains(key) { words.insert(key) }
        if key == "type", value is [Any] { words.insert(key) }
        if key == "type", value as? String == "null" { words.insert("null") }
        if key == "required", (value as? [Any])?.isEmpty == true { words.insert(key) }
        if key == "$ref", members.count > 1 { words.insert(key) }
        if ["enum", "example", "examples"].contains(key) { continue }
      }
      words.formUnion(wordsOf31(in: value, areNames: key == "properties" && !areNames))
    }
    return words
  }

  @Test("The definition is served in the requested type")
  func types() async {
    let openAPI = "application/vnd.oai.openapi+json;version=3.1"
    #expect(await service.get("/openapi.json").type == openAPI)
    #expect(await service.get("/openapi.json", [("Accept", "application/json")]).type == "application/json")
  }

  @Test(
    "A trailing slash redirects to the path without it, with the query",
    arguments: [
      "/docs/": "/docs", "/ogc/": "/ogc", "/ogc/collections/?f=json": "/ogc/collections?f=json",
      "/api/booths/8/?fields=all": "/api/booths/8?fields=all", "/": nil,
      "/api/nothing/": nil, "/api/password-resets/": nil, "/ogc//": nil, "//ogc/": nil,
    ] as [String: String?])
  func slash(_ path: String, _ target: String?) async throws {
    let answer = await service.get(path)
    #expect((answer.status == 308) == (target != nil) && answer.headers["Location"] == target, "\(path)")
    if target != nil { #expect(answer.headers["Access-Control-Allow-Origin"] == "*") }
    #expect(await service.send(.post, path, body: .none).status != 308)
  }

  @Test("Pages load nothing from other hosts and have no inline script", arguments: ["/", "/docs"])
  func pages(_ path: String) async {
    let answer = await service.get(path)
    #expect(answer.status == 200 && answer.type == "text/html; charset=utf-8")
    let policy = answer.headers["Content-Security-Policy"] ?? ""
    #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
    for absent in ["<style", " style=", " onclick"] { #expect(!answer.text.contains(absent)) }
    #expect(values(of: "<script", in: answer.text).allSatisfy { [" type=", " src="].contains($0) })
    let anchors = Set(values(of: " id=\"", in: answer.text))
    let links = Set(values(of: " href=\"", in: answer.text) + values(of: " src=\"", in: answer.text))
    for link in links {
      let target = link.replacing("&amp;", with: "&")
      if target.hasPrefix("#") {
        #expect(anchors.contains(String(target.dropFirst())), "\(target)")
      } else if !target.hasPrefix("/web/tree/") {
        let escaped = target.addingPercentEncoding(
          withAllowedCharacters: CharacterSet(charactersIn: " ").union(.urlQueryAllowed))!
        #expect(await service.get(escaped).status == 200, "\(target)")
      }
    }
  }

  @Test("Only the documentation page runs scripts, which call only this service")
  func policies() async {
    let answers = [await service.get("/"), await service.get("/docs")]
    let policies = answers.map { $0.headers["Content-Security-Policy"] ?? "" }
    #expect(!policies[0].contains("script-src") && policies[1].contains("script-src 'self'"))
    #expect(policies[1].contains("connect-src 'self';"))
  }

  @Test("The page is in the reader's language, and its descriptions are marked as English")
  func languages() async {
    let pages = (
      await service.get("/docs", [("Accept-Language", "ko")]), await service.get("/docs", [("Accept-Language", "en")])
    )
    #expect(pages.0.text.contains("<html lang=\"ko\">") && pages.0.text.contains("<h1>API 문서</h1>"))
    #expect(pages.1.text.contains("<html lang=\"en\">") && pages.1.text.contains("<h1>API documentation</h1>"))
    #expect(pages.0.headers["Vary"]?.contains("Accept-Language") == true)
    #expect(pages.0.headers["ETag"] != pages.1.headers["ETag"])
    // All titles of operations are translated; what is not is said to be English.
    let titles = pages.0.text.matches(of: /<p class="docs-summary">(.*?)<\/p>/).map(\.1)
    #expect(titles.count == endpoints.count)
    #expect(titles.filter { $0.contains("lang=") } == [])
    #expect(titles.contains("가까운 부스") && pages.0.text.contains("<h3 id=\"booths\">부스 "))
    #expect(pages.0.text.contains("<span lang=\"en\">Kakao Local</span>"))
    #expect(pages.1.text.contains("<p class=\"docs-summary\"><span lang=\"en\">The nearest booths</span></p>"))
    // Where there is no text, its key would stand.
    #expect(!pages.0.text.contains(">docs.") && !pages.0.text.contains("\"docs."))
  }

  @Test("Every operation has an anchor, the native API first, standards and old contracts after it")
  func documented() async throws {
    let page = await service.get("/docs").text
    let ordered = endpoints.groups.flatMap { group in endpoints.filter { $0.group == group } }
    let ids = ordered.map(OpenAPI.operationID)
    let operations = page.components(separatedBy: "<article class=\"docs-operation\" id=\"").dropFirst()
    #expect(operations.map { String($0.prefix { $0 != "\"" }) } == ids && Set(ids).count == ids.count)
    for (endpoint, operation) in zip(ordered, operations) {
      #expect(operation.prefix(600).contains("\(endpoint.method.rawValue)</span> <code>\(endpoint.path)</code>"))
    }
    let anchors = values(of: " id=\"", in: page)
    let headings = [
      "part-native", "booths", "search", "location", "accounts", "posts", "part-standards", "part-contracts",
    ]
    #expect(anchors.filter(headings.contains) == headings)
    let named =
      DomainError.Kind.allCases.map { "problem-\($0.rawValue)" }
      + OpenAPI.schemas(of: service.surfaces).map { "schema-\($0.key)" }
    #expect(Set(named).subtracting(anchors).isEmpty)
  }

  /// The values of an attribute, in order.
  private func values(of attribute: String, in page: String) -> [String] {
    page.components(separatedBy: attribute).dropFirst().map { String($0.prefix { $0 != "\"" }) }
  }

  @Test("The page can send harmless requests, and none that change something or stream")
  func sent() async {
    let page = await service.get("/docs").text
    let articles = page.components(separatedBy: "<article ").filter { $0.prefix { $0 != ">" }.hasSuffix(" data-send") }
    let sent = Set(articles.compactMap { values(of: " id=\"", in: " \($0)").first })
    #expect(sent.isSuperset(of: ["getApiBoothsNear", "getApiMe", "getOgc"]))
    for id in ["postApiPosts", "getWithdraw", "getV1UsersLogout", "getApiRealtime", "getLoginProvider"] {
      #expect(!sent.contains(id), "\(id)")
    }
  }

  @Test("Every way to authenticate that the definition names has a header in commands")
  func credentials() {
    for endpoint in endpoints {
      for name in (OpenAPI.securityRequirements(endpoint) ?? []).flatMap(\.self) {
        #expect(Credential.schemes[name] != nil, "\(name)")
      }
    }
  }

  @Test("Escaping replaces every special character of markup")
  func escaping() {
    #expect(Markup.escaped("<a href=\"x\" b='y'>&") == "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;")
  }
}

extension DescribedParameter {
  /// Reads the parameter from a query as its endpoint would.
  fileprivate func check(_ query: Query) throws {
    if let parameter = self as? any Readable { try parameter.read(query) }
  }
}

private protocol Readable {
  func read(_ query: Query) throws
}

extension Parameter: Readable {
  fileprivate func read(_ query: Query) throws { _ = try query.required(self) }
}
