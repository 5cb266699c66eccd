import Booths
import SQL

/// The catalogue's version and the step that led to each version.
enum CatalogueVersion {
  /// The current version; 0 for a catalogue without changes.
  static func current(on connection: any DatabaseConnection) throws -> Int64 {
    try connection.integer("SELECT version FROM catalogue WHERE id = 1") ?? 0
  }

  static func marked(on connection: any DatabaseConnection) throws -> (version: Int64, mark: String) {
    try connection.first("SELECT version, mark FROM catalogue WHERE id = 1", []) { ($0.integer(0), $0.text(1)) }
      ?? (0, "")
  }

  static func advance(on connection: any DatabaseConnection, run: Int64? = nil, booth: Int64? = nil) throws {
    try connection.run([
      BoundStatement(
        "UPDATE catalogue SET version = version + 1, mark = $1 WHERE id = 1", [.text(CatalogueMark.new())]),
      BoundStatement(
        """
        INSERT INTO catalogue_step (version, run, booth, mark) SELECT version, $1, $2, mark FROM catalogue WHERE id = 1
        """, [.integer(orNull: run), .integer(orNull: booth)]),
    ])
  }

  /// Whether a version had this mark in the history that led to the current one. Every history begins with version 0,
  /// without booths.
  static func isFormer(_ version: Int64, marked mark: String, on connection: any DatabaseConnection) throws -> Bool {
    let current = try marked(on: connection)
    if version == 0 || version == current.version { return version == 0 || mark == current.mark }
    let found = try connection.first(
      "SELECT mark FROM catalogue_step WHERE version = $1", [.integer(version)]
    ) { $0.optionalText(0) }
    return version < current.version && found == mark
  }

  /// The ids of the booths that any step after a version touched, including removed ones; nil if there are more than
  /// `limit`.
  static func touched(since version: Int64, limit: Int, on connection: any DatabaseConnection) throws -> Set<Int64>? {
    var booths: Set<Int64> = []
    var runs: Set<Int64> = []
    var causes = 0
    // Distinct: however often a booth was edited, every step counts.
    try connection.each(
      "SELECT DISTINCT run, booth FROM catalogue_step WHERE version > $1 LIMIT $2",
      [.integer(version), .integer(Int64(limit) + 1)]
    ) { row in
      causes += 1
      if let run = row.optionalInteger(0) { runs.insert(run) }
      if let booth = row.optionalInteger(1) { booths.insert(booth) }
    }
    guard causes <= limit else { return nil }
    for run in runs where booths.count <= limit { try addBooths(of: run, to: &booths, limit: limit, on: connection) }
    return booths.count <= limit ? booths : nil
  }

  private static func addBooths(
    of run: Int64, to booths: inout Set<Int64>, limit: Int, on connection: any DatabaseConnection
  ) throws {
    let range = try connection.first(
      "SELECT first_booth, end_booth FROM import_run WHERE number = $1", [.integer(run)]
    ) { $0.integer(0)..<max($0.integer(0), $0.integer(1)) }
    // One more than the limit indicates too many.
    if let range { booths.formUnion(range.prefix(limit + 1)) }
    try connection.each(
      "SELECT booth FROM booth_before WHERE run = $1 LIMIT $2", [.integer(run), .integer(Int64(limit) + 1)]
    ) { booths.insert($0.integer(0)) }
  }
}
