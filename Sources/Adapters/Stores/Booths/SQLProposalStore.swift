package import Basics
package import Booths
import Notices
package import SQL

package struct SQLProposalStore: ProposalStore {
  private let database: any Database
  private let announce: NoticeAnnouncement

  /// - Parameters:
  ///   - database: its schema must be up to date.
  ///   - announce: called for each author whose proposal is decided.
  package init(_ database: any Database, announcing announce: @escaping NoticeAnnouncement = { _ in }) {
    (self.database, self.announce) = (database, announce)
  }

  package func add(_ proposal: BoothProposal, by author: AccountID) async throws {
    try await database.write { connection in
      try AccountRow.checkExists(author, on: connection)
      guard let place = proposal.booth.coordinate else { return }
      try connection.run(
        """
        INSERT INTO booth_proposal (id, author_id, latitude_e7, longitude_e7, \(Self.fieldNames), note, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        """,
        [
          .id(proposal.id), .id(author), .integer(Int64(place.latitudeE7)), .integer(Int64(place.longitudeE7)),
        ] + Self.fields.map { .text(proposal.booth.text($0)) } + [.text(proposal.note), .instant(proposal.createdAt)])
    }
  }

  /// Complexity: O(limit); of decided ones, O(those of any state that are passed over).
  package func page(_ state: ProposalState?, _ request: PageRequest) async throws -> Page<BoothProposal> {
    try await database.read { connection in
      try connection.page(
        Self.pageStatement(state), request, key: { PageKey(instant: $0.createdAt, id: $0.id.description) },
        Self.proposal(of:))
    }
  }

  /// Complexity: O(log n + proposals of the account).
  package func proposals(by author: AccountID, limit: Int) async throws -> [BoothProposal] {
    try await database.read { connection in
      var proposals: [BoothProposal] = []
      try connection.each(
        "\(Self.select) WHERE author_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2",
        [.id(author), .integer(Int64(limit))]
      ) { proposals.append(try Self.proposal(of: $0)) }
      return proposals
    }
  }

  package func details(of id: ProposalID) async throws -> ProposalDetails? {
    try await database.read { connection in
      guard let proposal = try Self.proposal(id, on: connection) else { return nil }
      let author = try connection.first(
        """
        SELECT \(AccountRow.personColumns) FROM account
        WHERE account.id = (SELECT author_id FROM booth_proposal WHERE booth_proposal.id = $1)
        """, [.id(id)]
      ) { try $0.person(from: 0) }
      return ProposalDetails(proposal: proposal, author: author)
    }
  }

  package func decide(
    _ id: ProposalID, _ decision: BoothProposal.Decision, at instant: Timestamp
  ) async throws -> BoothProposal {
    try await database.write(announcing: announce) { connection, notices in
      guard var proposal = try Self.proposal(id, on: connection) else { throw DomainError.proposalUnknown }
      guard proposal.decision == nil else { throw DomainError.proposalDecided }
      (proposal.decision, proposal.decidedAt) = (decision, instant)
      let (booth, reason): (Value, Value) =
        switch decision {
        case .accepted(let booth): (.integer(booth.number), .null)
        case .declined(let reason): (.null, .text(reason))
        }
      let author: AccountID? =
        try connection.first(
          "UPDATE booth_proposal SET decided_at = $2, booth_id = $3, reason = $4 WHERE id = $1 RETURNING author_id",
          [.id(id), .instant(instant), booth, reason]
        ) { try $0.identifierIfAny(0) } ?? nil
      try notices.add(
        author.map {
          NewNotice(
            recipient: $0, kind: .proposalDecision, subject: id.description, event: id.description, instant: instant)
        })
      return proposal
    }
  }

  // MARK: Rows

  private static let fields = ProposalService.fields
  private static let fieldNames = fields.map(\.rawValue).joined(separator: ", ")
  private static let select = """
    SELECT id, latitude_e7, longitude_e7, note, created_at, decided_at, booth_id, reason, \(fieldNames)
    FROM booth_proposal
    """

  /// A page of the queue: after the key (`$1`, `$2`), at most `$3`.
  static func pageStatement(_ state: ProposalState?) -> String {
    let condition =
      switch state {
      case .open: "decided_at IS NULL AND "
      case .accepted: "booth_id IS NOT NULL AND "
      case .declined: "reason IS NOT NULL AND "
      case nil: ""
      }
    return """
      \(select) WHERE \(condition)(created_at, id) < ($1, $2)
      ORDER BY created_at DESC, id DESC LIMIT $3
      """
  }

  private static func proposal(_ id: ProposalID, on connection: any DatabaseConnection) throws -> BoothProposal? {
    try connection.first("\(select) WHERE id = $1", [.id(id)], proposal(of:))
  }

  private static func proposal(of row: any Row) throws -> BoothProposal {
    let id: ProposalID = try row.identifier(0)
    let place = try BoothColumns.coordinate(of: row, at: 1)
    var booth = BoothAttributes(externalID: id.description, name: "", coordinate: place)
    for (offset, field) in fields.enumerated() { try booth.set(field, to: row.text(8 + offset)) }
    booth.status = .operating
    let booths = row.optionalInteger(6).map { BoothProposal.Decision.accepted(BoothID($0)) }
    return BoothProposal(
      id: id, booth: booth, note: row.text(3), createdAt: row.instant(4), decidedAt: row.instantIfAny(5),
      decision: booths ?? row.optionalText(7).map { .declined(reason: $0) })
  }
}
