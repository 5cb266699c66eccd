import Basics
import HTTP
import MapTiles
import Synchronization
import Testing

@testable import Web

/// One tile, one that is no image, and one that cannot be read.
private struct StubTiles: TileArchive {
  var information = TileArchiveInformation(attribution: "© Few", zooms: 0...9)

  func tile(at address: TileAddress) async throws -> [UInt8]? {
    switch (address.zoom, address.column, address.row) {
    case (0, 0, 0): [0xFF, 0xD8, 0xFF, 0xE0, 1]
    case (1, 1, 0): Array("RIFF????WEBPVP8 ".utf8)
    case (1, 0, 0): Array("<script>".utf8)
    case (1, 0, 1): throw DomainError.tilesDamaged
    case (1, 1, 1): throw DomainError(.rateLimited, "too-many-tiles", "Too many.")
    default: nil
    }
  }
}

@Suite("Tiles from a file")
struct TileRouteTests {
  private func response(
    _ z: String, _ x: String, _ y: String, onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
  ) async throws -> Response {
    var settings = PageSettings()
    settings.tileArchive = StubTiles()
    settings.onTileFailure = onFailure
    let route = try #require(try SmallApp(settings: settings).app.routes.first { $0.pattern == "/tiles/{z}/{x}/{y}" })
    guard case .deferred(let answer) = route.handler else { throw CancellationError() }
    return await answer(Request(method: .get, path: "/tiles/", parameters: ["z": z, "x": x, "y": y]))
  }

  @Test("A tile has the type of its bytes and a tag, and may be cached for a day")
  func image() async throws {
    let jpeg = try await response("0", "0", "0")
    #expect(jpeg.status == 200 && jpeg.bytes == [0xFF, 0xD8, 0xFF, 0xE0, 1])
    #expect(jpeg.headers["Content-Type"] == "image/jpeg" && jpeg.headers["X-Content-Type-Options"] == "nosniff")
    #expect(jpeg.headers["Cache-Control"] == "public, max-age=86400")
    #expect(jpeg.headers["ETag"]?.wholeMatch(of: /"[0-9a-f]{16}"/) != nil)
    let webp = try await response("1", "1", "0")
    #expect(webp.headers["Content-Type"] == "image/webp" && webp.headers["ETag"] != jpeg.headers["ETag"])
  }

  @Test("A missing tile gets 204 and may be cached")
  func missing() async throws {
    let missing = try await response("9", "3", "4")
    #expect(missing.status == 204 && missing.bytes.isEmpty && missing.headers["Cache-Control"] != nil)
  }

  @Test(
    "A tile outside of the world is not found",
    arguments: [
      ("0", "1", "0"), ("0", "0", "-1"), ("-1", "0", "0"), ("25", "0", "0"), ("1", "00", "0"), ("1", "+1", "0"),
      ("a", "0", "0"), ("1", "0", ""), ("99999999999999999999", "0", "0"), ("1", "0", "0.png"),
    ])
  func outside(z: String, x: String, y: String) async throws {
    #expect(try await response(z, x, y).status == 404)
  }

  @Test("A tile that is no image or cannot be read is neither sent nor cached")
  func failures() async throws {
    for (x, y, status, code) in [
      ("0", "0", 503, "tiles-damaged"), ("0", "1", 503, "tiles-damaged"), ("1", "1", 429, nil),
    ] as [(String, String, Int, String?)] {
      let reported = Mutex<[String]>([])
      let failed = try await response("1", x, y) { error in
        reported.withLock { $0.append((error as? DomainError)?.code ?? "") }
      }
      #expect(reported.withLock { $0 } == [code].compactMap(\.self), "who is busy has no fault to be reported")
      #expect(failed.status == status && failed.bytes.isEmpty && failed.headers["Cache-Control"] == "no-store")
      #expect(failed.headers["Retry-After"] != nil)
    }
  }

