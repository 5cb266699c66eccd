import Foundation
import FoundationNetworking
import Testing

/// The whole way of an export: the program writes it, or a server sends it, and other programs open it.
@Suite("Exports, with the programs that open them")
struct ExportFilesTests {
  private static let formats = ["csv", "geojson", "geojsonseq", "gpx", "kml", "gpkg", "osm"]
  private static let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Data/booths.sample.csv").standardized.path

  private let program: Program

  init() throws {
    program = try Program()
    try program.run("import", Self.sample, "--source", "s", "--quiet")
  }

  /// What GDAL says of a file or an address.
  private func ogrinfo(_ source: String, _ options: String...) throws -> String {
    let listing = try RunningProgram(
      ["/usr/bin/ogrinfo", "-ro"] + options + [source], input: "", environment: ["GDAL_HTTP_TIMEOUT": "20"],
      in: program.directory)
    let result = try listing.finish()
    return result.output + result.errors
  }

  private func counts(_ output: String) throws -> [String: Int] {
    let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    return document?["counts"] as? [String: Int] ?? [:]
  }

  @Test("An export of a server is read by GDAL and imported again without a change")
  func server() async throws {
    let server = try await RunningServer(program)
    for format in Self.formats {
      let url = try #require(URL(string: "/api/catalogue/exports/booths.\(format)", relativeTo: server.base))
      let path = try program.file("booths.\(format)", try await URLSession.shared.data(from: url).0)
      let listing = try ogrinfo(path, "-al")
      let count = listing.split(separator: "\nOGRFeature(").count - 1
      #expect(count == 395 && !listing.contains("Warning"), "\(format): \(count) \(listing.prefix(1000))")
      let again = try counts(try program.run("import", path, "--source", "s", "--format", "json").output)
      #expect(again["read"] == 395 && again["unchanged"] == 395, "\(format): \(again)")
    }
    let address = "/vsicurl/\(server.base.absoluteString)/api/catalogue/exports/booths.gpkg"
    #expect(try ogrinfo(address, "-so", "-al").contains("Feature Count: 395"))
    #expect(try server.end() == 0)
  }

  @Test("A full disk is reported, and the file is made once there is room")
  func fullDisk() async throws {
    let server = try await RunningServer(program)
    try server.process.limitFiles(to: 4096)
    for format in ["geojson", "gpkg"] {
      let answer = try await server.send("GET", "/api/catalogue/exports/booths.\(format)")
      #expect(answer.status == 503, "\(answer)")
      #expect(try answer.text("code") == "catalogue-file-unwritable")
      #expect(!answer.body.contains(program.data.path))
    }
    try server.process.limitFiles(to: nil)
    let directory = program.data.appendingPathComponent("tmp")
    for format in ["geojson", "gpkg"] {
      #expect(try await server.send("GET", "/api/catalogue/exports/booths.\(format)").status == 200)
    }
    for run in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
      let left = try FileManager.default.contentsOfDirectory(atPath: directory.appendingPathComponent(run).path)
      #expect(left.filter { $0.hasPrefix("export") }.isEmpty, "\(left)")
    }
    #expect(try server.end() == 0)
  }
}
