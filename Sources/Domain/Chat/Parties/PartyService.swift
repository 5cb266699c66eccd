package import Basics

/// Parties: workspaces that users find and apply to, with grades and quests.
///
/// A private party does not exist for accounts that are not members or applicants and do not have its access code. If
/// an account and the master have blocked each other either way, it neither finds the party nor can be accepted;
/// members stay members. Lengths are counted in Unicode scalars, and texts allow the same characters as elsewhere in
/// workspaces.
package struct PartyService: Sendable {
  let chat: ChatService
  let random: RandomBytes

  /// Uses the store, bus and clock of the chat service.
  package init(chat: ChatService, random: @escaping RandomBytes) {
    self.chat = chat
    self.random = random
  }

  /// Creates a workspace that is a party; the caller is its master.
  /// - Throws: as `ChatService.makeWorkspace`.
  package func make(_ content: WorkspaceContent, isPublic: Bool, by caller: AccountID) async throws -> PartyView {
    let workspace = try CheckedWorkspace(content)
    let standard = try CheckedChannel(ChannelContent(name: ChatService.standardName))
    let (now, random) = (chat.clock(), random)
    return try await chat.change { store, events in
      let (workspace, master) = try ChatService.add(
        workspace, standard: standard, origin: .native, by: caller, at: now, store, &events)
      let code = try AccessCode.make(random) {
        try store.addParty(workspace.id, isPublic: isPublic, accessCode: $0)
      }
      let party = Party(workspace: workspace, master: master, isPublic: isPublic, accessCode: code)
      return PartyView(party: party, grade: .master)
    }
  }

  /// - Parameter code: the party's access code, if the caller has it.
  /// - Throws: `party-unknown` (notFound).
  package func party(_ id: WorkspaceID, code: String? = nil, for caller: AccountID) async throws -> PartyView {
    try await chat.store.read { try $0.party(id, visibleTo: caller, code: code) }
  }

  /// Public parties, newest first. A page scans at most 5,000 of them: it may be shorter than the limit and still have
  /// a next one.
  /// - Parameters:
  ///   - before: only parties older than this one.
  ///   - limit: 1...100.
  /// - Throws: `text-invalid`, `limit-out-of-range` (invalid).
  package func parties(
    _ search: PartySearch, before: WorkspaceID?, limit: Int, for caller: AccountID
  ) async throws -> PartyPage {
    try ChatRules.checkLimit(limit, in: PartyRules.limits)
    let terms = try SearchTerms(search)
    return try await chat.store.read { try $0.publicParties(terms, before: before, limit: limit, for: caller) }
  }

  /// The parties that the caller is in or has applied to, the latest membership or application first. At most 1,000.
  package func parties(of caller: AccountID) async throws -> [PartyView] {
    try await chat.store.read { try $0.parties(of: caller, limit: ChatRules.maxListed) }
  }

  /// Changes a party; nil leaves a part unchanged. Only its master and admins may.
  /// - Throws: as `make`; `party-unknown`, `party-not-yours` (forbidden).
  package func change(
    _ id: WorkspaceID, to content: WorkspaceContent?, isPublic: Bool?, by caller: AccountID
  ) async throws -> PartyView {
    let workspace: CheckedWorkspace? = if let content { try CheckedWorkspace(content) } else { nil }
    return try await chat.change { store, _ in
      let old = try store.party(id, managedBy: caller).workspace
      if let workspace {
        try ChatService.check(workspace, replacing: old, by: caller, in: store)
        try store.replace(id, by: workspace)
      }
      if let isPublic { try store.setPublic(isPublic, id) }
      return try store.party(id, visibleTo: caller)
    }
  }

  /// Removes a party with its workspace. Only its master may.
  /// - Throws: `party-unknown`, `party-not-yours`.
  package func remove(_ id: WorkspaceID, by caller: AccountID) async throws {
    try await chat.change { store, events in
      _ = try store.party(id, ownedBy: caller)
      events += try store.removeWorkspace(id).map { .removed($0) }
    }
  }
}

extension PartyAccess {
  /// The party as the account sees it.
  /// - Parameter code: the access code that the account has.
  /// - Throws: `DomainError` `party-unknown`.
  func view(code: String? = nil) throws(DomainError) -> PartyView {
    if grade?.isMember != true {
      let isShown = grade != nil || party.isPublic || AccessCode.isSame(code, party.accessCode)
      guard isShown, !isBlocked else { throw .partyUnknown }
    }
    return PartyView(party: party, grade: grade)
  }
}

/// Permission checks: each returns what the caller may access, or throws.
extension ChatReading {
  /// - Throws: `DomainError` `party-unknown`.
  func party(_ id: WorkspaceID, visibleTo caller: AccountID, code: String? = nil) throws -> PartyView {
    guard let access = try access(of: caller, to: id) else { throw DomainError.partyUnknown }
    return try access.view(code: code)
  }

  /// - Throws: `DomainError` `party-unknown`, `party-not-joined`.
  func party(_ id: WorkspaceID, joinedBy caller: AccountID) throws -> (party: Party, grade: PartyGrade) {
    let view = try party(id, visibleTo: caller)
    guard let grade = view.grade, grade.isMember else { throw DomainError.partyNotJoined }
    return (view.party, grade)
  }

  /// - Throws: `DomainError` `party-unknown`, `party-not-yours`.
  func party(_ id: WorkspaceID, managedBy caller: AccountID) throws -> Party {
    let view = try party(id, visibleTo: caller)
    guard view.grade?.admits == true else { throw DomainError.partyNotYours }
    return view.party
  }

  /// - Throws: `DomainError` `party-unknown`, `party-not-yours`.
  func party(_ id: WorkspaceID, ownedBy caller: AccountID) throws -> Party {
    let view = try party(id, visibleTo: caller)
    guard view.grade == .master else { throw DomainError.partyNotYours }
    return view.party
  }
}
