public import Basics

/// Parties: workspaces that people find and apply to, with grades and quests.
///
/// A party that is not public is as if not there for those who are not in it, have not applied, and do not know its
/// access code. Whoever is apart from the master by a block finds none of their parties.
public struct PartyService: Sendable {
  let chat: ChatService
  let random: RandomBytes

  /// A service beside that of the workspaces, whose store, bus and clock it uses.
  public init(chat: ChatService, random: @escaping RandomBytes) {
    self.chat = chat
    self.random = random
  }

  // MARK: Parties

  /// Makes a workspace that is a party; whoever makes it is its master.
  /// - Throws: as `ChatService.makeWorkspace`.
  public func make(_ content: WorkspaceContent, isPublic: Bool, by caller: AccountID) async throws -> SeenParty {
    fatalError("skeleton")
  }

  /// One party.
  /// - Parameters:
  ///   - code: the access code that the caller was told, if any.
  /// - Throws: `party-unknown` (missing).
  public func party(_ id: WorkspaceID, code: String? = nil, for caller: AccountID) async throws -> SeenParty {
    fatalError("skeleton")
  }

  /// Public parties, newest first.
  /// - Parameters:
  ///   - before: those made before another one.
  ///   - limit: 1...100.
  /// - Throws: `text-invalid`, `limit-out-of-range` (invalid).
  public func parties(
    _ search: PartySearch, before: WorkspaceID?, limit: Int, for caller: AccountID
  ) async throws -> [SeenParty] {
    fatalError("skeleton")
  }

  /// The parties that the caller is in or has applied to, newest first. At most 1,000.
  public func parties(of caller: AccountID) async throws -> [SeenParty] {
    fatalError("skeleton")
  }

  /// Changes what a party says of itself; nil leaves what is there. Its admins may.
  /// - Throws: as making one; `party-unknown`, `party-not-yours` (forbidden).
  public func change(_ id: WorkspaceID, to content: WorkspaceContent?, isPublic: Bool?, by caller: AccountID)
    async throws -> SeenParty
  {
    fatalError("skeleton")
  }

  /// Removes a party with its workspace. Its master may.
  /// - Throws: `party-unknown`, `party-not-yours`.
  public func remove(_ id: WorkspaceID, by caller: AccountID) async throws {
    fatalError("skeleton")
  }

  // MARK: Members

  /// Asks to come in.
  /// - Throws: `party-unknown`; `application-repeated` (conflict) for whoever has applied or is in it;
  ///   `applications-too-many` (conflict) above 1,000 that nobody has answered.
  public func apply(to id: WorkspaceID, code: String? = nil, by caller: AccountID) async throws -> ApplicationID {
    fatalError("skeleton")
  }

  /// Who is in it or before its door, highest grade first, then by the time. At most 10,000. Those in it see everybody
  /// but the applicants, whom only admins see.
  /// - Parameter grade: only those who stand there; nil: all.
  /// - Throws: `party-unknown`, `party-not-joined` (forbidden).
  public func members(of id: WorkspaceID, grade: PartyGrade?, for caller: AccountID) async throws -> [PartyMember] {
    fatalError("skeleton")
  }

  /// Takes applicants in; those who are in it stay. All or nobody.
  /// - Throws: `party-unknown`, `party-not-yours`, `applicant-unknown` (missing), `members-too-many` (conflict).
  public func accept(_ accounts: Set<AccountID>, into id: WorkspaceID, by caller: AccountID) async throws {
    fatalError("skeleton")
  }

  /// Grades members. Its master makes admins and members, and whoever they make master becomes it in their stead; admins
  /// grade nobody. All or nobody.
  /// - Throws: `party-unknown`, `party-not-yours`, `member-unknown` (missing), `grade-invalid` (invalid) for
  ///   applicants, for two masters, and for the master's own.
  public func grade(_ grades: [AccountID: PartyGrade], in id: WorkspaceID, by caller: AccountID) async throws {
    fatalError("skeleton")
  }

  /// Takes members out, or refuses applicants. Its admins may, but not themselves, and only its master takes admins out.
  /// All or nobody.
  /// - Throws: `party-unknown`, `party-not-yours`, `member-unknown`, `owner-must-stay` (conflict) for the master,
  ///   `member-oneself` (invalid).
  public func remove(_ accounts: Set<AccountID>, from id: WorkspaceID, by caller: AccountID) async throws {
    fatalError("skeleton")
  }

  /// Leaves a party, or takes one's application back.
  /// - Throws: `party-unknown`, `party-not-joined`, `owner-must-stay`.
  public func leave(_ id: WorkspaceID, by caller: AccountID) async throws {
    fatalError("skeleton")
  }

  // MARK: Quests

  /// Adds a quest: a notice by the master, or a submission by anybody in the party, of a notice of the same party.
  /// - Throws: `party-unknown`, `party-not-joined`, `party-not-yours` for a notice of somebody else; `quest-unknown`
  ///   (missing) for the quest that is submitted; `title-invalid`, `description-too-long`, `text-invalid`,
  ///   `period-reversed` (invalid).
  public func addQuest(
    _ content: QuestContent, _ kind: QuestKind, to id: WorkspaceID, by caller: AccountID
  ) async throws -> Quest {
    fatalError("skeleton")
  }

  /// The quests of a party, newest first.
  /// - Parameters:
  ///   - before: those with a lower identifier.
  ///   - limit: 1...100.
  /// - Throws: `party-unknown`, `party-not-joined`, `text-invalid`, `limit-out-of-range`.
  public func quests(
    of id: WorkspaceID, _ search: QuestSearch, before: QuestID?, limit: Int, for caller: AccountID
  ) async throws -> [Quest] {
    fatalError("skeleton")
  }

  /// Changes one's own quest. It says from then on what `content` says.
  /// - Throws: as adding one; `quest-unknown`, `quest-not-yours` (forbidden).
  public func change(_ quest: QuestID, in id: WorkspaceID, to content: QuestContent, by caller: AccountID)
    async throws -> Quest
  {
    fatalError("skeleton")
  }

  /// One quest.
  /// - Throws: `party-unknown`, `party-not-joined`, `quest-unknown`.
  public func quest(_ quest: QuestID, in id: WorkspaceID, for caller: AccountID) async throws -> Quest {
    fatalError("skeleton")
  }

  /// Removes one's own quest, or as the master anybody's; submissions of it go with it.
  /// - Throws: `party-unknown`, `party-not-joined`, `quest-unknown`, `quest-not-yours`.
  public func remove(_ quest: QuestID, from id: WorkspaceID, by caller: AccountID) async throws {
    fatalError("skeleton")
  }
}
