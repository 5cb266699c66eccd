import Basics
import Contracts
import Foundation
import HTTP
import Support
import Synchronization
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Errors of PartyQuest")
struct PartyQuestFaultTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  private static let bad = "400 COMMON-ERR-400 BAD REQUEST"
  private static let conflict = "409 COMMON-ERR-409 CONFLICT"
  private static let input = "400 QUEST-INPUT-ERROR-400 QUEST INPUT ERROR"
  private static let member = "400 PARTY-MEMBER-400 PARTY MEMBER ERROR"
  private static let nonMember = "401 PARTY-MEMBER-401 NOT PARTY MEMBER"
  private static let nobody = "400 MEMBER-NOT_FOUND-ERR-400 MEMBER NOT FOUND"
  private static let denied = "401 SECURITY-ACCESS-DENIED-401 SECURITY ACCESS DENIED"

  /// A party of three: its master, an admin and a member; and somebody who is not in it.
  private struct Scene {
    let mina: PartyQuestPerson
    let juno: PartyQuestPerson
    let sora: PartyQuestPerson
    let nonMember: PartyQuestPerson
    let party: Int
    let quest: Int

    init(_ server: OldServer) async throws {
      mina = try await PartyQuestPerson("mina", server)
      juno = try await PartyQuestPerson("juno", server)
      sora = try await PartyQuestPerson("sora", server)
      nonMember = try await PartyQuestPerson("stranger", server)
      party = try await mina.party("네컷")
      for person in [juno, sora] { try await person.join(party, of: mina) }
      let admin = #"{"memberID":\#(juno.number),"grade":"ADMIN"}"#
      try await mina.done("PATCH /party/member", #"{"partyID":\#(party),"members":[\#(admin)]}"#)
      quest = try await mina.quest("컷", in: party)
    }

    /// A body that speaks of the party.
    func body(_ more: String) -> String { #"{"partyID":\#(party),\#(more)}"# }

    func grading(_ person: PartyQuestPerson, _ grade: String) -> String {
      #"{"memberID":\#(person.number),"grade":"\#(grade)"}"#
    }
  }

  @Test("An error has the exact document of the contract")
  func transcript() async throws {
    let response = try await PartyQuestPerson("mina", server).send("GET /party?id=7")
    #expect(response.status == 400 && response.headers["content-type"] == "application/json")
    #expect(response.text == #"{"status":400,"message":"PARTY NOT FOUND","code":"PARTY-NOT_FOUND-ERR-400"}"#)
    #expect(response.headers["cache-control"] == "no-store")
  }

  @Test("Repeated applications, own parties and people who have not applied are refused")
  func applications() async throws {
    let scene = try await Scene(server)
    let twice = "409 PARTY-APPLICATION-ERR-409 PARTY APPLICATION DUPLICATE"
    let application = #"{"partyId":\#(scene.party),"partyName":"x"}"#
    let outsider = scene.nonMember
    #expect(try await scene.mina.fault("POST /party/application", application) == twice)
    #expect(try await scene.sora.fault("POST /party/application", application) == twice)
    let line = "PATCH /party/application"
    #expect(try await scene.mina.fault(line, scene.body(#""userID":[\#(outsider.number)]"#)) == Self.nonMember)
    _ = try await outsider.data("POST /party/application", application)
    #expect(try await outsider.fault("POST /party/application", application) == twice)
    #expect(try await scene.mina.fault(line, scene.body(#""userID":[999999]"#)) == Self.nobody)
    #expect(
      try await scene.mina.fault(line, scene.body(#""userID":[\#(outsider.number),999999]"#)) == Self.nobody)
    for person in [scene.sora, outsider] {
      #expect(try await person.fault(line, scene.body(#""userID":[\#(outsider.number)]"#)) == Self.denied)
    }
    try await scene.juno.done(line, scene.body(#""userID":[\#(outsider.number),\#(outsider.number)]"#))
    #expect(try await outsider.data("GET /party/my-parties")[0]["memberGrade"].text == "MEMBER")
  }

  @Test("A grade is refused if the person, the grade or the caller is not allowed")
  func grading() async throws {
    let scene = try await Scene(server)
    func fault(_ person: PartyQuestPerson, _ gradings: String...) async throws -> String {
      try await person.fault(
        "PATCH /party/member", scene.body(#""members":[\#(gradings.joined(separator: ","))]"#))
    }
    let admin = scene.grading(scene.sora, "ADMIN")
    for person in [scene.juno, scene.sora, scene.nonMember] { #expect(try await fault(person, admin) == Self.denied) }
    let mina = scene.mina
    #expect(try await fault(mina, scene.grading(scene.sora, "NO_MEMBER")) == Self.member)
    #expect(try await fault(mina, scene.grading(mina, "MEMBER")) == Self.member)
    #expect(try await fault(mina, admin, scene.grading(scene.sora, "MEMBER")) == Self.member)
    let masters = [scene.grading(scene.sora, "MASTER"), scene.grading(scene.juno, "MASTER")]
    #expect(try await fault(mina, masters[0], masters[1]) == Self.member)
    #expect(try await fault(mina, scene.grading(scene.nonMember, "ADMIN")) == Self.nonMember)
    #expect(try await fault(mina, #"{"memberID":999999,"grade":"ADMIN"}"#) == Self.nobody)
    // Its server answered 500; but it is whoever asks who can mend it.
    for grading in [scene.grading(scene.sora, "KING"), #"{"memberID":1}"#, #"{"grade":"ADMIN"}"#, "7"] {
      #expect(try await fault(mina, grading) == Self.bad, "\(grading)")
    }
    let members = try await mina.data("GET /party/member?partyID=\(scene.party)")
    #expect(members.items.map { $0["grade"].text } == ["MASTER", "ADMIN", "MEMBER"])
  }

  @Test("Nobody removes oneself, the master or a stranger, and only the master an admin")
  func removals() async throws {
    let scene = try await Scene(server)
    func fault(_ person: PartyQuestPerson, _ numbers: Int...) async throws -> String {
      try await person.fault("DELETE /party/member", scene.body(#""userID":\#(numbers)"#))
    }
    #expect(try await fault(scene.mina, scene.mina.number) == Self.member)
    #expect(try await fault(scene.juno, scene.juno.number, scene.sora.number) == Self.member)
    #expect(try await fault(scene.juno, scene.mina.number) == Self.member)
    #expect(try await fault(scene.mina, scene.nonMember.number) == Self.nonMember)
    #expect(try await fault(scene.mina, 999_999) == Self.nobody)
    #expect(try await fault(scene.sora, scene.juno.number) == Self.denied)
    #expect(try await fault(scene.nonMember, scene.sora.number) == Self.denied)
    #expect(try await scene.nonMember.fault("DELETE /party/member/my-parties?partyID=\(scene.party)") == Self.member)
    #expect(try await scene.nonMember.fault("GET /party/member?partyID=\(scene.party)") == Self.member)
    let members = try await scene.mina.data("GET /party/member?partyID=\(scene.party)")
    #expect(members.items.count == 3)
    try await scene.mina.done("DELETE /party/member", scene.body(#""userID":[\#(scene.juno.number)]"#))
  }

  @Test("A quest with a wrong type, parent, writer or period is refused")
  func quests() async throws {
    let scene = try await Scene(server)
    let (mina, sora) = (scene.mina, scene.sora)
    let other = try await mina.party("다른 곳")
    let foreign = try await mina.quest("남의 컷", in: other)
    let wrong = [
      #""type":"NOTIFICATION","questID":\#(scene.quest)"#, #""type":"SUBMIT""#, #""type":"SUBMIT","questID":null"#,
      #""type":"SUBMIT","questID":\#(foreign)"#, #""type":"SUBMIT","questID":999999"#, #""type":"POLL""#,
      #""type":7"#, #""description":"no type""#, #""type":"NOTIFICATION","startTime":"tomorrow""#,
      #""type":"NOTIFICATION","startTime":"2026-02-30 10:00:00""#,
      #""type":"NOTIFICATION","startTime":"2026-11-20T10:00:00Z""#,
      #""type":"NOTIFICATION","startTime":"1969-12-31 10:00:00""#,
      #""type":"NOTIFICATION","startTime":"2026-11-20 10:00:00","endTime":"2026-11-20 09:59:59""#,
    ]
    for more in wrong {
      #expect(try await mina.fault("POST /quest", scene.body(#""title":"t",\#(more)"#)) == Self.input, "\(more)")
    }
    let long = String(repeating: "가", count: 101)
    for title in [#""""#, #""\#(long)""#, "7", "null"] {
      let body = scene.body(#""title":\#(title),"type":"NOTIFICATION""#)
      #expect(try await mina.fault("POST /quest", body) == Self.input, "\(title)")
    }
    #expect(try await sora.fault("POST /quest", scene.body(#""title":"t","type":"NOTIFICATION""#)) == Self.denied)
    let submission = scene.body(#""title":"t","type":"SUBMIT","questID":\#(scene.quest)"#)
    #expect(try await scene.nonMember.fault("POST /quest", submission) == Self.member)
    for line in ["PATCH /quest", "DELETE /quest"] {
      let body = scene.body(#""questID":\#(scene.quest),"title":"x""#)
      #expect(try await sora.fault(line, body) == Self.input)
      #expect(try await scene.nonMember.fault(line, body) == Self.member)
      #expect(try await mina.fault(line, scene.body(#""questID":\#(foreign),"title":"x""#)) == Self.input)
    }
    let query = "GET /quest?partyID=\(scene.party)"
    for more in ["&size=0", "&size=101", "&size=x", "&cursorID=x", "&complete=maybe", "&title="] {
      #expect(try await mina.fault(query + more) == Self.input, "\(more)")
    }
    #expect(try await mina.fault("GET /quest") == Self.input)
    #expect(try await mina.data(query).items.map { $0["questID"].int } == [scene.quest])
  }

  @Test("A party with an invalid or repeated title is refused")
  func parties() async throws {
    let mina = try await PartyQuestPerson("mina", server)
    _ = try await mina.party("네컷")
    let long = String(repeating: "가", count: 31)
    for title in [#""""#, #"" ""#, #""\#(long)""#, #""a\u0007""#, "7", "null", #"["a"]"#] {
      #expect(try await mina.fault("POST /party", #"{"title":\#(title),"isPublic":true}"#) == Self.bad, "\(title)")
    }
    #expect(try await mina.fault("POST /party", #"{"title":"x","isPublic":"yes"}"#) == Self.bad)
    #expect(try await mina.fault("POST /party", #"{"title":"네컷","isPublic":true}"#) == Self.conflict)
    for query in ["?id=x", "?id=0", "?id=-1", "?id=99999999999999999999", "?title=", "?master=%ff"] {
      #expect(try await mina.fault("GET /party\(query)") == Self.bad, "\(query)")
    }
    for line in ["DELETE /party", "GET /party/member", "DELETE /party/member/my-parties?partyID=x"] {
      #expect(try await mina.fault(line) == Self.bad, "\(line)")
    }
    #expect(try await mina.fault("GET /party/member?partyID=1&grade=KING") == Self.bad)
    #expect(try await mina.data("GET /party").items.count == 1)
  }

  @Test("While the database is unavailable clients are asked to retry, not told of an internal error")
  func unavailable() async throws {
    let away = DomainError(.unavailable, "database-busy", "Too many writes are waiting.")
    let interrupted = Mutex<InterruptedDatabase?>(nil)
    let backend = try await TestBackend { database in
      let wrapped = InterruptedDatabase(database) { throw away }
      interrupted.withLock { $0 = wrapped }
      return wrapped
    }
    let server = try OldServer(backend)
    let mina = try await PartyQuestPerson("mina", server)
    interrupted.withLock { $0?.interrupt(before: 1) }
    let response = try await mina.send("GET /party/my-parties")
    #expect(response.partyQuestFault == "503 COMMON-ERR-503 SERVICE UNAVAILABLE")
    #expect(response.headers["retry-after"] == "5")
    #expect(try await mina.send("GET /party/my-parties").status == 200)
    await server.stop()
  }

  @Test("Unknown paths and methods, oversized bodies and internal errors have the contract's form")
  func engine() async throws {
    try await withOldServer { server in
      let mina = try await PartyQuestPerson("mina", server)
      let missing = "404 COMMON-ERR-404 PAGE NOT FOUND"
      for line in ["GET /party/nowhere", "PUT /quest", "GET /auth/login", "GET /auth", "POST /auth/login/oauth"] {
        #expect(try await mina.fault(line) == missing, "\(line)")
      }
      #expect(try await mina.send("GET /partying").json["code"].text == "not-found")
      let large = #"{"title":"\#(String(repeating: "a", count: 3_000_000))"}"#
      #expect(try await mina.fault("POST /party", large) == Self.bad)
      let quite = #"{"title":"\#(String(repeating: "a", count: 100_000))"}"#
      #expect(try await mina.fault("POST /party", quite) == Self.bad)
    }
    #expect(
      LegacyResponse(ErrorFormat.partyQuest(.party).internalErrorResponse("reference")).partyQuestFault
        == "500 COMMON-ERR-500 INTERNAL SERVER ERROR")
  }
}

extension LegacyResponse {
  /// What a response would be to a client.
  fileprivate init(_ response: Response) {
    let answer = Answer(response)
    self.init(status: answer.status, headers: [:], bytes: answer.bytes)
  }
}

@Suite("Invalid input to PartyQuest's endpoints")
struct PartyQuestHostileTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  private static let values = [
    "7", "-1", "0", "1.5", "1e300", "true", #""x""#, #""""#, "[]", "[7]", "[[]]", "{}", #"{"a":1}"#, #""\u0000""#,
    #""\ud800""#, "99999999999999999999", "9223372036854775807", #"["1"]"#, #"[{"memberID":1,"grade":"ADMIN"}]"#,
  ]

  /// Where bodies are taken by somebody who is logged in.
  private static let rows = endpoints.filter { $0.group == .partyQuest }.filter {
    $0.caller == .required && $0.body?.fields != nil
  }

  @Test("Each field with values of every type gets an error of the contract, never an internal error")
  func fields() async throws {
    let service = Service(backend: try await TestBackend())
    let mina = try await service.signUp("mina")
    for row in Self.rows {
      for field in row.body!.fields! {
        for value in Self.values {
          let answer = await mina.send(row.method, row.path, #"{"\#(field.name)":\#(value)}"#)
          let namespace = "\(row.path) \(field.name): \(value): \(answer.text)"
          #expect((200..<500).contains(answer.status), "\(namespace)")
          if answer.status >= 400 { #expect(answer.json.keys == ["status", "message", "code"], "\(namespace)") }
        }
      }
    }
  }

  @Test("Bodies that are no object or nested too deeply are refused")
  func bodies() async throws {
    let service = Service(backend: try await TestBackend())
    let mina = try await service.signUp("mina")
    let deep = String(repeating: #"{"a":"#, count: 10_000)
    for row in Self.rows {
      for body in ["", "null", "[]", "7", "{", #"{"a":1}x"#, "a=1&b=2", deep, #"{"title":"a","title":"b"}"#] {
        let answer = await mina.send(row.method, row.path, body)
        #expect(
          answer.status == 400 && answer.json.keys == ["status", "message", "code"], "\(row.path) \(body.prefix(9))")
      }
    }
  }

  @Test("Oversized lists of people are refused before any is looked up")
  func longLists() async throws {
    let mina = try await PartyQuestPerson("mina", server)
    let party = try await mina.party("네컷")
    let numbers = (1...1001).map(String.init).joined(separator: ",")
    for line in ["PATCH /party/application", "DELETE /party/member"] {
      let fault = try await mina.fault(line, #"{"partyID":\#(party),"userID":[\#(numbers)]}"#)
      #expect(fault == "400 COMMON-ERR-400 BAD REQUEST")
    }
  }

  @Test("Each response matches its schema")
  func shapes() async throws {
    let service = Service(backend: try await TestBackend())
    let mina = try await service.signUp("mina")
    let schemas = try Definition(openAPI: await service.get("/openapi.json").bytes)
    let password = #""password":"Abcdef12""#
    schemas.check(
      await mina.send(.post, "/auth/signup", #"{"email":"a@b.com",\#(password),"nickname":""}"#),
      "PartyQuestSignUpAnswer")
    schemas.check(
      await mina.send(.post, "/auth/login", #"{"email":"a@b.com",\#(password)}"#), "PartyQuestLoginAnswer")
    schemas.check(await mina.get("/auth/member/my-account"), "PartyQuestAccountAnswer")
    let party = await mina.send(.post, "/party", #"{"title":"네컷","isPublic":true}"#)
    schemas.check(party, "PartyQuestMadePartyAnswer")
    let id = try #require(party.json["data"][0]["id"].int)
    schemas.check(await mina.get("/party?id=\(id)"), "PartyQuestPartyAnswer")
    schemas.check(await mina.get("/party"), "PartyQuestPartyListAnswer")
    schemas.check(await mina.get("/party/my-parties"), "PartyQuestMembershipListAnswer")
    schemas.check(await mina.get("/party/member?partyID=\(id)"), "PartyQuestMemberListAnswer")
    let juno = try await service.signUp("juno")
    schemas.check(await juno.send(.post, "/party/application", #"{"partyId":\#(id)}"#), "PartyQuestApplicationAnswer")
    schemas.check(
      await mina.send(.post, "/quest", #"{"partyID":\#(id),"title":"t","type":"NOTIFICATION"}"#),
      "PartyQuestMadeQuestAnswer")
    schemas.check(await mina.get("/quest?partyID=\(id)"), "PartyQuestQuestListAnswer")
    schemas.check(await mina.get("/quest"), "PartyQuestFault")
    schemas.check(await service.get("/quest"), "PartyQuestTokenFaultAnswer")
  }
}
