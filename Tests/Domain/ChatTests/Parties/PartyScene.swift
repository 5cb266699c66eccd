import Basics
import Chat
import Support
import Testing
import Workload

/// A party with everybody who can stand in some relation to it.
struct PartyScene: PermissionScene {
  let chat: ChatUnderTest
  let party: Party
  let hidden: Party
  /// By the master, of it by the guest, and of it by the member.
  let (notice, submitted, own): (QuestID, QuestID, QuestID)
  /// The master, two admins, the member, the applicant, somebody else, and the guest, a member to whom things are done;
  /// all but the stranger are so in both parties.
  let people: [AccountID]
  var service: ChatService
  var parties: PartyService

  var id: WorkspaceID { party.workspace.id }
  var guest: AccountID { people[6] }

  static let codes = [
    "?": "party-unknown", "!": "party-not-yours", "-": "party-not-joined", "stay": "owner-must-stay",
    "again": "application-repeated", "self": "member-oneself", "m?": "member-unknown", "a?": "applicant-unknown",
    "q?": "quest-unknown", "q!": "quest-not-yours", "g?": "grade-invalid",
  ]

  func over(_ database: DiscardingDatabase, _ bus: RecordingBus) -> PartyScene {
    var other = self
    other.service = chat.service(over: database, broadcastingTo: bus)
    other.parties = PartyService(chat: other.service, random: seededBytes(1))
    return other
  }

  init() async throws {
    chat = try await ChatUnderTest()
    people = try await chat.accounts(8)
    (service, parties) = (chat.service, chat.parties)
    let inside = [0, 1, 2, 3, 6].map { [people] in people[$0] }
    party = try await chat.party("shown", of: inside)
    hidden = try await chat.party("hidden", isPublic: false, of: inside)
    for party in [party, hidden] {
      let id = party.workspace.id
      try await parties.grade([people[1]: .admin, people[2]: .admin], in: id, by: people[0])
      _ = try await parties.apply(to: id, code: party.accessCode, by: people[4])
    }
    let id = party.workspace.id
    notice = try await parties.addQuest(QuestContent(title: "find"), .notice, to: id, by: people[0]).id
    submitted = try await parties.addQuest(
      QuestContent(title: "found"), .submission(of: notice), to: id, by: people[6]
    ).id
    own = try await parties.addQuest(QuestContent(title: "mine"), .submission(of: notice), to: id, by: people[3]).id
  }
}
