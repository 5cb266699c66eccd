import Basics
import Booths
import Geo
import SQL

/// Reads booths as programs that know PostGIS do.
struct GeographyReader {
  let database: any Database

  /// Whether the column is there.
  func isOn() async throws -> Bool {
    try await database.read { connection in
      try connection.integer(
        """
        SELECT 1 FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = 'booth' AND column_name = 'geog'
        """) != nil
    }
  }

  /// The booths that are not closed within a distance, with their distances on the ellipsoid; in metres.
  func distances(from coordinate: Coordinate, within radius: Double) async throws -> [BoothID: Double] {
    try await database.read { connection in
      var distances: [BoothID: Double] = [:]
      try connection.each(
        """
        SELECT id, ST_Distance(geog, start)
        FROM booth, geography(ST_SetSRID(ST_MakePoint($1::float8, $2::float8), 4326)) AS start
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
}
