import APIKit
import Basics
import Contracts
import Foundation
import HTTP
import LegacyAPI
import NativeAPI
import StandardsAPI
import Support
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Session cookies for this service's pages")
struct BrowserSessionTests {
  @Test("Signing up sets cookies instead of returning tokens, each for the paths that need it")
  func transcript() async throws {
    let backend = try await TestBackend()
    var page = Page(Service(backend: backend))
    let answer = await page.signUp("mina")
    #expect(answer.status == 201 && answer.headers["Cache-Control"] == "no-store")
    #expect(answer.json.keys == ["account", "expires"])
    _ = try JSONDecoder().decode(BrowserSessionDocument.self, from: Data(answer.bytes))
    #expect(page.cookies.keys.sorted() == ["fourcuts-access", "fourcuts-device", "fourcuts-refresh"])
    let access = try #require(page.cookies["fourcuts-access"])
    #expect(access.attributes == ["Path=/api", "Max-Age=900", "HttpOnly", "SameSite=Strict"])
    let refresh = try #require(page.cookies["fourcuts-refresh"])
    #expect(
      refresh.attributes == ["Path=/api/sessions/refresh", "Max-Age=2592000", "HttpOnly", "SameSite=Strict"])
    #expect(!answer.text.contains(access.value) && !answer.text.contains(refresh.value))
    #expect(await page.get("/api/me").json["nickname"].text == "mina")
  }

  @Test("Every way to open a session can set cookies, and without the header returns tokens and sets none")
  func ways() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let login = #"{"email":"mina@example.com","password":"\#(Service.password)"}"#
    var page = Page(service)
    let byCookie = await page.send(.post, "/api/sessions", login)
    #expect(byCookie.status == 201 && byCookie.json["expires"].keys == ["access_expires_at", "refresh_expires_at"])
    #expect(page.cookies.count == 3)
    for (path, body) in [
      ("/api/sessions", login), ("/api/sessions/refresh", #"{"refresh_token":"\#(mina.refresh)"}"#),
    ] {
      let plain = await service.send(.post, path, json: body)
      #expect(plain.text.contains("access_token") && plain.headers["Set-Cookie"] == nil)
    }
    for endpoint in endpoints where endpoint.answers.contains(where: { $0.content.first?.schema == "OpenedSession" }) {
      #expect(endpoint.acceptsSessionCookies, "\(endpoint.path)")
    }
  }

  @Test("A page can use JSON, photos, personal responses and streams with cookies")
  func everything() async throws {
    var page = Page(try await Service.inhabited())
    _ = await page.signUp("mina")
    let form = Upload.form([Upload.picture])
    let upload = await page.service.send(
      .post, "/api/photos",
      [
        ("Fourcuts-Session", "cookie"), ("Origin", page.origin), ("Cookie", page.header(for: "/api/photos")!),
        ("Content-Type", "multipart/form-data; boundary=x"),
      ], body: .bytes(form))
    #expect(upload.status == 201, "\(upload.text)")
    let post = await page.send(.post, "/api/posts", #"{"kind":"feed","text":"t"}"#)
    let id = try #require(post.json["id"].text)
    #expect(await page.send(.put, "/api/posts/\(id)/like").json["is_liked"].bool == true)
    let seen = await page.get("/api/posts/\(id)")
    #expect(seen.json["is_liked"].bool == true)
    for field in ["Cookie", "Fourcuts-Session", "Authorization"] {
      #expect(seen.headers["Vary"]?.contains(field) == true)
    }
    let workspace = try #require(await page.send(.post, "/api/workspaces", #"{"name":"w"}"#).json["id"].int)
    let channel = try #require(
      await page.send(.post, "/api/workspaces/\(workspace)/channels", #"{"name":"c","kind":"open"}"#).json["id"].int)
    #expect(await page.get("/api/channels/\(channel)/events").status == 200)
  }

  // MARK: Whose requests count

  @Test("Cookies without the header are ignored, so that a forged request does nothing")
  func needsHeader() async throws {
    var page = Page(try await Service.inhabited())
    _ = await page.signUp("mina")
    #expect(await page.get("/api/me", ["Fourcuts-Session": nil]).domainError == "401 token-missing -")
    let leaving = await page.send(.delete, "/api/me", nil, ["Fourcuts-Session": nil])
    #expect(leaving.domainError == "401 token-missing -" && leaving.headers["Set-Cookie"] == nil)
    let refresh = await page.send(.post, "/api/sessions/refresh", "{}", ["Fourcuts-Session": nil])
    #expect(refresh.domainError == "400 field-missing refresh_token")
    #expect(await page.get("/api/me").status == 200)
  }

  @Test("The header accepts one value")
  func word() async throws {
    var page = Page(try await Service.inhabited())
    _ = await page.signUp("mina")
    for word in ["", "Cookie", "token", "cookie, cookie", "cookie x"] {
      let answer = await page.get("/api/me", ["Fourcuts-Session": word])
      #expect(answer.domainError == "400 parameter-invalid Fourcuts-Session")
    }
  }

  private static let foreign: [(origin: String?, setup: String?)] = [
    ("https://evil.example", nil), ("https://evil.example", "cross-site"), ("null", nil), ("null", "same-origin"),
    ("", nil), ("http://booths.localhost", nil), ("http://booths.localhost:8081", "same-site"),
    ("https://booths.localhost:8081", nil), ("http://booths.localhost:8080.evil.example", nil),
    ("http://a.booths.localhost:8080", "same-site"), ("http://booths.localhost:8080", "cross-site"),
    ("http://booths.localhost:8080", "same-site"), ("http://booths.localhost:8080/", nil),
    ("HTTP://BOOTHS.LOCALHOST:8080", nil),
    (nil, "cross-site"), (nil, "same-site"), (nil, "none"), (nil, ""),
  ]

  @Test("A page of another origin is refused before anything is done, whatever it sends")
  func foreignPages() async throws {
    let backend = try await TestBackend()
    var page = Page(Service(backend: backend))
    _ = await page.signUp("mina")
    let before = try await backend.contents()
    let stored = page.cookies.mapValues(\.value)
    let attempts: [(HTTP.Method, String, String?)] = [
      (.get, "/api/me", nil), (.delete, "/api/me", nil), (.delete, "/api/sessions", nil),
      (.post, "/api/posts", #"{"kind":"feed","text":"t"}"#), (.post, "/api/sessions/refresh", "{}"),
      (.post, "/api/sessions", #"{"email":"mina@example.com","password":"\#(Service.password)"}"#),
      (.post, "/api/accounts", #"{"email":"a@b.kr","password":"\#(Service.password)","nickname":"a"}"#),
      (.post, "/api/sessions/social", #"{"provider":"kakao","access_token":"a"}"#),
    ]
    for (origin, setup) in Self.foreign {
      for (method, path, body) in attempts {
        let answer = await page.send(method, path, body, ["Origin": origin, "Sec-Fetch-Site": setup])
        #expect(answer.domainError == "403 origin-foreign -", "\(method) \(path) \(origin ?? "-") \(setup ?? "-")")
        #expect(answer.headers["Set-Cookie"] == nil)
      }
    }
    #expect(try await backend.contents() == before && page.cookies.mapValues(\.value) == stored)
  }

  @Test("A preflight allows the header for no origin")
  func preflights() async throws {
    let service = try await Service.inhabited()
    for endpoint in endpoints where endpoint.acceptsSessionCookies {
      let path = endpoint.path.replacing(/{[^}]*}/, with: "7")
      let answer = await service.send(
        .options, path,
        [("Origin", "https://evil.example"), ("Access-Control-Request-Headers", "fourcuts-session")])
      let allowed = answer.headers["Access-Control-Allow-Headers"]?.lowercased() ?? ""
      #expect(answer.status == 204 && !allowed.contains("fourcuts") && !allowed.contains("*"), "\(path)")
      #expect(answer.headers["Access-Control-Allow-Credentials"] == nil)
    }
  }

  @Test("Legacy contracts, imports and public endpoints ignore cookies")
  func others() async throws {
    let service = Service(backend: try await TestBackend()) { $0.native.operatorToken = { "operator" } }
    var page = Page(service)
    _ = await page.signUp("mina")
    let token = try #require(page.cookies["fourcuts-access"]?.value)
    for endpoint in endpoints where !endpoint.acceptsSessionCookies {
      #expect(endpoint.errorFormat.isStrict == false || endpoint.caller == .none || endpoint.caller.needsRole)
    }
    for target in ["/v1/users/me/profile", "/users/me/profile", "/v1/users/me", "/users/me", "/workspaces"] {
      let cookies: [(String, String)] = [
        ("Cookie", "fourcuts-access=\(token)"), ("Fourcuts-Session", "cookie"),
      ]
      #expect(await service.get(target, cookies).status >= 400, "\(target)")
    }
    let operatorCookie = [("Cookie", "fourcuts-access=operator"), ("Fourcuts-Session", "cookie")]
    #expect(await service.send(.post, "/api/imports", operatorCookie).status != 200)
    #expect(await service.get("/healthz", [("Fourcuts-Session", "nonsense")]).status == 200)
  }

  // MARK: Which token counts

  @Test("Two tokens in one request are refused")
  func twoTokens() async throws {
    let service = try await Service.inhabited()
    let juno = try await service.signUp("juno")
    var page = Page(service)
    _ = await page.signUp("mina")
    let bearer = "Bearer \(juno.token)"
    #expect(await page.get("/api/me", ["Authorization": bearer]).domainError == "400 token-twice -")
    #expect(await page.send(.delete, "/api/sessions/current", nil, ["Authorization": bearer]).status == 400)
    let body = #"{"refresh_token":"\#(juno.refresh)"}"#
    #expect(await page.send(.post, "/api/sessions/refresh", body).domainError == "400 token-twice -")
    #expect(await page.get("/api/me").json["nickname"].text == "mina")
    #expect(await juno.get("/api/me").json["nickname"].text == "juno")
    // A program in a browser's clothes: the cookies do not count, the token does.
    let program = await page.get("/api/me", ["Authorization": bearer, "Fourcuts-Session": nil])
    #expect(program.json["nickname"].text == "juno")
    // What a proxy in front asks for is no token.
    #expect(await page.get("/api/me", ["Authorization": "Basic YTpi"]).json["nickname"].text == "mina")
  }

  @Test("A page whose cookie is missing is refused, not answered as a guest")
  func missingCookie() async throws {
    var page = Page(try await Service.inhabited())
    let id = try #require(await page.signUp("mina").json["account"]["id"].text)
    #expect(await page.get("/api/accounts/\(id)").status == 200)
    page.cookies["fourcuts-access"] = nil
    #expect(await page.get("/api/accounts/\(id)").domainError == "401 token-missing -")
    #expect(await page.get("/api/posts").domainError == "401 token-missing -")
    #expect(await page.get("/api/accounts/\(id)", ["Fourcuts-Session": nil]).status == 200)
  }

  private static let headers = [
    ("a=b; fourcuts-access=%@; c=d", true), ("fourcuts-access=%@", true), ("  fourcuts-access=%@", true),
    ("fourcuts-access=%@;a", true), ("fourcuts-access=%@; fourcuts-access=%@", true),
    ("fourcuts-access=%@; fourcuts-access=other", false), ("fourcuts-access=other; fourcuts-access=%@", false),
    ("fourcuts-access=; fourcuts-access=%@", false), ("fourcuts-access", false), ("=%@", false), (";;;", false),
    ("Fourcuts-Access=%@", false), ("xfourcuts-access=%@", false), ("fourcuts-refresh=%@", false), ("", false),
    ("fourcuts-access=\"%@\"", false), ("fourcuts-access=", false),
  ]

  @Test("Cookies are parsed among others, alone, with blanks, without values, twice")
  func parsing() async throws {
    var page = Page(try await Service.inhabited())
    _ = await page.signUp("mina")
    let token = try #require(page.cookies["fourcuts-access"]?.value)
    for (header, counts) in Self.headers {
      let answer = await page.get("/api/me", ["Cookie": header.replacing("%@", with: token)])
      #expect(answer.status == (counts ? 200 : 401), "\(header)")
      #expect(answer.headers["Set-Cookie"] == nil)
    }
  }

  @Test("Cookies in two header lines are read like one")
  func twoLines() async throws {
    let service = try await Service.inhabited()
    var page = Page(service)
    _ = await page.signUp("mina")
    let token = try #require(page.cookies["fourcuts-access"]?.value)
    let lines = [("Fourcuts-Session", "cookie"), ("Cookie", "a=b"), ("Cookie", "fourcuts-access=\(token)")]
    #expect(await service.get("/api/me", lines).status == 200)
  }

  @Test("The refresh token authenticates no request, and the access token refreshes nothing")
  func wrongHost() async throws {
    var page = Page(try await Service.inhabited())
    _ = await page.signUp("mina")
    let (access, refresh) = (page.cookies["fourcuts-access"]!.value, page.cookies["fourcuts-refresh"]!.value)
    #expect(await page.get("/api/me", ["Cookie": "fourcuts-access=\(refresh)"]).domainError == "401 token-unusable -")
    let renewal = await page.send(
      .post, "/api/sessions/refresh", "{}", ["Cookie": "fourcuts-refresh=\(access)"])
    #expect(renewal.status == 401 && renewal.headers["Set-Cookie"] == nil)
  }

  // MARK: Renewing and ending

  @Test("A refresh replaces both cookies; a used one ends the session")
  func renewal() async throws {
    let backend = try await TestBackend()
    var page = Page(Service(backend: backend))
    _ = await page.signUp("mina")
    var thief = page
    backend.clock.advance(seconds: 901)
    #expect(await page.get("/api/me").domainError == "401 token-expired -")
    let renewed = await page.send(.post, "/api/sessions/refresh", "{}")
    #expect(renewed.status == 200 && renewed.json.keys == ["access_expires_at", "refresh_expires_at"])
    #expect(page.cookies["fourcuts-access"]?.value != thief.cookies["fourcuts-access"]?.value)
    #expect(page.cookies["fourcuts-refresh"]?.value != thief.cookies["fourcuts-refresh"]?.value)
    #expect(await page.get("/api/me").status == 200)
    backend.clock.advance(seconds: 60)
    #expect(await thief.send(.post, "/api/sessions/refresh", "{}").domainError == "401 refresh-replayed -")
    #expect(await page.get("/api/me").domainError == "401 token-unusable -")
    #expect(await page.send(.post, "/api/sessions/refresh", "{}").status == 401)
  }

  @Test("A refresh without a cookie is refused")
  func nothingToRenew() async throws {
    var page = Page(try await Service.inhabited())
    #expect(await page.send(.post, "/api/sessions/refresh", "{}").domainError == "401 token-missing -")
  }

  @Test(
    "Logging out, also everywhere, and withdrawal end the session and remove both cookies",
    arguments: ["/api/sessions/current", "/api/sessions", "/api/me"])
  func ending(_ path: String) async throws {
    var page = Page(try await Service.inhabited())
    _ = await page.signUp("mina")
    var copy = page
    let proof = #"{"current_password":"\#(Service.password)"}"#
    let answer = await page.send(.delete, path, path == "/api/me" ? proof : nil)
    // What tells the browser from others opens nothing and stays.
    #expect(answer.status == 204 && page.cookies.keys.sorted() == ["fourcuts-device"])
    #expect(
      answer.headers.values(of: "Set-Cookie") == [
        "fourcuts-access=; Path=/api; Max-Age=0; HttpOnly; SameSite=Strict",
        "fourcuts-refresh=; Path=/api/sessions/refresh; Max-Age=0; HttpOnly; SameSite=Strict",
      ])
    #expect(await copy.get("/api/me").domainError == "401 token-unusable -")
    #expect(await copy.send(.post, "/api/sessions/refresh", "{}").status == 401)
  }

  // MARK: TLS

  /// A page that is reached by TLS, with the public address said or not.
  private func securePage(_ publicAddress: String?) async throws -> Page {
    let backend = try await TestBackend()
    var page = Page(Service(backend: backend) { $0.publicAddress = publicAddress })
    page.origin = publicAddress == nil ? "https://booths.localhost:8080" : "https://cuts.example"
    return page
  }

  @Test(
    "By TLS cookies are secure, and by their name only this very host can set them",
    arguments: [nil, "https://cuts.example", "https://CUTS.example:443/booths"] as [String?])
  func secure(_ publicAddress: String?) async throws {
    var page = try await securePage(publicAddress)
    #expect(await page.signUp("mina").status == 201)
    #expect(
      page.cookies.keys.sorted() == ["__Host-fourcuts-access", "__Host-fourcuts-device", "__Host-fourcuts-refresh"])
    for cookie in page.cookies.values {
      #expect(cookie.path == "/" && cookie.attributes.suffix(3) == ["HttpOnly", "SameSite=Strict", "Secure"])
    }
    #expect(await page.get("/api/me").json["nickname"].text == "mina")
    #expect(await page.send(.post, "/api/sessions/refresh", "{}").status == 200)
    #expect(await page.send(.delete, "/api/sessions/current").status == 204)
    #expect(page.cookies.keys.sorted() == ["__Host-fourcuts-device"])
  }

  @Test(
    "Except over plain HTTP on the loopback interface cookies are secure, whatever the request says",
    arguments: [
      ("booths.example", nil, "127.0.0.1", []), ("192.168.0.7:8080", nil, "192.168.0.9", []),
      ("127.0.0.1:8080", nil, "192.168.0.9", []), ("localhost", nil, "127.0.0.1", [("X-Forwarded-Proto", "http")]),
      ("localhost", nil, "127.0.0.1", [("X-Forwarded-For", "127.0.0.1")]),
      ("localhost", "http://192.168.0.7:8080", "127.0.0.1", []), ("localhost.evil.example", nil, "127.0.0.1", []),
    ] as [(String, String?, String, [(String, String)])])
  func secureElsewhere(host: String, publicAddress: String?, peer: String, more: [(String, String)]) async throws {
    let service = Service(backend: try await TestBackend()) { $0.publicAddress = publicAddress }
    let route = try #require(service.routes.first { $0.pattern == "/api/accounts" && $0.method == .post })
    guard case .streaming(let answer) = route.handler else { preconditionFailure("it has a body") }
    let body = #"{"email":"a@b.kr","password":"\#(Service.password)","nickname":"a"}"#
    let fields = [("Host", host), ("Fourcuts-Session", "cookie"), ("Content-Type", "application/json")] + more
    let response = await answer(
      Request(
        method: .post, path: "/api/accounts", headers: Headers(fields), body: .bytes(Array(body.utf8)),
        peer: IPAddress(peer)))
    #expect(response.status == 201)
    #expect(
      response.headers.values(of: "Set-Cookie").allSatisfy { $0.hasPrefix("__Host-") && $0.hasSuffix("; Secure") })
    #expect(response.headers.values(of: "Set-Cookie").count == 3)
  }

  @Test("Over TLS a session cookie that a neighbouring host has set is ignored")
  func tossing() async throws {
    var page = try await securePage("https://cuts.example")
    _ = await page.signUp("mina")
    let token = page.cookies["__Host-fourcuts-access"]!.value
    #expect(await page.get("/api/me", ["Cookie": "fourcuts-access=\(token)"]).domainError == "401 token-missing -")
    let both = await page.get("/api/me", ["Cookie": "fourcuts-access=evil; __Host-fourcuts-access=\(token)"])
    #expect(both.json["nickname"].text == "mina")
  }

  @Test("With a public address only its pages are accepted, whatever the Host header says")
  func publicAddress() async throws {
    for (origin, isOwn) in [
      ("https://cuts.example", true), ("http://cuts.example", false), ("https://booths.localhost:8080", false),
      ("http://booths.localhost:8080", false), ("https://cuts.example.evil", false),
      ("https://cuts.example:444", false),
    ] {
      var page = try await securePage("https://cuts.example")
      page.origin = origin
      #expect(await page.signUp("mina").status == (isOwn ? 201 : 403))
    }
  }

  @Test("A request without a valid host is accepted from no page")
  func noHost() async throws {
    let service = try await Service.inhabited()
    for host in ["", "a b", "<x>"] {
      let request = Request(
        method: .get, path: "/api/realtime", headers: Headers([("Host", host), ("Origin", "")]))
      let route = try #require(service.routes.first { $0.pattern == "/api/realtime" && $0.method == .get })
      guard case .deferred(let answer) = route.handler else { preconditionFailure("it looks for a caller") }
      #expect(await answer(request).status == 403)
    }
  }
}
