import APIKit
import Basics
import HTTP
import Support
import Synchronization
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
    "Each interface sends 429 in its own format",
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

  @Test("An account has its own bucket, for all addresses")
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

  @Test("An account of a legacy client is limited as well, in its own format")
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

  @Test("Logins, uploads, payments and searches cost more than other requests, in every interface")
  func prices() {
    let words = [
      "/login", "/join", "/signup", "/validation", "/search", "/near", "/imports", "/files", "/invitees", "/password",
    ]
    let cheap: Set = [
      // Answered from the grid, or a page.
      "GET /api/booths/near", "GET /login/{provider}", "POST /v1/store/pay/validation", "GET /api/imports",
      "GET /api/operator/searches",
      // Downloads.
      "GET /api/orders/{id}/files", "GET /api/files/{token}",
    ]
    let known = endpoints + slpEndpoints
    for endpoint in known {
      let name = "\(endpoint.method.rawValue) \(endpoint.path)"
      let isExpensive = words.contains { endpoint.path.contains($0) } && !cheap.contains(name)
      if isExpensive { #expect(endpoint.cost.tokens > 1, "\(name)") }
    }
    for (name, cost) in [
      ("POST /api/sessions", RequestCost.credentials), ("POST /api/accounts", .credentials),
      ("POST /api/photos", .upload), ("GET /api/booths/search", .search),
      ("GET /api/search", .search), ("GET /api/booths/near", .standard),
      ("GET /healthz", .free), ("POST /api/orders/{id}/validation", .payment),
      ("POST /v1/payments/validation", .payment), ("POST /api/orders/{id}/refund-request/decision", .payment),
      ("POST /v1/posts/files", .upload), ("POST /v1/users/join", .credentials), ("POST /auth/login", .credentials),
    ] {
      #expect(known.contains { "\($0.method.rawValue) \($0.path)" == name && $0.cost == cost }, "\(name)")
    }
  }

  /// Nodes on one database: three logins for each address and account, a token back each second.
  private func nodes(_ backend: TestBackend, isShared: Bool = true) -> [Service] {
    (0..<2).map { _ in
      Service(backend: backend) {
        $0.rateLimit = RateLimit(tokensPerSecond: 1, burst: 60)
        $0.publicAddress = "https://booths.example"
        $0.legacy.applications = ["lslp": .lslpV1]
        $0.isShared = isShared
      }
    }
  }

  private func send(
    _ method: Method, _ target: String, _ headers: [(String, String)], _ json: String, to service: Service
  ) async -> Answer {
    await service.send(
      method, target, headers + [("Content-Type", "application/json")], body: .bytes(Array(json.utf8)))
  }

  private func logIn(_ service: Service, _ address: String) async -> Answer {
    let json = #"{"email":"nobody@example.com","password":"four cuts at noon"}"#
    return await send(.post, "/api/sessions", from(address), json, to: service)
  }

  @Test("An address shares its expensive requests between two nodes, and has each node's limit for others")
  func sharesAddresses() async throws {
    let backend = try await TestBackend()
    let nodes = nodes(backend)
    for number in 0..<3 { #expect(await logIn(nodes[number % 2], "192.0.2.1").status == 401) }
    for node in nodes {
      let refused = await logIn(node, "192.0.2.1")
      #expect(refused.domainError == "429 rate-limited -" && refused.headers["Retry-After"] == "20")
      #expect(refused.headers.values(of: "RateLimit-Policy").contains(#""address-shared";q=60;w=60"#))
      #expect(refused.headers.values(of: "RateLimit").contains(#""address-shared";r=0;t=20"#))
      #expect(await logIn(node, "192.0.2.2").status == 401)
      for _ in 0..<60 { #expect(await node.get("/api/brands", from("192.0.2.3")).status == 200) }
    }
    backend.clock.advance(seconds: 20)
    #expect(await logIn(nodes[1], "192.0.2.1").status == 401)
    #expect(await logIn(nodes[0], "192.0.2.1").status == 429)
  }

  @Test("An account shares its expensive requests between two nodes, in every interface")
  func sharesAccounts() async throws {
    let backend = try await TestBackend()
    let mina = try await Service(backend: backend).signUp("mina")
    let nodes = nodes(backend)
    func changePassword(_ number: Int) async -> Answer {
      await send(
        .put, "/api/me/password", from("192.0.2.\(number)", ("Authorization", "Bearer \(mina.token)")),
        #"{"current_password":"wrong at noon","new_password":"four cuts at noon"}"#, to: nodes[number % 2])
    }
    for number in 0..<3 { #expect(await changePassword(number).status == 403) }
    let refused = await changePassword(3)
    #expect(refused.domainError == "429 rate-limited -")
    #expect(refused.headers["RateLimit"] == #""account-shared";r=0;t=20"#)
    let old = await send(
      .post, "/v1/payments/validation", from("192.0.2.9", ("SesacKey", "lslp"), ("Authorization", mina.token)), "{}",
      to: nodes[0])
    #expect(old.status == 429 && old.text.contains("과호출입니다."))
    #expect(old.headers["RateLimit"] == #""account-shared";r=0;t=10"#)
    #expect(await nodes[0].get("/api/me", from("192.0.2.9", ("Authorization", "Bearer \(mina.token)"))).status == 200)
  }

  @Test("An expensive request costs one more statement with a shared database, a cheap one none")
  func statements() async throws {
    let counted = Mutex<CountedDatabase?>(nil)
    let backend = try await TestBackend { database in
      let wrapped = CountedDatabase(database)
      counted.withLock { $0 = wrapped }
      return wrapped
    }
    let mina = try await Service(backend: backend).signUp("mina")
    let database = try #require(counted.withLock { $0 })
    func statements(_ isShared: Bool, _ request: (Service) async -> Answer) async -> Int {
      let node = nodes(backend, isShared: isShared)[0]
      database.reset()
      #expect(await request(node).status < 429)
      return database.count
    }
    for address in ["192.0.2.1", "192.0.2.2"] {
      let alone = await statements(false) { await logIn($0, address) }
      #expect(await statements(true) { await logIn($0, address) } == alone + 1)
      let token = from(address, ("Authorization", "Bearer \(mina.token)"))
      let cheap = await statements(false) { await $0.get("/api/me", token) }
      #expect(await statements(true) { await $0.get("/api/me", token) } == cheap)
    }
  }

  @Test("Handlers of expensive requests can wait for the database")
  func dearHandlers() {
    for endpoint in endpoints + slpEndpoints where endpoint.cost.isExpensive {
      if case .immediate = endpoint.handler { Issue.record("\(endpoint.method.rawValue) \(endpoint.path)") }
    }
    #expect(
      RequestCost.search.isExpensive == false && RequestCost.upload.isExpensive && RequestCost.credentials.isExpensive)
  }

  @Test("Only routes that wait for events hold their connections")
  func listeners() {
    #expect(endpoints.filter(\.isLongLived).map(\.path) == ["/api/realtime", "/api/channels/{id}/events"])
  }
}
