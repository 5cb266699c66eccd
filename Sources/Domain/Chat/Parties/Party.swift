package import Basics

/// A workspace that users can find and apply to: for an evening, or permanently.
///
/// Its members and channels are those of the workspace. In addition it has grades, applications and quests.
package struct Party: Hashable, Sendable {
  /// The workspace's name is the party's title.
  package var workspace: Workspace
  /// The owner of the workspace.
  package var master: Person
  /// Whether it is listed and found by search.
  package var isPublic: Bool
  /// 16 letters and digits, created with the party; members may share it. It makes a private party visible.
  package let accessCode: String

  package init(workspace: Workspace, master: Person, isPublic: Bool, accessCode: String) {
    self.workspace = workspace
    self.master = master
    self.isPublic = isPublic
    self.accessCode = accessCode
  }
}

package struct PartyView: Hashable, Sendable {
  package var party: Party
  /// The viewer's grade; nil if they are neither member nor applicant.
  package var grade: PartyGrade?

  package init(party: Party, grade: PartyGrade?) {
    self.party = party
    self.grade = grade
  }
}

/// What the rules need to know about a party and an account.
package struct PartyAccess: Hashable, Sendable {
  package let party: Party
  /// The account's grade; nil if it is neither member nor applicant.
  package let grade: PartyGrade?
  /// Whether the account or the master has blocked the other.
  package let isBlocked: Bool

  package init(party: Party, grade: PartyGrade?, isBlocked: Bool) {
    self.party = party
    self.grade = grade
    self.isBlocked = isBlocked
  }
}

/// A role in a party, highest first.
package enum PartyGrade: String, Hashable, Sendable, CaseIterable {
  /// Owns the workspace; exactly one.
  case master
  /// Edits the party and decides about members.
  case admin
  case member
  /// Has applied; not a member of the workspace yet.
  case applicant
}

package struct PartyMember: Hashable, Sendable {
  package var person: Person
  package var grade: PartyGrade
  /// When they joined or applied.
  package let since: Timestamp

  package init(person: Person, grade: PartyGrade, since: Timestamp) {
    self.person = person
    self.grade = grade
    self.since = since
  }
}

extension PartyGrade {
  var isMember: Bool { self != .applicant }
  /// Whether it may decide about members.
  var admits: Bool { self == .master || self == .admin }
}

package struct PartyPage: Hashable, Sendable {
  /// At most the limit. There may be further pages even if it is shorter or empty.
  package var parties: [PartyView]
  /// The `before` of the next page; nil if there is none.
  package var next: WorkspaceID?

  package init(parties: [PartyView], next: WorkspaceID?) {
    self.parties = parties
    self.next = next
  }
}

/// A party search; nil fields match everything.
package struct PartySearch: Hashable, Sendable {
  /// 1...100 characters contained in the title, folded.
  package var title: String?
  /// 1...100 characters contained in the master's nickname, folded.
  package var master: String?

  package init(title: String? = nil, master: String? = nil) {
    self.title = title
    self.master = master
  }
}
