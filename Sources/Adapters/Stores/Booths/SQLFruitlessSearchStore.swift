package import Booths
package import SQL

package struct SQLFruitlessSearchStore: FruitlessSearchStore {
  private let database: any Database

  /// - Parameter database: Its schema must be up to date.
  package init(_ database: any Database) { self.database = database }

  /// Complexity: O(texts · log n).
  package func add(_ counts: [String: Int], on day: Int64) async throws {
    try await database.write { connection in
      // In one order everywhere, so that nodes don't wait for each other in a circle.
      for (text, count) in counts.sorted(by: { $0.key < $1.key }) {
        try connection.run(
          """
          INSERT INTO fruitless_search (day, phrase, searches) VALUES ($1, $2, $3)
          ON CONFLICT (day, phrase) DO UPDATE SET searches = fruitless_search.searches + excluded.searches
          """, [.integer(day), .text(text), .integer(Int64(count))])
      }
    }
  }

  /// Complexity: O(log n + rows removed).
  package func remove(before day: Int64) async throws {
    try await database.write { connection in
      try connection.run("DELETE FROM fruitless_search WHERE day < $1", [.integer(day)])
    }
  }

  /// Complexity: O(rows).
  package func list(limit: Int) async throws -> [FruitlessSearch] {
    try await database.read { connection in
      var found: [FruitlessSearch] = []
      try connection.each(
        """
        SELECT phrase, CAST(SUM(searches) AS BIGINT) AS total, MAX(day) FROM fruitless_search
        GROUP BY phrase ORDER BY total DESC, phrase LIMIT $1
        """, [.integer(Int64(limit))]
      ) { row in
        found.append(FruitlessSearch(text: row.text(0), count: Int(row.integer(1)), lastDay: row.integer(2)))
      }
      return found
    }
  }
}
