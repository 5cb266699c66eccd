import Basics
import Foundation
import Tabular
import Testing
import Workload

@testable import PlaceFiles

@Suite("Writing files of places")
struct WriterTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private static let places: [WrittenPlace] = {
    var numbers = SeededNumbers(seed: 39)
    return (1...50).map { number in
      let pieces = ["가", "<b>", "&amp;", "\"", "'", "📸", "é", "]]>", " 1"]
      let text = "x" + (0..<6).map { _ in pieces.randomElement(using: &numbers)! }.joined() + "x"
      let coordinate = (
        "127.\(Int.random(in: 1...9_999_999, using: &numbers))", "-37.\(Int.random(in: 1...9_999_999, using: &numbers))"
      )
      return WrittenPlace(
        number: Int64(number), name: "부스 \(text)", coordinate: number == 7 ? nil : coordinate,
        fields: [("external_id", "K-\(number)"), ("road_address", text)] + (number % 2 == 0 ? [("phone", "02-1")] : []))
    }
  }()

  private func written(_ writer: PlaceWriter) -> [UInt8] {
    Array((writer.beginning + Self.places.map(writer.element).joined() + writer.end).utf8)
  }

  private func package() throws -> String {
    let path = directory.url.appendingPathComponent("booths.gpkg").path
    let writer = try GeoPackageWriter(
      path: path, layer: "booths", keys: ["external_id", "road_address", "phone"], changed: "2026-11-28T00:00:00.000Z")
    for place in Self.places { try writer.append(place) }
    try writer.finish()
    return path
  }

  private func check(_ file: ReadFile, hasUnplaced: Bool) {
    let places = Self.places.filter { hasUnplaced || $0.coordinate != nil }
    #expect(file.records.count == places.count)
    for (place, record) in zip(places, file.records) {
      #expect(record["name"] == place.name && record["external_id"] == "K-\(place.number)")
      #expect(
        record["road_address"] == place.fields[1].text && record["phone"] == (place.number % 2 == 0 ? "02-1" : nil))
      #expect(record["longitude"].flatMap(Double.init) == place.coordinate.flatMap { Double($0.longitude) })
      #expect(record["latitude"].flatMap(Double.init) == place.coordinate.flatMap { Double($0.latitude) })
    }
  }

  @Test("Written places are read back unchanged")
  func roundTrip() throws {
    check(try ReadFile(written(.kml)), hasUnplaced: true)
    check(try ReadFile(written(.gpx)), hasUnplaced: false)
    check(try ReadFile(written(.osm)), hasUnplaced: false)
    let path = try package()
    check(try ReadFile { try FileSource(path: path) }, hasUnplaced: true)
  }

  private static let ogrinfo = "/usr/bin/ogrinfo"

  @Test("GDAL, which 'make setup-test' installs, reads every written place")
  func gdal() throws {
    let package = try package()
    for (name, writer, count) in [("a.kml", PlaceWriter.kml, 50), ("a.gpx", .gpx, 49), ("a.osm", .osm, 49)] {
      let path = directory.url.appendingPathComponent(name).path
      try Data(written(writer)).write(to: URL(fileURLWithPath: path))
      let output = try Self.listing(of: path)
      #expect(output.split(separator: "\nOGRFeature(").count - 1 == count, "\(name): \(output.prefix(2000))")
    }
    let output = try Self.listing(of: package)
    #expect(output.contains("Feature Count: 50") && output.contains("external_id: String"), "\(output.prefix(2000))")
    #expect(output.contains("Warning") == false, "\(output)")
  }

  private static func listing(of path: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ogrinfo)
    process.arguments = ["-ro", "-al", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