  @Test("Tiles are served if there is a file, and need no entry in the page's policy")
  func page() throws {
    #expect(try !SmallApp().app.routes.contains { $0.pattern.hasPrefix("/tiles/") })
    var settings = PageSettings()
    settings.tiles = try TileSource(StubTiles().information, attribution: nil)
    let page = try SmallApp(settings: settings).page()
    #expect(page.text.contains("data-tiles=\"/tiles/{z}/{x}/{y}\""))
    #expect(page.headers["Content-Security-Policy"]?.contains("img-src 'self' data: blob:;") == true)
    #expect(try TileSource(StubTiles().information, attribution: "B").attribution == "B")
    #expect(throws: DomainError.self) {
      try TileSource(TileArchiveInformation(attribution: "", zooms: 0...1), attribution: nil)
    }
  }

  /// The bytes 1A 02 78 02: one layer without features, as gzip.
  private static let compressed: [UInt8] = [
    0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0x93, 0x62, 0xAA, 0x60, 0x02, 0, 0x5B, 0x2E, 0x8C, 0x14, 4, 0, 0, 0,
  ]

  /// One tile of each kind: compressed, as it is, empty, and no vector tile.
  private struct VectorTiles: TileArchive {
    var information = TileArchiveInformation(attribution: "© Few", zooms: 0...9, schema: .shortbread)

    func tile(at address: TileAddress) async throws -> [UInt8]? {
      switch (address.column, address.row) {
      case (0, 0): TileRouteTests.compressed
      case (1, 0): [0x1A, 2, 0x78, 2]
      case (0, 1): []
      case (1, 1): [0xFF, 0xD8, 0xFF]
      default: nil
      }
    }
  }

  private func vectorResponse(_ x: String, _ y: String, coding: String?) async throws -> Response {
    var settings = PageSettings()
    settings.tileArchive = VectorTiles()
    let route = try #require(try SmallApp(settings: settings).app.routes.first { $0.pattern == "/tiles/{z}/{x}/{y}" })
    guard case .deferred(let answer) = route.handler else { throw CancellationError() }
    let headers = Headers(coding.map { [("Accept-Encoding", $0)] } ?? [])
    return await answer(
      Request(method: .get, path: "/tiles/", parameters: ["z": "2", "x": x, "y": y], headers: headers))
  }

  @Test("Vector tiles are sent compressed, or expanded for clients without gzip")
  func vectors() async throws {
    let compressed = try await vectorResponse("0", "0", coding: "gzip, br")
    #expect(compressed.status == 200 && compressed.bytes == Self.compressed)
    #expect(compressed.headers["Content-Encoding"] == "gzip" && compressed.headers["Vary"] == "Accept-Encoding")
    #expect(compressed.headers["Content-Type"] == "application/vnd.mapbox-vector-tile")
    let expanded = try await vectorResponse("0", "0", coding: nil)
    #expect(expanded.bytes == [0x1A, 2, 0x78, 2] && expanded.headers["Content-Encoding"] == nil)
    #expect(expanded.headers["Vary"] == "Accept-Encoding" && expanded.headers["ETag"] != compressed.headers["ETag"])
    let plain = try await vectorResponse("1", "0", coding: "gzip")
    #expect(plain.bytes == [0x1A, 2, 0x78, 2] && plain.headers["Content-Encoding"] == nil)
    #expect(try await vectorResponse("0", "1", coding: nil).status == 204)
    #expect(try await vectorResponse("1", "1", coding: nil).status == 503, "an image is no vector tile")
  }

  @Test("Vector tiles are announced to the page with their schema")
  func schema() throws {
    var settings = PageSettings()
    settings.tiles = try TileSource(VectorTiles().information, attribution: nil)
    for (settings, schema) in [(settings, "shortbread"), (PageSettings(), "")] {
      let app = try SmallApp(
        { $0["index.html"]? += Array(#"<p data-schema="{{schema}}">"#.utf8) }, settings: settings)
      #expect(app.page().text.contains("data-schema=\"\(schema)\""))
    }
  }

  @Test("Tiles of OpenStreetMap come with a link to its copyright")
  func openStreetMap() throws {
    let tiles = TileSource.openStreetMap
    #expect(tiles.attributionLink == "https://www.openstreetmap.org/copyright")
    #expect(tiles.attribution.contains("OpenStreetMap") && tiles.zooms == 0...19)
    var settings = PageSettings()
    settings.tiles = tiles
    let policy = try SmallApp(settings: settings).page().headers["Content-Security-Policy"] ?? ""
    #expect(policy.contains("img-src 'self' data: blob: https://tile.openstreetmap.org;"))
  }
}
