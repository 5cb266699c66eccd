package import Basics

/// Reads parties in a transaction, without permission checks.
package protocol PartyReading {
  /// A party; nil if there is no such workspace, or it is not a party.
  func access(of account: AccountID, to party: WorkspaceID) throws -> PartyAccess?
  /// Public parties older than another one, newest first, without those whose master and the viewer have blocked each
  /// other. Complexity: O(limit) if many match; if few do, a bounded number of parties is scanned.
  func publicParties(_ terms: SearchTerms, before: WorkspaceID?, limit: Int, for account: AccountID) throws -> PartyPage
  /// The parties that an account is in or has applied to, the latest membership or application first; applications only
  /// if the account and the master have not blocked each other.
  func parties(of account: AccountID, limit: Int) throws -> [PartyView]

  /// The grades in a party of those among some accounts that are members or applicants. Complexity: O(accounts).
  func grades(of accounts: Set<AccountID>, in party: WorkspaceID) throws -> [AccountID: PartyGrade]
  /// The members of a party: master, admins, members, each by the time of joining.
  func partyMembers(of party: WorkspaceID, limit: Int) throws -> [PartyMember]
  /// The applicants of a party by time, without those blocked by or blocking its master.
  func applicants(of party: WorkspaceID, limit: Int) throws -> [PartyMember]
  /// The number of pending applications to a party.
  func applicationCount(of party: WorkspaceID) throws -> Int
  /// The number of pending applications to parties that an account owns or is an admin of, at most `limit`.
  func applicationCount(toPartiesAdmittedBy account: AccountID, limit: Int) throws -> Int
  /// The number of pending applications of an account.
  func applicationCount(by account: AccountID) throws -> Int
}

/// Writes parties in a transaction. The rows that parameters refer to must exist.
package protocol PartyWriting {
  /// Turns a workspace into a party; false if another party has the access code.
  func addParty(_ id: WorkspaceID, isPublic: Bool, accessCode: String) throws -> Bool
  /// Makes a party public or private.
  func setPublic(_ isPublic: Bool, _ party: WorkspaceID) throws
  /// Makes members admins, or admins members.
  func setAdmins(_ isAdmin: Bool, _ members: [AccountID], of party: WorkspaceID) throws
  /// Adds an application of an account that has not applied.
  func addApplication(of account: AccountID, to party: WorkspaceID, at instant: Timestamp) throws -> ApplicationID
  /// Removes the applications that there are.
  func removeApplications(of accounts: [AccountID], to party: WorkspaceID) throws
}

/// Folded search terms; nil matches everything.
package struct SearchTerms: Hashable, Sendable {
  /// A substring of titles.
  package let title: String?
  /// A substring of the nickname of the master or writer.
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
