import Accounts
import Basics
import Concurrency
import Contracts
import Foundation
import HTTP
import NativeAPI
import Support
import Synchronization
import Testing

/// A service with the operator token of a machine, which reports what is done with roles.
private struct OperatorsUnderTest {
  static let token = "the token of the operator"
  let backend: TestBackend
  let service: Service
  private let reported = Locked<[OperatorAction]>([])

  init(token: String? = Self.token, publicAddress: String? = nil) async throws {
    backend = try await TestBackend()
    let reported = reported
    service = Service(backend: backend) {
      $0.native.operatorToken = { token }
      $0.native.onOperatorAction = { action in reported.withLock { $0.append(action) } }
      $0.publicAddress = publicAddress
    }
  }

  var now: Timestamp { backend.clock.now }
  var actions: [OperatorAction] { reported.withLock { $0 } }

  func code(_ text: String) -> String { #"{"code":"\#(text)"}"# }
}

@Suite("Operator sessions over HTTP")
struct OperatorTests {
  private static let password = #"{"password":"\#(Service.password)"}"#

  @Test("A member with a role adds an app, opens a session, and acts in it")
  func transcript() async throws {
    let test = try await OperatorsUnderTest()
    let mina = try await test.service.signUp("mina")
    _ = try await test.backend.accountControl.grant(.moderator, to: "mina")
    let before = await mina.get("/api/operator")
    Definition.own.check(before, "Operator")
    #expect(before.text == #"{"role":"moderator","has_second_factor":false,"nickname":"mina"}"#)
    #expect(before.headers["Cache-Control"] == "no-store" && before.headers["Access-Control-Allow-Origin"] == nil)
    let begun = await mina.send(.post, "/api/operator/second-factor", Self.password)
    Definition.own.check(begun, "SecondFactor")
    #expect(begun.status == 201)
    let secret = try #require(begun.json["secret"].text)
    #expect(
      begun.json["uri"].text
        == "otpauth://totp/fourcuts:mina?secret=\(secret)&issuer=fourcuts&algorithm=SHA1&digits=6&period=30")
    let app = AuthenticatorApp(secret: secret)
    let confirmed = await mina.send(
      .post, "/api/operator/second-factor/confirmation", test.code(app.code(at: test.now)))
    Definition.own.check(confirmed, "RecoveryCodes")
    #expect(confirmed.status == 200 && confirmed.json["recovery_codes"].items.count == 10)
    #expect(await mina.get("/api/operator").json["has_second_factor"].bool == true)
    test.backend.clock.advance(seconds: 30)
    let opened = await mina.send(.post, "/api/operator/session", test.code(app.code(at: test.now)))
    Definition.own.check(opened, "OperatorSession")
    #expect(opened.status == 201 && opened.json.keys == ["token", "role", "expires_at"])
    #expect(opened.json["role"].text == "moderator")
    #expect(opened.json["expires_at"].text == test.now.advanced(seconds: 43_200).rfc3339Milliseconds)
    let token = try #require(opened.json["token"].text)
    #expect(
      opened.headers.values(of: "Set-Cookie") == [
        "fourcuts-operator=\(token); Path=/api/operator/session; Max-Age=43200; HttpOnly; SameSite=Strict"
      ])
    #expect(await test.service.send(.get, "/api/proposals", json: nil, token: token).status == 200)
    let ended = await test.service.send(.delete, "/api/operator/session", json: nil, token: token)
    #expect(ended.status == 204)
    #expect(
      ended.headers.values(of: "Set-Cookie") == [
        "fourcuts-operator=; Path=/api/operator/session; Max-Age=0; HttpOnly; SameSite=Strict"
      ])
    let late = await test.service.send(.get, "/api/proposals", json: nil, token: token)
    #expect(late.domainError == "401 operator-session-ended -")
    // A session that has ended is no refused action.
    #expect(test.actions.isEmpty)
  }

  @Test("Each step is refused with its own error")
  func refusals() async throws {
    let test = try await OperatorsUnderTest()
    let (mina, juno) = (try await test.service.signUp("mina"), try await test.service.signUp("juno"))
    _ = try await test.backend.accountControl.grant(.operator, to: "mina")
    let (factor, session) = ("/api/operator/second-factor", "/api/operator/session")
    #expect(await juno.get("/api/operator").domainError == "403 role-missing -")
    #expect(await juno.send(.post, factor, Self.password).domainError == "403 role-missing -")
    #expect(await juno.send(.post, session, test.code("123456")).domainError == "403 role-missing -")
    let wrong = #"{"password":"wrong guess"}"#
    #expect(await mina.send(.post, factor, wrong).domainError == "403 password-wrong password")
    #expect(await mina.send(.post, factor, "{}").domainError == "403 password-needed password")
    #expect(await mina.send(.post, factor, "{}").json["detail"].text?.contains("'password'") == true)
    let confirmation = factor + "/confirmation"
    #expect(await mina.send(.post, confirmation, test.code("123456")).domainError == "409 second-factor-missing -")
    #expect(await mina.send(.post, session, test.code("123456")).domainError == "409 second-factor-missing -")
    let app = try await test.backend.enrol(mina, .operator)
    #expect(await mina.send(.post, factor, Self.password).domainError == "409 second-factor-present -")
    #expect(await mina.send(.post, confirmation, test.code("123456")).domainError == "409 second-factor-present -")
    let guess = test.code(app.wrongCode(at: test.now))
    for _ in 1...5 { #expect(await mina.send(.post, session, guess).domainError == "403 code-wrong code") }
    let limited = await mina.send(.post, session, test.code(app.code(at: test.now)))
    #expect(limited.domainError == "429 too-many-codes code" && limited.headers["Retry-After"] != nil)
  }

  @Test("A code opens one session only, and a recovery code replaces it once")
  func codes() async throws {
    let test = try await OperatorsUnderTest()
    let mina = try await test.service.signUp("mina")
    let app = try await test.backend.enrol(mina, .operator)
    let code = test.code(app.code(at: test.now))
    #expect(await mina.send(.post, "/api/operator/session", code).status == 201)
    #expect(await mina.send(.post, "/api/operator/session", code).domainError == "403 code-wrong code")
  }

  // MARK: The cookie

  /// A page with an open session, and its app.
  private func page(_ test: OperatorsUnderTest, origin: String? = nil) async throws -> (Page, String) {
    var page = Page(test.service)
    if let origin { page.origin = origin }
    let id = try #require(await page.signUp("mina").json["account"]["id"].text)
    _ = try await test.backend.accountControl.grant(.operator, to: id)
    let begun = await page.send(.post, "/api/operator/second-factor", Self.password)
    let app = AuthenticatorApp(secret: try #require(begun.json["secret"].text))
    _ = await page.send(.post, "/api/operator/second-factor/confirmation", test.code(app.code(at: test.now)))
    test.backend.clock.advance(seconds: 30)
    let opened = await page.send(.post, "/api/operator/session", test.code(app.code(at: test.now)))
    return (page, try #require(opened.json["token"].text, "\(opened.text)"))
  }

  @Test("A page continues its session after a reload, with another token")
  func resuming() async throws {
    let test = try await OperatorsUnderTest()
    var (page, token) = try await self.page(test)
    var copy = page
    let resumed = await page.send(.put, "/api/operator/session")
    Definition.own.check(resumed, "OperatorSession")
    let new = try #require(resumed.json["token"].text)
    #expect(resumed.status == 200 && new != token && page.cookies["fourcuts-operator"]?.value == new)
    #expect(await test.service.send(.get, "/api/proposals", json: nil, token: new).status == 200)
    let old = await test.service.send(.get, "/api/proposals", json: nil, token: token)
    #expect(old.domainError == "401 operator-session-ended -")
    #expect(await copy.send(.put, "/api/operator/session").domainError == "401 operator-session-ended -")
    page.cookies["fourcuts-operator"] = nil
    #expect(await page.send(.put, "/api/operator/session").domainError == "401 operator-session-ended -")
  }

  @Test("The cookie opens nothing but the session itself, and nothing for a page of another origin")
  func cookieAlone() async throws {
    let test = try await OperatorsUnderTest()
    var (page, token) = try await self.page(test)
    let cookie = ("Cookie", "fourcuts-operator=\(token)")
    for (method, path) in [(HTTP.Method.get, "/api/proposals"), (.delete, "/api/operator/session")] {
      #expect(await test.service.send(method, path, [cookie, ("Fourcuts-Session", "cookie")]).status == 401)
    }
    let unmarked = await test.service.send(.put, "/api/operator/session", [cookie])
    #expect(unmarked.domainError == "401 operator-session-ended -")
    let bearer = [("Authorization", "Bearer \(token)")]
    #expect(await test.service.send(.put, "/api/operator/session", bearer).status == 401)
    for origin in ["https://evil.example", "null", "http://booths.localhost:8081"] {
      let answer = await page.send(.put, "/api/operator/session", nil, ["Origin": origin, "Sec-Fetch-Site": nil])
      #expect(answer.domainError == "403 origin-foreign -" && answer.headers["Set-Cookie"] == nil)
    }
    #expect(await page.send(.put, "/api/operator/session").status == 200)
  }

  @Test("By TLS the cookie is secure, and only this very host can set it")
  func secureCookie() async throws {
    let test = try await OperatorsUnderTest(publicAddress: "https://cuts.example")
    var (page, _) = try await self.page(test, origin: "https://cuts.example")
    let cookie = try #require(page.cookies["__Host-fourcuts-operator"])
    #expect(cookie.attributes == ["Path=/", "Max-Age=43200", "HttpOnly", "SameSite=Strict", "Secure"])
    #expect(await page.send(.put, "/api/operator/session").status == 200)
  }

  // MARK: What a session may

  @Test("What is done in a session is reported with its account, and with the operator token without one")
  func reports() async throws {
    let test = try await OperatorsUnderTest()
    let mina = try await test.service.signUp("mina")
    let moderator = try await test.backend.makeOperator(mina, .moderator)
    var ids: [String] = []
    for name in ["하루필름 연남점", "인생네컷 연남점"] {
      let proposed = await mina.send(
        .post, "/api/proposals", #"{"name":"\#(name)","latitude":37.5621,"longitude":126.9251}"#)
      ids.append(try #require(proposed.json["id"].text))
    }
    #expect(await moderator.send(.post, "/api/proposals/\(ids[0])/decline", "{}").status == 200)
    let byMachine = await test.service.send(
      .post, "/api/proposals/\(ids[1])/decline", json: "{}", token: OperatorsUnderTest.token)
    #expect(byMachine.status == 200)
    #expect(await moderator.send(.post, "/api/imports", "x").domainError == "403 role-missing -")
    #expect(
      test.actions.map { "\($0.name) \($0.subject ?? "-") \($0.failure ?? "done")" } == [
        "proposals decline \(ids[0]) done", "proposals decline \(ids[1]) done", "import - role-missing",
      ])
    #expect(test.actions.map(\.account?.description) == [mina.id, nil, mina.id])
  }

  @Test("Without an operator token sessions count all the same")
  func withoutToken() async throws {
    let test = try await OperatorsUnderTest(token: nil)
    let moderator = try await test.backend.makeOperator(try await test.service.signUp("mina"), .moderator)
    #expect(await moderator.send(.get, "/api/proposals").status == 200)
    #expect(await test.service.get("/api/proposals").domainError == "403 operator-not-offered -")
    #expect(await moderator.member.get("/api/proposals").domainError == "403 operator-not-offered -")
  }

  @Test("A token of a session is no access token, and a guessed one does not count as a guess of the operator token")
  func otherTokens() async throws {
    let test = try await OperatorsUnderTest()
    let moderator = try await test.backend.makeOperator(try await test.service.signUp("mina"), .moderator)
    #expect(await moderator.send(.get, "/api/me").domainError == "401 token-unusable -")
    let guess = "fos_" + String(repeating: "A", count: 43)
    for _ in 1...11 {
      let answer = await test.service.send(.get, "/api/proposals", json: nil, token: guess)
      #expect(answer.domainError == "401 operator-session-ended -")
    }
    let byMachine = await test.service.send(.get, "/api/proposals", json: nil, token: OperatorsUnderTest.token)
    #expect(byMachine.status == 200)
  }

  @Test("A code is asked for again before a dangerous act, after five minutes")
  func dangerous() async throws {
    let test = try await OperatorsUnderTest()
    let op = try await test.backend.makeOperator(try await test.service.signUp("mina"), .operator)
    let (dryRun, commit) = ("/api/imports", "/api/imports?commit=true")
    // Imports themselves are off here.
    #expect(await op.send(.post, dryRun, "x").domainError == "403 imports-not-offered -")
    let confirmation = "/api/operator/session/confirmation"
    let used = test.code(op.app.code(at: test.now))
    test.backend.clock.advance(seconds: 300)
    #expect(await op.send(.post, confirmation, used).domainError == "403 code-wrong code")
    #expect(await op.send(.post, commit, "x").domainError == "403 imports-not-offered -")
    let confirmed = await op.send(.post, confirmation, test.code(op.app.code(at: test.now)))
    Definition.own.check(confirmed, "OperatorSession")
    #expect(confirmed.status == 200 && confirmed.json["token"].text == op.token)
  }

  @Test("What ends an operator session: a suspension, a revoked role, a reset app, and the end of the login")
  func ends() async throws {
    let test = try await OperatorsUnderTest()
    let control = test.backend.accountControl
    let endings: [(TestClient) async throws -> Void] = [
      { _ = try await control.suspend($0.id) }, { _ = try await control.revokeRole(of: $0.id) },
      { _ = try await control.resetSecondFactor(of: $0.id) },
      { _ = await $0.send(.delete, "/api/sessions/current") },
      { _ = await $0.send(.delete, "/api/me", #"{"current_password":"\#(Service.password)"}"#) },
    ]
    for (index, end) in endings.enumerated() {
      let op = try await test.backend.makeOperator(try await test.service.signUp("mina\(index)"), .operator)
      #expect(await op.send(.get, "/api/proposals").status == 200)
      try await end(op.member)
      #expect(await op.send(.get, "/api/proposals").domainError == "401 operator-session-ended -", "\(index)")
    }
  }
}
