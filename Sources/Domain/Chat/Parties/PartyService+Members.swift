package import Basics

extension PartyService {
  // MARK: Applications

  /// Applies to a party.
  /// - Parameter code: the party's access code, if the caller has it.
  /// - Throws: `party-unknown`; `application-repeated` (conflict) if the caller has applied or is a member;
  ///   `applications-too-many` (conflict) above 1,000 pending ones of the party, or of the caller; `token-unusable`
  ///   (unauthenticated) if the caller is gone.
  package func apply(to id: WorkspaceID, code: String? = nil, by caller: AccountID) async throws -> ApplicationID {
    let now = chat.clock()
    return try await chat.change { store, events in
      guard try store.person(caller) != nil else { throw DomainError.callerGone }
      let party = try store.party(id, visibleTo: caller, code: code)
      guard party.grade == nil else { throw DomainError.applicationRepeated }
      events.append(.account(party.party.master.id))
      guard try store.applicationCount(of: id) < PartyRules.maxApplications else {
        throw DomainError.tooMany("applications", PartyRules.maxApplications)
      }
      guard try store.applicationCount(by: caller) < PartyRules.maxApplications else {
        throw DomainError.ownApplicationsTooMany
      }
      let application = try store.addApplication(of: caller, to: id, at: now)
      try store.notify([party.party.master.id], of: .application, in: id, by: caller, at: now)
      return application
    }
  }

  /// Accepts applicants; members stay. All or none, at most 1,000.
  /// - Throws: `party-unknown`, `party-not-yours`, `applicant-unknown` (notFound), `members-too-many` (conflict) above
  ///   10,000, `accounts-too-many` (invalid).
  package func accept(_ accounts: Set<AccountID>, into id: WorkspaceID, by caller: AccountID) async throws {
    try PartyRules.check(accounts)
    let now = chat.clock()
    try await chat.change { store, events in
      let party = try store.party(id, managedBy: caller)
      let grades = try store.grades(of: accounts, in: id)
      let blocked = try store.blocked(among: accounts, for: party.master.id)
      let new = accounts.filter { grades[$0]?.isMember != true }.sorted()
      for (count, account) in new.enumerated() {
        guard grades[account] == .applicant, !blocked.contains(account) else { throw DomainError.applicantUnknown }
        guard party.workspace.memberCount + count < ChatRules.maxMembers else {
          throw DomainError.tooMany("members", ChatRules.maxMembers)
        }
      }
      // Adding the members deletes their applications.
      events += try store.addMembers(new, to: id, at: now).map(\.event)
      try store.notify(new, of: .acceptance, in: id, by: nil, at: now)
      events.append(.account(party.master.id))
    }
  }

  // MARK: Members

  /// Members and applicants: highest grade first, then by time. At most 10,000, and 1,000 applicants. Only the master
  /// and admins see applicants.
  /// - Parameter grade: only this grade; nil for all.
  /// - Throws: `party-unknown`, `party-not-joined` (forbidden).
  package func members(of id: WorkspaceID, grade: PartyGrade?, for caller: AccountID) async throws -> [PartyMember] {
    try await chat.store.read { store in
      let own = try store.party(id, joinedBy: caller).grade
      var members: [PartyMember] = []
      if grade?.isMember != false { members = try store.partyMembers(of: id, limit: ChatRules.maxMembers) }
      if own.admits, grade == nil || grade == .applicant {
        members += try store.applicants(of: id, limit: PartyRules.maxApplications)
      }
      return grade == nil ? members : members.filter { $0.grade == grade }
    }
  }

  /// Sets the grades of members. Only the master may. Making a member the master transfers the party, and the former
  /// master becomes a member. All or none, at most 1,000.
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
      let old = try store.grades(of: Set(grades.keys), in: id)
      guard grades.keys.allSatisfy({ old[$0]?.isMember == true }) else { throw DomainError.memberUnknown }
      try store.setAdmins(true, grades.filter { $0.value == .admin }.map(\.key), of: id)
      try store.setAdmins(false, grades.filter { $0.value != .admin }.map(\.key), of: id)
      if let master = masters.first { try store.transferWorkspace(id, to: master) }
    }
  }

  /// Removes members, or rejects applicants. The master and admins may, but not themselves, and only the master removes
  /// admins. Channels that a removed member owns go to their earliest other member. All or none, at most 1,000.
  /// - Throws: `party-unknown`, `party-not-yours`, `member-unknown`, `owner-must-stay` (conflict) for the master,
  ///   `member-oneself` (invalid), `accounts-too-many`.
  package func remove(_ accounts: Set<AccountID>, from id: WorkspaceID, by caller: AccountID) async throws {
    try PartyRules.check(accounts)
    try await chat.change { store, events in
      let party = try store.party(id, managedBy: caller)
      guard !accounts.contains(caller) else { throw DomainError.memberOneself }
      let grades = try store.grades(of: accounts, in: id)
      for account in accounts.sorted() {
        switch grades[account] {
        case nil: throw DomainError.memberUnknown
        case .master: throw DomainError.ownerMustStay
        case .admin where party.master.id != caller: throw DomainError.partyNotYours
        case .admin, .member, .applicant: break
        }
      }
      let members = accounts.filter { grades[$0]?.isMember == true }.sorted()
      try store.removeApplications(of: accounts.subtracting(members).sorted(), to: id)
      events.append(.account(party.master.id))
      events += try store.removeMembers(members, from: id).map(\.event)
    }
  }

  /// Leaves a party, or withdraws the caller's application, whichever exists now.
  /// - Throws: `party-unknown`, `party-not-joined`; `owner-must-stay` (conflict) for the master, and for the owner of a
  ///   channel in it.
  package func leave(_ id: WorkspaceID, by caller: AccountID) async throws {
    try await chat.change { store, events in
      guard let access = try store.access(of: caller, to: id) else { throw DomainError.partyUnknown }
      guard let grade = access.grade else {
        _ = try access.view()
        throw DomainError.partyNotJoined
      }
      guard grade != .applicant else {
        events.append(.account(access.party.master.id))
        return try store.removeApplications(of: [caller], to: id)
      }
      guard grade != .master, try !store.ownsChannel(caller, in: id) else { throw DomainError.ownerMustStay }
      events += try store.removeMembers([caller], from: id).map(\.event)
    }
  }
}
