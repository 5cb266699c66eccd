import Basics
import JSON
package import MapTiles
import SQL
import SQLite

/// An MBTiles archive (version 1.3): a SQLite file, which is only read.
package struct MBTilesArchive: TileArchive {
  package let information: TileArchiveInformation
  private let database: SQLiteDatabase

  /// Opens an archive.
  /// - Throws: `DomainError` `tiles-invalid`, or that of a database file, each of which names the file.
  package init(path: String) async throws {
    database = try await SQLiteDatabase(reading: path)
    let found: Contents
    do {
      found = try await database.read { try Contents($0) }
    } catch is DatabaseFailure {
      throw DomainError.tileArchiveInvalid(path, "is no MBTiles archive: it has no tables of metadata and tiles")
    }
    guard let zooms = found.zooms else { throw DomainError.tileArchiveInvalid(path, "holds no tiles") }
    let schema = found.format == "pbf" ? try VectorSchema.recognized(by: found.layers, in: path) : nil
    information = TileArchiveInformation(
      attribution: found.attribution, zooms: zooms, schema: schema, date: found.date)
  }

  package func tile(at address: TileAddress) async throws -> [UInt8]? {
    guard information.zooms.contains(address.zoom) else { return nil }
    // Rows are counted from the south.
    let values = [address.zoom, address.column, (1 << address.zoom) - 1 - address.row].map { Value.integer(Int64($0)) }
    return try await database.read { connection in
      let limit = Int64(TileArchiveInformation.maxTileBytes)
      return try connection.first(Self.query, values + [.integer(limit)]) { row in
        guard !row.isNull(0) else { throw DomainError.tilesDamaged }
        return row.blob(0)
      }
    }
  }

  /// How many tiles it has, and how many of those are too large or no vector tiles. Reads all of them.
  package func counts() async throws -> (tiles: Int, unusable: Int) {
    let query = """
      SELECT COUNT(*), COALESCE(SUM(length(tile_data) > $1
        OR substr(tile_data, 1, 2) <> x'1F8B' AND substr(tile_data, 1, 1) <> x'1A'), 0) FROM tiles
      """
    let counts = try await database.read { connection in
      try connection.first(query, [.integer(Int64(TileArchiveInformation.maxTileBytes))]) { row in
        (tiles: Int(row.integer(0)), unusable: Int(row.integer(1)))
      }
    }
    return counts ?? (tiles: 0, unusable: 0)
  }

  /// The bytes, or NULL for a tile that is too large.
  private static let query = """
    SELECT CASE WHEN length(tile_data) <= $4 THEN tile_data END FROM tiles
    WHERE zoom_level = $1 AND tile_column = $2 AND tile_row = $3 LIMIT 1
    """

  private struct Contents: Sendable {
    var format = ""
    var attribution = ""
    var date: String?
    var layers: [String] = []
    var zooms: ClosedRange<Int>?

    init(_ connection: any DatabaseConnection) throws {
      var values: [String: String] = [:]
      let query = """
        SELECT name, substr(CAST(value AS TEXT), 1, CASE name WHEN 'json' THEN 1048576 ELSE 4096 END) FROM metadata
        WHERE name IN ('format', 'attribution', 'minzoom', 'maxzoom', 'json', '\(TileArchiveInformation.dateKey)')
        """
      try connection.each(query, []) { row in values[row.text(0)] = row.text(1) }
      format = values["format"] ?? ""
      attribution = TileArchiveInformation.plainAttribution(values["attribution"] ?? "")
      date = TileArchiveInformation.day(of: values[TileArchiveInformation.dateKey])
      layers = vectorLayers(of: try? JSONReader.value(of: Array((values["json"] ?? "").utf8)))
      var lowest = values["minzoom"].flatMap { Int($0) }
      var highest = values["maxzoom"].flatMap { Int($0) }
      if lowest == nil || highest == nil {
        lowest = try connection.integer("SELECT MIN(zoom_level) FROM tiles").map(Int.init)
        highest = try connection.integer("SELECT MAX(zoom_level) FROM tiles").map(Int.init)
      }
      guard try connection.integer("SELECT 1 FROM tiles LIMIT 1") != nil, let lowest, let highest,
        lowest >= 0, lowest <= highest, lowest <= TileAddress.maxZoom
      else { return }
      zooms = lowest...min(highest, TileAddress.maxZoom)
    }
  }
}
