package import Basics
package import Chat
import Foundation
package import SQL
import Stores
import Synchronization
import Workload

/// The chat services over a new, real database, with helpers for tests.
package struct ChatUnderTest: Sendable {
  /// For direct access by tests.
  package let database: any Database
  package let service: ChatService
  package let parties: PartyService
  /// Records the published events.
  package let bus = RecordingBus()
  package let clock = ManualClock()
  private let directory: ScratchDirectory

  package init() async throws {
    directory = try ScratchDirectory()
    let database = try await TestDatabase.open(directory.url.appendingPathComponent("chat.sqlite").path)
    try await database.prepareStores()
    self.database = database
    let clock = clock
    service = ChatService(store: SQLChatStore(database), bus: bus, clock: { clock.now })
    parties = PartyService(chat: service, random: seededBytes(1))
  }

  /// A service with its own connections to the same database, like another process, with the same clock.
  package func otherProcess() async throws -> ChatService {
    let clock = clock
    return ChatService(
      store: SQLChatStore(try await TestDatabase.open(directory.url.appendingPathComponent("chat.sqlite").path)),
      bus: bus, clock: { clock.now })
  }

  /// The same service over another database, with the same clock and optionally another bus.
  package func service(over database: any Database, broadcastingTo other: RecordingBus? = nil) -> ChatService {
    let clock = clock
    return ChatService(store: SQLChatStore(database), bus: other ?? bus, clock: { clock.now })
  }

  // MARK: Accounts

  /// Accounts 1 to `count`, with the addresses `1@example.com` and so on.
  package func accounts(_ count: Int) async throws -> [AccountID] {
    var accounts: [AccountID] = []
    for number in 1...count {
      let account = try await database.addAccount(number)
      try await database.write {
        try $0.run(
          "UPDATE account SET email = $2 WHERE id = $1",
          [.text(account.description), .text(ChatUnderTest.email(number))])
        // So that they can be added without an invitation.
        try $0.run("UPDATE account_number SET slp_since = 0 WHERE account_id = $1", [.text(account.description)])
      }
      accounts.append(account)
    }
    return accounts
  }

  /// The e-mail address of an account by its number.
  package static func email(_ number: Int) -> String { "\(number)@example.com" }

  package func block(_ blocked: AccountID, by blocker: AccountID) async throws {
    try await database.write {
      try $0.run(
        "INSERT INTO block (blocker_id, blocked_id, since) VALUES ($1, $2, 0)",
        [.text(blocker.description), .text(blocked.description)])
    }
  }

  /// A photo uploaded by an account.
  package func photo(_ number: Int, by account: AccountID) async throws -> PhotoName {
    try await database.addPhoto(number, by: account)
  }

  // MARK: Parties

  /// A party of its master and other members, who join one after the other.
  package func party(
    _ name: String = "party", isPublic: Bool = true, of people: [AccountID]
  ) async throws -> Party {
    let party = try await parties.make(WorkspaceContent(name: name), isPublic: isPublic, by: people[0]).party
    for person in people.dropFirst() { try await join(person, party.workspace.id, by: people[0]) }
    return try await parties.party(party.workspace.id, for: people[0]).party
  }

  // MARK: Workspaces

  /// A workspace of its owner and other members, who join one after the other.
  package func workspace(_ name: String = "work", of people: [AccountID]) async throws -> Workspace {
    let workspace = try await service.makeWorkspace(WorkspaceContent(name: name), by: people[0])
    for person in people.dropFirst() { try await join(person, workspace.id, by: people[0]) }
    return try await service.workspace(workspace.id, for: people[0])
  }

  /// Adds a member, a millisecond later.
  package func join(_ person: AccountID, _ workspace: WorkspaceID, by owner: AccountID) async throws {
    clock.advance(milliseconds: 1)
    let number = Int(person.description, radix: 16)!
    _ = try await service.addOrInvite(ChatUnderTest.email(number), to: workspace, by: owner)
  }

  /// The standard channel of a workspace.
  package func standard(of workspace: Workspace) async throws -> ChannelID {
    try await service.channels(of: workspace.id, for: workspace.owner, direct: false)[0].channel.id
  }

  /// Every row of every table of chats, for comparing two states.
  package func contents() async throws -> [String] {
    try await database.read { connection in
      var rows: [String] = []
      for table in Self.tables {
        try connection.each("SELECT * FROM \(table) ORDER BY 1, 2", []) { row in
          // A missing column reads as null.
          rows.append(([table] + (0..<14).map { row.optionalText($0) ?? "-" }).joined(separator: "|"))
        }
      }
      return rows
    }
  }

  private static let tables = [
    "workspace", "workspace_member", "workspace_invitation", "workspace_link", "channel", "channel_member", "message",
    "message_photo",
    "party", "party_admin", "party_application", "quest",
  ]
}

/// An event bus that records published events.
package final class RecordingBus: EventBus {
  private let published = Mutex<[ChatEvent]>([])

  package init() {}

  package func publish(_ event: ChatEvent) { published.withLock { $0.append(event) } }

  /// An empty stream.
  package func events() -> AsyncStream<ChatEvent> { AsyncStream { $0.finish() } }

  /// The events published since the last call.
  package func drain() -> [ChatEvent] {
    published.withLock { published in
      defer { published = [] }
      return published
    }
  }
}
