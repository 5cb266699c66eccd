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

@Suite("Failures of a login by redirect")
struct SocialRedirectFailureTests {
  private static let errors: [(word: String, problem: String, sent: String?)] = [
    ("access_denied", "cancelled", nil), ("user_cancelled_authorize", "cancelled", nil),
    ("server_error", "unavailable", nil), ("temporarily_unavailable", "unavailable", nil),
    ("invalid_scope", "unavailable", "Kakao rejects this application: invalid_scope"),
    ("<b>\u{7}", "unavailable", "Kakao rejects this application: b"),
    ("", "unavailable", "Kakao rejects this application: "),
  ]

  @Test("Without a code the page gets the reason, and the operator the errors of configuration")
  func withoutCode() async throws {
    let fixture = try await RedirectTestServer()
    for (word, problem, _) in Self.errors {
      var page = Page(fixture.service)
      let state = try #require(RedirectTestServer.query(try await fixture.leave(&page))["state"])
      let escaped = word.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
      let answer = await page.follow(
        "/login/kakao/callback?error=\(escaped)&state=\(state)&error_description=User%20denied%20access")
      #expect(answer.headers["Location"] == "/app/login?problem=\(problem)&next=/app/feed")
      #expect(page.cookies.isEmpty)
    }
    #expect(fixture.sent == Self.errors.compactMap(\.sent))
    await fixture.stub.stop()
  }

  @Test("No code at all is refused")
  func noCode() async throws {
    let fixture = try await RedirectTestServer()
    for code in ["", "&code=", "&code=\(String(repeating: "a", count: 3000))", "&code=unknown"] {
      var page = Page(fixture.service)
      let state = try #require(RedirectTestServer.query(try await fixture.leave(&page))["state"])
      let answer = await page.follow("/login/kakao/callback?state=\(state)\(code)")
      #expect(answer.headers["Location"] == "/app/login?problem=refused&next=/app/feed", "\(code.prefix(20))")
    }
    await fixture.stub.stop()
  }

  private static let failures: [ProviderStub.ResponseMode] = [
    .fails(500), .fails(429), .fails(404), .isHuge(300_000), .redirects("/oauth/token"), .hangs, .invalidBody,
  ]

  @Test("A provider that fails in any way is unavailable")
  func unavailable() async throws {
    let fixture = try await RedirectTestServer()
    for mode in Self.failures {
      var page = Page(fixture.service)
      let callback = try await fixture.leave(&page)
      fixture.stub.behave(mode)
      let arrival = await page.follow(callback).headers["Location"]
      #expect(arrival == "/app/login?problem=unavailable&next=/app/feed", "\(mode)")
      #expect(page.cookies.isEmpty)
    }
    await fixture.stub.stop()
  }

  @Test("An unreachable provider is unavailable")
  func away() async throws {
    let fixture = try await RedirectTestServer()
    var page = Page(fixture.service)
    let callback = try await fixture.leave(&page)
    await fixture.stub.stop()
    #expect(await page.follow(callback).headers["Location"] == "/app/login?problem=unavailable&next=/app/feed")
  }

  @Test("A wrong secret is reported to the operator with the provider's error, and people are asked to retry")
  func wrongSecret() async throws {
    let fixture = try await RedirectTestServer()
    for (status, error, problem) in [
      (401, "invalid_client", "unavailable"), (400, "redirect_uri_mismatch", "unavailable"),
      (400, "invalid_grant", "refused"), (200, "invalid_request", "refused"),
    ] {
      fixture.stub.answer("POST /oauth/token", status: status, .object(["error": .string(error)]))
      #expect(try await fixture.arrival() == "/app/login?problem=\(problem)&next=/app/feed")
    }
    #expect(
      fixture.sent == ["invalid_client", "redirect_uri_mismatch"].map { "Kakao rejects this application: \($0)" })
    fixture.stub.answer("POST /oauth/token", .object([]))
    #expect(try await fixture.arrival() == "/app/login?problem=unavailable&next=/app/feed")
    await fixture.stub.stop()
  }

  @Test("A taken address is reported, and its account is not entered")
  func emailTaken() async throws {
    let fixture = try await RedirectTestServer()
    _ = try await fixture.service.signUp("mina")
    fixture.welcome(["email": "mina@example.com", "email_verified": true])
    #expect(try await fixture.arrival("google") == "/app/login?problem=email-taken&next=/app/feed")
    await fixture.stub.stop()
  }

  @Test("An unknown provider and an unknown address lead back to the login page")
  func notOffered() async throws {
    let service = try await Service.inhabited()
    for provider in ["kakao", "partyquest", "myspace", "%20", "kakao%0A"] {
      var page = Page(service)
      #expect(
        await page.follow("/login/\(provider)?next=/app/me").headers["Location"]
          == "/app/login?problem=not-offered&next=/app/me")
      #expect(
        await page.follow("/login/\(provider)/callback?code=a&state=b").headers["Location"]
          == "/app/login?problem=expired&next=/")
      #expect(page.cookies.isEmpty)
    }
    for query in ["next=%ff", "next=%zz", String(repeating: "a=b&", count: 100)] {
      var page = Page(service)
      let answers = [await page.follow("/login/kakao?\(query)"), await page.follow("/login/kakao/callback?\(query)")]
      for answer in answers {
        #expect(answer.status == 303 && answer.headers["Location"] == "/app/login?problem=refused&next=/")
      }
    }
  }

  @Test("A malformed cookie is refused")
  func cookies() async throws {
    let secret = Base64URL.encode([UInt8](repeating: 7, count: 32))
    #expect(OAuthState("kakao.\(secret).Lw") != nil)
    let fixture = try await RedirectTestServer()
    var page = Page(fixture.service)
    let callback = try await fixture.leave(&page)
    for form in [
      "", "a", "kakao", "kakao..", "kakao.AAAA.Lw", "myspace.%@.Lw", "kakao.%@.", "kakao.%@.Lw.x", "kakao.%@",
    ] {
      let text = form.replacing("%@", with: secret)
      #expect(OAuthState(text) == nil)
      let answer = await page.follow(callback, ["Cookie": "fourcuts-login=\(text)"])
      #expect(answer.headers["Location"] == "/app/login?problem=expired&next=/")
    }
    await fixture.stub.stop()
  }

  @Test("Every problem of a login is in the definition")
  func problems() async {
    let details = await Service().get("/openapi.json").json["paths"]["/login/{provider}/callback"]["get"]["description"]
    for problem in LoginProblem.allCases { #expect(details.text?.contains("`\(problem.rawValue)`") == true) }
  }
}
