import Basics
import Booths
import SQL

enum ImportRollback {
  static func run(
    _ number: Int64, at instant: Timestamp, discardsEdits: Bool, on connection: any DatabaseConnection
  ) throws -> ImportRun {
    try check(number, on: connection)
    if !discardsEdits { try checkEdits(number, on: connection) }
    let key: [Value] = [.integer(number)]
    let changes = try connection.run([
      BoundStatement(
        "UPDATE import_run SET rolled_back_at = $2 WHERE number = $1", key + [.integer(instant.milliseconds)]),
      BoundStatement(restore, key), BoundStatement(removal, key),
    ])
    if changes.dropFirst().contains(where: { $0 > 0 }) { try CatalogueVersion.advance(on: connection, run: number) }
    guard let run = try ImportRecord.run(number, on: connection) else { throw unknown(number) }
    return run
  }

  private static func check(_ number: Int64, on connection: any DatabaseConnection) throws {
    guard let run = try ImportRecord.run(number, on: connection) else { throw unknown(number) }
    guard run.rolledBackAt == nil else {
      throw DomainError(.conflict, "run-rolled-back", "Import \(number) was rolled back before.", field: "run")
    }
    guard let later = try connection.integer(overtaking, [.integer(number)]) else { return }
    throw DomainError(
      .conflict, "run-overtaken",
      "Import \(later) changed some of the same booths after import \(number): roll back import \(later) first.",
      field: "run")
  }

  /// Rejects the removal of booths that were edited by hand: an import of the same file gives them other ids, and not
  /// what was edited.
  private static func checkEdits(_ number: Int64, on connection: any DatabaseConnection) throws {
    var edited: [Int64] = []
    try connection.each("SELECT id FROM booth WHERE \(added) AND edited_fields <> 0 ORDER BY id", [.integer(number)]) {
      edited.append($0.integer(0))
    }
    guard !edited.isEmpty else { return }
    let named = edited.prefix(5).map(String.init).joined(separator: ", ")
    throw DomainError(
      .conflict, "booths-edited",
      "Import \(number) added \(edited.count == 1 ? "a booth that was" : "\(edited.count) booths that were") edited by hand "
        + "since (\(named)\(edited.count > 5 ? ", …" : "")); they and the edits would be removed: pass --discard-edits for that.",
      field: "run")
  }

  private static func unknown(_ number: Int64) -> DomainError {
    DomainError(
      .notFound, "run-unknown", "There is no import \(number): 'fourcuts imports list' shows those there are.",
      field: "run")
  }

  /// The latest run, not rolled back itself, that changed a booth which this run added or changed.
  private static let overtaking = """
    SELECT MAX(later.run) FROM booth_before AS later
    JOIN import_run AS mine ON mine.number = $1
    JOIN import_run AS other ON other.number = later.run AND other.rolled_back_at IS NULL
    WHERE later.run > $1
      AND (later.booth >= mine.first_booth AND later.booth < mine.end_booth
        OR EXISTS (SELECT 1 FROM booth_before AS old WHERE old.run = $1 AND old.booth = later.booth))
    """

  /// Restores the former state of booths, except for fields that are edited by hand now.
  private static let restore = """
    UPDATE booth SET \(BoothColumns.attributes.map(assignment).joined(separator: ", ")),
      fingerprint = old.fingerprint,
      edited_fields = booth.edited_fields | old.edited_fields,
      edited_at = COALESCE(booth.edited_at, old.edited_at)
    FROM booth_before AS old WHERE old.run = $1 AND old.booth = booth.id
    """

  private static let removal = "DELETE FROM booth WHERE \(added)"

  private static let added = """
    id >= (SELECT first_booth FROM import_run WHERE number = $1)
      AND id < (SELECT end_booth FROM import_run WHERE number = $1)
    """

  private static func assignment(_ column: BoothColumns.Column) -> String {
    let (name, bit) = (column.name, column.bit)
    return "\(name) = CASE WHEN (booth.edited_fields & \(bit)) <> 0 THEN booth.\(name) ELSE old.\(name) END"
  }
}
