import Basics
import HTTP
import Support
import Testing
import Workload

@testable import Web

@Suite("The source of tiles")
struct TileSourceTests {
  @Test("The policy allows images of the tile server, and of no other")
  func policy() throws {
    let tiles = try TileSource(template: "https://tiles.example:8443/a/{z}/{x}/{y}.png", attribution: "© Tiles")
    var settings = PageSettings()
    settings.tiles = tiles
    let policy = try SmallApp(settings: settings).page().headers["Content-Security-Policy"] ?? ""
    #expect(policy.contains("img-src 'self' data: blob: https://tiles.example:8443;"))
    #expect(policy.components(by: "https://").count == 2)
  }

  @Test(
    "An invalid tile address is refused",
    arguments: [
      "", "tiles.example/{z}/{x}/{y}", "ftp://tiles.example/{z}/{x}/{y}", "https://tiles.example/{z}/{x}",
      "https://tiles.example/{z}/{x}/{y}/{y}", "https:///{z}/{x}/{y}", "https://{z}.tiles.example/{x}/{y}",
      "https://a.example;script-src{z}/{x}/{y}/{z}", "https://a.example /{z}/{x}/{y}",
      "https://a.example/{z}/{x}/{y}\n",
      "https://a.example'/{z}/{x}/{y}", "javascript:alert(1)//{z}{x}{y}",
    ])
  func rejected(_ template: String) {
    #expect(throws: DomainError.self) { try TileSource(template: template, attribution: "A") }
  }

  @Test("Tiles without an attribution are refused")
  func attribution() {
    for attribution in [nil, ""] {
      #expect { try TileSource(template: "https://a.example/{z}/{x}/{y}", attribution: attribution) } throws: {
        ($0 as? DomainError)?.code == "tile-attribution-missing"
      }
    }
  }
}
