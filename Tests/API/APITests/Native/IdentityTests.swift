import Accounts
import Basics
import Contracts
import Foundation
import HTTP
import JSON
import SocialLogin
import Support
import Testing
import WebClient

@testable import App

/// Keys are dear to make: once for all tests.
private let rsa = ProviderKey.rsa("rsa-1")

/// A service to which people come by Kakao and Google, both played by one stub.
private struct SocialLoginServer {
  let stub: ProviderStub
  let service: Service
  let backend: TestBackend

  init() async throws {
    stub = try ProviderStub([rsa])
    let address = try WebAddress(stub.address, field: "url")
    var kakao = KakaoConfiguration(address, auth: address)
    kakao.appID = 4040
    let google = GoogleConfiguration(address, auth: address, audiences: ["ios.google"])
    var settings = ServiceSettings()
    (settings.social.kakao, settings.social.google) = (kakao, google)
    backend = try await TestBackend(settings: settings)
    service = Service(backend: backend)
  }

  /// Gives somebody at Kakao an access token.
  func admit(_ token: String, _ number: Int, email: String? = nil, nickname: String = "네컷") {
    stub.register(
      token,
      .init(
        "\(number)",
        profile: .object([
          "id": .integer(number),
          "kakao_account": .object([
            "profile": .object(["nickname": .string(nickname)]), "email": email.map(JSONValue.string),
            "is_email_valid": true, "is_email_verified": true,
          ]),
        ])))
  }

  /// A token of Google.
  func googleToken(_ subject: String, email: String, audience: String = "ios.google") -> String {
    let seconds = Int(Sample.now.milliseconds / 1000)
    return rsa.token(
      .object([
        "iss": "https://accounts.google.com", "aud": .string(audience), "sub": .string(subject),
        "iat": .integer(seconds), "exp": .integer(seconds + 600), "email": .string(email), "email_verified": true,
      ]))
  }

  func logIn(_ json: String) async -> Answer { await service.send(.post, "/api/sessions/social", json: json) }
}

