package import Basics
package import Booths
import Notices
package import SQL

package struct SQLCorrectionStore: CorrectionStore {
  private let database: any Database
  private let announce: NoticeAnnouncement

  /// - Parameters:
  ///   - database: its schema must be up to date.
  ///   - announce: called for each reporter whose correction is closed.
  package init(_ database: any Database, announcing announce: @escaping NoticeAnnouncement = { _ in }) {
    (self.database, self.announce) = (database, announce)
  }

  /// Files a correction. Complexity: O(log n + corrections of the same booth).
  package func file(
    _ kind: CorrectionKind, of booth: BoothID, by reporter: AccountID,
    _ decide: @escaping @Sendable (_ open: BoothCorrection?) -> BoothCorrection
  ) async throws -> BoothCorrection {
    try await database.write { connection in
      try AccountRow.checkExists(reporter, on: connection)
      let open = try connection.first(
        "\(Self.select) WHERE booth_id = $1 AND kind = $2 AND reporter_id = $3 AND closed_at IS NULL",
        [.integer(booth.number), .text(kind.rawValue), .id(reporter)], Self.correction(of:))
      let correction = decide(open)
      try Self.write(correction, by: reporter, on: connection)
      return correction
    }
  }

  /// Complexity: O(limit); of closed ones, O(those of any state that are passed over).
  package func page(_ state: CorrectionState?, _ request: PageRequest) async throws -> Page<BoothCorrection> {
    try await database.read { connection in
      try connection.page(
        Self.pageStatement(state), request, key: { PageKey(instant: $0.createdAt, id: $0.id.description) },
        Self.correction(of:))
    }
  }

  /// Complexity: O(log n + corrections of the same booth).
  package func details(of id: CorrectionID) async throws -> CorrectionDetails? {
    try await database.read { connection in
      guard let correction = try Self.correction(id, on: connection) else { return nil }
      let reporter = try connection.first(
        """
        SELECT \(AccountRow.personColumns) FROM account
        WHERE account.id = (SELECT reporter_id FROM booth_correction WHERE booth_correction.id = $1)
        """, [.id(id)]
      ) { try $0.person(from: 0) }
      let count = try connection.integer(
        "SELECT COUNT(*) FROM booth_correction WHERE \(Self.isOpenOfKind)", Self.kind(of: correction))
      return CorrectionDetails(correction: correction, reporter: reporter, openCount: Int(count ?? 0))
    }
  }

  /// Complexity: O(log n + corrections of the same booth).
  package func close(_ id: CorrectionID, isAccepted: Bool, at instant: Timestamp) async throws -> BoothCorrection {
    try await database.write(announcing: announce) { connection, notices in
      guard var correction = try Self.correction(id, on: connection) else { throw DomainError.correctionUnknown }
      guard correction.closedAt == nil else { throw DomainError.correctionClosed }
      let kind = Self.kind(of: correction)
      let decisions = try Self.decisions(about: correction, at: instant, on: connection)
      let statements = [
        BoundStatement(
          """
          DELETE FROM correction_photo
          WHERE correction_id IN (SELECT id FROM booth_correction WHERE \(Self.isOpenOfKind))
          """, kind),
        BoundStatement(
          "UPDATE booth_correction SET closed_at = $3, is_accepted = $4 WHERE \(Self.isOpenOfKind)",
          kind + [.instant(instant), .integer(isAccepted ? 1 : 0)]),
      ]
      try notices.add(decisions, after: statements)
      (correction.closedAt, correction.isAccepted, correction.photos) = (instant, isAccepted, [])
      return correction
    }
  }

  /// The notices for the reporters of a correction and of the others that are closed with it.
  private static func decisions(
    about correction: BoothCorrection, at instant: Timestamp, on connection: any DatabaseConnection
  ) throws -> [NewNotice] {
    var decisions: [NewNotice] = []
    try connection.each(
      "SELECT id, reporter_id FROM booth_correction WHERE \(isOpenOfKind) AND reporter_id IS NOT NULL",
      kind(of: correction)
    ) { row in
      decisions.append(
        NewNotice(
          recipient: try row.identifier(1), kind: .correctionDecision, subject: row.text(0), event: row.text(0),
          instant: instant))
    }
    return decisions
  }

  // MARK: Within a transaction

  private static let select = """
    SELECT id, booth_id, kind, note, duplicate_id, evidence, created_at, closed_at, is_accepted, \(photos)
    FROM booth_correction
    """
  /// A column for each photo that there may be, so that a page is one statement.
  private static let photos = (0..<CorrectionService.maxPhotos).map {
    "(SELECT photo FROM correction_photo WHERE correction_id = booth_correction.id AND position = \($0))"
  }.joined(separator: ", ")
  private static let isOpenOfKind = "booth_id = $1 AND kind = $2 AND closed_at IS NULL"

  private static func kind(of correction: BoothCorrection) -> [Value] {
    [.integer(correction.booth.number), .text(correction.kind.rawValue)]
  }

  /// A page of the queue: after the key (`$1`, `$2`), at most `$3`.
  static func pageStatement(_ state: CorrectionState?) -> String {
    let condition =
      switch state {
      case .open: "closed_at IS NULL AND "
      case .accepted: "closed_at IS NOT NULL AND is_accepted = 1 AND "
      case .closed: "closed_at IS NOT NULL AND is_accepted = 0 AND "
      case nil: ""
      }
    return """
      \(select) WHERE \(condition)(created_at, id) < ($1, $2)
      ORDER BY created_at DESC, id DESC LIMIT $3
      """
  }

  private static func correction(_ id: CorrectionID, on connection: any DatabaseConnection) throws -> BoothCorrection? {
    try connection.first("\(select) WHERE id = $1", [.id(id)], correction(of:))
  }

  private static func write(
    _ correction: BoothCorrection, by reporter: AccountID, on connection: any DatabaseConnection
  ) throws {
    let statement = BoundStatement(
      """
      INSERT INTO booth_correction (id, reporter_id, booth_id, kind, note, duplicate_id, evidence, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (id) DO UPDATE SET note = excluded.note, duplicate_id = excluded.duplicate_id
      """,
      [
        .id(correction.id), .id(reporter), .integer(correction.booth.number), .text(correction.kind.rawValue),
        .text(correction.note), correction.duplicate.map { .integer($0.number) } ?? .null, .text(correction.evidence),
        .instant(correction.createdAt),
      ])
    let former = BoundStatement("DELETE FROM correction_photo WHERE correction_id = $1", [.id(correction.id)])
    let counts = try connection.run([statement, former] + put(correction.photos, of: correction.id, by: reporter))
    guard correction.photos.isEmpty || counts.last == correction.photos.count else {
      throw DomainError.correctionPhotoUnknown
    }
  }

  /// Adds those of some photos that the reporter uploaded; no statement for no photos.
  private static func put(_ photos: [PhotoName], of id: CorrectionID, by reporter: AccountID) -> [BoundStatement] {
    guard !photos.isEmpty else { return [] }
    var bound = BoundValues()
    let (id, reporter) = (bound.add(.id(id)), bound.add(.id(reporter)))
    let rows = photos.enumerated().map { position, photo in
      "(CAST(\(bound.add(.integer(Int64(position)))) AS BIGINT), CAST(\(bound.add(.text(photo.description))) AS TEXT))"
    }
    let statement = """
      INSERT INTO correction_photo (correction_id, position, photo)
      SELECT CAST(\(id) AS TEXT), column1, column2 FROM (VALUES \(rows.joined(separator: ", "))) AS sent
      WHERE EXISTS (SELECT 1 FROM photo_upload WHERE photo = column2 AND account_id = \(reporter))
      """
    return [BoundStatement(statement, bound.values)]
  }

  private static func correction(of row: any Row) throws -> BoothCorrection {
    BoothCorrection(
      id: try row.identifier(0), booth: BoothID(row.integer(1)), kind: try row.rawValue(2), note: row.text(3),
      duplicate: row.optionalInteger(4).map { BoothID($0) },
      photos: (0..<CorrectionService.maxPhotos).compactMap { row.optionalText($0 + 9).flatMap { PhotoName($0) } },
      evidence: row.text(5), createdAt: row.instant(6), closedAt: row.instantIfAny(7), isAccepted: row.integer(8) != 0)
  }
}
