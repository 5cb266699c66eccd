import Basics
import Foundation
import SQLite
import Tabular
import Testing
import Workload

@testable import PlaceFiles

@Suite("Layers of GeoPackages")
struct GeoPackageTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  /// A geometry with an envelope of the given code.
  private static func blob(_ wkb: [UInt8], envelope: Int = 0) -> SQLiteFile.Value {
    let sizes = [0, 32, 48, 48, 64]
    return .blob(
      Array("GP".utf8) + [0, UInt8(envelope << 1 | 1), 0xE6, 0x10, 0, 0] + [UInt8](repeating: 0, count: sizes[envelope])
        + wkb)
  }

  private static func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian, Array.init) }

  private static func double(_ value: Double) -> [UInt8] {
    withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init)
  }

  private static func point(_ x: Double, _ y: Double, type: UInt32 = 1, more: [Double] = []) -> [UInt8] {
    [1] + number(type) + double(x) + double(y) + more.flatMap(double)
  }

  /// Writes a package as QGIS does, with one layer.
  private func package(
    named name: String = "p.gpkg", system: Int = 4326, table: String = "부스", before: String = "",
    _ geometries: [SQLiteFile.Value]
  ) throws -> String {
    let path = directory.url.appendingPathComponent(name).path
    let file = try SQLiteFile(creating: path)
    try file.run(
      """
      PRAGMA application_id = 1196444487;
      CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT,
        organization_coordsys_id INTEGER, definition TEXT);
      INSERT INTO gpkg_spatial_ref_sys VALUES ('a', 4326, 'EPSG', 4326, ''), ('b', 100001, 'EPSG', 5186, '');
      CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, srs_id INTEGER);
      CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER);
      INSERT INTO gpkg_contents VALUES ('roads', 'features', 4326), ('\(table)', 'features', \(system));
      INSERT INTO gpkg_geometry_columns VALUES ('roads', 'geom', 'LINESTRING', 4326),
        ('\(table)', 'geom', 'POINT', \(system));
      \(before)
      CREATE TABLE IF NOT EXISTS "\(table)" (fid INTEGER PRIMARY KEY, geom POINT, 이름 TEXT, 가격 REAL, 열림 BOOLEAN);
      """)
    if geometries.isEmpty { return path }
    try file.prepareInsertion("INSERT INTO \"\(table)\" VALUES (?1, ?2, ?3, ?4, ?5)")
    for (row, geometry) in geometries.enumerated() {
      try file.insert([.integer(Int64(row + 7)), geometry, .text("가 \(row)"), .number(5000), .null])
    }
    return path
  }

  @Test("A layer of points is read with any envelope, dimensions and byte order")
  func layer() throws {
    let big: [UInt8] = [0] + Self.number(1).reversed() + Self.double(127.5).reversed() + Self.double(37.5).reversed()
    let ring =
      [1] + Self.number(3) + Self.number(1) + Self.number(3) + Self.double(127) + Self.double(37) + Self.double(127.002)
      + Self.double(37.002) + Self.double(127) + Self.double(37)
    let path = try package(
      [
        Self.blob(Self.point(127.0276, 37.4979)),
        Self.blob(Self.point(127.1, 37.1, type: 1001, more: [9]), envelope: 2),
        Self.blob(Self.point(127.2, 37.2, type: 3001, more: [9, 9]), envelope: 4), Self.blob(big, envelope: 1),
        Self.blob(ring), Self.blob([1] + Self.number(2) + Self.number(0)), .null, Self.blob([1, 1]), .text("x"),
      ])
    let file = try ReadFile { try FileSource(path: path) }
    #expect(file.headers == ["longitude", "latitude", "fid", "이름", "가격", "열림"])
    #expect(
      file.records.map { $0["longitude"] } == [
        "127.0276", "127.1", "127.2", "127.5", "127.001", "LineString", nil, nil, nil,
      ])
    #expect(file.records.map { $0["latitude"] }.prefix(5) == ["37.4979", "37.1", "37.2", "37.5", "37.001"])
    #expect(file.records[0]["fid"] == "7" && file.records[0]["가격"] == "5000" && file.records[8]["이름"] == "가 8")
    // A copy in memory is the same.
    #expect(try ReadFile(readFile(path)) == file)
  }

  @Test("A reference system in metres is named by the headers")
  func metres() throws {
    let path = try package(system: 100_001, [Self.blob(Self.point(200_000, 600_000.5))])
    let file = try ReadFile { try FileSource(path: path) }
    #expect(file.headers.prefix(2) == ["x (EPSG:5186)", "y (EPSG:5186)"])
    #expect(file.records[0]["x (EPSG:5186)"] == "200000.0" && file.records[0]["y (EPSG:5186)"] == "600000.5")
  }

  @Test("Views, other databases and damaged files are refused")
  func hostile() throws {
    let view = try package(
      table: "v",
      before: "CREATE VIEW v AS SELECT 1 fid, randomblob(100000000) geom; CREATE TABLE \"x\" (a);", [])
    #expect(throws: DomainError.self) { try ReadFile { try FileSource(path: view) } }
    let other = directory.url.appendingPathComponent("a.db").path
    let plain = try SQLiteFile(creating: other)
    try plain.run("CREATE TABLE t (a)")
    let error = #expect(throws: DomainError.self) { try ReadFile { try FileSource(path: other) } }
    #expect(error?.code == "geopackage-unsupported")
    let sound = try readFile(package(named: "q.gpkg", [Self.blob(Self.point(1, 2)), Self.blob(Self.point(3, 4))]))
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<200 {
      var bytes = sound
      for _ in 0..<8 {
        bytes[Int.random(in: 16..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      do {
        _ = try ReadFile(bytes)
      } catch let domainError as DomainError {
        #expect(!domainError.message.isEmpty)
      }
    }
    #expect(domainError(of: Array(sound.prefix(5000))) != nil)
  }
}
