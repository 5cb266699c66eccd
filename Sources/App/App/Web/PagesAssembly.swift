import Basics
import Foundation
import HTTP
import NativeAPI
import Payments
import Web
import WebClient

/// What can be set about the pages for browsers.
enum WebSettings {
  static let options: [OptionSpecification] = [
    .setting("tile-url", "URL", nil, "Draw the map over tiles of this address, which holds {z}, {x} and {y}"),
    .setting("tile-attribution", "TEXT", nil, "Whom the map has to name for its tiles"),
    .setting(
      "operator-contact", "TEXT", nil,
      "Whom pages name to people who cannot log in: an e-mail address, an address of a page, or a few words"),
    .setting("portone-library", "URL", nil, "Load PortOne's library for browsers from here instead of its own address"),
    .setting(
      "payment-hosts", "HOSTS", nil,
      "Payment companies whose scripts that library loads as well, e.g. https://*.pay.example,https://js.bank.example"),
  ]

  /// What pages have to know.
  /// - Throws: `DomainError` of the command line.
  static func page(_ command: ParsedCommand, _ shop: ShopSettings) throws(DomainError) -> PageSettings {
    var settings = PageSettings()
    settings.tiles = try tiles(command)
    settings.operatorContact = String((command["operator-contact"] ?? "").prefix(200))
    settings.isShopOpen = shop.isOpen
    settings.paymentLibrary = try paymentLibrary(command, shop)
    return settings
  }

  /// What opens payment windows; nil where nothing is sold, or browsers are sent elsewhere to pay.
  /// - Throws: `DomainError` of the command line.
  private static func paymentLibrary(_ command: ParsedCommand, _ shop: ShopSettings) throws(DomainError)
    -> PaymentLibrary?
  {
    let given = try command.address("portone-library")?.description
    let companies = command.list("payment-hosts")
    guard shop.isOpen, shop.window == nil else { return nil }
    // Orders are made for the second interface where it is there.
    let (gateway, own): (GatewayName, String) =
      shop.second == nil
      ? (.portOneV1, "https://cdn.iamport.kr/v1/iamport.js")
      : (.portOneV2, "https://cdn.portone.io/v2/browser-sdk.js")
    do throws(DomainError) {
      return try PaymentLibrary(gateway: gateway.rawValue, address: given ?? own, companies: companies)
    } catch {
      throw .usage(error.code, error.message)
    }
  }

  /// Where tiles come from; nil where nothing is said.
  /// - Throws: `DomainError` of the command line.
  private static func tiles(_ command: ParsedCommand) throws(DomainError) -> TileSource? {
    guard let template = command["tile-url"], !template.isEmpty else { return nil }
    do throws(DomainError) {
      return try TileSource(template: template, attribution: command["tile-attribution"])
    } catch {
      throw .usage(error.code, error.message)
    }
  }
}

/// The pages for browsers, or why there are none: whoever asks by program is served all the same.
enum PagesAssembly {
  case app(WebApp)
  case missing(DomainError)

  /// The app that goes with this program.
  init(_ settings: PageSettings) {
    do throws(DomainError) {
      self = .app(try WebApp(try WebFiles(ofProgram: Self.program), settings))
    } catch {
      self = .missing(error)
    }
  }

  private static var program: URL { URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath() }

  var app: WebApp? {
    if case .app(let app) = self { app } else { nil }
  }

  /// What to tell the operator; nil where all is well.
  var note: String? {
    if case .missing(let domainError) = self { domainError.message } else { nil }
  }
}
