package import Basics

/// A workspace that people find, and ask to come into: for an evening, or for good.
///
/// Its members are the workspace's, and they talk in its channels. What it has beside them are grades, applications and
/// quests.
package struct Party: Hashable, Sendable {
  /// Its name is the party's title.
  package var workspace: Workspace
  /// Who owns it.
  package var master: Person
  /// Whether others find it.
  package var isPublic: Bool
  /// 16 letters and digits, made with it, which its members may hand on: who knows it sees a party that is not public.
  package let accessCode: String

  /// A party from its parts.
  package init(workspace: Workspace, master: Person, isPublic: Bool, accessCode: String) {
    self.workspace = workspace
    self.master = master
    self.isPublic = isPublic
    self.accessCode = accessCode
  }
}

/// A party as somebody sees it.
package struct SeenParty: Hashable, Sendable {
  /// The party.
  package var party: Party
  /// Where whoever looks stands in it; nil: they have nothing to do with it.
  package var grade: PartyGrade?

  /// A party from its parts.
  package init(party: Party, grade: PartyGrade?) {
    self.party = party
    self.grade = grade
  }
}

/// Where somebody stands in a party, highest first.
package enum PartyGrade: String, Hashable, Sendable, CaseIterable {
  /// Owns the workspace. There is one.
  case master
  /// Changes what the party says of itself, and decides who is in it.
  case admin
  /// Is in it.
  case member
  /// Has asked to come in, and is not in the workspace yet.
  case applicant
}

/// Somebody in a party, or before its door.
package struct PartyMember: Hashable, Sendable {
  /// As they are shown now.
  package var person: Person
  /// Where they stand.
  package var grade: PartyGrade
  /// When they came in, or asked to.
  package let since: Timestamp

  /// A member from its parts.
  package init(person: Person, grade: PartyGrade, since: Timestamp) {
    self.person = person
    self.grade = grade
    self.since = since
  }
}

extension PartyGrade {
  /// Whether it is in the party.
  var isIn: Bool { self != .applicant }
  /// Whether it decides who is in the party.
  var admits: Bool { self == .master || self == .admin }
}

/// Some of the parties that are looked for.
package struct PartyPage: Hashable, Sendable {
  /// At most as many as were asked for. There may be more also where they are fewer, or none.
  package var parties: [SeenParty]
  /// Before which one to go on; nil: there are no more.
  package var next: WorkspaceID?

  /// A page from its parts.
  package init(parties: [SeenParty], next: WorkspaceID?) {
    self.parties = parties
    self.next = next
  }
}

/// Which parties are looked for; nil leaves open.
package struct PartySearch: Hashable, Sendable {
  /// 1...100 characters that the title holds, folded as search does.
  package var title: String?
  /// What the master's nickname holds, likewise.
  package var master: String?

  /// A search for everything.
  package init(title: String? = nil, master: String? = nil) {
    self.title = title
    self.master = master
  }
}
