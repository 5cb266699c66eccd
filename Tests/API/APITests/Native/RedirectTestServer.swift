import APIKit
import Accounts
import Basics
import Crypto
import Foundation
import HTTP
import JSON
import LegacyAPI
import NativeAPI
import SocialLogin
import StandardsAPI
import Support
import Synchronization
import Testing
import WebClient

@testable import App

/// Keys are dear to make: once for all tests.
private let rsa = ProviderKey.rsa("rsa-1")

/// A service to which people come by the pages of all providers, which one stub plays.
struct RedirectTestServer {
  let stub: ProviderStub
  let backend: TestBackend
  let service: Service
  private let faults = Faults()

  /// What the operator was told.
  private final class Faults: Sendable {
    let sent = Mutex<[String]>([])
  }

  /// The parameters of an address.
  static func query(_ address: String) -> [String: String] {
    let items = URLComponents(string: address)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
  }

  init(publicAddress: String? = nil) async throws {
    stub = try ProviderStub([rsa])
    let address = try WebAddress(stub.address, field: "url")
    var kakao = KakaoConfiguration(address, auth: address)
    (kakao.clientID, kakao.clientSecret, kakao.limits.milliseconds) = ("rest-key", "kakao secret", 2000)
    var naver = NaverConfiguration(address, auth: address, clientID: "naver-client")
    naver.clientSecret = "naver secret"
    var google = GoogleConfiguration(address, auth: address, audiences: ["ios.google"])
    (google.clientID, google.clientSecret, google.pageAddress) = ("web.google", "google secret", address)
    var apple = AppleConfiguration(address, audiences: ["kr.example.app"])
    apple.pageClientID = "kr.example.web"
    apple.signature = AppleSignature(team: "TEAM", key: try PrivateKey(id: "key", pem: signingKeyPEM))
    var settings = ServiceSettings()
    settings.social.kakao = kakao
    settings.social.naver = naver
    settings.social.google = google
    settings.social.apple = apple
    backend = try await TestBackend(settings: settings)
    service = Service(backend: backend) { [faults] in
      $0.publicAddress = publicAddress
      $0.report = { _, fault in faults.sent.withLock { $0.append("\(fault)") } }
    }
    stub.register(
      "access",
      .init("7", profile: .object(["resultcode": "00", "response": .object(["id": "7", "nickname": "미나"])])))
    welcome()
  }

  /// What the operator was told of.
  var sent: [String] { faults.sent.withLock { $0 } }

  /// Logs somebody in at the providers; with claims of the statement that are changed.
  func welcome(_ changes: [String: JSONValue] = [:]) {
    stub.pages.logIn { visit in
      .object([
        "access_token": "access", "refresh_token": "r.1",
        "id_token": visit.client == "naver-client" ? nil : .string(Self.statement(visit, changes)),
      ])
    }
  }

  private static func statement(_ visit: StubPages.Authorization, _ changes: [String: JSONValue]) -> String {
    let issuers = [
      "rest-key": "https://kauth.kakao.com", "web.google": "https://accounts.google.com",
      "kr.example.web": "https://appleid.apple.com",
    ]
    let seconds = Int(Sample.now.milliseconds / 1000)
    var claims: [String: JSONValue] = [
      "iss": .string(issuers[visit.client] ?? "-"), "aud": .string(visit.client), "sub": "7",
      "iat": .integer(seconds), "exp": .integer(seconds + 600), "nonce": visit.nonce.map(JSONValue.string) ?? .null,
    ]
    claims.merge(changes) { $1 }
    return rsa.token(.object(claims.sorted { $0.key < $1.key }.map { JSONMember(key: $0.key, value: $0.value) }))
  }

  /// Somebody who goes to a provider's page and is sent back: where to.
  func leave(_ page: inout Page, _ provider: String = "kakao", next: String = "/app/feed") async throws -> String {
    let escaped = next.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
    let begun = await page.follow("/login/\(provider)?next=\(escaped)")
    let location = try #require(begun.headers["Location"])
    let back = try #require(stub.pages.send(location), "\(location)")
    return String(back.trimmingPrefix(/https?:\/\/[^\/]+/))
  }

  /// Where somebody arrives who goes to a provider's page and comes back.
  func arrival(_ provider: String = "kakao", next: String = "/app/feed") async throws -> String? {
    var page = Page(service)
    let callback = try await leave(&page, provider, next: next)
    return await page.follow(callback).headers["Location"]
  }
}

extension Page {
  /// Goes to an address as a browser does that is led there: without the header that scripts send.
  mutating func follow(_ target: String, _ changes: KeyValuePairs<String, String?> = [:]) async -> Answer {
    let headers = [("Cookie", header(for: target))].filter { field in !changes.contains { $0.key == field.0 } }
    let all = (headers + changes.map { ($0.key, $0.value) }).compactMap { name, value in value.map { (name, $0) } }
    let answer = await service.get(target, all)
    keep(answer)
    return answer
  }
}
