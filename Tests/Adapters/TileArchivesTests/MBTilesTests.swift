import Basics
import Foundation
import MapTiles
import SQL
import SQLite
import Support
import Testing
import Workload

@testable import TileArchives

@Suite("MBTiles archives")
struct MBTilesTests {
  private let scratch: ScratchDirectory
  private var path: String { scratch.url.appendingPathComponent("map.mbtiles").path }

  init() throws { scratch = try ScratchDirectory() }

  /// Writes an archive with the statements given, and opens it.
  private func archive(_ statements: [String], _ values: [[Value]] = []) async throws -> MBTilesArchive {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    let database = try await SQLiteDatabase(path: path)
    try await database.write { connection in
      for (index, statement) in statements.enumerated() {
        try connection.run(statement, index < values.count ? values[index] : [])
      }
    }
    await database.close()
    return try await MBTilesArchive(path: path)
  }

  private static let schema = [
    "CREATE TABLE metadata (name TEXT, value TEXT)",
    "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)",
  ]

  private func address(_ zoom: Int, _ column: Int, _ row: Int) throws -> TileAddress {
    try #require(TileAddress(zoom: zoom, column: column, row: row))
  }

  @Test("Rows are counted from the south, and the metadata are read")
  func tiles() async throws {
    let archive = try await archive(
      Self.schema + [
        "INSERT INTO metadata VALUES ('format','png'),('minzoom','2'),('maxzoom','4'),('attribution','<b>&copy; A</b>')",
        "INSERT INTO metadata VALUES ('planetiler:osm:osmosisreplicationtime','2026-06-09T17:00:00Z')",
        "INSERT INTO tiles VALUES (3, 6, 5, $1)", "INSERT INTO tiles VALUES (5, 0, 0, $1)",
      ], [[], [], [], [], [.blob(image("north"))], [.blob(image("deep"))]])
    #expect(archive.information == TileArchiveInformation(attribution: "© A", zooms: 2...4, date: "2026-06-09"))
    #expect(try await archive.tile(at: address(3, 6, 2)) == image("north"))
    #expect(try await archive.tile(at: address(3, 6, 5)) == nil)
    #expect(try await archive.tile(at: address(5, 0, 31)) == nil, "beyond the last zoom level")
  }

  @Test("Zoom levels that the metadata lack are those of the tiles, which may be a view")
  func view() async throws {
    let archive = try await archive(
      [
        "CREATE TABLE metadata (name TEXT, value TEXT)",
        "CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT)",
        "CREATE TABLE images (tile_data BLOB, tile_id TEXT)",
        """
        CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images USING (tile_id)
        """,
        "INSERT INTO map VALUES (1, 0, 0, 'sea'), (1, 1, 0, 'sea'), (2, 0, 0, 'sea')",
        "INSERT INTO images VALUES ($1, 'sea')",
      ], [[], [], [], [], [], [.blob(image("sea"))]])
    #expect(archive.information == TileArchiveInformation(attribution: "", zooms: 1...2))
    #expect(try await archive.tile(at: address(1, 1, 1)) == image("sea"))
  }

  @Test("The file is not written to, and may be read-only")
  func readOnly() async throws {
    _ = try await archive(Self.schema + ["INSERT INTO tiles VALUES (0, 0, 0, $1)"], [[], [], [.blob(image("world"))]])
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let archive = try await MBTilesArchive(path: path)
    #expect(try await archive.tile(at: address(0, 0, 0)) == image("world"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test(
    "Vector tiles have the schema of their layers",
    arguments: [
      (["water", "transportation", "place"], VectorSchema.openMapTiles), (["earth", "roads"], .protomaps),
      (["ocean", "streets", "street_labels"], .shortbread),
    ])
  func vector(layers: [String], schema: VectorSchema) async throws {
    let listed = layers.map { #"{"id":"\#($0)","fields":{}}"# }.joined(separator: ",")
    let archive = try await archive(
      Self.schema + [
        "INSERT INTO metadata VALUES ('format','pbf'), ('json', '{\"vector_layers\":[\(listed)]}')",
        "INSERT INTO tiles VALUES (0, 0, 0, x'1a00')",
      ])
    #expect(archive.information == TileArchiveInformation(attribution: "", zooms: 0...0, schema: schema))
    #expect(try await archive.tile(at: address(0, 0, 0)) == [0x1A, 0])
  }

  @Test("Vector tiles with other layers or none are refused")
  func otherSchema() async throws {
    for (metadata, part) in [
      (#"{"vector_layers":[{"id":"parcels"},{"id":"owners"}]}"#, "parcels, owners"), ("{}", "vector_layers"),
      ("{", "vector_layers"), (#"{"vector_layers":[7,{"id":8}]}"#, "vector_layers"),
    ] {
      await #expect {
        try await archive(
          Self.schema + [
            "INSERT INTO metadata VALUES ('format','pbf'), ('json', $1)",
            "INSERT INTO tiles VALUES (0, 0, 0, x'1a00')",
          ], [[], [], [.text(metadata)]])
      } throws: {
        let error = $0 as? DomainError
        return error?.code == "tiles-invalid" && error?.message.contains(part) == true
          && error?.message.contains("OpenMapTiles, Protomaps 4 or Shortbread 1") == true
      }
    }
  }

  @Test("A tile that is too large, or invalid, is reported as damage")
  func damaged() async throws {
    let archive = try await archive(
      Self.schema + [
        "INSERT INTO tiles VALUES (0, 0, 0, zeroblob(\(TileArchiveInformation.maxTileBytes + 1)))",
        "INSERT INTO tiles VALUES (1, 0, 0, NULL)",
      ])
    for (zoom, row) in [(0, 0), (1, 1)] {
      await #expect(throws: DomainError.tilesDamaged) { try await archive.tile(at: address(zoom, 0, row)) }
    }
  }

  @Test("An unusable archive is refused at the start, with the name of the file")
  func rejected() async throws {
    let vector = ["INSERT INTO metadata VALUES ('format','pbf')", "INSERT INTO tiles VALUES (0, 0, 0, x'00')"]
    for statements in [Self.schema, Self.schema + vector, ["CREATE TABLE tiles (a)"], ["CREATE TABLE other (a)"]] {
      await #expect {
        try await archive(statements)
      } throws: {
        let error = $0 as? DomainError
        return error?.code == "tiles-invalid" && error?.message.contains("map.mbtiles") == true
      }
    }
    try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: path))
    await #expect(throws: DomainError.self) { try await MBTilesArchive(path: path) }
    await #expect(throws: DomainError.self) { try await MBTilesArchive(path: path + "x") }
  }
}
