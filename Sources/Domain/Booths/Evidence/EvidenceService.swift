package import Basics
package import Geo

/// Reports of people whether booths still exist, and what they say together.
package struct EvidenceService: Sendable {
  private let store: any EvidenceStore
  private let clock: @Sendable () -> Timestamp

  package init(store: any EvidenceStore, clock: @escaping @Sendable () -> Timestamp) {
    (self.store, self.clock) = (store, clock)
  }

  /// The number of booths with reports that are looked through for candidates.
  private static let maxReported = 1000

  /// Reports from the spot. A second report of an account about a booth on the same day replaces the first. The position
  /// is stored nowhere.
  /// - Parameters:
  ///   - catalogue: has the booth.
  ///   - network: a keyed tag of the client's network.
  /// - Throws: `DomainError` `booth-unknown` (notFound), `booth-closed`, `booth-too-far` (conflict); `accuracy-invalid`,
  ///   `position-inexact` (field `accuracy_m`).
  package func confirm(
    _ kind: ConfirmationKind, _ booth: BoothID, at position: ReportedPosition, in catalogue: Catalogue,
    by account: AccountID, network: String
  ) async throws -> EvidenceOutcome {
    guard let ordinal = catalogue.ordinal(of: booth) else {
      throw DomainError(.notFound, "booth-unknown", "There is no booth number \(booth).", field: "id")
    }
    let record = catalogue.record(ordinal)
    guard record.status != .closed else {
      throw DomainError(
        .conflict, "booth-closed", "The booth is closed in the catalogue: suggest a correction if it is open again.")
    }
    guard try position.isAt(Coordinate(record.coordinate)) else {
      throw DomainError(
        .conflict, "booth-too-far",
        "This is more than \(Int(ReportedPosition.maxDistance)) m from the booth: say so when you are there.")
    }
    try await add(kind, booth, isOnSpot: true, by: account, network: network)
    return try await outcome(of: booth, in: catalogue)
  }

  /// Counts a correction that says that a booth is closed.
  package func reportClosed(_ booth: BoothID, by account: AccountID, network: String) async throws {
    try await add(.gone, booth, isOnSpot: false, by: account, network: network)
  }

  private func add(
    _ kind: ConfirmationKind, _ booth: BoothID, isOnSpot: Bool, by account: AccountID, network: String
  ) async throws {
    let report = BoothReport(
      account: account, kind: kind, isOnSpot: isOnSpot, network: network, reportedAt: clock())
    try await store.add(report, about: booth) { EvidenceRule.refuted($0) }
  }

  /// Records what an operator has decided. The evidence starts anew from then on.
  package func decide(_ booth: BoothID, exists: Bool) async throws {
    let decision = BoothDecision(exists: exists, decidedAt: clock())
    try await store.decide(decision, about: booth) { EvidenceRule.judged($0, by: decision) }
  }

  /// Edits a booth. A status that says whether it exists is a decision.
  /// - Throws: As `CatalogueStore.edit`.
  package func edit(_ id: BoothID, _ change: BoothEdit, in store: any CatalogueStore) async throws -> Booth {
    let booth = try await store.edit(id, at: clock(), change)
    if change.texts[.status] != nil, booth.attributes.status != .unknown {
      try await decide(id, exists: booth.attributes.status == .operating)
    }
    return booth
  }

  /// - Parameter catalogue: has the booth; otherwise it counts as closed.
  package func outcome(of booth: BoothID, in catalogue: Catalogue) async throws -> EvidenceOutcome {
    let evidence = try await store.evidence(about: [booth], since: oldest())[booth] ?? BoothEvidence()
    return outcome(of: booth, evidence, in: catalogue)
  }

  private func outcome(of booth: BoothID, _ evidence: BoothEvidence, in catalogue: Catalogue) -> EvidenceOutcome {
    let record = catalogue.ordinal(of: booth).map { catalogue.record($0) }
    return EvidenceRule.outcome(
      of: evidence, verifiedAt: record?.lastVerified, isClosed: record.map { $0.status == .closed } ?? true,
      at: clock())
  }

  /// The booths that are probably gone and not closed, least probable first. Nothing closes them but an operator.
  /// Complexity: O(booths reported as gone, at most a thousand).
  package func candidates(in catalogue: Catalogue, limit: Int) async throws -> [ClosureCandidate] {
    let reported = try await store.reportedGone(
      since: oldest(), minNetworks: EvidenceRule.minNetworks, limit: Self.maxReported)
    let evidence = try await store.evidence(about: reported, since: oldest())
    let candidates = evidence.compactMap { booth, evidence -> ClosureCandidate? in
      let outcome = outcome(of: booth, evidence, in: catalogue)
      guard outcome.isClosureCandidate, let ordinal = catalogue.ordinal(of: booth) else { return nil }
      return ClosureCandidate(booth: catalogue.record(ordinal).booth, outcome: outcome)
    }
    return Array(
      candidates.sorted { ($0.outcome.probability, $0.booth.id) < ($1.outcome.probability, $1.booth.id) }
        .prefix(limit))
  }

  private func oldest() -> Timestamp { clock().advanced(seconds: -EvidenceRule.maxAge * 86_400) }
}

/// A booth of which the evidence says that it is probably gone.
package struct ClosureCandidate: Hashable, Sendable {
  package let booth: Booth
  package let outcome: EvidenceOutcome
}
