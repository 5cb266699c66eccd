import Accounts
import Basics
import Foundation
import Support
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("The client PartyQuest")
struct PartyQuestTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  private static let wrongPassword = "400 MEMBER-PASSWORD-ERR-400 BAD REQUEST PASSWORD"

  @Test("Sign-up and login have everything that its models need, with Korean times")
  func login() async throws {
    let (signUp, login) = try await PartyQuestApp(server: server).wrappers("Mina@Example.com")
    #expect(signUp.time == "2026-11-20 19:00:30" && signUp.httpStatus == "CREATED")
    #expect(login.time == "2026-11-20 19:00:30" && login.httpStatus == "OK")
    #expect(signUp.data.map(\.email) == ["mina@example.com"] && login.data.map(\.email) == ["mina@example.com"])
    #expect(login.data.map(\.accessExpiredAt) == ["2026-11-20 19:15:30"])
    #expect(login.data.map(\.refreshExpiredAt) == ["2026-12-20 19:00:30"])
  }

  @Test("A sign-up has its complete response and Location")
  func transcript() async throws {
    let app = PartyQuestApp(server: server)
    let response = try await app.send(
      "auth/signup",
      ["email": "a@b.com", "password": "Abcdef12", "nickname": "19990131", "fileName": "me.png", "more": "x"])
    let id = try #require(response.json["data"][0]["id"].int)
    #expect(
      response.text == """
        {"time":"2026-11-20 19:00:30","httpStatus":"CREATED","data":[{"id":\(id),"email":"a@b.com"}]}
        """)
    #expect(response.status == 201 && response.headers["content-type"] == "application/json")
    #expect(response.headers["cache-control"] == "no-store")
    let found = try await server.send(OldRequest("GET \(response.headers["location"] ?? "-")", []))
    #expect(found.status == 200 && found.json["nickname"].text == "19990131")
  }

  @Test("People with one birth date or none can all sign up with the application's swapped fields")
  func swapped() async throws {
    let app = PartyQuestApp(server: server)
    var nicknames: [String] = []
    for (index, birthDate) in ["19990131", "19990131", "19990131", "", "", " "].enumerated() {
      try await app.signUp("p\(index)@b.com", birthDate: birthDate)
      let token = try await app.logIn("p\(index)@b.com").accessToken
      let own = try await server.send(
        OldRequest("GET /auth/member/my-account", [("Authorization", "Bearer \(token)")]))
      nicknames.append(try #require(own.json["data"][0]["nickname"].text))
    }
    #expect(Set(nicknames).count == 6 && nicknames[0] == "19990131")
    #expect(nicknames[1...2].allSatisfy { $0.wholeMatch(of: /19990131 \d+/) != nil }, "\(nicknames)")
    #expect(nicknames[3...].allSatisfy { !$0.isEmpty && !$0.contains("1999") })
  }

  @Test("Ten concurrent sign-ups with one birth date all succeed")
  func concurrent() async throws {
    let app = PartyQuestApp(server: server)
    let ids = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<10 { group.addTask { try await app.signUp("p\(index)@b.com", birthDate: "20000229").id } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids.count == 10)
  }

  @Test("Empty fields and a taken address, which the application lets through, are refused")
  func guards() async throws {
    let app = PartyQuestApp(server: server)
    try await app.signUp("a@b.com")
    let before = try await server.backend.contents()
    let (bad, taken) = ("400 COMMON-ERR-400 BAD REQUEST", "409 MEMBER-ERR-409 EMAIL DUPLICATED")
    let tries: [(KeyValuePairs<String, String?>, String)] = [
      (["email": "", "password": "", "nickname": ""], bad),
      (["email": "", "password": "Abcdef12", "nickname": "20010203"], bad),
      (["email": nil, "password": "Abcdef12", "nickname": "20010203"], bad),
      (["email": "b@b", "password": "Abcdef12", "nickname": ""], bad),
      (["email": "b@b.com", "password": "", "nickname": ""], Self.wrongPassword),
      (["email": "b@b.com", "password": nil, "nickname": ""], Self.wrongPassword),
      (["email": "b@b.com", "password": "Abcde12", "nickname": ""], Self.wrongPassword),
      (["email": "b@b.com", "password": "Password1", "nickname": ""], Self.wrongPassword),
      (["email": "b@b.com", "password": "Aa1Aa1Aa1", "nickname": ""], Self.wrongPassword),
      (["email": "b@b.com", "password": "Abcdef12", "nickname": "\u{202E}x"], bad),
      (["email": "b@b.com", "password": "Abcdef12", "nickname": String(repeating: "가", count: 41)], bad),
      (["email": "a@b.com", "password": "Abcdef12", "nickname": ""], taken),
      (["email": " A@B.COM ", "password": "Abcdef12", "nickname": "20010203"], taken),
    ]
    for (fields, fault) in tries {
      #expect(try await app.send("auth/signup", fields).partyQuestFault == fault, "\(fields)")
    }
    #expect(try await server.backend.contents() == before)
  }

  @Test(
    "A password that matches its pattern is accepted unless it is easily guessed",
    arguments: ["Seven4cuts", "aB3@#$%^&+=!xyz"])
  func passwords(_ password: String) async throws {
    let app = PartyQuestApp(server: server)
    try await app.signUp("a@b.com", password)
    #expect(try await app.logIn("a@b.com", password).email == "a@b.com")
  }

  /// The application's button is dead from then on; all that can be done is to say so plainly and at once.
  @Test("A failed login gets 400, the same for an unknown address and a wrong password")
  func failedLogin() async throws {
    let app = PartyQuestApp(server: server)
    try await app.signUp("a@b.com")
    let tries: [(String?, String?)] = [
      ("a@b.com", "Abcdef13"), ("nobody@b.com", "Abcdef12"), ("a@b.com", ""), ("a@b.com", nil),
      ("nonsense", "Abcdef12"),
    ]
    for (email, password) in tries {
      let response = try await app.send("auth/login", ["email": email, "password": password])
      #expect(response.partyQuestFault == Self.wrongPassword, "\(email ?? "-")")
    }
    #expect(
      try await app.send("auth/login", ["email": "", "password": ""]).partyQuestFault
        == "400 COMMON-ERR-400 BAD REQUEST")
    #expect(try await app.logIn("a@b.com").email == "a@b.com")
  }

  @Test("Password guesses are rate-limited")
  func guessing() async throws {
    let app = PartyQuestApp(server: server)
    for _ in 0..<20 { _ = try await app.send("auth/login", ["email": "a@b.com", "password": "x"]) }
    let response = try await app.send("auth/login", ["email": "a@b.com", "password": "x"])
    #expect(response.partyQuestFault == "429 COMMON-ERR-429 TOO MANY REQUESTS")
    // The same instant in which the first guess of the period failed.
    #expect(response.headers["retry-after"] == "60")
  }

  @Test("An account made here is the same account natively")
  func native() async throws {
    let app = PartyQuestApp(server: server)
    try await app.signUp("a@b.com", birthDate: "19990131")
    let body = Array(#"{"email":"a@b.com","password":"Abcdef12"}"#.utf8)
    let response = try await server.send(
      OldRequest("POST /api/sessions", [("Content-Type", "application/json")], body))
    #expect(response.status == 201 && response.json["account"]["nickname"].text == "19990131")
  }
}

