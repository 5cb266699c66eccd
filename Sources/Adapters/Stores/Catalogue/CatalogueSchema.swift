import SQL

enum CatalogueSchema {
  static func statements(_ dialect: SQLDialect) -> [String] {
    catalogue(dialect) + imports(dialect) + dialect.announceUpdates("catalogue")
  }

  /// The terms of sources. The number is one of the database that it is in.
  static func terms(_ number: Int) -> Migration {
    Migration(
      number, "licences and attributions of sources",
      ["ALTER TABLE source ADD COLUMN licence TEXT", "ALTER TABLE source ADD COLUMN attribution TEXT"])
  }

  /// The names of booths in English. The number is one of the database that it is in.
  static func englishNames(_ number: Int) -> Migration {
    Migration(
      number, "names of booths in English",
      ["booth", "booth_before", "import_waiting"].map { "ALTER TABLE \($0) ADD COLUMN name_en TEXT" })
  }

  /// The first attributes of a booth, in the order of `BoothColumns`.
  private static let attributes = """
    external_id TEXT NOT NULL,
    name TEXT NOT NULL,
    brand TEXT,
    road_address TEXT,
    lot_address TEXT,
    latitude_e7 BIGINT CHECK (latitude_e7 BETWEEN -900000000 AND 900000000),
    longitude_e7 BIGINT CHECK (longitude_e7 BETWEEN -1800000000 AND 1800000000),
    phone TEXT,
    opening_hours TEXT,
    tags TEXT,
    cuts BIGINT,
    shots BIGINT,
    price BIGINT,
    even_prints_only BIGINT,
    capacity BIGINT,
    status BIGINT NOT NULL CHECK (status BETWEEN 0 AND 2),
    last_verified BIGINT
    """

  /// The catalogue's own state of a booth: a hash of the source's last data, and the manual edits.
  private static let state = """
    fingerprint BIGINT NOT NULL,
    edited_fields BIGINT NOT NULL,
    edited_at BIGINT
    """

  private static func catalogue(_ dialect: SQLDialect) -> [String] {
    [
      // Booth ids are taken from here and not from the maximum in use: an id is never reused.
      """
      CREATE TABLE catalogue (
        id BIGINT PRIMARY KEY CHECK (id = 1),
        version BIGINT NOT NULL,
        next_booth BIGINT NOT NULL,
        mark TEXT NOT NULL)
      """,
      "INSERT INTO catalogue (id, version, next_booth, mark) VALUES (1, 0, 1, '\(CatalogueMark.new())')",
      "CREATE TABLE source (id \(dialect.key), name TEXT NOT NULL UNIQUE)",
      // Without a reference to `source`, whose rows are never removed: checking it took a twentieth of a large import.
      "CREATE TABLE booth (id \(dialect.key), source_id BIGINT NOT NULL, \(attributes), \(state))",
      IdentifierKey.create(dialect),
      // One row per version: the run that was imported or rolled back, or the booth that was edited. The marks of former
      // versions are kept, so that an index of one of them is known to be of this history.
      "CREATE TABLE catalogue_step (version \(dialect.key), run BIGINT, booth BIGINT, mark TEXT)",
    ]
  }

  private static func imports(_ dialect: SQLDialect) -> [String] {
    [
      // The booths that a run added have ids without gaps from `first_booth` to before `end_booth`.
      """
      CREATE TABLE import_run (
        number \(dialect.key),
        source_id BIGINT NOT NULL REFERENCES source (id),
        file TEXT NOT NULL,
        started_at BIGINT NOT NULL,
        finished_at BIGINT NOT NULL,
        added BIGINT NOT NULL,
        changed BIGINT NOT NULL,
        unchanged BIGINT NOT NULL,
        closed BIGINT NOT NULL,
        duplicate BIGINT NOT NULL,
        rejected BIGINT NOT NULL,
        first_booth BIGINT NOT NULL,
        end_booth BIGINT NOT NULL,
        rolled_back_at BIGINT)
      """,
      // The state of a booth before a run changed it, which a rollback restores.
      """
      CREATE TABLE booth_before (
        run BIGINT NOT NULL REFERENCES import_run (number), booth BIGINT NOT NULL, \(attributes), \(state),
        PRIMARY KEY (run, booth))
      """,
      """
      CREATE TABLE import_change (
        run BIGINT NOT NULL REFERENCES import_run (number), position BIGINT NOT NULL,
        kind TEXT NOT NULL, line BIGINT NOT NULL, booth BIGINT NOT NULL, name TEXT NOT NULL,
        PRIMARY KEY (run, position))
      """,
      """
      CREATE TABLE import_change_field (
        run BIGINT NOT NULL, position BIGINT NOT NULL, ordinal BIGINT NOT NULL,
        field TEXT NOT NULL, before_text TEXT NOT NULL, after_text TEXT NOT NULL,
        PRIMARY KEY (run, position, ordinal))
      """,
      """
      CREATE TABLE import_duplicate (
        run BIGINT NOT NULL REFERENCES import_run (number), ordinal BIGINT NOT NULL, line BIGINT NOT NULL,
        external_id TEXT NOT NULL, name TEXT NOT NULL, original BIGINT NOT NULL, metres DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (run, ordinal))
      """,
      // Empty between imports.
      "CREATE TABLE import_waiting (ordinal \(dialect.key), line BIGINT NOT NULL, \(attributes))",
    ]
  }
}
