import Accounts
import Basics
import JSON
import SocialLogin
import Support
import Testing

@Suite("Access tokens of Kakao and Naver")
struct AccessTokenTests {
  private static let kakaoUser = JSONValue.object([
    "id": 123_456_789,
    "kakao_account": .object([
      "profile": .object(["nickname": "네컷"]), "email": "mina@kakao.com", "is_email_valid": true,
      "is_email_verified": true,
    ]),
  ])

  @Test("Kakao is asked for the application of a token, and then for its user")
  func asksKakao() async throws {
    let fixture = try Providers()
    fixture.stub.register("good", .init("123456789", profile: Self.kakaoUser))
    let identity = try await fixture.kakao.identity(proving: IdentityProof(.access("good")))
    #expect(
      identity
        == ProviderIdentity(
          provider: .kakao, subject: "123456789", email: "mina@kakao.com", isEmailVerified: true, nickname: "네컷"))
    #expect(fixture.stub.authorizations("GET /v1/user/access_token_info") == ["Bearer good"])
    await fixture.stub.stop()
  }

  @Test("A token of another application is refused before its user is asked for")
  func rejectsOtherApplications() async throws {
    let fixture = try Providers()
    fixture.stub.register("stolen", .init("123456789", application: 4041, profile: Self.kakaoUser))
    #expect(await outcome(fixture.kakao, IdentityProof(.access("stolen"))) == "proof-refused")
    #expect(fixture.stub.count("GET /v2/user/me") == 0)
    let open = try Providers(kakao: { $0.appID = nil })
    open.stub.register("good", .init("123456789", profile: Self.kakaoUser))
    #expect(await outcome(open.kakao, IdentityProof(.access("good"))) == "proof-unsupported")
    await fixture.stub.stop()
    await open.stub.stop()
  }

  @Test("Two responses about different users are refused")
  func rejectsContradictions() async throws {
    let fixture = try Providers()
    fixture.stub.register("good", .init("7", profile: Self.kakaoUser))
    #expect(await outcome(fixture.kakao, IdentityProof(.access("good"))) == "proof-refused")
    await fixture.stub.stop()
  }

  @Test(
    "A Kakao address counts as verified only if it is valid and verified",
    arguments: [(true, true, true), (true, false, false), (false, true, false), (nil, nil, false)]
      as [(
        Bool?, Bool?, Bool
      )])
  func readsVerification(_ isValid: Bool?, _ isVerified: Bool?, _ expected: Bool) async throws {
    let fixture = try Providers()
    let account = JSONValue.object([
      "email": "a@b.kr", "is_email_valid": isValid.map(JSONValue.bool),
      "is_email_verified": isVerified.map(JSONValue.bool),
    ])
    fixture.stub.register("good", .init("7", profile: .object(["id": 7, "kakao_account": account])))
    #expect(try await fixture.kakao.identity(proving: IdentityProof(.access("good"))).isEmailVerified == expected)
    await fixture.stub.stop()
  }

  @Test("A Naver user has an identifier for this application, and an unverified address")
  func asksNaver() async throws {
    let fixture = try Providers()
    fixture.stub.register(
      "good",
      .init(
        "",
        profile: .object([
          "resultcode": "00", "message": "success",
          "response": .object(["id": "32742776", "nickname": "OpenAPI", "email": "openapi@naver.com"]),
        ])))
    let identity = try await fixture.naver.identity(proving: IdentityProof(.access("good"), consent: "refresh"))
    #expect(identity.subject == "32742776" && identity.nickname == "OpenAPI" && identity.grant == "refresh")
    #expect(identity.email?.description == "openapi@naver.com" && !identity.isEmailVerified)
    fixture.stub.register("odd", .init("", profile: .object(["resultcode": "024", "response": .object(["id": "1"])])))
    #expect(await outcome(fixture.naver, IdentityProof(.access("odd"))) == "proof-refused")
    fixture.stub.register("empty", .init("", profile: .object(["resultcode": "00", "response": .object(["id": ""])])))
    #expect(await outcome(fixture.naver, IdentityProof(.access("empty"))) == "proof-refused")
    await fixture.stub.stop()
  }

  @Test(
    "A malformed token is refused, and does not inject a header",
    arguments: ["", "unknown", "a\r\nX-Admin: 1", "한글", String(repeating: "a", count: 5000)])
  func rejectsNonsense(_ token: String) async throws {
    let fixture = try Providers()
    #expect(await outcome(fixture.kakao, IdentityProof(.access(token))) == "proof-refused")
    #expect(await outcome(fixture.naver, IdentityProof(.access(token))) == "proof-refused")
    await fixture.stub.stop()
  }

  @Test(
    "A provider with an unexpected response is unavailable",
    arguments: [
      .fails(500), .fails(502), .fails(429), .fails(204), .isHuge(300_000), .redirects("/v2/user/me"), .hangs,
      .invalidBody,
    ]
      as [ProviderStub.ResponseMode])
  func isUnavailable(_ responseMode: ProviderStub.ResponseMode) async throws {
    let fixture = try Providers(milliseconds: 300)
    fixture.stub.register("good", .init("123456789", profile: Self.kakaoUser))
    fixture.stub.behave(responseMode)
    #expect(await outcome(fixture.kakao, IdentityProof(.access("good"))) == "provider-unavailable")
    #expect(await outcome(fixture.naver, IdentityProof(.access("good"))) == "provider-unavailable")
    await fixture.stub.stop()
    #expect(await outcome(fixture.kakao, IdentityProof(.access("good"))) == "provider-unavailable")
  }
}
