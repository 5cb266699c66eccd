import Accounts
import Basics
import Crypto
import JSON
import SocialLogin
import Support
import Testing

@Suite("Revoking consent at providers")
struct RevocationTests {
  private func revoked(_ provider: some IdentityProvider, _ subject: String = "7", _ grant: String? = nil) async
    -> String
  {
    do {
      return "\(try await provider.revoke(subject, grant: grant))"
    } catch { return (error as? DomainError)?.code ?? "\(error)" }
  }

  @Test("Kakao unlinks with the administrator's key, and an account that is not linked any more counts as done")
  func unlinksKakao() async throws {
    let fixture = try Providers(kakao: { $0.adminKey = "admin" })
    fixture.stub.answer("POST /v1/user/unlink", .object(["id": 7]))
    #expect(await revoked(fixture.kakao) == "done")
    #expect(fixture.stub.forms("POST /v1/user/unlink") == [["target_id_type": "user_id", "target_id": "7"]])
    #expect(fixture.stub.authorizations("POST /v1/user/unlink") == ["KakaoAK admin"])
    fixture.stub.answer(
      "POST /v1/user/unlink", status: 400, .object(["code": -101, "msg": "NotRegisteredUserException"]))
    #expect(await revoked(fixture.kakao) == "done")
    fixture.stub.answer("POST /v1/user/unlink", status: 400, .object(["code": -2]))
    #expect(await revoked(fixture.kakao) == "provider-unavailable")
    fixture.stub.answer("POST /v1/user/unlink", status: 401, .object(["code": -401]))
    #expect(await revoked(fixture.kakao) == "provider-unavailable")
    #expect(await revoked(try Providers().kakao) == "impossible")
    await fixture.stub.stop()
    #expect(await revoked(fixture.kakao) == "provider-unavailable")
  }

  @Test("Naver renews and deletes with the stored refresh token")
  func deletesNaver() async throws {
    let fixture = try Providers(naver: { $0.clientSecret = "secret" })
    // Both steps are one path: the answer serves both.
    fixture.stub.answer("POST /oauth2.0/token", .object(["access_token": "new", "result": "success"]))
    #expect(await revoked(fixture.naver, "7", "refresh") == "done")
    let forms = fixture.stub.forms("POST /oauth2.0/token")
    #expect(forms.map { $0["grant_type"] } == ["refresh_token", "delete"])
    #expect(forms.allSatisfy { $0["client_id"] == "naver-client" && $0["client_secret"] == "secret" })
    #expect(forms[0]["refresh_token"] == "refresh" && forms[1]["access_token"] == "new")
    fixture.stub.answer("POST /oauth2.0/token", .object(["error": "invalid_request"]))
    #expect(await revoked(fixture.naver, "7", "refresh") == "done")
    // A wrong secret, or a fault of Naver's, says nothing of the person's consent.
    for error in ["invalid_client", "unauthorized_client", "unsupported_grant_type", "server_error"] {
      fixture.stub.answer("POST /oauth2.0/token", .object(["error": .string(error)]))
      #expect(await revoked(fixture.naver, "7", "refresh") == "provider-unavailable")
    }
    #expect(await revoked(fixture.naver) == "impossible")
    #expect(await revoked(try Providers().naver, "7", "refresh") == "impossible")
    await fixture.stub.stop()
  }

  @Test("Apple's code becomes a refresh token if it is the same user's, and is revoked with the team's signature")
  func revokesApple() async throws {
    let key = try PrivateKey(id: "key", pem: signingKeyPEM)
    let fixture = try Providers(apple: { $0.signature = AppleSignature(team: "TEAM", key: key) })
    func answerCodes(_ subject: String) {
      fixture.stub.answer(
        "POST /auth/token",
        .object([
          "refresh_token": "r.1", "id_token": .string(rsa.token(fixture.claims(.apple, subject, ["nonce": "x"]))),
        ])
      )
    }
    let proof = IdentityProof(.identity(rsa.token(fixture.claims(.apple, "001"))), consent: "code")
    answerCodes("001")
    #expect(try await fixture.apple.identity(proving: proof).grant == "r.1")
    let form = try #require(fixture.stub.forms("POST /auth/token").first)
    #expect(
      form["grant_type"] == "authorization_code" && form["code"] == "code" && form["client_id"] == "kr.example.app")
    let secret = try IdentityToken(try #require(form["client_secret"]))
    #expect(secret.keyID == "key" && secret.algorithm == .es256)
    answerCodes("002")
    #expect(try await fixture.apple.identity(proving: proof).grant == nil)
    fixture.stub.answer("POST /auth/token", status: 400, .object(["error": "invalid_grant"]))
    #expect(try await fixture.apple.identity(proving: proof).grant == nil)
    fixture.stub.answer("POST /auth/revoke", .null)
    #expect(await revoked(fixture.apple, "001", "r.1") == "done")
    #expect(fixture.stub.forms("POST /auth/revoke").first?["token"] == "r.1")
    fixture.stub.answer("POST /auth/revoke", status: 400, .object(["error": "invalid_client"]))
    #expect(await revoked(fixture.apple, "001", "r.1") == "provider-unavailable")
    #expect(await revoked(fixture.apple) == "impossible")
    #expect(await revoked(try Providers().apple, "001", "r.1") == "impossible")
    await fixture.stub.stop()
  }

  @Test("Google's code becomes a refresh token, which is revoked")
  func revokesGoogle() async throws {
    let fixture = try Providers(google: { ($0.clientID, $0.clientSecret) = ("web.google", "secret") })
    fixture.stub.answer(
      "POST /token",
      .object([
        "refresh_token": "1//a", "id_token": .string(rsa.token(fixture.claims(.google, "117", ["aud": "web.google"]))),
      ]))
    let proof = IdentityProof(.identity(rsa.token(fixture.claims(.google, "117"))), consent: "4/code")
    #expect(try await fixture.google.identity(proving: proof).grant == "1//a")
    #expect(fixture.stub.forms("POST /token").first?["client_secret"] == "secret")
    fixture.stub.answer("POST /revoke", .object([]))
    #expect(await revoked(fixture.google, "117", "1//a") == "done")
    fixture.stub.answer("POST /revoke", status: 400, .object(["error": "invalid_token"]))
    #expect(await revoked(fixture.google, "117", "1//a") == "done")
    #expect(await revoked(fixture.google) == "impossible")
    await fixture.stub.stop()
  }
}
