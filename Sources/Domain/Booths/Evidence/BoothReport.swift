package import Basics

/// What a person says of a booth's existence.
package enum ConfirmationKind: String, Hashable, Sendable, CaseIterable {
  /// It is still there.
  case present
  /// It is no longer there.
  case gone
}

/// One person's report about one booth on one day.
package struct BoothReport: Hashable, Sendable {
  package let account: AccountID
  package let kind: ConfirmationKind
  /// Whether the position of the device was at the booth.
  package let isOnSpot: Bool
  /// A keyed tag of the client's network; empty if it is unknown.
  package let network: String
  package let reportedAt: Timestamp
  /// Whether it agreed with what was decided later. Nil while nothing was.
  package var agreed: Bool?

  package init(
    account: AccountID, kind: ConfirmationKind, isOnSpot: Bool, network: String, reportedAt: Timestamp,
    agreed: Bool? = nil
  ) {
    (self.account, self.kind, self.isOnSpot, self.network) = (account, kind, isOnSpot, network)
    (self.reportedAt, self.agreed) = (reportedAt, agreed)
  }

  /// The day of the report in UTC, counted from 1970.
  package var day: Int64 { reportedAt.milliseconds / 86_400_000 }
}

/// How a reporter's earlier reports compare with what was decided about the booths. Each booth counts once.
package struct ReporterRecord: Hashable, Sendable {
  package var agreed: Int
  package var disagreed: Int

  package init(agreed: Int = 0, disagreed: Int = 0) {
    (self.agreed, self.disagreed) = (agreed, disagreed)
  }
}

/// What an operator has decided about a booth's existence.
package struct BoothDecision: Hashable, Sendable {
  package let exists: Bool
  package let decidedAt: Timestamp

  package init(exists: Bool, decidedAt: Timestamp) {
    (self.exists, self.decidedAt) = (exists, decidedAt)
  }
}

/// The stored evidence about a booth.
package struct BoothEvidence: Hashable, Sendable {
  package var reports: [BoothReport]
  package var records: [AccountID: ReporterRecord]
  /// The last one.
  package var decision: BoothDecision?

  package init(
    reports: [BoothReport] = [], records: [AccountID: ReporterRecord] = [:], decision: BoothDecision? = nil
  ) {
    (self.reports, self.records, self.decision) = (reports, records, decision)
  }
}

/// The store of reports and decisions. Each change is one transaction.
package protocol EvidenceStore: Sendable {
  /// Adds a report. It replaces the one by the same account about the same booth on the same day, unless that one was
  /// judged. A remote report replaces none from the spot. Then marks the reports that `judge` judges.
  /// - Throws: `DomainError` `token-unusable` if the account is gone.
  func add(_ report: BoothReport, about booth: BoothID, judge: @escaping @Sendable ([BoothReport]) -> [BoothReport])
    async throws

  /// Replaces the decision about a booth, and marks the reports until then that `judge` judges.
  func decide(
    _ decision: BoothDecision, about booth: BoothID, judge: @escaping @Sendable ([BoothReport]) -> [BoothReport]
  ) async throws

  /// The evidence about some booths since an instant: at most `EvidenceRule.maxReports` reports about each, the newest.
  /// Booths without any are left out.
  func evidence(about booths: [BoothID], since instant: Timestamp) async throws -> [BoothID: BoothEvidence]

  /// The booths that people of at least `minNetworks` networks reported as gone since an instant, and nobody has judged
  /// these reports; the last reported first.
  func reportedGone(since instant: Timestamp, minNetworks: Int, limit: Int) async throws -> [BoothID]
}