@Suite("PartyQuest's Kakao login, which has no proof")
struct PartyQuestSecretTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  private static let secret = "$2a$10$abcdefghijklmnopqrstuv.0123456789ABCDEFGHIJKLMNOPQRS"
  private static let notOffered = "400 MEMBER-OAUTH2LOGIN-ERR-400 OAUTH2 BAD RESPONSE"
  private static let wrong = "400 MEMBER-PASSWORD-ERR-400 BAD REQUEST PASSWORD"

  /// A service in which the secret is set.
  private func withSecret(_ test: (OldServer, PartyQuestApp) async throws -> Void) async throws {
    try await withOldServer({ $0.legacy.partyQuestSecret = try PartyQuestSecret(Self.secret) }) { server in
      try await test(server, PartyQuestApp(server: server))
    }
  }

  private func fault(
    _ app: PartyQuestApp, _ email: String?, _ secret: String?, _ provider: String = "kakao"
  ) async throws -> String {
    try await app.send(
      "auth/login/oauth/\(provider)", ["email": email, "secrets": secret, "nickname": "미나"]
    ).partyQuestFault
  }

  @Test("Without a configured secret the login is not offered, whatever is sent")
  func off() async throws {
    let (app, before) = (PartyQuestApp(server: server), try await server.backend.contents())
    for secret in [Self.secret, "", nil] { #expect(try await fault(app, "a@b.com", secret) == Self.notOffered) }
    #expect(try await server.backend.contents() == before)
  }

  @Test("The first login makes an account, the next one opens it")
  func on() async throws {
    try await withSecret { server, app in
      let first = try await app.logInByKakao("Mina@B.com", nickname: "미나", secrets: Self.secret)
      let second = try await app.logInByKakao("mina@b.com", nickname: "other", secrets: Self.secret)
      #expect(first.email == "mina@b.com" && second.email == "mina@b.com")
      var accounts: [String] = []
      for token in [first.accessToken, second.accessToken] {
        let own = try await server.send(
          OldRequest("GET /auth/member/my-account", [("Authorization", "Bearer \(token)")]))
        accounts.append(own.text)
        #expect(own.json["data"][0]["sns"].text == "KAKAO" && own.json["data"][0]["nickname"].text == "미나")
        #expect(own.json["data"][0]["email"].text == "mina@b.com")
      }
      #expect(accounts[0] == accounts[1])
      let refreshed = try await server.send(
        OldRequest("POST /auth/refresh", [("Authorization", "Bearer \(first.refreshToken)")]))
      #expect(refreshed.json["data"][0]["email"].text == "mina@b.com")
    }
  }

  @Test("A taken nickname gets a number, and an invalid one is ignored")
  func nicknames() async throws {
    try await withSecret { server, app in
      var nicknames: [String] = []
      for (email, nickname) in [("a@b.com", "미나"), ("b@b.com", "미나"), ("c@b.com", "\u{202E}"), ("d@b.com", "")] {
        let login = try await app.logInByKakao(email, nickname: nickname, secrets: Self.secret)
        let account = try await server.backend.services.accounts.profile(
          try await server.backend.services.accounts.caller(withAccessToken: login.accessToken)
        ).account
        nicknames.append(account.nickname.description)
      }
      #expect(nicknames[0] == "미나" && nicknames[1].wholeMatch(of: /미나 \d+/) != nil)
      #expect(Set(nicknames).count == 4 && nicknames[2...].allSatisfy { !$0.hasPrefix("미나") })
    }
  }

  @Test("A wrong, partial or missing secret is refused, and nothing is stored")
  func wrongSecrets() async throws {
    try await withSecret { server, app in
      let before = try await server.backend.contents()
      for secret in ["", nil, "x", String(Self.secret.dropLast()), Self.secret + "x", Self.secret.lowercased()] {
        #expect(try await fault(app, "a@b.com", secret) == Self.wrong, "\(secret ?? "-")")
      }
      for email in ["", nil, "nonsense"] {
        #expect(try await fault(app, email, Self.secret) == "400 COMMON-ERR-400 BAD REQUEST")
      }
      for provider in ["google", "naver", "apple", "KAKAO", "partyquest", "%20kakao"] {
        #expect(try await fault(app, "a@b.com", Self.secret, provider) == Self.notOffered, "\(provider)")
      }
      #expect(try await server.backend.contents() == before)
    }
  }

  @Test("Guesses of the secret are blocked for a minute, for every address")
  func guessing() async throws {
    try await withSecret { server, app in
      for _ in 0..<20 {
        let answer = try await fault(app, "a@b.com", "guess")
        #expect(answer == Self.wrong)
      }
      #expect(try await fault(app, "A@b.com", Self.secret) == "429 COMMON-ERR-429 TOO MANY REQUESTS")
      #expect(try await fault(app, "b@b.com", Self.secret) == "429 COMMON-ERR-429 TOO MANY REQUESTS")
      server.clock.advance(seconds: 61)
      #expect(try await app.logInByKakao("a@b.com", nickname: "a", secrets: Self.secret).email == "a@b.com")
    }
  }

  @Test("The login never opens an account with a password, and blocks no sign-up with its address")
  func apart() async throws {
    try await withSecret { server, app in
      try await app.signUp("a@b.com", birthDate: "19990131")
      let before = try await server.backend.contents()
      #expect(try await fault(app, "a@b.com", Self.secret) == Self.notOffered)
      #expect(try await server.backend.contents() == before)
      let kakao = try await app.logInByKakao("b@b.com", nickname: "미나", secrets: Self.secret)
      try await app.signUp("b@b.com", birthDate: "20010203")
      #expect(try await app.logIn("b@b.com").email == "b@b.com")
      let again = try await app.logInByKakao("b@b.com", nickname: "", secrets: Self.secret)
      for token in [kakao.accessToken, again.accessToken] {
        let own = try await server.send(
          OldRequest("GET /auth/member/my-account", [("Authorization", "Bearer \(token)")]))
        #expect(own.json["data"][0]["nickname"].text == "미나")
      }
    }
  }

  @Test("After withdrawal the next login makes a new account")
  func leaving() async throws {
    try await withSecret { server, app in
      let login = try await app.logInByKakao("a@b.com", nickname: "미나", secrets: Self.secret)
      let headers = [("Authorization", "Bearer \(login.accessToken)")]
      #expect(try await server.send(OldRequest("DELETE /auth/member", headers)).status == 204)
      #expect(try await server.send(OldRequest("GET /auth/member/my-account", headers)).status == 401)
      #expect(try await server.backend.services.identities.revokeDue().finished == 1)
      let again = try await app.logInByKakao("a@b.com", nickname: "다시", secrets: Self.secret)
      let own = try await server.send(
        OldRequest("GET /auth/member/my-account", [("Authorization", "Bearer \(again.accessToken)")]))
      #expect(own.json["data"][0]["nickname"].text == "다시")
    }
  }

  @Test("The secret is neither stored nor shown, and does not work natively")
  func keepsSecret() async throws {
    try await withSecret { server, app in
      _ = try await app.logInByKakao("a@b.com", nickname: "미나", secrets: Self.secret)
      #expect(try await server.backend.contents().allSatisfy { !$0.contains(Self.secret) })
      let body = Array(#"{"provider":"partyquest","access_token":"\#(Self.secret)"}"#.utf8)
      let native = try await server.send(
        OldRequest("POST /api/sessions/social", [("Content-Type", "application/json")], body))
      #expect(native.status == 400 && native.json["code"].text == "field-invalid")
    }
  }

  @Test("A secret of less than sixteen characters is refused")
  func short() {
    #expect(throws: DomainError.self) { try PartyQuestSecret("fifteen letters") }
    #expect(throws: Never.self) { try PartyQuestSecret("sixteen letters!") }
  }
}