@Suite("Logging in with providers")
struct SocialLoginTests {
  @Test("The first and the second login have complete responses")
  func transcript() async throws {
    let fixture = try await SocialLoginServer()
    fixture.admit("token", 7)
    let first = await fixture.logIn(#"{"provider":"kakao","access_token":"token"}"#)
    #expect(first.status == 201 && first.headers["Cache-Control"] == "no-store")
    #expect(first.json.keys == ["account", "tokens"])
    let session = try JSONDecoder().decode(SessionDocument.self, from: Data(first.bytes))
    #expect(first.headers["Location"] == "/api/accounts/\(session.account.id)")
    #expect(session.account.email == nil && session.account.nickname == "네컷")
    #expect(first.text.contains(#""email":null"#))
    let second = await fixture.logIn(#"{"provider":"kakao","access_token":"token","nickname":"other"}"#)
    #expect(second.status == 200 && second.headers["Location"] == nil)
    #expect(try JSONDecoder().decode(SessionDocument.self, from: Data(second.bytes)).account == session.account)
    let client = try TestClient(fixture.service, second)
    #expect(await client.get("/api/me").json["id"].text == "\(session.account.id)")
    #expect(await client.get("/api/identities").text.hasPrefix(#"{"identities":[{"provider":"kakao","email":null,"#))
    await fixture.stub.stop()
  }

  private static let rejected = [
    (#"{"provider":"kakao"}"#, "400 proof-missing access_token"),
    (#"{"provider":"kakao","access_token":"a","id_token":"b"}"#, "400 proof-missing access_token"),
    (#"{"access_token":"a"}"#, "400 field-missing provider"),
    (#"{"provider":"myspace","access_token":"a"}"#, "400 field-invalid provider"),
    (#"{"provider":"kakao","access_token":7}"#, "400 field-invalid access_token"),
    (#"{"provider":"kakao","access_token":"a","nickname":" "}"#, "400 nickname-invalid nickname"),
    (#"{"provider":"kakao","access_token":"a","x":1}"#, "400 field-unknown x"),
    (#"{"provider":"apple","id_token":"a"}"#, "400 provider-not-configured provider"),
    (#"{"provider":"google","access_token":"a"}"#, "400 proof-unsupported access_token"),
    (#"{"provider":"kakao","id_token":"a"}"#, "400 proof-unsupported id_token"),
    (#"{"provider":"kakao","access_token":"unknown"}"#, "401 proof-refused -"),
    (#"{"provider":"google","id_token":"a.b.c"}"#, "401 proof-refused -"),
  ]

  @Test("An invalid proof is refused, and nothing of it is stored")
  func domainErrors() async throws {
    let fixture = try await SocialLoginServer()
    let before = try await fixture.backend.contents()
    for (json, domainError) in Self.rejected {
      #expect(await fixture.logIn(json).domainError == domainError, "\(json)")
    }
    let outsider = fixture.googleToken("1", email: "a@b.kr", audience: "stranger")
    #expect(
      await fixture.logIn(#"{"provider":"google","id_token":"\#(outsider)"}"#).domainError == "401 proof-refused -")
    fixture.stub.behave(.fails(500))
    let away = await fixture.logIn(#"{"provider":"kakao","access_token":"a"}"#)
    #expect(away.domainError == "503 provider-unavailable -" && away.headers["Retry-After"] != nil)
    #expect(try await fixture.backend.contents() == before)
    await fixture.stub.stop()
  }

  @Test("A proof is neither stored nor returned")
  func keepsNothing() async throws {
    let fixture = try await SocialLoginServer()
    fixture.admit("very-secret-token", 7)
    let kakao = await fixture.logIn(#"{"provider":"kakao","access_token":"very-secret-token"}"#)
    let token = fixture.googleToken("8", email: "a@b.kr")
    let google = await fixture.logIn(#"{"provider":"google","id_token":"\#(token)"}"#)
    #expect(kakao.status == 201 && google.status == 201)
    let signature = String(token.split(separator: ".")[2])
    for text in try await fixture.backend.contents() + [kakao.text, google.text] {
      #expect(!text.contains("very-secret-token") && !text.contains(signature))
    }
    await fixture.stub.stop()
  }

  @Test("A taken address must be linked after a login, and the identity then opens that account")
  func links() async throws {
    let fixture = try await SocialLoginServer()
    let mina = try await fixture.service.signUp("mina")
    let proof = #"{"provider":"google","id_token":"\#(fixture.googleToken("117", email: "mina@example.com"))"}"#
    #expect(await fixture.logIn(proof).domainError == "409 identity-email-taken -")
    #expect(await fixture.service.send(.post, "/api/identities", json: proof).domainError == "401 token-missing -")
    let linked = await mina.send(.post, "/api/identities", proof)
    #expect(linked.status == 200 && linked.json.keys == ["provider", "email", "linked_at"])
    #expect(await mina.send(.post, "/api/identities", proof).text == linked.text)
    let entered = await fixture.logIn(proof)
    #expect(entered.status == 200 && entered.json["account"]["id"].text == mina.id)
    let juno = try await fixture.service.signUp("juno")
    #expect(await juno.send(.post, "/api/identities", proof).domainError == "409 identity-taken -")
    #expect(await mina.send(.delete, "/api/identities/google").status == 204)
    #expect(await mina.send(.delete, "/api/identities/google").domainError == "404 identity-unknown provider")
    #expect(await mina.send(.delete, "/api/identities/myspace").domainError == "400 parameter-invalid provider")
    #expect(await fixture.logIn(proof).domainError == "409 identity-email-taken -")
    await fixture.stub.stop()
  }

  @Test("An account without a password keeps its last provider, and cannot change a password")
  func keepsLast() async throws {
    let fixture = try await SocialLoginServer()
    fixture.admit("token", 7)
    let client = try TestClient(
      fixture.service, await fixture.logIn(#"{"provider":"kakao","access_token":"token","nickname":"미나"}"#))
    #expect(await client.send(.delete, "/api/identities/kakao").domainError == "409 identity-last -")
    let change = await client.send(
      .put, "/api/me/password", #"{"current_password":"x","new_password":"correct horse"}"#)
    #expect(change.domainError == "409 password-not-set -")
    #expect(await client.send(.delete, "/api/me").status == 204)
    #expect(await client.get("/api/identities").domainError == "401 token-unusable -")
    await fixture.stub.stop()
  }
}
