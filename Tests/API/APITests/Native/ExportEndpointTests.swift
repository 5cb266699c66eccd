import Basics
import Booths
import Compression
import Foundation
import HTTP
import Support
import Testing
import Workload

@testable import NativeAPI

@Suite("The catalogue in formats of other programs")
struct ExportEndpointTests {
  private let service = Service()

  private func get(_ name: String, _ headers: [(String, String)] = []) async -> Answer {
    await service.get("/api/catalogue/exports/\(name)", headers)
  }

  @Test(
    "Each format has the open booths, and none that is closed",
    arguments: [
      ("csv", "text/csv; charset=utf-8; header=present", "id,source,external_id,name,"),
      ("geojson", "application/geo+json", #"{"type":"FeatureCollection","features":["#),
      ("geojsonseq", "application/x-ndjson", #"{"type":"Feature","id":1,"#),
      ("gpx", "application/gpx+xml", "<?xml"), ("kml", "application/vnd.google-earth.kml+xml", "<?xml"),
      ("gpkg", "application/geopackage+sqlite3", "SQLite format 3\0"),
      ("osm", "application/vnd.openstreetmap.data+xml", "<?xml"),
    ])
  func formats(_ ending: String, _ type: String, _ beginning: String) async throws {
    let answer = await get("booths.\(ending)")
    #expect(answer.status == 200 && answer.headers["Content-Type"] == type)
    #expect(answer.headers["Content-Disposition"] == "attachment; filename=\"booths.\(ending)\"")
    #expect(answer.headers["Cache-Control"] == "no-cache" && answer.headers["Access-Control-Allow-Origin"] == "*")
    let text = String(decoding: answer.bytes, as: UTF8.self)
    #expect(text.hasPrefix(beginning), "\(text.prefix(100))")
    // Names that no format escapes.
    for booth in Sample.booths where !booth.attributes.name.contains(where: "\"<".contains) {
      #expect(text.contains(booth.attributes.name) == (booth.attributes.status != .closed), "\(booth.attributes.name)")
    }
  }

  @Test(
    "An export is what the command writes of the same booths", arguments: ExportFormat.allCases.filter { $0 != .gpkg })
  func command(_ format: ExportFormat) async throws {
    let sources = try await IdleStore(stored: 7).sources()
    var export = try BoothExport(format, of: sources, changed: Timestamp(seconds: 0)) { "" }
    let booths = Sample.booths.filter { $0.attributes.status != .closed }.sorted { $0.id < $1.id }
    let expected = try export.beginning + export.bytes(of: booths) + export.finish()
    let answer = await get("booths.\(format.rawValue)")
    #expect(String(decoding: answer.bytes, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
  }

  @Test("An export is made once and compressed, with conditions and ranges")
  func forms() async throws {
    let plain = await get("booths.gpkg")
    let small = await get("booths.gpkg", [("Accept-Encoding", "gzip")])
    #expect(small.headers["Content-Encoding"] == "gzip" && small.bytes.count < plain.bytes.count)
    #expect(Gzip.expanded(small.bytes, maxCount: 1 << 20) == plain.bytes)
    let (tag, other) = (try #require(plain.headers["ETag"]), try #require(small.headers["ETag"]))
    #expect(tag != other && tag.hasPrefix("\"") && other.hasPrefix("\""))
    let served = try Served(service)
    let request = "GET /api/catalogue/exports/booths.gpkg HTTP/1.1"
    #expect(try await served.exchange(request, "If-None-Match: \(tag)").hasPrefix("HTTP/1.1 304"))
    let part = try await served.exchange(request, "Range: bytes=0-5", "If-Range: \(tag)")
    #expect(part.hasPrefix("HTTP/1.1 206") && part.hasSuffix("\r\n\r\nSQLite"))
    await served.stop()
  }

  @Test("Each booth names the terms of its source, as the list of sources does")
  func terms() async throws {
    let sources = await service.get("/api/sources")
    Definition.own.check(sources, "SourceList")
    #expect(
      sources.text
        == #"{"sources":[{"name":"sample","licence":"ODbL-1.0","attribution":"© OpenStreetMap contributors"}]}"#)
    for format in ExportFormat.allCases {
      let text = String(decoding: await get("booths.\(format.rawValue)").bytes, as: UTF8.self)
      let count = text.ranges(of: "© OpenStreetMap contributors").count
      #expect(count == 6 && text.contains("ODbL-1.0"), "\(format): \(count)")
    }
  }

  @Test("No temporary file is left, and another file extension is refused")
  func directory() async throws {
    let directory = try ScratchDirectory()
    let service = Service { $0.services.uploadDirectory = directory.url.path }
    #expect(await service.get("/api/catalogue/exports/booths.gpkg").status == 200)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).isEmpty)
    #expect(await get("booths.shp").domainError == "400 parameter-invalid file")
  }
}
