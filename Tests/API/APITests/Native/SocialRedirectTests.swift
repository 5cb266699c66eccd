import Accounts
import Basics
import Crypto
import Foundation
import HTTP
import JSON
import Support
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Login by redirect")
struct SocialRedirectTests {
  private static let pages = [
    ("kakao", "/oauth/authorize", "rest-key", "POST /oauth/token"),
    ("naver", "/oauth2.0/authorize", "naver-client", "POST /oauth2.0/token"),
    ("google", "/o/oauth2/v2/auth", "web.google", "POST /token"),
    ("apple", "/auth/authorize", "kr.example.web", "POST /auth/token"),
  ]

  @Test("A login sends the right request to the provider, sets the state cookie, and opens a session", arguments: pages)
  func oauthState(_ provider: String, _ path: String, _ client: String, _ exchange: String) async throws {
    let fixture = try await RedirectTestServer()
    var page = Page(fixture.service)
    let begun = await page.follow("/login/\(provider)?next=%2Fapp%2Ffeed%3Fkind%3Dpose")
    #expect(begun.status == 303 && begun.headers["Cache-Control"] == "no-store")
    #expect(begun.headers["Access-Control-Allow-Origin"] == nil && begun.headers["Referrer-Policy"] == "no-referrer")
    let address = try #require(begun.headers["Location"])
    #expect(address.hasPrefix("\(fixture.stub.address)\(path)?response_type=code&client_id=\(client)&"))
    #expect(page.cookies.keys.sorted() == ["fourcuts-login"])
    let stored = try #require(page.cookies["fourcuts-login"])
    #expect(stored.attributes == ["Path=/login", "Max-Age=600", "HttpOnly", "SameSite=Lax"])
    let query = RedirectTestServer.query(address)
    #expect(query["redirect_uri"] == "http://booths.localhost:8080/login/\(provider)/callback")
    for name in ["state", "nonce"] {
      let secret = try #require(query[name])
      #expect(secret.utf8.count == 43 && !stored.value.contains(secret))
    }

    let callback = try #require(fixture.stub.pages.send(address)).replacing("http://booths.localhost:8080", with: "")
    let ended = await page.follow(callback)
    #expect(ended.status == 303 && ended.headers["Cache-Control"] == "no-store")
    #expect(ended.headers["Referrer-Policy"] == "no-referrer")
    #expect(ended.headers["Location"] == "/app/login?entered=1&next=/app/feed%3Fkind%3Dpose")
    #expect(page.cookies.keys.sorted() == ["fourcuts-access", "fourcuts-device", "fourcuts-refresh"])
    #expect(page.cookies["fourcuts-access"]?.attributes.contains("SameSite=Strict") == true)
    #expect(await page.get("/api/me").status == 200)
    #expect(await page.get("/api/identities").json["identities"][0]["provider"].text == provider)
    #expect(fixture.stub.forms(exchange).count == 1 && fixture.sent.isEmpty)
    await fixture.stub.stop()
  }

