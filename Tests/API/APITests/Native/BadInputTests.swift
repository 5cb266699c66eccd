import Accounts
import Basics
import Contracts
import Foundation
import HTTP
import JSON
import Support
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

/// Driven by the table of endpoints: a new field, or a new endpoint with a body, is tried without a word here.
@Suite("Invalid fields are refused by name, and nothing is written")
struct BadInputTests {
  /// A body that is right for each endpoint that takes one; `POST` and `COMMENT` stand for identifiers.
  fileprivate static let right: [String: [(name: String, json: String)]] = [
    "POST /api/accounts": [
      ("email", #""juno@example.com""#), ("password", #""correct horse""#), ("nickname", #""juno""#),
      ("language", #""ko""#),
    ],
    "POST /api/me/email-checks": [("language", #""ko""#)],
    "PUT /api/me/email": [
      ("email", #""juno@example.com""#), ("current_password", #""correct horse""#), ("language", #""ko""#),
    ],
    "POST /api/email-confirmations": [("token", #""t""#)],
    "POST /api/accounts/email-check": [("email", #""juno@example.com""#)],
    "POST /api/sessions": [("email", #""mina@example.com""#), ("password", #""correct horse""#)],
    "POST /api/sessions/refresh": [("refresh_token", #""x""#)],
    "POST /api/sessions/social": proof + [("nickname", #""minnie""#)], "POST /api/identities": proof,
    "DELETE /api/me": [("current_password", #""correct horse""#)],
    "POST /api/password-reset-mails": [("email", #""mina@example.com""#), ("language", #""en""#)],
    "POST /api/password-resets": [("token", #""t""#), ("new_password", #""correct horse too""#)],
    "PATCH /api/me": [("nickname", #""minnie""#), ("bio", #""b""#), ("photo", "null")],
    "PUT /api/me/password": [("current_password", #""correct horse""#), ("new_password", #""correct horse too""#)],
    "POST /api/posts": post, "PUT /api/posts/{id}": post,
    "POST /api/posts/{id}/comments": [("text", #""t""#)],
    "PUT /api/posts/{id}/comments/{comment}": [("text", #""t""#)],
    "POST /api/orders": [("post", #""POST""#)],
    "POST /api/orders/{id}/validation": [("transaction", #""imp_1""#)],
    "POST /api/orders/{id}/refund-request": [("reason", #""r""#)],
    "POST /api/orders/{id}/refund-request/decision": [("accepted", "true"), ("answer", #""a""#)],
    "POST /api/workspaces": workspace, "PUT /api/workspaces/{id}": workspace,
    "PUT /api/workspaces/{id}/owner": [("account", #""0123456789abcdef01234567""#)],
    "POST /api/workspaces/{id}/invitees": [("email", #""juno@example.com""#)],
    "POST /api/workspaces/{id}/invitations": [
      ("email", #""juno@example.com""#), ("account", #""0123456789abcdef01234567""#),
    ],
    "POST /api/invitation-links/lookup": [("code", #""c""#)],
    "POST /api/invitation-links/acceptance": [("code", #""c""#)],
    "POST /api/workspaces/{id}/channels": [("name", #""n""#), ("description", #""d""#), ("kind", #""open""#)],
    "PUT /api/channels/{id}": [("name", #""n""#), ("description", #""d""#)],
    "PUT /api/channels/{id}/owner": [("account", #""0123456789abcdef01234567""#)],
    "PUT /api/channels/{id}/read": [("sequence", "1")],
    "POST /api/channels/{id}/messages": [("text", #""t""#), ("photos", "[]"), ("key", #""k""#)],
    "PUT /api/messages/{id}": [("text", #""t""#)],
    "POST /api/parties": party, "PUT /api/parties/{id}": party,
    "POST /api/parties/{id}/acceptance": [("accounts", #"["0123456789abcdef01234567"]"#)],
    "PUT /api/parties/{id}/members": [
      ("master", #""0123456789abcdef01234567""#), ("admins", "[]"), ("members", "[]"),
    ],
    "POST /api/parties/{id}/quests": [("notice", "QUEST")] + quest, "PUT /api/parties/{id}/quests/{quest}": quest,
    "POST /api/reports": [("post", #""POST""#), ("comment", #""COMMENT""#), ("reason", #""spam""#), ("note", #""n""#)],
    "POST /api/me/booths": [("booths", "[1]")],
    "POST /api/booths/{id}/corrections": [
      ("kind", #""closed""#), ("note", #""n""#), ("duplicate", "null"), ("photos", "[]"),
    ],
    "POST /api/booths/{id}/confirmations": [
      ("kind", #""present""#), ("latitude", "37.498"), ("longitude", "127.0277"), ("accuracy_m", "10"),
    ],
    "POST /api/corrections/{id}/close": [("accepted", "true")] + changes,
    "PATCH /api/booths/{id}": changes + [("status", #""closed""#)],
    "POST /api/proposals/{id}/accept": changes,
    "POST /api/reports/{id}/close": [("remove", "true")],
    "POST /api/refund-requests/{id}/decision": [("accepted", "true"), ("answer", #""a""#)],
    "POST /api/proposals": [
      ("name", #""n""#), ("latitude", "37.5"), ("longitude", "127"), ("brand", "null"), ("road_address", "null"),
      ("opening_hours", "null"), ("price", "null"), ("note", #""n""#),
    ],
    "POST /api/me/notices/read": [
      ("id", #""0123456789abcdef01234567""#), ("created_at", #""2026-11-21T00:00:00Z""#),
    ],
    "PUT /api/me/push": [
      ("endpoint", #""https://push.example/x""#),
      (
        "p256dh",
        #""BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4""#
      ),
      ("auth", #""BTBZMqHH6r4Tts7J_aSIgg""#), ("language", #""ko""#),
    ],
    "PUT /api/me/consents": [
      ("terms", #""1""#), ("privacy", #""1""#), ("location_terms", #""1""#), ("is_old_enough", "true"),
    ],
    "PUT /api/me/notice-settings": [
      ("page", #"["like"]"#), ("push", #"["like"]"#), ("mail", #"["like"]"#), ("quiet_from", #""23:00""#),
      ("quiet_until", #""08:00""#), ("time_zone", #""Asia/Seoul""#),
    ],
    "POST /api/operator/announcements": [
      ("text", #""t""#), ("path", #""/booths/1""#), ("send_at", #""2026-12-01T10:00:00+09:00""#), ("latitude", "37.5"),
      ("longitude", "127"), ("radius_m", "1000"),
    ],
    "POST /api/proposals/{id}/decline": [("reason", #""r""#)],
    "POST /api/operator/second-factor": [("password", #""correct horse""#)],
    "POST /api/operator/second-factor/confirmation": [("code", #""123456""#)],
    "PUT /api/operator/accounts/{id}/suspension": [("reason", #""r""#)],
    "POST /api/operator/session": [("code", #""123456""#)],
    "POST /api/operator/session/confirmation": [("code", #""123456""#)],
    "POST /api/passkeys/sign-up-options": [("email", #""juno@example.com""#), ("nickname", #""juno""#)],
    "POST /api/accounts/passkey": [
      ("email", #""juno@example.com""#), ("nickname", #""juno""#), ("language", #""ko""#), ("client_data", #""e30""#),
      ("attestation", #""oA""#), ("name", #""n""#),
    ],
    "POST /api/sessions/passkey": passkeyUse, "POST /api/operator/session/passkey": passkeyUse,
    "POST /api/operator/session/confirmation/passkey": passkeyUse,
    "POST /api/me/passkeys/options": [("current_password", #""correct horse""#)],
    "POST /api/me/passkeys": [("client_data", #""e30""#), ("attestation", #""oA""#), ("name", #""n""#)],
    "PATCH /api/me/passkeys/{id}": [("name", #""n""#)],
    "PATCH /api/card": [("time_zone", #""Asia/Seoul""#)],
    "POST /api/todos": todo, "PATCH /api/todos/{id}": todo,
    "POST /api/todos/{id}/check-in": [("latitude", "37.498"), ("longitude", "127.0277"), ("accuracy_m", "10")],
    "POST /api/todo-groups": group, "PATCH /api/todo-groups/{id}": group,
  ]

  private static let changes: [(name: String, json: String)] = [
    ("name", #""n""#), ("latitude", "37"), ("longitude", "127"), ("brand", #""b""#), ("road_address", #""r""#),
    ("opening_hours", #""24/7""#), ("price", "4000"),
  ]

  private static let todo: [(name: String, json: String)] = [
    ("contents", #""t""#), ("group", #""GROUP""#), ("day", #""2026-11-21""#), ("booth", "1"),
  ]
  private static let group: [(name: String, json: String)] = [
    ("name", #""g""#), ("color", ##""#7B4FA3""##), ("is_open", "true"),
  ]

  /// Of two tokens at once neither counts, so that nobody is logged in.
  private static let proof: [(name: String, json: String)] = [
    ("provider", #""kakao""#), ("access_token", #""a""#), ("id_token", #""a""#), ("nonce", #""n""#),
    ("authorization_code", #""c""#), ("refresh_token", #""r""#),
  ]

  private static let passkeyUse: [(name: String, json: String)] = [
    ("credential", #""AQ""#), ("client_data", #""e30""#), ("authenticator_data", #""AQ""#), ("signature", #""AQ""#),
    ("user_handle", #""AQ""#),
  ]

  private static let workspace: [(name: String, json: String)] = [
    ("name", #""n""#), ("description", #""d""#), ("photo", "null"),
  ]

  private static let party = workspace + [("is_public", "true")]
  private static let quest: [(name: String, json: String)] = [
    ("title", #""t""#), ("description", #""d""#), ("starts_at", "null"), ("ends_at", #""2026-11-21T00:00:00Z""#),
  ]

  private static let post: [(name: String, json: String)] = [
    ("kind", #""pose""#), ("board", #""""#), ("title", #""t""#), ("text", #""t""#), ("notes", #"["n"]"#),
    ("price", "null"), ("people", "2"), ("booth", "1"), ("photos", "[]"),
  ]

  fileprivate static let endpointsWithBodies = endpoints.filter { $0.errorFormat.isStrict && $0.body?.fields != nil }

  @Test("Every field of every body is covered")
  func complete() {
    let tried = Self.right.mapValues { $0.map(\.name) }
    let described = Dictionary(
      uniqueKeysWithValues: Self.endpointsWithBodies.map {
        ($0.name, $0.body!.fields!.map(\.name))
      })
    #expect(tried == described)
  }

  @Test("Each field is refused with each kind of wrong value")
  func fields() async throws {
    let backend = try await TestBackend()
    let people = try await People(backend)
    let before = try await backend.contents()
    for endpoint in Self.endpointsWithBodies {
      let right = people.right(Self.right[endpoint.name]!)
      for field in endpoint.body!.fields! {
        for (what, bytes) in Self.spoilt(field, right) {
          let answer = await people.send(endpoint, bytes)
          let parameter = answer.json["parameter"].text ?? "-"
          let coordinate = "\(endpoint.name) \(field.name): \(what): \(answer.text)"
          #expect((400..<500).contains(answer.status), "\(coordinate)")
          #expect(parameter == field.name || parameter.hasPrefix("\(field.name)["), "\(coordinate)")
          #expect(answer.bytes.count < 2000 && answer.type == Problem.mediaType, "\(coordinate)")
        }
      }
      #expect(try await backend.contents() == before, "\(endpoint.name)")
    }
  }

  @Test("Where a body is optional, a request without one and without its length is read")
  func optionalBodies() async throws {
    let people = try await People(try await TestBackend())
    let optional = Self.endpointsWithBodies.filter { $0.body!.isOptional }
    #expect(optional.count >= 3)
    for endpoint in optional {
      let answer = await people.send(endpoint, nil)
      #expect(answer.status != 411, "\(endpoint.name): \(answer.text)")
    }
  }

  @Test("Each kind of wrong document is refused")
  func documents() async throws {
    let backend = try await TestBackend()
    let people = try await People(backend)
    let before = try await backend.contents()
    for endpoint in Self.endpointsWithBodies {
      let whole = Self.document(people.right(Self.right[endpoint.name]!))
      for body in Self.spoilt(whole) {
        let answer = await people.send(endpoint, body)
        let shown = String(decoding: body.prefix(40), as: UTF8.self)
        #expect(answer.status == 400 && answer.json["code"].text != nil, "\(endpoint.name): \(shown): \(answer.text)")
      }
      for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""] {
        let answer = await people.send(endpoint, whole, type: type)
        #expect(answer.domainError == "415 content-type-unsupported -", "\(endpoint.name): \(type)")
      }
    }
    #expect(try await backend.contents() == before)
  }

  // MARK: Spoiling

  /// Bodies that are no object, or more than one.
  private static func spoilt(_ whole: [UInt8]) -> [[UInt8]] {
    let texts = [
      "", " ", "null", "[]", "7", #""text""#, "{", "a=1&b=2", "<xml/>", String(repeating: "[", count: 50_000),
      String(repeating: #"{"a":"#, count: 10_000),
    ]
    return texts.map { Array($0.utf8) } + [
      whole + Array("x".utf8), whole + whole, Array("\u{FEFF}".utf8) + whole, whole.dropLast(),
    ]
  }

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
    case "number": return ["null", #""1""#, "true", "[1]", "{}", "1e300", "-1e300", #""""#]
    case "boolean": return ["null", #""true""#, "0", "1", "[]", "{}", #""""#]
    case "array":
      let item = schema["items"]?["type"] == "integer" ? #"["1"]"# : "[7]"
      return ["null", #""a""#, "7", "{}", item, "[{}]"]
    default: preconditionFailure("a type that is not tried")
    }
  }

  /// Names that would pass for others, or turn the text around them.
  private static let hostileNicknames = [
    "\u{202E}anim", "mi\u{202A}na", "\u{2066}mina\u{2069}", "mi\u{200B}na", "mi\u{200D}na", "\u{FEFF}mina",
    "mi\u{2060}na",
    "\u{00AD}mina", "mi\u{7}na", "\u{1F}", " ", "\u{3000}", "\u{200B}", "\u{FFFF}", "\u{E000}", "\u{180E}a",
    String(repeating: "가", count: 41), String(repeating: "\u{301}", count: 2000),
  ]

  fileprivate static func document(_ members: [(name: String, json: String)]) -> [UInt8] {
    document(members.map { ($0.name, Array($0.json.utf8)) })
  }

  private static func document(_ members: [(String, [UInt8])]) -> [UInt8] {
    let parts = members.map { Array("\"\($0.0)\":".utf8) + $0.1 }
    return [0x7B] + Array(parts.joined(separator: [0x2C])) + [0x7D]
  }
}

@Suite("Random bodies are answered")
struct BodyFuzzTests {
  /// How many bodies; `FOURCUTS_FUZZ_ROUNDS` asks for more.
  private static let rounds = ProcessInfo.processInfo.environment["FOURCUTS_FUZZ_ROUNDS"].flatMap(Int.init) ?? 500

  @Test("No body causes a crash, a hang or an internal error")
  func spoilt() async throws {
    let people = try await People(try await TestBackend())
    var numbers = SeededNumbers(seed: 20_261_121)
    for _ in 0..<Self.rounds {
      let endpoint = BadInputTests.endpointsWithBodies.randomElement(using: &numbers)!
      var body = BadInputTests.document(people.right(BadInputTests.right[endpoint.name]!))
      for _ in 0..<Int.random(in: 1...4, using: &numbers) { spoil(&body, &numbers) }
      let answer = await people.send(endpoint, body)
      let shown = String(decoding: body, as: UTF8.self)
      // An order that is still right meets a shop that is closed.
      #expect(
        (200..<500).contains(answer.status) || answer.json["code"].text == "shop-closed",
        "\(endpoint.name): \(shown): \(answer.text)")
    }
  }

  private func spoil(_ body: inout [UInt8], _ numbers: inout SeededNumbers) {
    let position = Int.random(in: 0...body.count, using: &numbers)
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0 where position < body.count: body.remove(at: position)
    case 1 where position < body.count: body[position] = UInt8.random(in: .min ... .max, using: &numbers)
    case 2: body.insert(contentsOf: Self.splinters.randomElement(using: &numbers)!.utf8, at: position)
    default: body.insert(contentsOf: body.prefix(position), at: position)
    }
  }

  private static let splinters = [
    "null", "\"", "\\", #"\u0000"#, #"\ud83d"#, "{", "}", "[", "]", ",", ":", "1e999", "-", "\u{202E}", "\u{200B}", "한",
    "0199c0ffee0123456789abcd", "\"\"", "\"text\":", "\"kind\":\"album\",", "9223372036854775808",
  ]
}

extension Endpoint {
  fileprivate var name: String { "\(method.rawValue) \(path)" }
}

/// Somebody with a post and a comment on it, a todo and a group, a workspace, and a party with a quest, who is an
/// operator.
private struct People {
  let mina: TestClient
  let operatorToken: String
  let post: String
  let comment: String
  let todo: String
  let group: String
  let workspace: String
  let channel: String
  let message: String
  let party: String
  let quest: String

  init(_ backend: TestBackend) async throws {
    let service = Service(backend: backend)
    mina = try await service.signUp("mina")
    operatorToken = try await backend.makeOperator(mina, .operator).token
    post = try await mina.post(#"{"kind":"feed","text":"t"}"#)
    let answer = await mina.send(.post, "/api/posts/\(post)/comments", #"{"text":"c"}"#)
    comment = try #require(answer.json["id"].text)
    let planned = await mina.send(.post, "/api/todos", #"{"contents":"t","booth":1}"#)
    todo = try #require(planned.json["todo"]["id"].text)
    group = try #require(planned.json["todo"]["group"].text)
    workspace = try await mina.number(.post, "/api/workspaces", #"{"name":"w"}"#)
    channel = try await mina.number(.post, "/api/workspaces/\(workspace)/channels", #"{"name":"c","kind":"open"}"#)
    message = try await mina.number(.post, "/api/channels/\(channel)/messages", #"{"text":"m"}"#)
    party = try await mina.number(.post, "/api/parties", #"{"name":"p","is_public":true}"#)
    quest = try await mina.number(.post, "/api/parties/\(party)/quests", #"{"title":"q"}"#)
  }

  /// A right body with the identifiers of what is there.
  func right(_ members: [(name: String, json: String)]) -> [(name: String, json: String)] {
    members.map {
      (
        $0.name,
        $0.json.replacing("POST", with: post).replacing("COMMENT", with: comment).replacing("GROUP", with: group)
          .replacing("QUEST", with: quest)
      )
    }
  }

  /// - Parameter bytes: the body; nil: there is none.
  func send(_ endpoint: Endpoint, _ bytes: [UInt8]?, type: String = "application/json") async -> Answer {
    let ids = [
      "/api/todos/": todo, "/api/todo-groups/": group, "/api/workspaces/": workspace, "/api/channels/": channel,
      "/api/messages/": message, "/api/parties/": party, "/api/booths/": "1",
    ]
    let id = ids.first { endpoint.path.hasPrefix($0.key) }?.value ?? post
    let path = endpoint.path.replacing("{id}", with: id).replacing("{comment}", with: comment)
      .replacing("{quest}", with: quest)
    let token = endpoint.caller.needsRole ? operatorToken : mina.token
    let authorization = ("Authorization", "Bearer \(token)")
    guard let bytes else { return await mina.service.send(endpoint.method, path, [authorization]) }
    return await mina.service.send(
      endpoint.method, path, [authorization, ("Content-Type", type)], body: .bytes(bytes))
  }
}

extension TestClient {
  /// Makes something that has a number.
  fileprivate func number(_ method: HTTP.Method, _ target: String, _ json: String) async throws -> String {
    let answer = await send(method, target, json)
    return String(try #require(answer.json["id"].int, "\(answer.text)"))
  }
}
