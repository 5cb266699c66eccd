package import Basics
import TextForms

/// Proposals of booths that the catalogue does not have, and the operator's queue of them.
package struct ProposalService: Sendable {
  private let proposals: any ProposalStore
  private let catalogue: any CatalogueStore
  private let clock: @Sendable () -> Timestamp
  private let random: RandomBytes

  package init(
    proposals: any ProposalStore, catalogue: any CatalogueStore, clock: @escaping @Sendable () -> Timestamp,
    random: @escaping RandomBytes
  ) {
    (self.proposals, self.catalogue, self.clock, self.random) = (proposals, catalogue, clock, random)
  }

  package static let source = "visitors"
  package static let maxNameLength = 100
  package static let maxAddressLength = 200
  package static let maxNoteLength = 1_000
  /// The number of own proposals that are listed.
  package static let maxOwn = 50

  /// Proposes a booth.
  /// - Parameter fields: what its author knows; fields that are not text, the status and the tags are not taken.
  /// - Throws: `DomainError` `text-invalid`, `text-too-long`, `field-required`, `field-not-understood`,
  ///   `opening-hours-not-understood`, each with its field.
  package func propose(
    _ fields: [BoothField: String], at place: Coordinate, note: String, by author: AccountID
  ) async throws -> BoothProposal {
    let now = clock()
    let id = ProposalID(at: now, random: random)
    var booth = BoothAttributes(externalID: id.description, name: "", coordinate: StoredCoordinate(place))
    for field in Self.fields {
      let text = trimmed(fields[field] ?? "")
      let maxLength = field == .roadAddress ? Self.maxAddressLength : Self.maxNameLength
      try TextValidator.check(text, maxLength: maxLength, field: field.rawValue, tooLong: "text-too-long")
      try booth.set(field, to: text)
    }
    booth.status = .operating
    try TextValidator.check(note, maxLength: Self.maxNoteLength, field: "note", tooLong: "text-too-long")
    let proposal = BoothProposal(id: id, booth: booth, note: note, createdAt: now)
    try await proposals.add(proposal, by: author)
    return proposal
  }

  /// The fields that a proposal may have, besides the place.
  package static let fields: [BoothField] = [.name, .brand, .roadAddress, .openingHours, .price]

  /// The queue, newest first: proposals in a state, or all.
  package func queue(_ state: ProposalState?, _ request: PageRequest) async throws -> Page<BoothProposal> {
    try await proposals.page(state, request)
  }

  /// The newest proposals of an account, at most `maxOwn`, with what became of them.
  package func proposals(by author: AccountID) async throws -> [BoothProposal] {
    try await proposals.proposals(by: author, limit: Self.maxOwn)
  }

  /// - Throws: `DomainError` `proposal-unknown` (notFound).
  package func details(of id: ProposalID) async throws -> ProposalDetails {
    guard let details = try await proposals.details(of: id) else { throw DomainError.proposalUnknown }
    return details
  }

  /// Adds the booth to the catalogue by a recorded import of one row, which can be rolled back like any other.
  ///
  /// The proposal names the booth, so that accepting again what a crash left half done adds no second one.
  /// - Parameter change: what the operator knows better.
  /// - Throws: `DomainError` `proposal-unknown` (notFound), `proposal-decided`, `proposal-duplicate` (conflict) if
  ///   there is already a booth with this name; those of `BoothAttributes.set`.
  package func accept(_ id: ProposalID, _ change: BoothEdit = BoothEdit()) async throws -> BoothProposal {
    var attributes = try await openProposal(id).booth
    _ = try change.apply(to: &attributes)
    let (booth, run) = try await add(attributes)
    do {
      return try await proposals.decide(id, .accepted(booth), at: clock())
    } catch let error as DomainError where error.code == DomainError.proposalDecided.code {
      // Somebody has declined it meanwhile. If they accepted it, the booth is theirs.
      if let run, try await details(of: id).proposal.state == .declined {
        _ = try await catalogue.rollBack(run, at: clock())
      }
      throw error
    }
  }

  /// - Parameter reason: what its author is told; may be empty.
  /// - Throws: `DomainError` `proposal-unknown` (notFound), `proposal-decided` (conflict); `text-invalid`,
  ///   `text-too-long` (field `reason`).
  package func decline(_ id: ProposalID, reason: String) async throws -> BoothProposal {
    try TextValidator.check(reason, maxLength: Self.maxNoteLength, field: "reason", tooLong: "text-too-long")
    return try await proposals.decide(id, .declined(reason: reason), at: clock())
  }

  private func openProposal(_ id: ProposalID) async throws -> BoothProposal {
    let proposal = try await details(of: id).proposal
    guard proposal.decision == nil else { throw DomainError.proposalDecided }
    return proposal
  }

  /// - Returns: the booth, and the import that added it; nil if it was there.
  private func add(_ booth: BoothAttributes) async throws -> (BoothID, run: Int64?) {
    let request = ImportRequest(source: Self.source, file: "proposal \(booth.externalID)", startedAt: clock())
    let row = OneRow(row: ValidatedRow(line: 1, attributes: booth))
    let outcome = try await catalogue.importRows(request, row, onRejected: { _ in }, progress: { _ in })
    if let duplicate = outcome.duplicates.first {
      throw DomainError(
        .conflict, "proposal-duplicate",
        "Booth \(duplicate.original) has this name at this coordinate: decline the proposal, or edit that booth.")
    }
    if let added = outcome.preview.first { return (added.id, outcome.run) }
    return (try await known(booth.externalID), nil)
  }

  /// The booth that an earlier attempt added. Complexity: O(booths of the source).
  private func known(_ externalID: String) async throws -> BoothID {
    var last: BoothID?
    repeat {
      let booths = try await catalogue.booths(after: last, limit: 1000, matching: BoothListFilter(source: Self.source))
      if let booth = booths.first(where: { $0.attributes.externalID == externalID }) { return booth.id }
      last = booths.last?.id
    } while last != nil
    throw DomainError.proposalUnknown
  }
}

private struct OneRow: ValidatedRows {
  var row: ValidatedRow?

  mutating func next() -> ValidatedBatch? {
    defer { row = nil }
    return row.map { ValidatedBatch(rows: [$0]) }
  }
}
