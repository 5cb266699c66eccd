import API
import Basics
import Foundation
import HTTP
import Web

/// What can be set about the pages for browsers.
enum WebSettings {
  static let options: [OptionSpecification] = [
    .setting("tile-url", "URL", nil, "Draw the map over tiles of this address, which holds {z}, {x} and {y}"),
    .setting("tile-attribution", "TEXT", nil, "Whom the map has to name for its tiles"),
  ]

  /// What pages have to know.
  /// - Throws: `Refusal` of the command line.
  static func page(_ command: ParsedCommand) throws(Refusal) -> PageSettings {
    var settings = PageSettings()
    settings.tiles = try tiles(command)
    return settings
  }

  /// Where tiles come from; nil where nothing is said.
  /// - Throws: `Refusal` of the command line.
  private static func tiles(_ command: ParsedCommand) throws(Refusal) -> TileSource? {
    guard let template = command["tile-url"], !template.isEmpty else { return nil }
    do throws(Refusal) {
      return try TileSource(template: template, attribution: command["tile-attribution"])
    } catch {
      throw .usage(error.code, error.sentence)
    }
  }
}

/// The pages for browsers, or why there are none: whoever asks by program is served all the same.
enum PagesAssembly {
  case app(WebApp)
  case missing(Refusal)

  /// The app that goes with this program.
  init(_ settings: PageSettings) {
    do throws(Refusal) {
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
    if case .missing(let refusal) = self { refusal.sentence } else { nil }
  }
}
