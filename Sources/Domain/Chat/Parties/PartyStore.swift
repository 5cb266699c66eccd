package import Basics

/// Parties as they stand in a transaction. Nobody's permission is looked at.
package protocol PartyReading {
  /// A party; nil where there is no such workspace, or it is none.
  func party(_ id: WorkspaceID) throws -> Party?
  /// Whether a party has an access code.
  func isTaken(_ accessCode: String) throws -> Bool
  /// Public parties that were made before another one, newest first, but for those of masters apart from whoever looks.
  /// Complexity: O(limit) where many hold what is sought; however few do, a bounded number of parties is looked at.
  func publicParties(_ terms: SearchTerms, before: WorkspaceID?, limit: Int, for account: AccountID) throws -> PartyPage
  /// The parties that somebody is in or has applied to, where they came in or applied last first; those they have
  /// applied to only where the master is not apart from them.
  func parties(of account: AccountID, limit: Int) throws -> [SeenParty]

  /// Where somebody stands in a party; nil where they have nothing to do with it.
  func grade(of account: AccountID, in party: WorkspaceID) throws -> PartyGrade?
  /// Who is in a party: its master, its admins, its members, each by the time of joining.
  func partyMembers(of party: WorkspaceID, limit: Int) throws -> [PartyMember]
  /// Who has applied to a party and is not apart from its master, by the time.
  func applicants(of party: WorkspaceID, limit: Int) throws -> [PartyMember]
  /// How many applications to a party nobody has answered.
  func applicationCount(of party: WorkspaceID) throws -> Int
  /// How many applications of somebody nobody has answered.
  func applicationCount(by account: AccountID) throws -> Int
}

/// How parties change in a transaction. What is named has to be there.
package protocol PartyWriting {
  /// Makes a workspace a party.
  func addParty(_ id: WorkspaceID, isPublic: Bool, accessCode: String) throws
  /// Has others find a party, or find it no more.
  func setPublic(_ isPublic: Bool, _ party: WorkspaceID) throws
  /// Makes a member an admin, or an admin a member.
  func setAdmin(_ isAdmin: Bool, _ member: AccountID, of party: WorkspaceID) throws
  /// Adds the application of somebody who has not applied.
  func addApplication(of account: AccountID, to party: WorkspaceID, at instant: Timestamp) throws -> ApplicationID
  /// Removes an application where there is one.
  func removeApplication(of account: AccountID, to party: WorkspaceID) throws
}

/// What is searched for, folded; nil leaves open.
package struct SearchTerms: Hashable, Sendable {
  /// What titles hold.
  package let title: String?
  /// What the nickname of the master or writer holds.
  package let person: String?

  /// - Throws: `DomainError` `text-invalid`.
  init(_ search: PartySearch) throws(DomainError) {
    title = try Self.folded(search.title, "name")
    person = try Self.folded(search.master, "master")
  }

  /// - Throws: `DomainError` `text-invalid`.
  init(_ search: QuestSearch) throws(DomainError) {
    title = try Self.folded(search.title, "title")
    person = try Self.folded(search.writer, "writer")
  }

  private static func folded(_ text: String?, _ field: String) throws(DomainError) -> String? {
    guard let text else { return nil }
    return try ChatRules.searchTerm(text, field: field)
  }
}
