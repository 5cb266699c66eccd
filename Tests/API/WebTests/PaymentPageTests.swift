import Basics
import Foundation
import HTTP
import Testing

@testable import Web

@Suite("The payment page")
struct PaymentPageTests {
  private func settings(_ companies: [String] = []) throws -> PageSettings {
    var settings = PageSettings()
    settings.isShopOpen = true
    settings.paymentLibrary = try PaymentLibrary(
      gateway: "portone-v2", address: "https://cdn.example/v2/sdk.js", paymentHosts: companies)
    return settings
  }

  @Test("The page exists if a payment library is configured, and names it")
  func there() throws {
    let settings = try settings()
    let app = try SmallApp(settings: settings)
    let page = try app.get("/pay/{order}")
    #expect(page.text.contains(#"data-gateway="portone-v2" data-library="https://cdn.example/v2/sdk.js""#))
    #expect(page.headers["Content-Type"] == "text/html; charset=utf-8" && page.headers["Cache-Control"] == "no-cache")
    #expect(try app.get("/pay/{order}", [("Accept-Language", "en")]).text.contains("<title>y</title>"))
    #expect(app.page().text.contains(#"data-shop="open""#))
  }

  @Test("The page does not exist without a library")
  func absent() throws {
    let app = try SmallApp()
    #expect(!app.app.routes.contains { $0.pattern.hasPrefix("/pay") })
    #expect(app.page().text.contains(#"data-shop="closed""#))
  }

  @Test("The policy of the page names the allowed scripts, and that of other pages stays strict")
  func policy() throws {
    let settings = try settings(["https://*.pay.example"])
    let app = try SmallApp(settings: settings)
    let policy = try #require(try app.get("/pay/{order}").headers["Content-Security-Policy"])
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self' https://cdn.example https://*.pay.example; "))
    #expect(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"))
    let scripts = policy.split(separator: ";").first { $0.contains("script-src") } ?? ""
    #expect(!scripts.contains("unsafe") && !scripts.contains("https: "))
    for path in ["/app/{view}", "/app/{view}/{id}"] {
      let strict = try app.get(path).headers["Content-Security-Policy"]
      #expect(strict == app.page().headers["Content-Security-Policy"] && strict?.contains("example") == false)
    }
  }

  @Test("Popups may report to the page, and other pages are isolated")
  func isolation() throws {
    let settings = try settings()
    let app = try SmallApp(settings: settings)
    #expect(try app.get("/pay/{order}").headers["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups")
    #expect(app.page().headers["Cross-Origin-Opener-Policy"] == "same-origin")
  }

  @Test(
    "An invalid address and one that could end a directive are refused",
    arguments: [
      ("cdn.example/sdk.js", []), ("https://cdn.example;x/sdk.js", []), ("https://", []),
      ("https://cdn.example/a b", []),
      ("javascript:alert(1)", []), ("https://cdn.example/", ["https:"]), ("https://cdn.example/", ["*"]),
      ("https://cdn.example/", ["https://*"]), ("https://cdn.example/", ["https://a.example/path"]),
      ("https://cdn.example/", ["http://a.example"]), ("https://cdn.example/", ["https://a.example 'unsafe-inline'"]),
    ])
  func rejected(address: String, companies: [String]) {
    #expect(throws: DomainError.self) {
      try PaymentLibrary(gateway: "portone-v2", address: address, paymentHosts: companies)
    }
  }
}
