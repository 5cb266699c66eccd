import Foundation
import JSON
import Support
import Testing
import Workload

/// Keys are dear to make: once for all tests.
private let rsa = ProviderKey.rsa("rsa-1")

@Suite("Logging in with a browser on a running server")
struct BrowserLoginTests {
  private static func server(_ program: Program, _ stub: ProviderStub) async throws -> RunningServer {
    try await RunningServer(
      program, "--kakao-client-id", "rest-key", "--kakao-client-secret", "kakao-secret", "--kakao-url", stub.address,
      "--kakao-auth-url", stub.address, "--google-client-id", "web.google", "--google-client-secret", "google-secret",
      "--google-url", stub.address, "--google-auth-url", stub.address, "--google-page-url", stub.address,
      "--naver-client-id", "naver", "--access-log")
  }

  /// What a script of a page says.
  fileprivate static let script = "Fourcuts-Session: cookie\r\n"

  private static func tokens(for visit: StubPages.Authorization) -> JSONValue {
    let seconds = Int(Date().timeIntervalSince1970)
    let issuer = visit.client == "rest-key" ? "https://kauth.kakao.com" : "https://accounts.google.com"
    let statement = rsa.token(
      .object([
        "iss": .string(issuer), "aud": .string(visit.client), "sub": "7", "iat": .integer(seconds),
        "exp": .integer(seconds + 600), "nonce": visit.nonce.map(JSONValue.string), "nickname": "미나",
      ]))
    return .object(["access_token": "a", "id_token": .string(statement), "refresh_token": "r.1"])
  }

  @Test("A complete login: to the provider, back with a code, logged in; and logged out again")
  func dance() async throws {
    let stub = try ProviderStub([rsa])
    stub.pages.logIn(Self.tokens)
    let program = try Program()
    let server = try await Self.server(program, stub)
    for provider in ["kakao", "google"] {
      var browser = CookieBrowser()
      let address = try await browser.step("\(server.base)/login/\(provider)?next=/app/me")
      #expect(address.hasPrefix("\(stub.address)/o"))
      let callback = try await browser.step(address)
      #expect(callback.hasPrefix("\(server.base)/login/\(provider)/callback?code=code-"))
      #expect(try await browser.step(callback) == "/app/login?entered=1&next=/app/me")
      #expect(browser.cookies.keys.sorted() == ["fourcuts-access", "fourcuts-device", "fourcuts-refresh"])
      let copy = browser
      #expect(try await browser.send("GET", "\(server.base)/api/me").text.contains(#""nickname":"미나"#))
      #expect(try await browser.send("DELETE", "\(server.base)/api/sessions/current").status == 204)
      #expect(browser.cookies.keys.sorted() == ["fourcuts-device"])
      #expect(try await copy.answer("GET", "\(server.base)/api/me", Self.script).status == 401)
      // The way is gone: neither its code nor its state opens anything again.
      #expect(try await browser.step(callback) == "/app/login?problem=expired&next=/")
    }
    #expect(try server.end() == 0)
    #expect(server.logged("GET /login/{provider}/callback", status: 303) == 4)
    // Neither codes nor secrets are written down.
    for secret in ["code-1", "kakao-secret", "r.1", "state="] { #expect(!server.process.errors.contains(secret)) }
    await stub.stop()
  }

  @Test("The page lists the providers whose settings are complete")
  func offered() async throws {
    let stub = try ProviderStub([rsa])
    let server = try await Self.server(try Program(), stub)
    let page = try await server.send("GET", "/app/login", ["Accept": "text/html"])
    #expect(page.body.contains(#"data-providers="kakao google""#))
    var browser = CookieBrowser()
    #expect(try await browser.step("\(server.base)/login/naver") == "/app/login?problem=not-offered&next=/")
    #expect(try server.end() == 0)
    await stub.stop()
  }

  @Test("Invalid settings are refused by name")
  func rejectsSettings() throws {
    let program = try Program()
    let rejected: [([String], String)] = [
      (["--apple-client-id", "kr.example.web"], "--apple-key-file"),
      (["--public-url", "booths.example"], "--public-url"),
      (["--public-url", "ftp://booths.example"], "--public-url"),
      (["--google-client-id", "a", "--google-page-url", "accounts"], "google-page-url"),
    ]
    for (arguments, words) in rejected {
      let result = try program.start(["serve", "--port", "0"] + arguments).finish()
      #expect(result.code != 0 && result.errors.contains(words), "\(arguments): \(result.errors)")
    }
  }
}

/// A browser that is led by hand: it keeps cookies, for one host, and follows nothing by itself.
private struct CookieBrowser {
  var cookies: [String: String] = [:]

  var header: String { cookies.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "; ") }

  /// Goes to an address and gives where that leads.
  mutating func step(_ address: String) async throws -> String {
    let response = try await answer("GET", address)
    try #require(response.status == 303 || response.status == 302, "\(address): \(response.status) \(response.text)")
    keep(response)
    return try #require(response["Location"])
  }

  /// Asks as a script of the page does.
  mutating func send(_ method: String, _ address: String) async throws -> Client.ClientResponse {
    let response = try await answer(method, address, BrowserLoginTests.script)
    keep(response)
    return response
  }

  func answer(_ method: String, _ address: String, _ field: String = "") async throws -> Client.ClientResponse {
    let url = try #require(URL(string: address))
    let (host, port) = (try #require(url.host), try #require(url.port))
    let target = address.trimmingPrefix(/https?:\/\/[^\/]+/)
    let head = "\(method) \(target) HTTP/1.1\r\nHost: \(host):\(port)\r\n\(field)Cookie: \(header)\r\n"
    return try await onThread {
      let client = try Client(port)
      client.send(head + "Connection: close\r\n\r\n")
      return try client.response()
    }
  }

  private mutating func keep(_ response: Client.ClientResponse) {
    for field in response.headers where field.name == "Set-Cookie" {
      let pair = field.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      cookies[String(pair[0])] = field.value.contains("Max-Age=0;") ? nil : String(pair[1])
    }
  }
}
