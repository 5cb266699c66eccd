package import Basics

extension PartyService {
  // MARK: Before the door

  /// Asks to come in.
  /// - Parameter code: the access code that the caller was told, if any.
  /// - Throws: `party-unknown`; `application-repeated` (conflict) for whoever has applied or is in it;
  ///   `applications-too-many` (conflict) above 1,000 of the party, or of the caller, that nobody has answered;
  ///   `token-unusable` (unauthenticated) where the caller is gone.
  package func apply(to id: WorkspaceID, code: String? = nil, by caller: AccountID) async throws -> ApplicationID {
    let now = chat.clock()
    return try await chat.change { store, _ in
      guard try store.person(caller) != nil else { throw DomainError.callerGone }
      guard try store.party(id, seenBy: caller, code: code).grade == nil else { throw DomainError.applicationRepeated }
      guard try store.applicationCount(of: id) < PartyRules.maxApplications else {
        throw DomainError.tooMany("applications", PartyRules.maxApplications)
      }
      guard try store.applicationCount(by: caller) < PartyRules.maxApplications else {
        throw DomainError.ownApplicationsTooMany
      }
      return try store.addApplication(of: caller, to: id, at: now)
    }
  }

  /// Takes applicants in; those who are in it stay. All or nobody, 1,000 at most.
  /// - Throws: `party-unknown`, `party-not-yours`, `applicant-unknown` (notFound), `members-too-many` (conflict) above
  ///   10,000, `accounts-too-many` (invalid).
  package func accept(_ accounts: Set<AccountID>, into id: WorkspaceID, by caller: AccountID) async throws {
    try PartyRules.check(accounts)
    let now = chat.clock()
    try await chat.change { store, events in
      let party = try store.party(id, managedBy: caller)
      var count = party.workspace.memberCount
      for account in accounts.sorted() {
        let grade = try store.grade(of: account, in: id)
        if grade?.isIn == true { continue }
        guard grade == .applicant, try !store.isBlockBetween(account, party.master.id) else {
          throw DomainError.applicantUnknown
        }
        guard count < ChatRules.maxMembers else { throw DomainError.tooMany("members", ChatRules.maxMembers) }
        count += 1
        // The application is used up.
        events += try store.addMember(account, to: id, at: now).map { .membership($0, account) }
      }
    }
  }

  // MARK: Inside

  /// Who is in it or before its door: highest grade first, then by the time. At most 10,000, and 1,000 applicants.
  /// Those in it see everybody but the applicants, whom only its master and admins see.
  /// - Parameter grade: only those who stand there; nil: all.
  /// - Throws: `party-unknown`, `party-not-joined` (forbidden).
  package func members(of id: WorkspaceID, grade: PartyGrade?, for caller: AccountID) async throws -> [PartyMember] {
    try await chat.store.read { store in
      let own = try store.party(id, joinedBy: caller).grade
      var members: [PartyMember] = []
      if grade?.isIn != false { members = try store.partyMembers(of: id, limit: ChatRules.maxMembers) }
      if own.admits, grade == nil || grade == .applicant {
        members += try store.applicants(of: id, limit: PartyRules.maxApplications)
      }
      return grade == nil ? members : members.filter { $0.grade == grade }
    }
  }

  /// Grades members. Its master makes admins and members, and whoever they make master becomes it in their stead; they
  /// are a member then. Admins grade nobody. All or nobody, 1,000 at most.
  /// - Throws: `party-unknown`, `party-not-yours`, `member-unknown` (notFound), `grade-invalid` (invalid) for
  ///   applicants, for two masters, and for the master's own; `accounts-too-many`.
  package func grade(_ grades: [AccountID: PartyGrade], in id: WorkspaceID, by caller: AccountID) async throws {
    try PartyRules.check(grades.keys)
    let masters = grades.filter { $0.value == .master }.map(\.key)
    try await chat.change { store, _ in
      _ = try store.party(id, ownedBy: caller)
      guard masters.count <= 1, grades[caller] == nil, !grades.values.contains(.applicant) else {
        throw DomainError.gradeInvalid
      }
      for (account, grade) in grades {
        guard try store.grade(of: account, in: id)?.isIn == true else { throw DomainError.memberUnknown }
        try store.setAdmin(grade == .admin, account, of: id)
      }
      if let master = masters.first { try store.transferWorkspace(id, to: master) }
    }
  }

  /// Takes members out, or refuses applicants. Its admins may, but not themselves, and only its master takes admins
  /// out. Channels that members own go to whoever else joined them first. All or nobody, 1,000 at most.
  /// - Throws: `party-unknown`, `party-not-yours`, `member-unknown`, `owner-must-stay` (conflict) for the master,
  ///   `member-oneself` (invalid), `accounts-too-many`.
  package func remove(_ accounts: Set<AccountID>, from id: WorkspaceID, by caller: AccountID) async throws {
    try PartyRules.check(accounts)
    try await chat.change { store, events in
      let party = try store.party(id, managedBy: caller)
      guard !accounts.contains(caller) else { throw DomainError.memberOneself }
      for account in accounts.sorted() {
        switch try store.grade(of: account, in: id) {
        case nil: throw DomainError.memberUnknown
        case .master: throw DomainError.ownerMustStay
        case .admin where party.master.id != caller: throw DomainError.partyNotYours
        case .applicant: try store.removeApplication(of: account, to: id)
        case .admin, .member:
          events += try store.removeMember(account, from: id).map { .membership($0, account) }
        }
      }
    }
  }

  /// Leaves a party, or takes one's application back: whatever was decided meanwhile, the caller is in neither way
  /// there afterwards.
  /// - Throws: `party-unknown`, `party-not-joined`; `owner-must-stay` (conflict) for its master, and for whoever owns a
  ///   channel in it.
  package func leave(_ id: WorkspaceID, by caller: AccountID) async throws {
    try await chat.change { store, events in
      guard try store.party(id) != nil, let grade = try store.grade(of: caller, in: id) else {
        _ = try store.party(id, seenBy: caller)
        throw DomainError.partyNotJoined
      }
      guard grade != .applicant else { return try store.removeApplication(of: caller, to: id) }
      guard grade != .master, try !store.ownsChannel(caller, in: id) else { throw DomainError.ownerMustStay }
      events += try store.removeMember(caller, from: id).map { .membership($0, caller) }
    }
  }
}
