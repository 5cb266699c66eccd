extension Invariant {
  static let catalogue = [
    Invariant(
      "booths", "The next booth gets a number that none ever had.",
      broken: "SELECT id AS key FROM catalogue WHERE next_booth <= (\(lastBooth))",
      repair: ["UPDATE catalogue SET next_booth = 1 + (\(lastBooth)) WHERE next_booth <= (\(lastBooth))"]),
    Invariant(
      "booths", "Each booth has a source, and both coordinates or none.",
      broken: """
        SELECT id AS key FROM booth WHERE (latitude_e7 IS NULL) <> (longitude_e7 IS NULL)
          OR NOT EXISTS (SELECT 1 FROM source WHERE source.id = booth.source_id)
        """),
    Invariant(
      "catalogue", "Each version has a step that led to it, and the current one has a mark.",
      broken: """
        SELECT version AS key FROM catalogue WHERE version <> (SELECT COUNT(*) FROM catalogue_step)
          OR version <> (SELECT COALESCE(MAX(version), 0) FROM catalogue_step) OR mark = ''
        """),
    Invariant(
      "imports", "The booths that an import added exist, unless it was rolled back.",
      broken: """
        SELECT number AS key FROM import_run WHERE CASE WHEN rolled_back_at IS NULL THEN end_booth - first_booth ELSE 0 END
          <> (SELECT COUNT(*) FROM booth WHERE id >= first_booth AND id < end_booth)
        """),
    Invariant(
      "imports", "Nothing waits between imports.", broken: "SELECT ordinal AS key FROM import_waiting",
      repair: ["DELETE FROM import_waiting"]),
  ]

  /// The largest number that a booth has, or had when it was imported.
  private static let lastBooth = """
    SELECT MAX(number) FROM (
      SELECT COALESCE(MAX(id), 0) AS number FROM booth UNION ALL
      SELECT COALESCE(MAX(end_booth), 1) - 1 AS number FROM import_run) AS numbers
    """
}