  @Test("Each provider gets the parameters that it knows, and no others")
  func peculiarities() async throws {
    let fixture = try await RedirectTestServer()
    var queries: [String: [String: String]] = [:]
    for (provider, _, _, _) in Self.pages {
      var page = Page(fixture.service)
      queries[provider] = RedirectTestServer.query(await page.follow("/login/\(provider)").headers["Location"] ?? "")
      #expect(try await fixture.arrival(provider) == "/app/login?entered=1&next=/app/feed")
    }
    for (provider, method) in [("kakao", "S256"), ("naver", nil), ("google", "S256"), ("apple", nil)] {
      #expect(queries[provider]?["code_challenge_method"] == method)
      #expect((queries[provider]?["code_challenge"] != nil) == (method != nil))
    }
    #expect(queries["google"]?["access_type"] == "offline" && queries["google"]?["scope"] == "openid email profile")
    #expect(queries["apple"]?["response_mode"] == "query" && queries["apple"]?["scope"] == nil)
    let forms = try Self.pages.map { try #require(fixture.stub.forms($0.3).first) }
    #expect(forms.map { $0["client_secret"] }.prefix(3) == ["kakao secret", "naver secret", "google secret"])
    let secret = try IdentityToken(try #require(forms[3]["client_secret"]))
    #expect(secret.keyID == "key" && secret.algorithm == .es256)
    #expect(forms.map { $0["state"] != nil } == [false, true, false, false])
    #expect(forms.map { $0["code_verifier"] != nil } == [true, false, true, false])
    await fixture.stub.stop()
  }

  @Test("The grant of the exchange is stored, and used for revocation on withdrawal")
  func consent() async throws {
    let fixture = try await RedirectTestServer()
    fixture.stub.answer("POST /revoke", .object([]))
    fixture.stub.answer("POST /auth/revoke", .object([]))
    for provider in ["google", "apple"] {
      var page = Page(fixture.service)
      _ = await page.follow(try await fixture.leave(&page, provider))
      #expect(await page.send(.delete, "/api/me").status == 204)
    }
    #expect(try await fixture.backend.services.identities.revokeDue().finished == 2)
    #expect(fixture.stub.forms("POST /revoke").map { $0["token"] } == ["r.1"])
    let apple = try #require(fixture.stub.forms("POST /auth/revoke").first)
    // Only the application that was given the token can end it.
    #expect(apple["token"] == "r.1" && apple["client_id"] == "kr.example.web")
    await fixture.stub.stop()
  }

  @Test("Naver's grant is stored too; Kakao needs none")
  func consentOfNaver() async throws {
    let fixture = try await RedirectTestServer()
    var page = Page(fixture.service)
    _ = await page.follow(try await fixture.leave(&page, "naver"))
    #expect(await page.send(.delete, "/api/me").status == 204)
    fixture.stub.answer("POST /oauth2.0/token", .object(["access_token": "new", "result": "success"]))
    #expect(try await fixture.backend.services.identities.revokeDue().finished == 1)
    #expect(fixture.stub.forms("POST /oauth2.0/token").last?["grant_type"] == "delete")
    #expect(fixture.stub.forms("POST /oauth2.0/token").contains { $0["refresh_token"] == "r.1" })
    await fixture.stub.stop()
  }

  @Test("A second login opens the same account")
  func secondTime() async throws {
    let fixture = try await RedirectTestServer()
    var ids: Set<String> = []
    for _ in 0..<2 {
      var page = Page(fixture.service)
      _ = await page.follow(try await fixture.leave(&page))
      ids.insert(try #require(await page.get("/api/me").json["id"].text))
    }
    #expect(ids.count == 1)
    await fixture.stub.stop()
  }

  // MARK: Where people go afterwards

  @Test("After the login a page of this service follows")
  func goesOn() async throws {
    let fixture = try await RedirectTestServer()
    for next in [
      "/", "/?lat=37.5&lon=127", "/booths/3?at=37.4979,127.0276,16&correct=1", "/booths?q=1", "/app/feed",
      "/app/posts/0af3/edit", "/app/login?next=%2Fapp%2Fme", "/app/",
    ] {
      let path = try #require(PagePath(next))
      #expect(try await fixture.arrival(next: next) == "/app/login?entered=1&next=\(path.escaped)")
      #expect(path.escaped.removingPercentEncoding == next)
    }
    await fixture.stub.stop()
  }

  private static let elsewhere = [
    "", "https://evil.example", "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example",
    "/app\\evil", "/app/\\evil", "/app//evil.example", "/app/../login", "/app/%2e%2e/x", "/app/./x", "/api/me",
    "/booths/../docs", "/booths//evil.example", "/boothsx", "/login/kakao", "/docs", "/appx", "app/feed",
    "javascript:alert(1)", "/app/a\r\nSet-Cookie: a=b", "/app/a b",
    "/?a=\"<script>", "/?a#b", "/?a=한글", "/app/한글", "\t/app/feed", "/\t/evil.example", "/app/a@evil.example",
    "/?" + String(repeating: "a", count: 1100), "?a=b", " /", "/;//evil.example",
  ]

  @Test("No address of another site is followed")
  func staysHere() async throws {
    let fixture = try await RedirectTestServer()
    for next in Self.elsewhere {
      #expect(PagePath(next) == nil, "\(next)")
      #expect(try await fixture.arrival(next: next) == "/app/login?entered=1&next=/", "\(next)")
    }
    await fixture.stub.stop()
  }

  @Test("A changed cookie cannot set another address")
  func tossedAddress() async throws {
    let fixture = try await RedirectTestServer()
    var page = Page(fixture.service)
    let callback = try await fixture.leave(&page)
    let parts = page.cookies["fourcuts-login"]!.value.split(separator: ".")
    let evil = Base64URL.encode(Array("//evil.example".utf8))
    let answer = await page.follow(callback, ["Cookie": "fourcuts-login=\(parts[0]).\(parts[1]).\(evil)"])
    #expect(answer.headers["Location"] == "/app/login?problem=expired&next=/")
    #expect(answer.headers["Set-Cookie"] == nil)
    await fixture.stub.stop()
  }

  // MARK: Whose login it is

  @Test("A callback works only in the browser that began the login, so that a link logs in no one else")
  func state() async throws {
    let fixture = try await RedirectTestServer()
    var attacker = Page(fixture.service)
    let stolen = try await fixture.leave(&attacker)
    let before = try await fixture.backend.contents()
    var victim = Page(fixture.service)
    #expect(await victim.follow(stolen).headers["Location"] == "/app/login?problem=expired&next=/")
    // Nor while the victim is logging in.
    let own = try await fixture.leave(&victim)
    #expect(await victim.follow(stolen).headers["Location"] == "/app/login?problem=expired&next=/")
    let code = try #require(RedirectTestServer.query(stolen)["code"])
    for state in ["", "&state=", "&state=wrong", "&state=\(String(repeating: "A", count: 43))"] {
      let answer = await victim.follow("/login/kakao/callback?code=\(code)\(state)")
      #expect(answer.headers["Location"] == "/app/login?problem=expired&next=/" && answer.headers["Set-Cookie"] == nil)
    }
    // With a code of somebody else's the provider sees that it is another visit.
    let mixed = own.replacing(try #require(RedirectTestServer.query(own)["code"]), with: code)
    #expect(await victim.follow(mixed).headers["Location"] == "/app/login?problem=refused&next=/app/feed")
    #expect(victim.cookies.isEmpty)
    #expect(try await fixture.backend.contents() == before)
    await fixture.stub.stop()
  }

  @Test("The state of one provider is refused by another")
  func mixUp() async throws {
    let fixture = try await RedirectTestServer()
    var page = Page(fixture.service)
    let callback = try await fixture.leave(&page, "kakao").replacing("/kakao/", with: "/google/")
    #expect(await page.follow(callback).headers["Location"] == "/app/login?problem=expired&next=/")
    #expect(fixture.stub.count("POST /token") == 0 && fixture.stub.count("POST /oauth/token") == 0)
    await fixture.stub.stop()
  }

  @Test("A state can be used once, also with the old cookie")
  func replay() async throws {
    let fixture = try await RedirectTestServer()
    var page = Page(fixture.service)
    let callback = try await fixture.leave(&page)
    let cookie = try #require(page.header(for: "/login/kakao/callback"))
    #expect(await page.follow(callback).headers["Location"]?.contains("entered=1") == true)
    #expect(await page.follow(callback).headers["Location"] == "/app/login?problem=expired&next=/")
    let replayed = await page.follow(callback, ["Cookie": cookie])
    #expect(replayed.headers["Location"] == "/app/login?problem=refused&next=/app/feed")
    #expect(replayed.headers.values(of: "Set-Cookie").allSatisfy { $0.hasPrefix("fourcuts-login=;") })
    await fixture.stub.stop()
  }

  private static let foreignClaims: [[String: JSONValue]] = [
    ["nonce": "another"], ["nonce": .null], ["aud": "stranger"], ["aud": ["rest-key", "stranger"]],
    ["iss": "https://evil.example"], ["exp": 1000], ["sub": ""],
  ]

  @Test("A token for another login or another application is refused, and makes no account")
  func statements() async throws {
    let fixture = try await RedirectTestServer()
    let before = try await fixture.backend.contents()
    for changes in Self.foreignClaims {
      fixture.welcome(changes)
      for provider in ["kakao", "google", "apple"] {
        let arrival = try await fixture.arrival(provider)
        #expect(arrival == "/app/login?problem=refused&next=/app/feed", "\(provider) \(changes)")
      }
    }
    #expect(try await fixture.backend.contents() == before)
    await fixture.stub.stop()
  }

  @Test("Over TLS only this host can set the cookie, and the provider gets the public address")
  func tossing() async throws {
    let fixture = try await RedirectTestServer(publicAddress: "https://cuts.example")
    var page = Page(fixture.service)
    let callback = try await fixture.leave(&page)
    let cookie = try #require(page.cookies["__Host-fourcuts-login"])
    #expect(cookie.attributes == ["Path=/", "Max-Age=600", "HttpOnly", "SameSite=Lax", "Secure"])
    let tossed = await page.follow(callback, ["Cookie": "fourcuts-login=\(cookie.value)"])
    #expect(tossed.headers["Location"] == "/app/login?problem=expired&next=/")
    #expect(await page.follow(callback).headers["Location"] == "/app/login?entered=1&next=/app/feed")
    #expect(
      fixture.stub.forms("POST /oauth/token").first?["redirect_uri"] == "https://cuts.example/login/kakao/callback")
    #expect(
      page.cookies.keys.sorted() == ["__Host-fourcuts-access", "__Host-fourcuts-device", "__Host-fourcuts-refresh"])
    await fixture.stub.stop()
  }

  @Test("Without a public address no login begins on an unknown host")
  func foreignHost() async throws {
    let fixture = try await RedirectTestServer()
    for host in ["evil.example", "booths.example:8080", "localhost.evil.example"] {
      var page = Page(fixture.service)
      let answer = await page.follow("/login/kakao", ["Host": host])
      #expect(answer.headers["Location"] == "/app/login?problem=not-offered&next=/", "\(host)")
      #expect(page.cookies.isEmpty)
    }
    await fixture.stub.stop()
  }

  @Test("A login begins from this service's links and by address, not from another site")
  func sentOff() async throws {
    let fixture = try await RedirectTestServer()
    for (setup, goes) in [("cross-site", false), ("same-site", false), ("same-origin", true), ("none", true)] {
      var page = Page(fixture.service)
      let answer = await page.follow("/login/kakao?next=/app/feed", ["Sec-Fetch-Site": setup])
      #expect(answer.status == 303 && page.cookies.isEmpty != goes)
      if !goes { #expect(answer.headers["Location"] == "/app/login?next=/app/feed") }
    }
    await fixture.stub.stop()
  }

  // MARK: What comes to nothing
}
