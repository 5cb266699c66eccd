package import Basics
import SQLite

/// Writes places as a GeoPackage (OGC 12-128r15) with one layer of points in longitude and latitude.
package struct GeoPackageWriter {
  private let file: SQLiteFile
  private let keys: [String]
  private let layer: String

  /// Creates a file, which must not exist.
  /// - Parameters:
  ///   - keys: the fields that places may have, without the name: plain words, as they become columns.
  ///   - changed: when the content changed, as RFC 3339 in UTC.
  /// - Throws: `DomainError` `sqlite-unwritable`.
  package init(path: String, layer: String, keys: [String], changed: String) throws(DomainError) {
    file = try SQLiteFile(creating: path)
    self.keys = keys
    self.layer = layer
    let columns = (["name"] + keys).map { ", \"\($0)\" TEXT" }.joined()
    // Nobody uses a file that was not completed, so it needs no journal.
    try file.run(
      """
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA application_id = 1196444487;
      PRAGMA user_version = 10300;
      BEGIN;
      CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
        organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
      INSERT INTO gpkg_spatial_ref_sys VALUES
        ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', NULL),
        ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', NULL),
        ('WGS 84', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,\
      AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],\
      AUTHORITY["EPSG","4326"]]', NULL);
      CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
        description TEXT DEFAULT '', last_change DATETIME NOT NULL, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE,
        max_y DOUBLE, srs_id INTEGER REFERENCES gpkg_spatial_ref_sys (srs_id));
      INSERT INTO gpkg_contents (table_name, data_type, identifier, last_change, srs_id)
        VALUES ('\(layer)', 'features', '\(layer)', '\(changed)', 4326);
      CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL UNIQUE REFERENCES gpkg_contents (table_name),
        column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
        srs_id INTEGER NOT NULL REFERENCES gpkg_spatial_ref_sys (srs_id), z TINYINT NOT NULL, m TINYINT NOT NULL,
        PRIMARY KEY (table_name, column_name));
      INSERT INTO gpkg_geometry_columns VALUES ('\(layer)', 'geom', 'POINT', 4326, 0, 0);
      CREATE TABLE "\(layer)" (fid INTEGER PRIMARY KEY NOT NULL, geom POINT\(columns));
      """)
    let parameters = (1...keys.count + 3).map { "?\($0)" }.joined(separator: ", ")
    try file.prepareInsertion("INSERT INTO \"\(layer)\" VALUES (\(parameters))")
  }

  /// - Throws: `DomainError` `sqlite-unwritable`.
  package func append(_ place: WrittenPlace) throws(DomainError) {
    var values: [SQLiteFile.Value] = [.integer(place.number), .null, .text(place.name)]
    if let (longitude, latitude) = place.coordinate, let x = Double(longitude), let y = Double(latitude) {
      values[1] = .blob(Self.point(x, y))
    }
    for key in keys {
      values.append(place.fields.first { $0.key == key }.map { .text($0.text) } ?? .null)
    }
    try file.insert(values)
  }

  /// Completes the file.
  /// - Throws: `DomainError` `sqlite-unwritable`.
  package func finish() throws(DomainError) { try file.run("COMMIT") }

  /// A header without an envelope, then a point, both in little-endian order.
  private static func point(_ x: Double, _ y: Double) -> [UInt8] {
    var bytes: [UInt8] = [0x47, 0x50, 0, 1, 0xE6, 0x10, 0, 0, 1, 1, 0, 0, 0]
    for number in [x, y] { withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 } }
    return bytes
  }
}
