import APIKit
import Accounts
import Basics
import Foundation
import LegacyAPI
import NativeAPI
import StandardsAPI
import Support
import Testing

@Suite("Sessions and accounts of PartyQuest")
struct PartyQuestSessionTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  private static let expired = "wrapped 401 AUTH-JWT-TOKEN-EXPIRED-401 EXPIRED JWT TOKEN"
  private static let malformed = "wrapped 401 AUTH-JWT-TOKEN-MALFORMED-401 MALFORMED JWT TOKEN"
  private static let wrongType = "wrapped 401 AUTH-JWT-TOKEN-WRONG_TYPE-401 WRONG TYPE JWT TOKEN"
  private static let denied = "wrapped 401 SECURITY-ACCESS-DENIED-401 SECURITY ACCESS DENIED"

  /// What needs a token, each with a body where it takes one.
  private static let lines: [(line: String, json: String?)] = [
    ("GET /auth/member/my-account", nil), ("PATCH /auth/member", "{}"), ("DELETE /auth/member", nil),
    ("DELETE /auth/logout", nil), ("POST /party", "{}"), ("GET /party", nil), ("PATCH /party", "{}"),
    ("DELETE /party?partyID=1", nil), ("POST /party/application", "{}"), ("PATCH /party/application", "{}"),
    ("GET /party/member?partyID=1", nil), ("PATCH /party/member", "{}"), ("DELETE /party/member", "{}"),
    ("GET /party/my-parties", nil), ("DELETE /party/member/my-parties?partyID=1", nil), ("POST /quest", "{}"),
    ("GET /quest?partyID=1", nil), ("PATCH /quest", "{}"), ("DELETE /quest", "{}"),
  ]

  @Test("Every endpoint refuses a missing, malformed, refresh or expired token with its error")
  func tokens() async throws {
    var person = try await PartyQuestPerson("mina", server)
    let good = person.token
    for (line, json) in Self.lines {
      for (token, fault) in [("", Self.denied), ("nonsense", Self.malformed), (good + "x", Self.malformed)] {
        person.token = token
        #expect(try await person.fault(line, json) == fault, "\(line)")
      }
      person.token = person.refreshToken
      #expect(try await person.fault(line, json) == Self.malformed, "\(line)")
    }
    server.clock.advance(seconds: 901)
    person.token = good
    for (line, json) in Self.lines { #expect(try await person.fault(line, json) == Self.expired, "\(line)") }
  }

  @Test("A token error has the exact document of the contract")
  func transcript() async throws {
    let response = try await server.send(OldRequest("GET /party", [("Authorization", "Basic abc")]))
    #expect(
      response.text == """
        {"time":"2026-11-20 19:00:30","httpStatus":"UNAUTHORIZED","data":[{"status":"401",\
        "error_code":"SECURITY-ACCESS-DENIED-401","message":"SECURITY ACCESS DENIED"}]}
        """)
    #expect(
      response.headers["www-authenticate"] == "Bearer" && response.headers["content-type"] == "application/json")
  }

  @Test("A refresh returns what a login does and keeps the refresh token, and other tokens are refused")
  func refresh() async throws {
    var person = try await PartyQuestPerson("mina", server)
    let access = person.token
    server.clock.advance(seconds: 901)
    person.token = person.refreshToken
    for _ in 0..<3 {
      let login = try await person.data("POST /auth/refresh")
      #expect(
        login.keys == ["accessExpiredAt", "refreshExpiredAt", "accessToken", "refreshToken", "email"]
          && login["refreshToken"].text == person.refreshToken && login["email"].text == "mina@example.com")
      #expect(login["accessExpiredAt"].text == "2026-11-20 19:30:31")
      #expect(login["refreshExpiredAt"].text == "2026-12-20 19:00:30")
      var fresh = person
      fresh.token = try #require(login["accessToken"].text)
      #expect(try await fresh.data("GET /auth/member/my-account")["id"].int == person.number)
    }
    for (token, fault) in [("", Self.denied), ("nonsense", Self.malformed), (access, Self.wrongType)] {
      person.token = token
      #expect(try await person.fault("POST /auth/refresh") == fault)
    }
    server.clock.advance(seconds: 30 * 86_400)
    person.token = person.refreshToken
    #expect(try await person.fault("POST /auth/refresh") == Self.expired)
  }

  @Test("Endless refreshing is rate-limited")
  func refreshesWithoutEnd() async throws {
    var person = try await PartyQuestPerson("mina", server)
    person.token = person.refreshToken
    #expect(try await person.send("POST /auth/refresh").status == 200)
    let accounts = server.backend.services.accounts
    for _ in 0..<600 { _ = try? await accounts.refresh(person.refreshToken, .fixed) }
    #expect(try await person.fault("POST /auth/refresh") == "429 COMMON-ERR-429 TOO MANY REQUESTS")
  }

  @Test("The own account is shown, and its nickname changes")
  func account() async throws {
    let (mina, juno) = (try await PartyQuestPerson("mina", server), try await PartyQuestPerson("juno", server))
    let own = try await mina.data("GET /auth/member/my-account")
    #expect(own.keys == ["id", "email", "nickname", "sns"] && own["id"].int == mina.number)
    #expect(own["email"].text == "mina@example.com" && own["sns"].text == "LOCAL")
    try await mina.done("PATCH /auth/member", #"{"nickname":"미나","more":1}"#)
    #expect(try await mina.data("GET /auth/member/my-account")["nickname"].text == "미나")
    #expect(
      try await juno.fault("PATCH /auth/member", #"{"nickname":"미나"}"#)
        == "409 MEMBER-ERR-409 NICKNAME DUPLICATED")
    for nickname in [#""""#, #"" ""#, "7", "null", #""\u202E""#] {
      let fault = try await juno.fault("PATCH /auth/member", #"{"nickname":\#(nickname)}"#)
      #expect(fault == "400 COMMON-ERR-400 BAD REQUEST", "\(nickname)")
    }
    #expect(try await juno.data("GET /auth/member/my-account")["nickname"].text == "juno")
  }

  @Test("Logging out ends one session, and withdrawal ends everything")
  func endings() async throws {
    let mina = try await PartyQuestPerson("mina", server)
    var other = mina
    other.token = try await PartyQuestApp(server: server).logIn("mina@example.com").accessToken
    try await mina.done("DELETE /auth/logout")
    #expect(try await mina.fault("GET /party") == Self.malformed)
    var ended = mina
    ended.token = mina.refreshToken
    #expect(try await ended.fault("POST /auth/refresh") == Self.malformed)
    try await other.done("DELETE /auth/member")
    #expect(try await other.fault("GET /party") == Self.malformed)
    let login = try await PartyQuestApp(server: server).send(
      "auth/login", ["email": "mina@example.com", "password": PartyQuestApp.password])
    #expect(login.partyQuestFault == "400 MEMBER-PASSWORD-ERR-400 BAD REQUEST PASSWORD")
  }
}
