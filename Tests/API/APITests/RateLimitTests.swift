import APIKit
import Basics
import HTTP
import Support
import Testing

@testable import App
@testable import LegacyAPI

@Suite("Rate limits of the APIs")
struct RateLimitTests {
  /// Six tokens for each address and account, one back each second.
  private func service(_ backend: TestBackend = .empty) -> Service {
    Service(backend: backend) {
      $0.rateLimit = RateLimit(tokensPerSecond: 1, burst: 6)
      $0.publicAddress = "https://booths.example"
      $0.legacy.applications = ["lslp": .lslpV1, "slp": .slp]
    }
  }

  private func from(_ address: String, _ more: (String, String)...) -> [(String, String)] {
    [("X-Forwarded-For", address)] + more
  }

  @Test(
    "Each interface says 429 as its clients know it",
    arguments: [
      ("/api/brands", "", #""code":"rate-limited""#), ("/ogc", "", #""title":"Rate limit exceeded""#),
      ("/v2/local/search/keyword?query=x", "", #""errorType":"RequestThrottled""#),
      ("/v1/posts", "lslp", "과호출입니다."), ("/v1/workspaces", "slp", #""errorCode":"E98""#),
      ("/party", "", "COMMON-ERR-429"),
    ])
  func formats(target: String, key: String, expected: String) async {
    let service = service()
    let application = key.isEmpty ? [] : [("SesacKey", key)]
    let headers = from("192.0.2.1") + application
    var last = await service.get(target, headers)
    for _ in 0..<6 { last = await service.get(target, headers) }
    #expect(last.text.contains(expected), "\(last.status) \(last.text)")
    #expect(Int(last.headers["Retry-After"] ?? "")! > 0)
    #expect(last.headers["RateLimit-Policy"] == #""address";q=6;w=6"#)
    #expect(last.headers["RateLimit"]?.hasPrefix(#""address";r="#) == true)
    #expect(last.status == (key == "slp" ? 400 : 429))
    #expect(await service.get(target, from("192.0.2.2") + application).headers["RateLimit"] == nil)
  }

  @Test("Health is always answered")
  func servesHealth() async {
    let service = service()
    for _ in 0..<20 { #expect(await service.get("/readyz", from("192.0.2.1")).status == 200) }
  }

  @Test("An account has a bucket of its own, from whatever addresses it asks")
  func limitsAccounts() async throws {
    let backend = try await TestBackend()
    let mina = try await Service(backend: backend).signUp("mina")
    let service = service(backend)
    func me(_ number: Int) async -> Answer {
      await service.get("/api/me", from("192.0.2.\(number)", ("Authorization", "Bearer \(mina.token)")))
    }
    for number in 0..<6 { #expect(await me(number).status == 200) }
    let refused = await me(7)
    #expect(refused.domainError == "429 rate-limited -")
    #expect(refused.headers["Retry-After"] == "1")
    #expect(refused.headers["RateLimit-Policy"] == #""account";q=6;w=6"#)
    #expect(refused.headers["RateLimit"] == #""account";r=0;t=1"#)
    #expect(await service.get("/api/brands", from("192.0.2.7")).status == 200)
    backend.clock.advance(seconds: 1)
    #expect(await me(8).status == 200)
  }

  @Test("An account of an old client is limited as well, in its own format")
  func limitsOldClients() async throws {
    let backend = try await TestBackend()
    let mina = try await Service(backend: backend).signUp("mina")
    let service = service(backend)
    func posts(_ number: Int) async -> Answer {
      await service.get(
        "/v1/posts/likes/me", from("192.0.2.\(number)", ("SesacKey", "lslp"), ("Authorization", mina.token)))
    }
    for number in 0..<6 { #expect(await posts(number).status == 200) }
    let refused = await posts(7)
    #expect(refused.status == 429 && refused.text.contains("과호출입니다."))
    #expect(refused.headers["RateLimit"] == #""account";r=0;t=1"#)
  }

  @Test("Logins, uploads, payments and searches are dearer than the rest, in every interface")
  func prices() {
    let words = [
      "/login", "/join", "/signup", "/validation", "/search", "/near", "/imports", "/files", "/invitees", "/password",
    ]
    let cheap: Set = [
      // Answered from the grid, or a page.
      "GET /api/booths/near", "GET /login/{provider}", "POST /v1/store/pay/validation",
    ]
    let known = endpoints + slpEndpoints
    for endpoint in known {
      let name = "\(endpoint.method.rawValue) \(endpoint.path)"
      let isDear = words.contains { endpoint.path.contains($0) } && !cheap.contains(name)
      if isDear { #expect(endpoint.cost.tokens > 1, "\(name)") }
    }
    for (name, cost) in [
      ("POST /api/sessions", RequestCost.credentials), ("POST /api/accounts", .credentials),
      ("POST /api/photos", .upload), ("GET /api/booths/search", .search),
      ("GET /api/search", .search), ("GET /api/booths/near", .standard),
      ("GET /healthz", .free), ("POST /api/orders/{id}/validation", .payment),
      ("POST /v1/payments/validation", .payment),
      ("POST /v1/posts/files", .upload), ("POST /v1/users/join", .credentials), ("POST /auth/login", .credentials),
    ] {
      #expect(known.contains { "\($0.method.rawValue) \($0.path)" == name && $0.cost == cost }, "\(name)")
    }
  }

  @Test("Only routes that wait for events hold their connections")
  func listeners() {
    #expect(endpoints.filter(\.isLongLived).map(\.path) == ["/api/realtime", "/api/channels/{id}/events"])
  }
}
