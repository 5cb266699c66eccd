import Basics
import Contracts
import HTTP
import Payments
import Posts
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("The definition tells what the native interface takes and answers")
struct DefinitionTests {
  @Test("Bodies field by field, and who may ask")
  func bodies() async {
    let paths = await Service().get("/openapi.json").json["paths"]
    for endpoint in endpoints where endpoint.errorFormat.isStrict {
      let operation = paths[endpoint.path][endpoint.method.rawValue.lowercased()]
      if let fields = endpoint.body?.fields {
        let schema = operation["requestBody"]["content"]["application/json"]["schema"]
        #expect(schema["properties"].keys == Set(fields.map(\.name)), "\(endpoint.path)")
        #expect(schema["required"].items.compactMap(\.text) == fields.filter(\.isRequired).map(\.name))
        #expect(schema["additionalProperties"].bool == false)
        #expect(fields.allSatisfy { !$0.summary.isEmpty })
      }
      let ways = operation["security"].items.map(\.keys)
      switch endpoint.caller {
      case .required: #expect(ways == [["person"]], "\(endpoint.path)")
      case .optional: #expect(ways == [[], ["person"]], "\(endpoint.path)")
      case .none: #expect(!ways.contains(["person"]), "\(endpoint.path)")
      }
    }
  }

  @Test("An upload is described as a form of files")
  func upload() async {
    let operation = await Service().get("/openapi.json").json["paths"]["/api/photos"]["post"]
    let schema = operation["requestBody"]["content"]["multipart/form-data"]["schema"]
    #expect(schema["properties"]["files"]["type"].text == "array")
  }

  @Test("The header of a key is described where it is taken: on every POST about orders, posts and comments")
  func keys() async {
    let paths = await Service().get("/openapi.json").json["paths"]
    let page = await Service().get("/docs").text
    for endpoint in endpoints where [.shop, .posts].contains(endpoint.group) {
      let parameters = paths[endpoint.path][endpoint.method.rawValue.lowercased()]["parameters"].items
      let inHeader = parameters.filter { $0["in"].text == "header" }.compactMap { $0["name"].text }
      let takesKey = endpoint.method == .post && endpoint.caller == .required
      #expect(inHeader == (takesKey ? ["Idempotency-Key"] : []), "\(endpoint.path)")
    }
    #expect(page.contains("<code>Idempotency-Key</code>"))
  }

  @Test("Every example of a field is right")
  func examples() throws {
    for endpoint in endpoints {
      for field in endpoint.body?.fields ?? [] {
        guard let example = field.example else { continue }
        let body = try JSONBody(
          JSONValue.object([JSONMember(key: field.name, value: example)]).bytes, knowing: [field], isStrict: true)
        #expect(throws: Never.self, "\(endpoint.path) \(field.name)") { try field.check(body) }
      }
    }
  }

  @Test("What is answered at once asks for no caller and no body, which take waiting for")
  func immediate() {
    for endpoint in endpoints {
      guard case .immediate = endpoint.handler else { continue }
      #expect(endpoint.caller == .none && endpoint.body == nil, "\(endpoint.path)")
    }
  }

  @Test("The words on the wire are those of the rules")
  func words() {
    #expect(PostKindWord.all.map(\.rawValue) == PostKind.allCases.map(\.rawValue))
    #expect(ReportReasonWord.all.map(\.rawValue) == ReportReason.allCases.map(\.rawValue))
    #expect(OrderStateWord.all.map(\.rawValue) == OrderState.allCases.map(\.rawValue))
  }

