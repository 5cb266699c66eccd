package import Basics
package import Chat
import Foundation
package import SQL
import SQLite
import Stores
import Synchronization
import Workload

/// The service of chats over a real database of its own, with short words for what tests do.
package struct ChatUnderTest: Sendable {
  /// For what the service does not show.
  package let database: any Database
  /// Under test.
  package let service: ChatService
  /// Under test, over the same.
  package let parties: PartyService
  /// What was told.
  package let bus = RecordingBus()
  /// Moved by hand.
  package let clock = MovedClock()
  private let directory: ScratchDirectory

  /// An empty database.
  package init() async throws {
    directory = try ScratchDirectory()
    let database = try await SQLiteDatabase(path: directory.url.appendingPathComponent("chat.sqlite").path)
    try await database.prepareStores()
    self.database = database
    let clock = clock
    service = ChatService(store: SQLChatStore(database), bus: bus, clock: { clock.now })
    parties = PartyService(chat: service, random: seededBytes(1))
  }

  /// The same database as another process would open it, with the same clock.
  package func otherProcess() async throws -> ChatService {
    let clock = clock
    return ChatService(
      store: SQLChatStore(try await SQLiteDatabase(path: directory.url.appendingPathComponent("chat.sqlite").path)),
      bus: bus, clock: { clock.now })
  }

  /// The same service over another database, the clock the same; told is another bus where there is one.
  package func service(over database: any Database, telling other: RecordingBus? = nil) -> ChatService {
    let clock = clock
    return ChatService(store: SQLChatStore(database), bus: other ?? bus, clock: { clock.now })
  }

  // MARK: People

  /// Accounts 1 to `count`; their addresses are `1@example.com` and so on.
  package func accounts(_ count: Int) async throws -> [AccountID] {
    var accounts: [AccountID] = []
    for number in 1...count {
      let account = try await database.addAccount(number)
      try await database.write {
        try $0.run(
          "UPDATE account SET email = $2 WHERE id = $1",
          [.text(account.description), .text(ChatUnderTest.email(number))])
        // So that they can be taken in without being asked.
        try $0.run("UPDATE account_number SET slp_since = 0 WHERE account_id = $1", [.text(account.description)])
      }
      accounts.append(account)
    }
    return accounts
  }

  /// The address of the account of a number.
  package static func email(_ number: Int) -> String { "\(number)@example.com" }

  /// Makes one block another.
  package func block(_ blocked: AccountID, by blocker: AccountID) async throws {
    try await database.write {
      try $0.run(
        "INSERT INTO block (blocker_id, blocked_id, since) VALUES ($1, $2, 0)",
        [.text(blocker.description), .text(blocked.description)])
    }
  }

  /// A photo that somebody uploaded.
  package func photo(_ number: Int, by account: AccountID) async throws -> PhotoName {
    try await database.addPhoto(number, by: account)
  }

  // MARK: Parties

  /// A party of its master and others, who came one after the other.
  package func party(
    _ name: String = "party", isPublic: Bool = true, of people: [AccountID]
  ) async throws -> Party {
    let party = try await parties.make(WorkspaceContent(name: name), isPublic: isPublic, by: people[0]).party
    for person in people.dropFirst() { try await join(person, party.workspace.id, by: people[0]) }
    return try await parties.party(party.workspace.id, for: people[0]).party
  }

  // MARK: Places

  /// A workspace of its owner and others, who came one after the other.
  package func workspace(_ name: String = "work", of people: [AccountID]) async throws -> Workspace {
    let workspace = try await service.makeWorkspace(WorkspaceContent(name: name), by: people[0])
    for person in people.dropFirst() { try await join(person, workspace.id, by: people[0]) }
    return try await service.workspace(workspace.id, for: people[0])
  }

  /// Takes somebody in, a millisecond later.
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
          // A column that is not there reads as null.
          rows.append(([table] + (0..<14).map { row.textIfAny($0) ?? "-" }).joined(separator: "|"))
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

/// A bus that remembers what it was told.
package final class RecordingBus: EventBus {
  private let published = Mutex<[ChatEvent]>([])

  /// A bus without memories.
  package init() {}

  /// Remembers.
  package func publish(_ event: ChatEvent) { published.withLock { $0.append(event) } }

  /// Nothing: nobody listens here.
  package func events() -> AsyncStream<ChatEvent> { AsyncStream { $0.finish() } }

  /// What was told since this was asked last.
  package func drain() -> [ChatEvent] {
    published.withLock { published in
      defer { published = [] }
      return published
    }
  }
}
