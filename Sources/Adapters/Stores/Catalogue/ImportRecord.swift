import Basics
import Booths
import SQL

/// The numbered record of an import: created at the beginning of its transaction, completed at the end.
struct ImportRecord {
  let run: Int64
  let source: Int64
  let isSourceNew: Bool
  /// The id of the first booth that the import adds.
  let firstBooth: Int64
  private let connection: any DatabaseConnection
  private let request: ImportRequest
  private let hasNewTerms: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant

  init(_ connection: any DatabaseConnection, _ request: ImportRequest) throws {
    self.connection = connection
    self.request = request
    start = clock.now
    (source, isSourceNew) = try Self.source(request.source, on: connection)
    hasNewTerms = try Self.set(request.terms, of: source, on: connection)
    firstBooth = try connection.integer("SELECT next_booth FROM catalogue WHERE id = 1") ?? 1
    run = (try connection.integer("SELECT MAX(number) FROM import_run") ?? 0) + 1
    try connection.run(
      """
      INSERT INTO import_run (number, source_id, file, started_at, finished_at, added, changed, unchanged, closed,
        duplicate, rejected, first_booth, end_booth)
      VALUES ($1, $2, $3, $4, $4, 0, 0, 0, 0, 0, 0, $5, $5)
      """,
      [
        .integer(run), .integer(source), .text(request.file), .integer(request.startedAt.milliseconds),
        .integer(firstBooth),
      ])
  }

  private static func source(
    _ name: String, on connection: any DatabaseConnection
  ) throws -> (id: Int64, isNew: Bool) {
    let added = try connection.run(
      "INSERT INTO source (name) VALUES ($1) ON CONFLICT (name) DO NOTHING", [.text(name)])
    return (try connection.integer("SELECT id FROM source WHERE name = $1", [.text(name)]) ?? 0, added > 0)
  }

  /// Whether the source had others.
  private static func set(
    _ terms: SourceTerms, of source: Int64, on connection: any DatabaseConnection
  ) throws -> Bool {
    let former = try connection.first("SELECT licence, attribution FROM source WHERE id = $1", [.integer(source)]) {
      SourceTerms(licence: $0.optionalText(0), attribution: $0.optionalText(1))
    }
    let new = SourceTerms(
      licence: terms.licence ?? former?.licence, attribution: terms.attribution ?? former?.attribution)
    guard new != former else { return false }
    try connection.run(
      "UPDATE source SET licence = $2, attribution = $3 WHERE id = $1",
      [.integer(source), .text(orNull: new.licence), .text(orNull: new.attribution)])
    return true
  }

  /// Records the counts. The version changes only if a booth was touched, or the terms of the source.
  func finish(_ result: ReconciledImport, endBooth: Int64, hasReplaced: Bool) throws -> ImportOutcome {
    let counts = result.counts
    let elapsed = (clock.now - start).components
    let finishedAt =
      request.startedAt.milliseconds + elapsed.seconds * 1000 + elapsed.attoseconds / 1_000_000_000_000_000
    try connection.run(
      """
      UPDATE import_run SET finished_at = $2, added = $3, changed = $4, unchanged = $5, closed = $6, duplicate = $7,
        rejected = $8, end_booth = $9
      WHERE number = $1
      """,
      [run, finishedAt].map(Value.integer)
        + [counts.added, counts.changed, counts.unchanged, counts.closed, counts.duplicate, counts.rejected]
        .map { Value.integer(Int64($0)) } + [.integer(endBooth)])
    try keep(result.preview)
    if endBooth > firstBooth || hasReplaced || hasNewTerms {
      try connection.run("UPDATE catalogue SET next_booth = $1 WHERE id = 1", [.integer(endBooth)])
      try CatalogueVersion.advance(on: connection, run: run)
    }
    return ImportOutcome(
      run: request.isDryRun ? nil : run, counts: counts, preview: result.preview,
      duplicates: try Self.duplicates(of: run, on: connection))
  }

  private func keep(_ preview: [BoothChange]) throws {
    let changes = try connection.bulkInsert(
      into: "import_change", ["run", "position", "kind", "line", "booth", "name"])
    try changes.add(preview.count) { row, values, first in
      try values.bind(first, run)
      try values.bind(first + 1, Int64(row))
      try values.bind(first + 2, preview[row].kind.rawValue)
      try values.bind(first + 3, Int64(preview[row].line))
      try values.bind(first + 4, preview[row].id.number)
      try values.bind(first + 5, preview[row].name)
    }
    try keep(
      preview.enumerated().flatMap { position, change in
        change.fields.enumerated().map { (position: position, ordinal: $0, change: $1) }
      })
  }

