import Basics
import Contracts
import Foundation
import HTTP
import Support
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

/// Every row of the contract, those too that LSLP has as well.
private let rows = slpEndpoints
private let lslpEndpoints = endpoints.filter { $0.group == .lslpV0 || $0.group == .lslpV1 }

extension Endpoint {
  /// The line of a request for something that is not there.
  fileprivate var line: String {
    let path = self.path.split(separator: "/").map { $0.hasPrefix("{") ? "1" : String($0) }.joined(separator: "/")
    return "\(method.rawValue) /\(path)"
  }
}

@Suite("The errors of SLP, row by row", .serialized)
struct SLPErrorTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  @Test("Without the right key the error is E01, and these paths are unknown to LSLP applications")
  func keys() async throws {
    let person = try await SLPPerson("mina", server)
    for row in rows {
      let isShared = lslpEndpoints.contains { $0.method == row.method && $0.path == row.path }
      for key in [nil, "", "nobody's", "MOJITALK-KEY", "토큰"] {
        let headers = (key.map { [("SesacKey", $0)] } ?? []) + [("Authorization", person.token)]
        let response = try await server.send(OldRequest(row.line, headers))
        #expect(
          isShared ? response.status == 420 : response.verdict == "400 E01",
          "\(row.line) \(key ?? "-"): \(response.text)")
      }
      guard !isShared else { continue }
      for key in ["mobbie-key", "4cuts-key"] {
        let response = try await server.send(
          OldRequest(row.line, [("SesacKey", key), ("Authorization", person.token)]))
        #expect(response.status == 444 && response.message == "돌아가 여긴 자네가 올 곳이 아니야.", "\(row.line)")
      }
    }
    let spelt = try await server.send(
      OldRequest("GET /v1/users/my", [("SeSACKey", SLPPerson.key), ("Authorization", "Bearer \(person.token)")]))
    #expect(spelt.status == 200)
  }

  @Test("A missing, unusable or expired token is refused, and a refresh never reports an expired one")
  func tokens() async throws {
    var person = try await SLPPerson("mina", server)
    let good = person.token
    for row in rows where row.security == [["application", "rawToken"]] {
      for token in ["", "토큰 없음", "Bearer ", good + "x", "a.b.c", person.refreshToken] {
        person.token = token
        #expect(try await person.domainError(row.line) == "400 E02", "\(row.line) \(token)")
      }
    }
    server.clock.advance(seconds: 901)
    person.token = good
    for row in rows where row.security == [["application", "rawToken"]] {
      #expect(try await person.domainError(row.line) == "400 E05", "\(row.line)")
    }
    for token in [nil, "", "리프레시", good, person.refreshToken + "x", person.refreshToken.lowercased()] {
      let response = try await person.send("GET /v1/auth/refresh", token.map { [("RefreshToken", $0)] } ?? [])
      #expect(response.verdict == "400 E06", "\(token ?? "-")")
    }
    person.token = ""
    #expect(try await person.send("GET /v1/auth/refresh", [("RefreshToken", person.refreshToken)]).status == 200)
  }

  @Test("Missing, empty, null and mistyped values are refused")
  func values() async throws {
    let person = try await SLPPerson("mina", server)
    let id = try await person.workspace()
    let before = try await server.backend.contents()
    let needs: [(String, [String: String])] = [
      ("POST /v1/users/validation/email", ["email": "n@example.com"]),
      ("POST /v1/users/join", ["email": "n@example.com", "password": "four2cuts", "nickname": "n"]),
      ("POST /v2/users/login", ["email": "n@example.com", "password": "four2cuts"]),
      ("POST /v1/users/login", ["email": "n@example.com", "password": "four2cuts"]),
      ("POST /v1/users/login/kakao", ["oauthToken": "t"]), ("POST /v1/users/login/apple", ["idToken": "t"]),
      ("POST /v1/workspaces/\(id)/members", ["email": "n@example.com"]),
      ("POST /v1/workspaces/\(id)/channels", ["name": "n"]),
      ("POST /v1/store/pay/validation", ["imp_uid": "i", "merchant_uid": "m"]),
    ]
    for (line, fields) in needs {
      for name in fields.keys {
        for value in [nil, #""""#, "null", "1", "[]", "{}", "true", #""\u0000""#, #""\ud800""#] as [String?] {
          let members = fields.compactMap { key, text in
            key == name ? value.map { "\"\(name)\":\($0)" } : "\"\(key)\":\"\(text)\""
          }
          let domainError = try await person.domainError(line, json: "{\(members.joined(separator: ","))}")
          // A text that no address or password can be is a wrong one.
          #expect(
            domainError == "400 E11" || line.hasSuffix("/users/login") && domainError == "400 E03", "\(line) \(name)")
        }
      }
      for body in ["", "{", "[]", "null", "\"x\"", #"{"email":"a","email":"b","name":"c","name":"d"}"#] {
        #expect(try await person.domainError(line, json: body) == "400 E11", "\(line) \(body)")
      }
    }
    for wrong in [#"{"deviceToken":1}"#, "{}", #"{"deviceToken":null}"#] {
      #expect(try await person.domainError("POST /v1/users/deviceToken", json: wrong) == "400 E11")
    }
    #expect(try await server.backend.contents() == before)
  }

  @Test("A sign-up with a malformed address, short password or overlong phone number is refused")
  func joining() async throws {
    let person = try await SLPPerson("mina", server)
    func join(_ email: String, _ password: String = "FourCuts1!", _ nickname: String = "n", _ phone: String = "")
      async throws -> String
    {
      let fields = #""email":"\#(email)","password":"\#(password)","nickname":"\#(nickname)","phone":"\#(phone)""#
      return try await person.domainError("POST /v1/users/join", json: "{\(fields)}")
    }
    for email in ["n", "n@", "@example.com", "n@example", "n n@example.com", "n@exa\\nmple.com"] {
      #expect(try await join(email) == "400 E11", "\(email)")
    }
    for password in ["1234567", "Pass1!", "password", "aaaaaaaa", String(repeating: "p", count: 129)] {
      #expect(try await join("n@example.com", password) == "400 E11", "\(password)")
    }
    for nickname in [String(repeating: "가", count: 31), "\u{200B}", "\u{202E}n"] {
      #expect(try await join("n@example.com", "FourCuts1!", nickname) == "400 E11")
    }
    #expect(try await join("n@example.com", "FourCuts1!", "n", String(repeating: "1", count: 31)) == "400 E11")
    #expect(try await join("MINA@example.com") == "400 E12")
    #expect(try await person.domainError("POST /v1/users/validation/email", json: #"{"email":"n"}"#) == "400 E11")
  }

  @Test("Taken names, existing members, unknown things and missing permissions have their codes")
  func rules() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    let id = try await mina.workspace()
    try await mina.invite(juno, to: id)
    _ = try await mina.channel("성수", in: id)
    var named = OldForm()
    named.text("name", "동네")
    #expect(try await mina.domainError("POST /v1/workspaces", form: named) == "400 E12")
    #expect(try await juno.domainError("PUT /v1/workspaces/\(id)", form: named) == "400 E14")
    for name in ["성수", " 성수 ", "일반"] {
      let body = #"{"name":"\#(name)","description":""}"#
      #expect(try await juno.domainError("POST /v1/workspaces/\(id)/channels", json: body) == "400 E12", "\(name)")
    }
    let members = "POST /v1/workspaces/\(id)/members"
    #expect(try await mina.domainError(members, json: #"{"email":"juno@example.com"}"#) == "400 E12")
    #expect(try await mina.domainError(members, json: #"{"email":"nobody@example.com"}"#) == "400 E03")
    #expect(try await mina.domainError(members, json: #"{"email":"nobody"}"#) == "400 E11")
    #expect(try await juno.domainError(members, json: #"{"email":"nobody@example.com"}"#) == "400 E14")
    #expect(try await juno.domainError("DELETE /v1/workspaces/\(id)") == "400 E14")
    #expect(try await juno.domainError("PUT /v1/workspaces/\(id)/change/admin/\(juno.number)") == "400 E14")
    let path = SLPPerson.path(id, "성수")
    #expect(try await juno.domainError("PUT \(path)", json: #"{"name":"n"}"#) == "400 E14")
    #expect(try await juno.domainError("DELETE \(path)") == "400 E14")
    #expect(try await juno.domainError("PUT \(path)/change/admin/\(juno.number)") == "400 E14")
    #expect(try await mina.domainError("PUT \(path)", json: #"{"name":"일반"}"#) == "400 E12")
    for line in [
      "GET /v1/workspaces/999", "GET /v1/workspaces/x", "GET /v1/workspaces/0", "GET /v1/workspaces/-1",
      "GET /v1/workspaces/99999999999999999999", "GET /v1/workspaces/\(id)/members/999",
      "GET /v1/workspaces/\(id)/members/x", "GET /v1/users/999", "GET /v1/users/x", "GET /v1/users/0",
      "GET \(SLPPerson.path(id, "없다"))", "GET \(SLPPerson.path(id, String(repeating: "가", count: 300)))",
      "GET \(SLPPerson.path(id, "없다"))/chats", "PUT /v1/workspaces/\(id)/change/admin/999",
      "GET /v1/workspaces/\(id)/dms/999/chats", "DELETE /v1/workspaces/999", "GET /v1/workspaces/999/leave",
      "GET /v1/workspaces/999/dms", "GET /v1/workspaces/999/channels", "GET /v1/workspaces/999/channels/my",
    ] {
      #expect(try await mina.domainError(line) == "400 E13", "\(line)")
    }
  }

  @Test("A channel name that fits into no path is refused")
  func unreachableNames() async throws {
    let mina = try await SLPPerson("mina", server)
    let id = try await mina.workspace()
    _ = try await mina.channel("성수", in: id)
    for name in ["a/b", "my", ".", ".."] {
      #expect(
        try await mina.domainError("POST /v1/workspaces/\(id)/channels", json: #"{"name":"\#(name)"}"#) == "400 E11")
      #expect(
        try await mina.domainError("PUT \(SLPPerson.path(id, "성수"))", json: #"{"name":"\#(name)"}"#) == "400 E11")
    }
    // What a percent-encoded slash, a NUL or bytes that are no text could name is nothing.
    for segment in ["a%2Fb", "%00", "%FF%FE", "%", "..%2F..", "%2E%2E"] {
      #expect(try await mina.send("GET /v1/workspaces/\(id)/channels/\(segment)").status == 400, "\(segment)")
    }
    // The letters of Hangul may come apart, as some systems write paths.
    let apart = "성수".decomposedStringWithCanonicalMapping
    #expect(try await mina.send("GET \(SLPPerson.path(id, apart))").status == 200)
  }

  @Test("Timestamps are accepted only in the contract's form")
  func instants() async throws {
    let mina = try await SLPPerson("mina", server)
    let path = SLPPerson.path(try await mina.workspace(), "일반")
    for instant in [
      "x", "2024-02-01", "2024-02-01T09:00:00Z", "2024-02-01T09:00:00.0Z", "2024-02-01T09:00:00.0000Z",
      "2024-02-01T09:00:00.000", "2024-02-01T09:00:00.000z", "2024-02-01%2009:00:00.000Z",
      "2024-02-01T09:00:00.000%2B00:00", "2024-02-30T09:00:00.000Z", "2024-02-01T24:00:00.000Z",
      "2024-02-01T09:00:60.000Z", "-001-01-01T00:00:00.000Z", "1706778000000", "null", "%20",
      String(repeating: "9", count: 5_000),
    ] {
      for line in ["GET \(path)/chats?cursor_date=\(instant)", "GET \(path)/unreads?after=\(instant)"] {
        #expect(try await mina.domainError(line) == "400 E11", "\(line.prefix(120))")
      }
    }
    for instant in ["", "2024-02-01T09:00:00.000Z", "0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"] {
      #expect(try await mina.send("GET \(path)/chats?cursor_date=\(instant)&cursor_date=x&limit=0").status == 200)
    }
  }

  @Test("Malformed forms, excessive sizes and files that are no images are refused, and nothing is stored")
  func forms() async throws {
    let mina = try await SLPPerson("mina", server)
    let id = try await mina.workspace()
    let path = SLPPerson.path(id, "일반")
    let before = try await server.backend.contents()
    func domainError(_ change: (inout OldForm) -> Void) async throws -> String {
      var form = OldForm()
      change(&form)
      return try await mina.domainError("POST \(path)/chats", form: form)
    }
    #expect(try await domainError { _ in } == "400 E11")
    #expect(try await domainError { $0.text("content", "") } == "400 E11")
    #expect(try await domainError { $0.text("content", " \n ") } == "400 E11")
    #expect(try await domainError { $0.text("content", String(repeating: "가", count: 5_001)) } == "400 E11")
    #expect(try await domainError { $0.text("content", "a\u{0}b") } == "400 E11")
    #expect(try await domainError { $0.file("files", named: "a.pdf", "image/jpeg", OldFile.pdf) } == "400 E11")
    #expect(try await domainError { $0.file("image", named: "a", "image/jpeg", OldFile.jpeg()) } == "400 E11")
    #expect(try await domainError { $0.file("files", named: "a", "image/jpeg", [0xFF, 0xD8, 0xFF]) } == "400 E11")
    #expect(
      try await domainError { form in
        for shade in 64..<70 { form.file("files", named: "a", "image/jpeg", OldFile.jpeg(UInt8(shade))) }
      } == "400 E11")
    let large = OldFile.jpeg() + [UInt8](repeating: 0, count: 5 * 1_048_576)
    #expect(try await domainError { $0.file("files", named: "a", "image/jpeg", large) } == "400 E11")
    for body in ["", "{}", "content=a", "--x--"] {
      #expect(try await mina.domainError("POST \(path)/chats", json: body) == "400 E11")
    }
    let endless = OldRequest(
      "POST /v1/users/deviceToken", [("SesacKey", SLPPerson.key)],
      Array(#"{"deviceToken":"\#(String(repeating: "a", count: 1_200_000))"}"#.utf8))
    #expect(try await server.send(endless).verdict == "400 E11")
    let deep = String(repeating: "[", count: 100_000)
    #expect(try await mina.domainError("POST /v2/users/login", json: #"{"email":\#(deep)"#) == "400 E11")
    var empty = OldForm()
    empty.file("image", named: "profile.jpeg", "image/jpeg", [])
    #expect(try await mina.domainError("PUT /v1/users/my/image", form: empty) == "400 E11")
    #expect(try await server.backend.contents() == before)
    let left = try FileManager.default.contentsOfDirectory(atPath: server.backend.services.uploadDirectory)
    #expect(left.isEmpty)
  }

  @Test("A chat may hold only photos, a photo twice, and an empty file between others")
  func photos() async throws {
    let mina = try await SLPPerson("mina", server)
    let path = SLPPerson.path(try await mina.workspace(), "일반")
    var form = OldForm()
    form.file("files", named: "한글 \"#?\".png", "image/png", OldFile.jpeg(64))
    form.file("files", named: "profile.jpeg", "image/jpeg", [])
    form.file("files", named: "b", "image/jpg", OldFile.jpeg(65))
    form.file("files", named: "c", "image/jpeg", OldFile.jpeg(64))
    let chat = try await mina.did("POST \(path)/chats", form: form).object
    let files = try #require(chat["files"] as? [String])
    #expect(chat["content"] as? String == "" && files.count == 2)
    for file in files {
      #expect(file.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/.".contains($0)) })
      #expect(try await mina.send("GET /v1\(file)").status == 200)
    }
    #expect(try await mina.domainError("GET /v1/uploads/posts/\(String(repeating: "0", count: 64)).jpg") == "400 E13")
  }

  @Test("Paths and methods outside the contract are unknown, and so are those of LSLP alone")
  func unknownPaths() async throws {
    let mina = try await SLPPerson("mina", server)
    for line in [
      "GET /v1/nowhere", "GET /nowhere", "PATCH /v1/workspaces", "DELETE /v1/users/my", "GET /v1/users/join",
      "POST /v1/workspaces/1", "GET /v2/users/login", "GET /v1/workspaces5/leave",
      "GET /v1/posts", "POST /v1/validation/email", "GET /v1/users/me/profile", "GET /profile/me", "POST /join",
      "GET /v1/uploads/nowhere/x", "GET /v1/uploads/posts/x",
    ] {
      #expect(try await mina.domainError(line) == "400 E97", "\(line)")
    }
    let keyless = try await server.send(OldRequest("GET /v1/workspaces/1/nowhere", []))
    #expect(keyless.verdict == "400 E97")
    let others = try await server.send(OldRequest("GET /v1/workspaces/1/nowhere", [("SesacKey", "4cuts-key")]))
    #expect(others.status == 444)
    let ours = try await mina.send("GET /api/nowhere")
    #expect(ours.status == 404 && ours.headers["content-type"] == "application/problem+json")
  }

  @Test("A HEAD to a GET that leaves, removes or joins has no effect")
  func heads() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    let id = try await mina.workspace()
    try await mina.invite(juno, to: id)
    _ = try await mina.channel("성수", in: id)
    for line in [
      "HEAD /v1/workspaces/\(id)/leave", "HEAD \(SLPPerson.path(id, "성수"))/chats", "HEAD /v1/users/logout",
      "HEAD /v1/workspaces/\(id)/dms/\(mina.number)/chats",
    ] {
      #expect(try await juno.send(line).status == 400, "\(line)")
    }
    #expect(try await juno.did("GET /v1/workspaces").list.count == 1)
    #expect(try await juno.did("GET /v1/workspaces/\(id)/channels/my").list.count == 1)
    #expect(try await juno.did("GET /v1/workspaces/\(id)/dms").list.isEmpty)
  }

  @Test("Every row describes its errors, its body, and its need of a key and a token")
  func documented() async throws {
    let definition = Node(
      try JSONSerialization.jsonObject(with: Data(try await server.send(OldRequest("GET /openapi.json", [])).bytes)))
    for row in rows {
      let operation = definition["paths"][row.path][row.method.rawValue.lowercased()]
      #expect(!operation["summary"].text.isNilOrEmpty, "\(row.path)")
      guard row.group == .slp, !lslpEndpoints.contains(where: { $0.path == row.path }) else { continue }
      #expect(operation["responses"]["400"]["description"].text?.contains("`E01`") == true)
      let security = operation["security"].items.first?.keys
      #expect(security.map { [$0] } == row.security.map { $0.map(Set.init) }, "\(row.path)")
      #expect((row.body != nil) == !operation["requestBody"].keys.isEmpty, "\(row.path)")
    }
    let join = definition["paths"]["/v1/users/join"]["post"]["description"].text
    #expect(join?.contains("applications of SLP") == true)
  }

  @Test("Every document matches its schema")
  func shapes() async throws {
    let (mina, juno) = (try await SLPPerson("mina", server), try await SLPPerson("juno", server))
    let definition = try await server.send(OldRequest("GET /openapi.json", []))
    let schemas = try Definition(openAPI: definition.bytes)
    func check(_ name: String, _ response: LegacyResponse) throws { schemas.check(response.bytes, "SLP\(name)") }
    let id = try await mina.workspace()
    try check(
      "Member", try await mina.did("POST /v1/workspaces/\(id)/members", json: #"{"email":"juno@example.com"}"#))
    try check("Workspaces", try await mina.did("GET /v1/workspaces"))
    try check("WholeWorkspace", try await mina.did("GET /v1/workspaces/\(id)"))
    try check("Members", try await mina.did("GET /v1/workspaces/\(id)/members"))
    let path = SLPPerson.path(id, "일반")
    try check("Channels", try await mina.did("GET /v1/workspaces/\(id)/channels"))
    try check("WholeChannel", try await mina.did("GET \(path)"))
    var form = OldForm()
    form.text("content", "안녕")
    try check("Chat", try await mina.did("POST \(path)/chats", form: form))
    try check("Chats", try await mina.did("GET \(path)/chats"))
    try check("UnreadChats", try await juno.did("GET \(path)/unreads"))
    let dms = "/v1/workspaces/\(id)/dms"
    let room = try await mina.did("POST \(dms)", json: #"{"user_id":\#(juno.number)}"#)
    try check("Room", room)
    let number = try #require(room.object["room_id"] as? Int)
    try check("DirectMessage", try await mina.did("POST \(dms)/\(number)/chats", form: form))
    try check("RoomChats", try await mina.did("GET \(dms)/\(juno.number)/chats"))
    try check("Rooms", try await mina.did("GET \(dms)"))
    try check("UnreadMessages", try await mina.did("GET \(dms)/\(number)/unreads"))
    try check("User", try await mina.did("GET /v1/users/my"))
    try check("Member", try await mina.did("GET /v1/users/\(juno.number)"))
    let join = #"{"email":"new@example.com","password":"FourCuts1!","nickname":"new"}"#
    try check("User", try await mina.did("POST /v1/users/join", json: join))
    try check("Login", try await mina.did("POST /v1/users/login", json: join))
    let refresh = try await mina.send("GET /v1/auth/refresh", [("RefreshToken", mina.refreshToken)])
    try check("Refreshed", refresh)
    try check("Items", try await mina.did("GET /v1/store/item/list"))
    try check("Fault", try await mina.send("GET /v1/workspaces/999"))
  }
}

extension String? {
  fileprivate var isNilOrEmpty: Bool { self?.isEmpty ?? true }
}
