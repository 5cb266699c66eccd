import Basics
import Contracts
import HTTP
import Testing

@testable import API

/// Driven by the table of endpoints: a new field, or a new endpoint with a body, is tried without a word here.
@Suite("Whatever a field is sent, the refusal names it, and nothing is written")
struct BadInputTests {
  /// A body that is right for each endpoint that takes one; `POST` and `COMMENT` stand for identifiers.
  private static let right: [String: [(name: String, json: String)]] = [
    "POST /api/accounts": [
      ("email", #""juno@example.com""#), ("password", #""correct horse""#), ("nickname", #""juno""#),
    ],
    "POST /api/accounts/email-check": [("email", #""juno@example.com""#)],
    "POST /api/sessions": [("email", #""mina@example.com""#), ("password", #""correct horse""#)],
    "POST /api/sessions/refresh": [("refresh_token", #""x""#)],
    "PATCH /api/me": [("nickname", #""minnie""#), ("bio", #""b""#), ("photo", "null")],
    "PUT /api/me/password": [("current_password", #""correct horse""#), ("password", #""correct horse too""#)],
    "POST /api/posts": post, "PUT /api/posts/{id}": post,
    "POST /api/posts/{id}/comments": [("text", #""t""#)],
    "PUT /api/posts/{id}/comments/{comment}": [("text", #""t""#)],
    "POST /api/reports": [("post", #""POST""#), ("comment", #""COMMENT""#), ("reason", #""spam""#), ("note", #""n""#)],
  ]

  private static let post: [(name: String, json: String)] = [
    ("kind", #""pose""#), ("board", #""""#), ("title", #""t""#), ("text", #""t""#), ("notes", #"["n"]"#),
    ("price", "null"), ("people", "2"), ("booth", "1"), ("photos", "[]"),
  ]

  private static let endpointsWithBodies = endpoints.filter { $0.convention.isStrict && $0.body?.fields != nil }

  @Test("Every endpoint with a body is tried, with every field")
  func complete() {
    let tried = Self.right.mapValues { $0.map(\.name) }
    let described = Dictionary(
      uniqueKeysWithValues: Self.endpointsWithBodies.map {
        ("\($0.method.rawValue) \($0.path)", $0.body!.fields!.map(\.name))
      })
    #expect(tried == described)
  }

  @Test("Each field, in every way in which it can be wrong", arguments: Array(right.keys).sorted())
  func fields(_ name: String) async throws {
    let town = try await Town()
    let people = try await People(Service(town: town))
    let endpoint = Self.endpointsWithBodies.first { "\($0.method.rawValue) \($0.path)" == name }!
    let before = try await town.contents()
    for field in endpoint.body!.fields! {
      for (what, members) in Self.spoilt(field, Self.right[name]!) {
        let answer = await people.send(endpoint, members)
        let parameter = answer.json["parameter"].text ?? "-"
        #expect((400..<500).contains(answer.status), "\(field.name): \(what): \(answer.text)")
        #expect(
          parameter == field.name || parameter.hasPrefix("\(field.name)["), "\(field.name): \(what): \(answer.text)")
        #expect(answer.bytes.count < 2000 && answer.type == Problem.mediaType, "\(field.name): \(what)")
      }
    }
    #expect(try await town.contents() == before)
  }

  @Test("The document as a whole, in every way in which it can be wrong", arguments: Array(right.keys).sorted())
  func documents(_ name: String) async throws {
    let town = try await Town()
    let people = try await People(Service(town: town))
    let endpoint = Self.endpointsWithBodies.first { "\($0.method.rawValue) \($0.path)" == name }!
    let whole = String(decoding: Self.document(Self.right[name]!), as: UTF8.self)
    let before = try await town.contents()
    for body in [
      "", " ", "null", "[]", "7", #""text""#, "{", whole + "x", whole + whole, "\u{FEFF}" + whole, String(whole.dropLast()),
      String(repeating: "[", count: 50_000), String(repeating: #"{"a":"#, count: 10_000), "a=1&b=2", "<xml/>",
    ] {
      let answer = await people.send(endpoint, bytes: Array(body.utf8))
      #expect(answer.status == 400 && answer.json["code"].text != nil, "\(body.prefix(40)): \(answer.text)")
    }
    for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""] {
      let answer = await people.send(endpoint, bytes: Array(whole.utf8), type: type)
      #expect(answer.refusal == "415 content-type-unsupported -", "\(type)")
    }
    #expect(try await town.contents() == before)
  }

  // MARK: Spoiling

  /// Bodies in which one field is wrong, as members of raw bytes.
  private static func spoilt(
    _ field: any DescribedField, _ right: [(name: String, json: String)]
  ) -> [(what: String, bytes: [UInt8])] {
    let position = right.firstIndex { $0.name == field.name }!
    func with(_ raw: [UInt8]) -> [UInt8] {
      document(right.enumerated().map { ($1.name, $0 == position ? raw : Array($1.json.utf8)) })
    }
    func text(_ raw: [UInt8]) -> [UInt8] { with([0x22] + raw + [0x22]) }
    var spoilt: [(String, [UInt8])] = [
      ("invalid UTF-8", text([0x61, 0xFF])), ("an overlong form", text([0xC0, 0x80])),
      ("an encoded surrogate", text([0xED, 0xA0, 0x80])), ("an escaped NUL", text(Array(#"a\u0000b"#.utf8))),
      ("a NUL", text([0x61, 0, 0x62])), ("a lone surrogate", text(Array(#"\ud83d"#.utf8))),
      ("half a pair", text(Array(#"\ud83d\u0041"#.utf8))), ("a line break", text([0x0A])),
      ("deep nesting", with(Array((String(repeating: "[", count: 100) + String(repeating: "]", count: 100)).utf8))),
      ("a huge number", with(Array("1e999".utf8))), ("no value", with([])), ("no JSON", with(Array("nonsense".utf8))),
      ("a megabyte", text([UInt8](repeating: 0x61, count: 1_048_576))),
      ("twice", document(right + [right[position]])),
    ]
    if field.isRequired {
      spoilt.append(("missing", document(right.enumerated().filter { $0.offset != position }.map(\.element))))
    }
    for json in wrongValues(field.schema) { spoilt.append((json, with(Array(json.utf8)))) }
    if field.name == "nickname" {
      for name in hostileNicknames { spoilt.append((name, with(JSONValue.string(name).bytes))) }
    }
    return spoilt
  }

  /// Values of other types than a schema asks for, and empty ones where it asks for more.
  private static func wrongValues(_ schema: JSONValue) -> [String] {
    if case .array(let either)? = schema["oneOf"] { return wrongValues(either[0]).filter { $0 != "null" } }
    switch schema["type"] {
    case "string":
      let isEmptyWrong = schema["minLength"] != nil || schema["pattern"] != nil || schema["enum"] != nil
      return ["null", "7", "true", "[]", #"["a"]"#, "{}"] + (isEmptyWrong ? [#""""#] : [])
    case "integer": return ["null", #""1""#, "true", "[1]", "{}", "1.5", "1e300", #""""#, "99999999999999999999"]
    case "array": return ["null", #""a""#, "7", "{}", "[7]", "[{}]"]
    default: preconditionFailure("a type that is not tried")
    }
  }

  /// Names that would pass for others, or turn the text around them.
  private static let hostileNicknames = [
    "\u{202E}anim", "mi\u{202A}na", "\u{2066}mina\u{2069}", "mi\u{200B}na", "mi\u{200D}na", "\u{FEFF}mina", "mi\u{2060}na",
    "\u{00AD}mina", "mi\u{7}na", "\u{1F}", " ", "\u{3000}", "\u{200B}", "\u{FFFF}", "\u{E000}", "\u{180E}a",
    String(repeating: "가", count: 41), String(repeating: "\u{301}", count: 2000),
  ]

  private static func document(_ members: [(name: String, json: String)]) -> [UInt8] {
    document(members.map { ($0.name, Array($0.json.utf8)) })
  }

  private static func document(_ members: [(String, [UInt8])]) -> [UInt8] {
    let parts = members.map { Array("\"\($0.0)\":".utf8) + $0.1 }
    return [0x7B] + Array(parts.joined(separator: [0x2C])) + [0x7D]
  }
}

/// Two people with a post and a comment between them.
private struct People {
  let mina: Visitor
  let post: String
  let comment: String

  init(_ service: Service) async throws {
    mina = try await service.signUp("mina")
    post = try await mina.post(#"{"kind":"feed","text":"t"}"#)
    let answer = await mina.send(.post, "/api/posts/\(post)/comments", #"{"text":"c"}"#)
    comment = try #require(answer.json["id"].text)
  }

  func send(_ endpoint: Endpoint, bytes: [UInt8], type: String = "application/json") async -> Answer {
    let path = endpoint.path.replacing("{id}", with: post).replacing("{comment}", with: comment)
    return await mina.service.send(
      endpoint.method, path, [("Authorization", "Bearer \(mina.token)"), ("Content-Type", type)], body: .bytes(bytes))
  }

  func send(_ endpoint: Endpoint, _ bytes: [UInt8]) async -> Answer { await send(endpoint, bytes: bytes) }
}
