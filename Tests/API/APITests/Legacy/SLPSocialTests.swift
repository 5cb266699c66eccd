import Accounts
import Basics
import Contracts
import Foundation
import JSON
import SocialLogin
import Support
import Testing
import WebClient

@testable import App

/// Keys are dear to make: once for all tests.
private let rsa = ProviderKey.rsa("rsa-1")

/// A service to which people come by Kakao and Apple, both played by one stub.
private struct SocialLoginFixture {
  let stub: ProviderStub
  let server: OldServer

  init() async throws {
    stub = try ProviderStub([rsa])
    let address = try WebAddress(stub.address, field: "url")
    var kakao = KakaoConfiguration(address, auth: address)
    kakao.appID = 4040
    let apple = AppleConfiguration(address, audiences: ["ios.mojitalk"])
    var settings = ServiceSettings()
    (settings.social.kakao, settings.social.apple) = (kakao, apple)
    server = try OldServer(try await TestBackend(settings: settings))
  }

  func stop() async {
    await server.stop()
    await stub.stop()
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
            "profile": .object(["nickname": .string(nickname)]), "email": email.map { .string($0) },
            "is_email_valid": true, "is_email_verified": true,
          ]),
        ])))
  }

  func appleToken(_ subject: String, email: String? = nil, audience: String = "ios.mojitalk") -> String {
    let seconds = Int(Sample.now.milliseconds / 1000)
    return rsa.token(
      .object([
        "iss": "https://appleid.apple.com", "aud": .string(audience), "sub": .string(subject),
        "iat": .integer(seconds), "exp": .integer(seconds + 600), "email": email.map { .string($0) },
        "email_verified": email == nil ? nil : true,
      ]))
  }

  func logIn(_ provider: String, _ json: String) async throws -> LegacyResponse {
    try await server.send(
      OldRequest(
        "POST /v1/users/login/\(provider)", [("SesacKey", "mojitalk-key"), ("Content-Type", "application/json")],
        Array(json.utf8)))
  }

  func get(_ path: String, _ token: String) async throws -> LegacyResponse {
    try await server.send(OldRequest("GET \(path)", [("SesacKey", "mojitalk-key"), ("Authorization", token)]))
  }
}

extension LegacyResponse {
  fileprivate var tokens: [String: String]? { object["token"] as? [String: String] }
}

@Suite("SLP login with Kakao and Apple", .serialized)
struct SLPSocialTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  @Test("Kakao's access token signs up at first and logs in later; the own profile names the provider")
  func kakao() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.admit("kakao-token", 7, email: "mina@example.com")
    let first = try await fixture.logIn("kakao", #"{"oauthToken":"kakao-token","deviceToken":"fcm"}"#)
    #expect(first.status == 200 && first.object["vendor"] as? String == "kakao", "\(first.text)")
    #expect(first.object["nickname"] as? String == "네컷" && first.object["email"] as? String == "mina@example.com")
    let again = try await fixture.logIn("kakao", #"{"oauthToken":"kakao-token"}"#)
    #expect(again.object["user_id"] as? Int == first.object["user_id"] as? Int)
    let access = try #require(again.tokens?["accessToken"])
    #expect(try await fixture.get("/v1/users/my", access).object["vendor"] as? String == "kakao")
    let refresh = try await fixture.server.send(
      OldRequest(
        "GET /v1/auth/refresh",
        [("SesacKey", "mojitalk-key"), ("RefreshToken", try #require(again.tokens?["refreshToken"]))]))
    #expect(refresh.status == 200)
    // Kakao's own token is no token of this service.
    #expect(try await fixture.get("/v1/users/my", "kakao-token").verdict == "400 E02")
    await fixture.stop()
  }

  @Test("Apple's identity token signs up with the nickname of the first consent, which may be taken")
  func apple() async throws {
    let fixture = try await SocialLoginFixture()
    let token = fixture.appleToken("apple-1", email: "juno@example.com")
    let first = try await fixture.logIn("apple", #"{"idToken":"\#(token)","nickname":"주노"}"#)
    #expect(first.object["vendor"] as? String == "apple" && first.object["nickname"] as? String == "주노")
    #expect(first.object["email"] as? String == "juno@example.com" && first.object["phone"] is NSNull)
    let second = try await fixture.logIn("apple", #"{"idToken":"\#(fixture.appleToken("apple-2"))","nickname":"주노"}"#)
    #expect((second.object["nickname"] as? String)?.hasPrefix("주노 ") == true)
    #expect(second.object["email"] as? String == "")
    let later = try await fixture.logIn("apple", #"{"idToken":"\#(token)"}"#)
    #expect(later.object["nickname"] as? String == "주노")
    await fixture.stop()
  }

  @Test("Unknown tokens, tokens of other applications and taken addresses are refused")
  func domainErrors() async throws {
    let fixture = try await SocialLoginFixture()
    _ = try await fixture.server.person("mina@example.com", "Password1!", nick: "미나")
    fixture.admit("taken", 8, email: "mina@example.com")
    #expect(try await fixture.logIn("kakao", #"{"oauthToken":"taken"}"#).verdict == "400 E12")
    #expect(try await fixture.logIn("kakao", #"{"oauthToken":"nobody's"}"#).verdict == "400 E03")
    let long = String(repeating: "a", count: 10_000)
    #expect(try await fixture.logIn("kakao", #"{"oauthToken":"\#(long)"}"#).verdict == "400 E11")
    let foreign = fixture.appleToken("apple-3", audience: "ios.other")
    #expect(try await fixture.logIn("apple", #"{"idToken":"\#(foreign)"}"#).verdict == "400 E03")
    for token in ["x", "a.b.c", "..", "eyJhbGciOiJub25lIn0.e30."] {
      #expect(try await fixture.logIn("apple", #"{"idToken":"\#(token)"}"#).verdict == "400 E03", "\(token)")
    }
    fixture.stub.behave(.fails(500))
    #expect(try await fixture.logIn("kakao", #"{"oauthToken":"taken"}"#).verdict == "500 E99")
    await fixture.stop()
  }

  @Test("Without a configured provider the login is refused")
  func unset() async throws {
    for (provider, field) in [("kakao", "oauthToken"), ("apple", "idToken")] {
      let request = OldRequest(
        "POST /v1/users/login/\(provider)", [("SesacKey", "mojitalk-key")], Array(#"{"\#(field)":"t"}"#.utf8))
      let response = try await server.send(request)
      #expect(response.verdict == "400 E11")
    }
  }
}
