package import Basics
package import Booths
package import SQL

package struct SQLEvidenceStore: EvidenceStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  /// Complexity: O(log n + reports about the booth, at most `EvidenceRule.maxReports`).
  package func add(
    _ report: BoothReport, about booth: BoothID, judge: @escaping @Sendable ([BoothReport]) -> [BoothReport]
  ) async throws {
    try await database.write { connection in
      try AccountRow.checkExists(report.account, on: connection)
      try connection.run(
        """
        INSERT INTO booth_confirmation (booth_id, account_id, day, kind, is_on_spot, network, reported_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (booth_id, account_id, day) DO UPDATE
        SET kind = excluded.kind, is_on_spot = excluded.is_on_spot, network = excluded.network,
          reported_at = excluded.reported_at
        WHERE booth_confirmation.agreed IS NULL AND booth_confirmation.is_on_spot <= excluded.is_on_spot
        """,
        [
          .integer(booth.number), .id(report.account), .integer(report.day), .text(report.kind.rawValue),
          .integer(report.isOnSpot ? 1 : 0), .text(report.network), .instant(report.reportedAt),
        ])
      try Self.judge(booth, judge, on: connection)
    }
  }

  /// Complexity: O(log n + reports about the booth, at most `EvidenceRule.maxReports`).
  package func decide(
    _ decision: BoothDecision, about booth: BoothID, judge: @escaping @Sendable ([BoothReport]) -> [BoothReport]
  ) async throws {
    try await database.write { connection in
      try connection.run(
        """
        INSERT INTO booth_decision (booth_id, is_there, decided_at) VALUES ($1, $2, $3)
        ON CONFLICT (booth_id) DO UPDATE SET is_there = excluded.is_there, decided_at = excluded.decided_at
        """, [.integer(booth.number), .integer(decision.exists ? 1 : 0), .instant(decision.decidedAt)])
      try Self.judge(booth, judge, on: connection)
    }
  }

  /// Complexity: O(booths · log n + their reports).
  package func evidence(
    about booths: [BoothID], since instant: Timestamp
  ) async throws -> [BoothID: BoothEvidence] {
    try await database.read { connection in
      var found: [BoothID: BoothEvidence] = [:]
      for booth in booths {
        let reports = try Self.reports(about: booth, since: instant, on: connection)
        if !reports.isEmpty { found[booth] = BoothEvidence(reports: reports) }
      }
      try connection.each(in: booths.map { .integer($0.number) }) { list in
        "SELECT booth_id, is_there, decided_at FROM booth_decision WHERE booth_id IN (\(list))"
      } _: { row in
        found[BoothID(row.integer(0)), default: BoothEvidence()].decision = BoothDecision(
          exists: row.integer(1) != 0, decidedAt: row.instant(2))
      }
      let accounts = Set(found.values.lazy.flatMap(\.reports).map(\.account))
      let records = try Self.records(of: accounts, on: connection)
      for booth in found.keys { found[booth]?.records = records }
      return found
    }
  }

  /// Complexity: O(reports of `gone` since the instant that nobody has judged).
  package func reportedGone(since instant: Timestamp, minNetworks: Int, limit: Int) async throws -> [BoothID] {
    try await database.read { connection in
      var booths: [BoothID] = []
      try connection.each(
        """
        SELECT booth_id FROM booth_confirmation WHERE kind = 'gone' AND agreed IS NULL AND reported_at >= $1
        GROUP BY booth_id HAVING COUNT(DISTINCT network) >= $2
        ORDER BY MAX(reported_at) DESC, booth_id LIMIT $3
        """, [.instant(instant), .integer(Int64(minNetworks)), .integer(Int64(limit))]
      ) { booths.append(BoothID($0.integer(0))) }
      return booths
    }
  }

  // MARK: Within a transaction

  private static func reports(
    about booth: BoothID, since instant: Timestamp, on connection: any DatabaseConnection
  ) throws -> [BoothReport] {
    var reports: [BoothReport] = []
    try connection.each(
      """
      SELECT account_id, kind, is_on_spot, network, reported_at, agreed FROM booth_confirmation
      WHERE booth_id = $1 AND reported_at >= $2 ORDER BY reported_at DESC LIMIT \(EvidenceRule.maxReports)
      """, [.integer(booth.number), .instant(instant)]
    ) { reports.append(try report(of: $0)) }
    return reports
  }

  private static func report(of row: any Row) throws -> BoothReport {
    BoothReport(
      account: try row.identifier(0), kind: try row.rawValue(1), isOnSpot: row.integer(2) != 0, network: row.text(3),
      reportedAt: row.instant(4), agreed: row.optionalInteger(5).map { $0 != 0 })
  }

  private static func records(
    of accounts: Set<AccountID>, on connection: any DatabaseConnection
  ) throws -> [AccountID: ReporterRecord] {
    var records: [AccountID: ReporterRecord] = [:]
    try connection.each(in: accounts.map { .id($0) }) { list in
      """
      SELECT account_id, COUNT(DISTINCT CASE WHEN agreed = 1 THEN booth_id END),
        COUNT(DISTINCT CASE WHEN agreed = 0 THEN booth_id END)
      FROM booth_confirmation WHERE account_id IN (\(list)) AND agreed IS NOT NULL GROUP BY account_id
      """
    } _: { row in
      records[try row.identifier(0)] = ReporterRecord(agreed: Int(row.integer(1)), disagreed: Int(row.integer(2)))
    }
    return records
  }

  private static func judge(
    _ booth: BoothID, _ judge: ([BoothReport]) -> [BoothReport], on connection: any DatabaseConnection
  ) throws {
    let judged = judge(try reports(about: booth, since: Timestamp(milliseconds: 0), on: connection))
    try connection.run(
      judged.map { report in
        BoundStatement(
          "UPDATE booth_confirmation SET agreed = $4 WHERE booth_id = $1 AND account_id = $2 AND day = $3",
          [
            .integer(booth.number), .id(report.account), .integer(report.day),
            report.agreed.map { .integer($0 ? 1 : 0) } ?? .null,
          ])
      })
  }
}
