import Basics
package import SQL

/// The coordinates of booths as a column of PostGIS, `geog`, for programs such as QGIS and pg_featureserv that read the
/// same database. PostgreSQL generates it, so it is never out of date; the service itself does not use it.
package struct BoothGeography: Sendable {
  private let database: any Database

  /// - Parameter database: Of PostgreSQL; its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  /// Adds the column and its index, and creates the extension if it is missing. May take long; imports wait.
  /// - Throws: `DomainError` `postgis-missing`, `postgis-not-created` (conflict).
  package func turnOn() async throws {
    try await database.writeExclusively("catalogue") { connection in
      try Self.makeExtension(on: connection)
      try connection.run(
        """
        ALTER TABLE booth ADD COLUMN IF NOT EXISTS geog geography(Point, 4326) GENERATED ALWAYS AS (
          geography(ST_SetSRID(ST_MakePoint(longitude_e7 / 1e7::float8, latitude_e7 / 1e7::float8), 4326))) STORED
        """)
      try connection.run("CREATE INDEX IF NOT EXISTS booth_geog ON booth USING gist (geog)")
    }
  }

  /// Drops the column with its index. The extension stays: others may use it.
  package func turnOff() async throws {
    try await database.writeExclusively("catalogue") { try $0.run("ALTER TABLE booth DROP COLUMN IF EXISTS geog") }
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
    } catch is DatabaseFailure {
      throw DomainError(
        .conflict, "postgis-not-created",
        "This user may not add PostGIS to the database: let a superuser run CREATE EXTENSION postgis there.")
    }
  }
}