  @Test("Each answer has the shape that is described for it")
  func shapes() async throws {
    let service = try await Service.inhabited()
    let (mina, juno) = (try await service.signUp("mina"), try await service.signUp("juno"))
    let schemas = Definition(await service.get("/openapi.json").json["components"]["schemas"])
    let login = #"{"email":"mina@example.com","password":"\#(Service.password)"}"#
    schemas.check(await service.send(.post, "/api/sessions", json: login), "Session")
    schemas.check(
      await service.send(.post, "/api/sessions/refresh", json: #"{"refresh_token":"\#(juno.refresh)"}"#), "Tokens")
    schemas.check(
      await service.send(.post, "/api/accounts/email-check", json: #"{"email":"a@example.com"}"#), "EmailCheck")
    schemas.check(await service.get("/api/nicknames/random"), "Nickname")
    let photos = await mina.upload(Upload.form([Upload.picture]))
    schemas.check(photos, "PhotoList")
    let photo = try #require(photos.json["photos"][0]["name"].text)
    schemas.check(await mina.send(.patch, "/api/me", #"{"photo":"\#(photo)"}"#), "Account")
    schemas.check(await service.get("/api/accounts/\(mina.id)"), "Profile")
    let post = await mina.send(
      .post, "/api/posts", ##"{"kind":"pose","text":"#a","title":"t","people":2,"booth":1,"photos":["\##(photo)"]}"##)
    schemas.check(post, "Post")
    schemas.check(await mina.send(.post, "/api/posts", #"{"kind":"feed","text":"t"}"#), "Post")
    let id = try #require(post.json["id"].text)
    schemas.check(await service.get("/api/posts?limit=1"), "PostPage")
    schemas.check(await service.get("/api/posts/near?\(Sample.gangnam)"), "PostPage")
    schemas.check(await mina.send(.put, "/api/posts/\(id)/like"), "Like")
    let comment = await juno.send(.post, "/api/posts/\(id)/comments", #"{"text":"c"}"#)
    schemas.check(comment, "Comment")
    schemas.check(await service.get("/api/posts/\(id)/comments"), "CommentPage")
    _ = await juno.send(.put, "/api/accounts/\(mina.id)/follow")
    schemas.check(await service.get("/api/accounts/\(mina.id)/followers"), "PersonPage")
    schemas.check(await juno.send(.post, "/api/reports", #"{"post":"\#(id)","reason":"spam"}"#), "Report")
    schemas.check(await mina.send(.post, "/api/posts", "{}"), "Problem")
  }

  @Test("So has each of cards and todos")
  func stampShapes() async throws {
    let mina = try await Service.inhabited().signUp("mina")
    let schemas = Definition(await mina.get("/openapi.json").json["components"]["schemas"])
    schemas.check(await mina.get("/api/card"), "Card")
    let todo = await mina.send(.post, "/api/todos", #"{"contents":"t","booth":1}"#)
    schemas.check(todo, "TodoOutcome")
    schemas.check(await mina.get("/api/todos/\(todo.json["todo"]["id"].text ?? "")"), "Todo")
    schemas.check(await mina.send(.post, "/api/todos", #"{"contents":"t"}"#), "TodoOutcome")
    schemas.check(await mina.get("/api/todos"), "TodoList")
    schemas.check(await mina.get("/api/card/days?month=2026-11"), "CardDayList")
    schemas.check(await mina.get("/api/card/bunches"), "BunchList")
    schemas.check(await mina.get("/api/todo-groups"), "TodoGroupList")
    schemas.check(await mina.send(.post, "/api/todo-groups", #"{"name":"g"}"#), "TodoGroup")
  }
}

/// The schemas of a definition, and whether documents keep to them: as far as ours go.
struct Definition {
  private let schemas: Node

  init(_ schemas: Node) { self.schemas = schemas }

  func check(_ answer: Answer, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    check(answer.json, name, answer.text, sourceLocation: sourceLocation)
  }

  func check(_ json: Node, _ name: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let faults = faults(json, schemas[name], name)
    #expect(faults.isEmpty, "\(faults) in \(text)", sourceLocation: sourceLocation)
  }

  private func faults(_ value: Node, _ schema: Node, _ place: String) -> [String] {
    if let reference = schema["$ref"].text {
      return faults(value, schemas[reference.split(separator: "/").last.map(String.init) ?? ""], place)
    }
    if !schema["oneOf"].items.isEmpty {
      return schema["oneOf"].items.contains { faults(value, $0, place).isEmpty } ? [] : ["\(place): none of those"]
    }
    let types = schema["type"].text.map { [$0] } ?? schema["type"].items.compactMap(\.text)
    guard let type = types.first(where: { isOf($0, value) }) else { return ["\(place): not \(types)"] }
    let words = schema["enum"].items.compactMap(\.text)
    if let word = value.text, !words.isEmpty, !words.contains(word) { return ["\(place): not one of \(words)"] }
    switch type {
    case "object":
      let required = Set(schema["required"].items.compactMap(\.text))
      let known = schema["properties"].keys
      let missing = required.subtracting(value.keys).map { "\(place).\($0): missing" }
      let unknown = value.keys.subtracting(known).map { "\(place).\($0): unknown" }
      return missing + unknown
        + value.keys.intersection(known).flatMap { faults(value[$0], schema["properties"][$0], "\(place).\($0)") }
    case "array": return value.items.flatMap { faults($0, schema["items"], "\(place)[]") }
    default: return []
    }
  }

  private func isOf(_ type: String, _ value: Node) -> Bool {
    switch type {
    case "null": value.value == nil
    case "string": value.text != nil
    case "integer": value.int != nil
    case "number": value.double != nil
    case "boolean": value.bool != nil
    case "array": value.value is [Any]
    default: value.value is [String: Any]
    }
  }
}

extension DescribedField {
  /// Reads the field from a body as its endpoint would.
  fileprivate func check(_ body: JSONBody) throws {
    if let field = self as? any Readable { try field.read(body) }
  }
}

private protocol Readable {
  func read(_ body: JSONBody) throws
}

extension BodyField: Readable {
  fileprivate func read(_ body: JSONBody) throws { _ = try body.required(self) }
}
