import APIKit
import Basics
import CommandLineKit
import Concurrency
import Foundation
import HTTP
import Images
import MapTiles
import NativeAPI
import Payments
import TileArchives
import Web
import WebClient

enum WebSettings {
  static let options: [OptionSpecification] = [
    .setting(
      "tiles", "SOURCE", nil,
      "Tiles over the built-in base map: FILE.mbtiles or FILE.pmtiles, a URL with {z}, {x} and {y}, or 'osm'"),
    .setting("tile-attribution", "TEXT", nil, "The attribution that the tiles require; a file may have its own"),
    .setting(
      "operator-contact", "TEXT", nil,
      "The contact shown to people who cannot log in: an e-mail address, a URL or a short text"),
    .setting("portone-library", "URL", nil, "Load PortOne's browser library from this address"),
    .setting(
      "payment-hosts", "HOSTS", nil,
      "Hosts from which that library loads further scripts, e.g. https://*.pay.example,https://js.bank.example"),
  ]

  /// The settings of a command line.
  /// - Throws: `DomainError` of the command line.
  static func page(_ command: ParsedCommand, _ shop: ShopSettings) throws(DomainError) -> PageSettings {
    var settings = PageSettings()
    if case .source(let source) = try tiles(command) { settings.tiles = source }
    settings.operatorContact = String((command["operator-contact"] ?? "").prefix(200))
    settings.isShopOpen = shop.isOpen
    settings.paymentLibrary = try paymentLibrary(command, shop)
    return settings
  }

  /// The library that opens payment windows. Nil when the shop is closed or browsers pay at `--checkout-url`.
  /// - Throws: `DomainError` of the command line.
  private static func paymentLibrary(_ command: ParsedCommand, _ shop: ShopSettings) throws(DomainError)
    -> PaymentLibrary?
  {
    let given = try command.address("portone-library")?.description
    let companies = command.list("payment-hosts")
    guard shop.isOpen, shop.checkoutURL == nil else { return nil }
    // Orders use V2 when it is configured.
    let (gateway, own): (GatewayName, String) =
      shop.v2 == nil
      ? (.portOneV1, "https://cdn.iamport.kr/v1/iamport.js")
      : (.portOneV2, "https://cdn.portone.io/v2/browser-sdk.js")
    do throws(DomainError) {
      return try PaymentLibrary(gateway: gateway.rawValue, address: given ?? own, paymentHosts: companies)
    } catch {
      throw .usage(error.code, error.message)
    }
  }

  /// What `--tiles` names.
  enum Tiles {
    case none
    case source(TileSource)
    /// A file that this server serves, and the attribution that takes the place of its own.
    case file(path: String, attribution: String?)
  }

  /// - Throws: `DomainError` of the command line.
  static func tiles(_ command: ParsedCommand) throws(DomainError) -> Tiles {
    guard let tiles = command["tiles"], !tiles.isEmpty else { return .none }
    if tiles == "osm" { return .source(.openStreetMap) }
    let attribution = command["tile-attribution"].flatMap { $0.isEmpty ? nil : $0 }
    if hostSource(of: tiles) == nil, [".mbtiles", ".pmtiles"].contains(where: tiles.hasSuffix) {
      return .file(path: tiles, attribution: attribution)
    }
    do throws(DomainError) {
      return .source(try TileSource(template: tiles, attribution: attribution))
    } catch {
      throw .usage(error.code, error.message)
    }
  }
}

extension PageSettings {
  /// Opens the file of tiles that `--tiles` names, if it names one.
  /// - Throws: `DomainError` that names the file.
  mutating func openTiles(_ tiles: WebSettings.Tiles) async throws {
    guard case .file(let path, let attribution) = tiles else { return }
    let archive = try await openTileArchive(URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    do {
      self.tiles = try TileSource(archive.information, attribution: attribution)
    } catch {
      throw DomainError.usage(error.code, error.message)
    }
    tileArchive = archive
  }

  /// Reports tiles of a file that cannot be read.
  mutating func reportTileFailures(of tiles: WebSettings.Tiles, to conditions: ServiceConditions) {
    guard case .file(let path, _) = tiles else { return }
    onTileFailure = { error in
      let isDamaged = error as? DomainError == .tilesDamaged
      let condition =
        isDamaged
        ? "A tile in \(path) is damaged, larger than 4 MiB or of another format: write the file again and restart the "
          + "server."
        : "The tiles in \(path) cannot be read (\(Self.cause(of: error))): check the disk and the file's permissions, or "
          + "put a sound file in its place, and restart the server."
      conditions.report(isDamaged ? "tiles-damaged" : "tiles-unreadable", ServiceCondition(.tiles, condition))
    }
  }

  /// An error of a database advises for the service's own data: only its code is true of tiles.
  private static func cause(of error: any Error) -> String { (error as? DomainError)?.code ?? "\(error)" }
}

/// The web app, or the error that prevented loading it. The API is served in both cases.
enum PagesAssembly {
  case app(WebApp)
  case missing(DomainError)

  /// Loads the app from the files of this program.
  init(_ settings: PageSettings) {
    do throws(DomainError) {
      self = .app(try WebApp(try WebFiles(ofProgram: programURL), settings))
    } catch {
      self = .missing(error)
    }
  }

  var app: WebApp? {
    if case .app(let app) = self { app } else { nil }
  }

  /// The answer to a browser whose address does not exist; nil for other faults, and for the API, whose users want a
  /// problem document in a browser too.
  func notFound(_ fault: Fault, _ request: Request?) -> Response? {
    guard let app, let request, fault.status == 404, request.method == .get, !request.path.hasPrefix("/api/"),
      MediaType.isNamed("text/html", by: request.headers["Accept"])
    else { return nil }
    return app.notFound(request)
  }

  /// The message for the operator. Nil when the app is loaded.
  var note: String? {
    if case .missing(let domainError) = self { domainError.message } else { nil }
  }
}

extension DocumentationFiles {
  init(_ source: DocumentationSource) {
    self.init(
      tree: source.tree, examples: source.examples, language: source.language,
      text: source.text, title: source.title)
  }
}

/// The file of this program; resources are found beside it.
var programURL: URL { URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath() }

/// Draws the preview pictures of booths, one after the other, on a separate thread.
struct PreviewRenderer: Sendable {
  private let work = BlockingWork(
    "previews", parallel: 1, waiting: 32,
    overloadError: DomainError(
      .unavailable, "too-many-previews", "Too many pictures are being drawn just now; try again in a little while."))

  /// - Throws: `DomainError` when too many wait; `ImageFault` when it cannot be drawn.
  func draw(_ card: PreviewCard) async throws -> [UInt8] {
    try await work.run {
      try drawTitleCard(
        TitleCard(
          title: card.title, subtitle: card.subtitle, label: card.label, footer: card.footer,
          color: PictureColor(hex: card.color) ?? PictureColor(red: 0x5C, green: 0x5F, blue: 0x66),
          width: PreviewCard.width, height: PreviewCard.height))
    }
  }
}
