import Basics
import Chat
import SQL

extension ChatTransaction {
  // MARK: One party

  static let partyAccess = """
    SELECT \(PartyRows.columns), \(PartyRows.grade(of: "$2", in: "party.workspace_id")),
      EXISTS (SELECT 1 FROM block
        WHERE blocker_id IN ($2, workspace.owner_id) AND blocked_id IN ($2, workspace.owner_id))
    FROM party \(PartyRows.joins) WHERE party.workspace_id = $1
    """

  func access(of account: AccountID, to party: WorkspaceID) throws -> PartyAccess? {
    try connection.first(Self.partyAccess, [.number(party), .id(account)]) { row in
      PartyAccess(
        party: try PartyRows.party(of: row), grade: try PartyRows.grade(of: row, PartyRows.width),
        isBlocked: row.integer(PartyRows.width + 1) != 0)
    }
  }

  func addParty(_ id: WorkspaceID, isPublic: Bool, accessCode: String) throws -> Bool {
    try connection.run(
      """
      INSERT INTO party (workspace_id, is_public, access_code) VALUES ($1, $2, $3) ON CONFLICT (access_code) DO NOTHING
      """, [.number(id), .integer(isPublic ? 1 : 0), .text(accessCode)]) > 0
  }

  func setPublic(_ isPublic: Bool, _ party: WorkspaceID) throws {
    try connection.run(
      "UPDATE party SET is_public = $2 WHERE workspace_id = $1", [.number(party), .integer(isPublic ? 1 : 0)])
  }

  // MARK: Search

  // A full-text index would find no Korean syllable within a word, and an index of all suffixes of names would not
  // return results in order. So a search reads names, newest first, and a page reads a limited number: for 5,000 of
  // 100,000, 8 milliseconds were measured by name and 30 by the master's nickname, whatever the query.
  private static let maxScanned = 5_000

  /// The last party that a page examines.
  static let lastScanned = """
    SELECT workspace_id FROM party WHERE is_public = 1 AND workspace_id < $1
    ORDER BY workspace_id DESC LIMIT 1 OFFSET $2
    """

  /// Finds public parties from `$1` down to `$2` for `$3`, at most `$4`, followed by the search terms.
  static func partySearch(_ terms: SearchTerms) -> String {
    let titled = terms.title == nil ? "" : "AND \(holds("workspace.name_folded", "$5")) "
    let mastered =
      terms.person == nil ? "" : "AND \(holds("account.nickname_folded", terms.title == nil ? "$5" : "$6")) "
    return """
      SELECT \(PartyRows.columns), \(PartyRows.grade(of: "$3", in: "party.workspace_id"))
      FROM party \(PartyRows.joins)
      WHERE party.is_public = 1 AND party.workspace_id < $1 AND party.workspace_id >= $2 \(titled)\(mastered)
        AND \(PartyRows.isNotBlocked(with: "$3"))
      ORDER BY party.workspace_id DESC LIMIT $4
      """
  }

  func publicParties(
    _ terms: SearchTerms, before: WorkspaceID?, limit: Int, for account: AccountID
  ) throws -> PartyPage {
    let upper = Value.integer(before?.value ?? .max)
    let last = try connection.integer(Self.lastScanned, [upper, .integer(Int64(Self.maxScanned - 1))])
    let values: [Value] = [upper, .integer(last ?? 0), .id(account), .integer(Int64(limit + 1))]
    let texts = [terms.title, terms.person].compactMap { $0 }.map { Value.text($0) }
    // One item more than the limit is read, to know whether there is a next page.
    let found = try all(Self.partySearch(terms), values + texts) {
      PartyView(party: try PartyRows.party(of: $0), grade: try PartyRows.grade(of: $0, PartyRows.width))
    }
    let parties = Array(found.prefix(limit))
    let next = found.count > limit ? parties.last?.party.workspace.id : last.map { WorkspaceID($0) }
    return PartyPage(parties: parties, next: next)
  }

  // MARK: By account

  static let partiesJoined = """
    SELECT \(PartyRows.columns), \(PartyRows.grade(of: "$1", in: "party.workspace_id")), workspace_member.joined_at
    FROM workspace_member
    JOIN party ON party.workspace_id = workspace_member.workspace_id \(PartyRows.joins)
    WHERE workspace_member.account_id = $1
    ORDER BY workspace_member.joined_at DESC, workspace_member.workspace_id DESC LIMIT $2
    """

  static let partiesAppliedTo = """
    SELECT \(PartyRows.columns), \(PartyRows.grade(of: "$1", in: "party.workspace_id")), party_application.created_at
    FROM party_application
    JOIN party ON party.workspace_id = party_application.party_id \(PartyRows.joins)
    WHERE party_application.account_id = $1 AND \(PartyRows.isNotBlocked(with: "$1"))
    ORDER BY party_application.created_at DESC, party_application.party_id DESC LIMIT $2
    """

  func parties(of account: AccountID, limit: Int) throws -> [PartyView] {
    let found = try [Self.partiesJoined, Self.partiesAppliedTo].flatMap { statement in
      try all(statement, [.id(account), .integer(Int64(limit))]) { row in
        let view = PartyView(party: try PartyRows.party(of: row), grade: try PartyRows.grade(of: row, PartyRows.width))
        return (view: view, since: row.integer(PartyRows.width + 1))
      }
    }
    let newest = found.sorted {
      ($0.since, $0.view.party.workspace.id) > ($1.since, $1.view.party.workspace.id)
    }
    return newest.prefix(limit).map(\.view)
  }
}
