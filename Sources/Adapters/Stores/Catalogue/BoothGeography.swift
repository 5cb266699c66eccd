package import Basics
import Booths
package import SQL

/// The coordinates of booths as a column of PostGIS, `geog`, for programs such as QGIS and pg_featureserv that read the
/// same database. PostgreSQL generates it, so it is never out of date; the service itself does not use it.
package struct BoothGeography: Sendable {
  private let database: any Database

  /// - Parameter database: Of PostgreSQL; its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  /// Adds the column and its index, and makes the extension where it is missing. May take long; imports wait.
  /// - Throws: `DomainError` `postgis-missing`, `postgis-not-created` (conflict).
  package func turnOn() async throws {
    try await database.writeExclusively("catalogue") { connection in
      try Self.makeExtension(on: connection)
      try connection.run(
        """
        ALTER TABLE booth ADD COLUMN IF NOT EXISTS geog geography(Point, 4326) GENERATED ALWAYS AS (
          \(Self.point("longitude_e7 / 1e7::float8", "latitude_e7 / 1e7::float8"))) STORED
        """)
      try connection.run("CREATE INDEX IF NOT EXISTS booth_geog ON booth USING gist (geog)")
    }
  }

  /// Drops the column with its index. The extension stays: others may use it.
  package func turnOff() async throws {
    try await database.writeExclusively("catalogue") { try $0.run("ALTER TABLE booth DROP COLUMN IF EXISTS geog") }
  }

  /// Whether the column is there.
  package func isOn() async throws -> Bool {
    try await database.read { connection in
      try connection.integer(
        """
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = 'booth' AND column_name = 'geog'
        """) != nil
    }
  }

  /// The booths that are not closed within a distance, with their distances on the ellipsoid; in metres.
  package func distances(from coordinate: Coordinate, within radius: Double) async throws -> [BoothID: Double] {
    try await database.read { connection in
      var distances: [BoothID: Double] = [:]
      try connection.each(
        """
        SELECT id, ST_Distance(geog, start) FROM booth, \(Self.point("$1::float8", "$2::float8")) AS start
        WHERE status <> $3 AND ST_DWithin(geog, start, $4)
        """,
        [
          .real(coordinate.longitude), .real(coordinate.latitude), .integer(Int64(BoothStatus.closed.code)),
          .real(radius),
        ]
      ) { distances[BoothID($0.integer(0))] = $0.real(1) }
      return distances
    }
  }

  private static func point(_ longitude: String, _ latitude: String) -> String {
    "geography(ST_SetSRID(ST_MakePoint(\(longitude), \(latitude)), 4326))"
  }

  private static func makeExtension(on connection: any DatabaseConnection) throws {
    guard try connection.integer("SELECT 1 FROM pg_extension WHERE extname = 'postgis'") == nil else { return }
    guard try connection.integer("SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'") != nil else {
      throw DomainError(
        .conflict, "postgis-missing",
        "PostGIS is not installed on the server: Debian has it as the package postgresql-15-postgis-3.")
    }
    do {
      try connection.run("CREATE EXTENSION postgis")
    } catch is DatabaseError {
      throw DomainError(
        .conflict, "postgis-not-created",
        "This user may not add PostGIS to the database: let a superuser run CREATE EXTENSION postgis there.")
    }
  }
}
