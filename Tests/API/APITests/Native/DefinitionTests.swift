import Accounts
import Basics
import Chat
import Contracts
import Foundation
import HTTP
import JSON
import Payments
import Posts
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("The definition matches the native API")
struct DefinitionTests {
  @Test("Every body, with its fields, and the authentication are described")
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
      case .role, .operatorSession: #expect(ways == [["operator"]], "\(endpoint.path)")
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

  @Test("The Idempotency-Key header is described on every POST about orders, posts and comments, and only there")
  func keys() async {
    let paths = await Service().get("/openapi.json").json["paths"]
    let page = await Service().get("/docs").text
    for endpoint in endpoints where [.shop, .posts].contains(endpoint.group) {
      let parameters = paths[endpoint.path][endpoint.method.rawValue.lowercased()]["parameters"].items
      let inHeader = parameters.filter { $0["in"].text == "header" }.compactMap { $0["name"].text }
      let takesKey = endpoint.method == .post && endpoint.caller == .required
      #expect(inHeader == (takesKey ? ["Idempotency-Key"] : []), "\(endpoint.path)")
    }
    #expect(page.contains("data-name=\"Idempotency-Key\""))
  }

  @Test("The example of every field is valid")
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

  @Test("Immediate endpoints have no caller and no body, for which they would have to wait")
  func immediate() {
    for endpoint in endpoints {
      guard case .immediate = endpoint.handler else { continue }
      #expect(endpoint.caller == .none && endpoint.body == nil, "\(endpoint.path)")
    }
  }

  @Test("The values on the wire are those of the domain")
  func words() {
    #expect(PostKindValue.all.map(\.rawValue) == PostKind.allCases.map(\.rawValue))
    #expect(ReportReasonValue.all.map(\.rawValue) == ReportReason.allCases.map(\.rawValue))
    #expect(OrderStateValue.all.map(\.rawValue) == OrderState.allCases.map(\.rawValue))
    #expect(GatewayValue.all.map(\.rawValue) == GatewayName.allCases.map(\.rawValue))
    #expect(RefundStateValue.all.map(\.rawValue) == RefundRequest.State.allCases.map(\.rawValue))
    #expect(ProviderValue.all.map(\.rawValue) == ProviderName.allCases.map(\.rawValue))
    #expect(MemberRoleValue.all.map(\.rawValue) == MemberRole.allCases.map(\.rawValue))
    #expect(ChannelKindValue.all.map(\.rawValue) == ChannelKind.allCases.map(\.rawValue))
    #expect(PartyGradeValue.all.map(\.rawValue) == PartyGrade.allCases.map(\.rawValue))
  }

  @Test("A written document matches its schema, and is read back unchanged")
  func documents() throws {
    for (name, type) in Schemas.documents.documents { try checkDocument(name, type) }
  }

  private func checkDocument<Document: NativeDocument>(_ name: String, _ type: Document.Type) throws {
    let (example, schema) = Schemas.documents.exampleAndSchema(type)
    Definition.own.check(example.bytes, name)
    #expect(try JSONDecoder().decode(type, from: Data(example.bytes)) == example, "\(name)")
    let keys = try #require(schema["properties"]?.members?.map(\.key))
    #expect(schema["required"] == .array(keys.map(JSONValue.string)), "\(name)")
    #expect(try JSONReader.value(of: example.bytes).members?.map(\.key) == keys, "\(name)")
  }

  private struct Sampled: NativeDocument {
    var count: Int
    var metres: Double?
    var words: [String?]
    var kind: PostKindValue?
    var person: PersonDocument?
    var parts: [Part]

    struct Part: NativeDocument {
      var number: BoothID
      var day: CivilDate
    }

    enum CodingKeys: String, CodingKey {
      case count, metres
      case words = "the_words"
      case kind, person, parts
    }
  }

  @Test("The schema of a document follows from its type")
  func schema() {
    let schema = DocumentSchemas(["Person": PersonDocument.self]).schema(of: Sampled.self)
    let words = PostKindValue.all.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    #expect(
      String(decoding: schema.bytes, as: UTF8.self)
        == #"{"type":"object","required":["count","metres","the_words","kind","person","parts"],"properties":{"#
        + #""count":{"type":"integer","minimum":0},"metres":{"type":["number","null"]},"#
        + #""the_words":{"type":"array","items":{"type":["string","null"]}},"#
        + #""kind":{"oneOf":[{"type":"string","enum":[\#(words)]},{"type":"null"}]},"#
        + ##""person":{"oneOf":[{"$ref":"#/components/schemas/Person"},{"type":"null"}]},"##
        + #""parts":{"type":"array","items":{"type":"object","required":["number","day"],"properties":{"#
        + #""number":{"type":"integer","minimum":1},"day":{"type":"string","format":"date"}}}}}}"#)
  }

  @Test(
    "A response that its row does not describe is detected",
    arguments: [
      (200, #"{"nickname":"n","id":1}"#, "Nickname.id: unknown"), (200, "{}", "Nickname.nickname: missing"),
      (200, #"{"nickname":null}"#, #"Nickname.nickname: not ["string"]"#), (200, "{", "Nickname: not JSON"),
      (201, #"{"nickname":"n"}"#, "application/json for 201"), (400, "{}", "application/json for 400"),
    ])
  func undescribed(_ status: Int, _ json: String, _ fault: String) throws {
    let row = try #require(endpoints.first { $0.path == "/api/nicknames/random" })
    let response = Response.document(Array(json.utf8), status: status, type: MediaType.json, caching: .none)
    #expect(row.undescribed(response) == [fault])
    #expect(row.undescribed(.uncached(NicknameDocument(nickname: "n"))).isEmpty)
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