  private func keep(_ fields: [(position: Int, ordinal: Int, change: FieldChange)]) throws {
    let columns = ["run", "position", "ordinal", "field", "before_text", "after_text"]
    try connection.bulkInsert(into: "import_change_field", columns).add(fields.count) { row, values, first in
      try values.bind(first, run)
      try values.bind(first + 1, Int64(fields[row].position))
      try values.bind(first + 2, Int64(fields[row].ordinal))
      try values.bind(first + 3, fields[row].change.field.rawValue)
      try values.bind(first + 4, fields[row].change.before)
      try values.bind(first + 5, fields[row].change.after)
    }
  }
}

// MARK: Reading

extension ImportRecord {
  private static let select = """
    SELECT number, source.name, file, started_at, finished_at, added, changed, unchanged, closed, duplicate, rejected,
      rolled_back_at
    FROM import_run JOIN source ON source.id = source_id
    """

  /// The newest runs, newest first.
  static func newest(_ limit: Int, on connection: any DatabaseConnection) throws -> [ImportRun] {
    var runs: [ImportRun] = []
    try connection.each("\(select) ORDER BY number DESC LIMIT $1", [.integer(Int64(max(0, limit)))]) {
      runs.append(run(of: $0))
    }
    return runs
  }

  static func run(_ number: Int64, on connection: any DatabaseConnection) throws -> ImportRun? {
    try connection.first("\(select) WHERE number = $1", [.integer(number)], run(of:))
  }

  private static func run(of row: any Row) -> ImportRun {
    var counts = ImportCounts()
    counts.added = Int(row.integer(5))
    counts.changed = Int(row.integer(6))
    counts.unchanged = Int(row.integer(7))
    counts.closed = Int(row.integer(8))
    counts.duplicate = Int(row.integer(9))
    counts.rejected = Int(row.integer(10))
    return ImportRun(
      number: row.integer(0), source: row.text(1), file: row.text(2),
      startedAt: Timestamp(milliseconds: row.integer(3)), finishedAt: Timestamp(milliseconds: row.integer(4)),
      counts: counts, rolledBackAt: row.optionalInteger(11).map(Timestamp.init(milliseconds:)))
  }

  /// The first changes of a run, in the order of the lines.
  static func changes(of run: Int64, on connection: any DatabaseConnection) throws -> [BoothChange] {
    var changes: [BoothChange] = []
    try connection.each(
      "SELECT kind, line, booth, name FROM import_change WHERE run = $1 ORDER BY position", [.integer(run)]
    ) { row in
      let kind = BoothChange.Kind(rawValue: row.text(0)) ?? .changed
      changes.append(
        BoothChange(kind: kind, line: Int(row.integer(1)), id: BoothID(row.integer(2)), name: row.text(3)))
    }
    try connection.each(
      """
      SELECT position, field, before_text, after_text FROM import_change_field
      WHERE run = $1 ORDER BY position, ordinal
      """, [.integer(run)]
    ) { row in
      guard let field = BoothField(rawValue: row.text(1)), changes.indices.contains(Int(row.integer(0))) else { return }
      changes[Int(row.integer(0))].fields.append(FieldChange(field: field, before: row.text(2), after: row.text(3)))
    }
    return changes
  }

  /// The first duplicates of a run, in the order of the lines, at most `ImportOutcome.maxPreview`.
  static func duplicates(of run: Int64, on connection: any DatabaseConnection) throws -> [DuplicateRow] {
    var rows: [DuplicateRow] = []
    try connection.each(
      "\(selectDuplicate) WHERE run = $1 ORDER BY line, ordinal LIMIT \(ImportOutcome.maxPreview)", [.integer(run)]
    ) { rows.append(duplicate(of: $0)) }
    return rows
  }

  static let selectDuplicate = "SELECT line, external_id, name, original, metres FROM import_duplicate"

  /// The duplicate in a row of `selectDuplicate`.
  static func duplicate(of row: any Row) -> DuplicateRow {
    DuplicateRow(
      line: Int(row.integer(0)), externalID: row.text(1), name: row.text(2), original: BoothID(row.integer(3)),
      metres: row.real(4) == repeatedIdentifier ? nil : row.real(4))
  }

  /// The distance recorded for a row that repeats an identifier.
  static let repeatedIdentifier = -1.0
}
