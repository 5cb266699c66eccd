import SQL

/// The tables of saved booths, corrections, proposals, confirmations and searches without results. Booths are named without
/// references: SQLite keeps them in another database.
enum BoothFeedbackSchema {
  static let statements = saved + corrections

  static let fruitlessSearches = Migration(
    29, "searches that found nothing",
    [
      """
      CREATE TABLE fruitless_search (
        day BIGINT NOT NULL,
        phrase TEXT NOT NULL,
        searches BIGINT NOT NULL,
        PRIMARY KEY (day, phrase))
      """
    ])

  /// Parameters are a JSON object of texts; intervals are seconds.
  static let scheduledSources = Migration(
    31, "sources of booths on a schedule",
    [
      """
      CREATE TABLE scheduled_source (
        name TEXT PRIMARY KEY,
        location TEXT NOT NULL,
        interval_seconds BIGINT NOT NULL,
        max_percent BIGINT NOT NULL,
        allows_private BIGINT NOT NULL,
        parameters TEXT NOT NULL,
        due_at BIGINT NOT NULL,
        leased_until BIGINT NOT NULL,
        checked_at BIGINT,
        state TEXT NOT NULL,
        message TEXT NOT NULL,
        validator TEXT)
      """
    ])

  static let proposals = Migration(
    32, "proposals of booths",
    [
      """
      CREATE TABLE booth_proposal (
        id TEXT PRIMARY KEY,
        author_id TEXT REFERENCES account (id) ON DELETE SET NULL,
        latitude_e7 BIGINT NOT NULL,
        longitude_e7 BIGINT NOT NULL,
        name TEXT NOT NULL,
        brand TEXT NOT NULL,
        road_address TEXT NOT NULL,
        opening_hours TEXT NOT NULL,
        price TEXT NOT NULL,
        note TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        decided_at BIGINT,
        booth_id BIGINT,
        reason TEXT)
      """,
      "CREATE INDEX booth_proposal_moment ON booth_proposal (created_at, id)",
      "CREATE INDEX booth_proposal_open ON booth_proposal (created_at, id) WHERE decided_at IS NULL",
      "CREATE INDEX booth_proposal_author ON booth_proposal (author_id, created_at)",
    ])

  /// Reports whether booths exist, one of each account, booth and day (UTC, counted from 1970), and what operators
  /// decided. `agreed` is null while nothing was decided. Open corrections become reports without a network.
  static let confirmations = Migration(
    38, "confirmations of booths",
    [
      """
      CREATE TABLE booth_confirmation (
        booth_id BIGINT NOT NULL,
        account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        day BIGINT NOT NULL,
        kind TEXT NOT NULL,
        is_on_spot BIGINT NOT NULL,
        network TEXT NOT NULL,
        reported_at BIGINT NOT NULL,
        agreed BIGINT,
        PRIMARY KEY (booth_id, account_id, day))
      """,
      "CREATE INDEX booth_confirmation_booth ON booth_confirmation (booth_id, reported_at)",
      "CREATE INDEX booth_confirmation_account ON booth_confirmation (account_id, agreed)",
      """
      CREATE INDEX booth_confirmation_gone ON booth_confirmation (reported_at)
      WHERE kind = 'gone' AND agreed IS NULL
      """,
      """
      INSERT INTO booth_confirmation (booth_id, account_id, day, kind, is_on_spot, network, reported_at)
      SELECT booth_id, reporter_id, created_at / 86400000, 'gone', 0, '', created_at FROM booth_correction
      WHERE kind = 'closed' AND closed_at IS NULL AND reporter_id IS NOT NULL
      ON CONFLICT DO NOTHING
      """,
      """
      CREATE TABLE booth_decision (
        booth_id BIGINT PRIMARY KEY,
        is_there BIGINT NOT NULL,
        decided_at BIGINT NOT NULL)
      """,
    ])

  /// What people were told last of a booth that they have saved, and of which version of the catalogue that was.
  static let presences = Migration(
    44, "changes of saved booths",
    [
      "ALTER TABLE saved_booth ADD COLUMN presence TEXT", "ALTER TABLE saved_booth ADD COLUMN name TEXT",
      "ALTER TABLE saved_booth ADD COLUMN catalogue_version BIGINT NOT NULL DEFAULT 0",
      "CREATE INDEX saved_booth_presence ON saved_booth (booth_id, presence)",
      "ALTER TABLE notice ADD COLUMN booth_id BIGINT",
    ])

  /// Likewise the hours and the price that people know of a booth that they have saved.
  static let savedDetails = Migration(
    45, "hours and prices of saved booths",
    [
      "ALTER TABLE saved_booth ADD COLUMN opening_hours TEXT", "ALTER TABLE saved_booth ADD COLUMN price TEXT",
    ])

  private static let saved = [
    """
    CREATE TABLE saved_booth (
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      booth_id BIGINT NOT NULL,
      since BIGINT NOT NULL,
      PRIMARY KEY (account_id, booth_id))
    """
  ]

  private static let corrections = [
    """
    CREATE TABLE booth_correction (
      id TEXT PRIMARY KEY,
      reporter_id TEXT REFERENCES account (id) ON DELETE SET NULL,
      booth_id BIGINT NOT NULL,
      kind TEXT NOT NULL,
      note TEXT NOT NULL,
      duplicate_id BIGINT,
      evidence TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      closed_at BIGINT,
      is_accepted BIGINT NOT NULL DEFAULT 0)
    """,
    "CREATE INDEX booth_correction_moment ON booth_correction (created_at, id)",
    "CREATE INDEX booth_correction_open ON booth_correction (created_at, id) WHERE closed_at IS NULL",
    "CREATE INDEX booth_correction_booth ON booth_correction (booth_id, kind)",
    "CREATE INDEX booth_correction_reporter ON booth_correction (reporter_id)",
    // The photos of open corrections, which are not removed as unused ones are.
    """
    CREATE TABLE correction_photo (
      correction_id TEXT NOT NULL REFERENCES booth_correction (id) ON DELETE CASCADE,
      position BIGINT NOT NULL,
      photo TEXT NOT NULL,
      PRIMARY KEY (correction_id, position))
    """,
    "CREATE INDEX correction_photo_photo ON correction_photo (photo)",
  ]
}
