package import Basics
import Chat
import Crypto
package import Foundation
import SQL
import SQLite
import Stores

/// A data directory for `fourcuts serve` with many members of one workspace. Each has an account, a session and an access
/// token for some hours. No passwords are hashed, because that is slow.
package struct SeededCrowd: Sendable {
  /// The members. The first owns the workspace.
  package let people: [AccountID]
  package let tokens: [String]
  package private(set) var channel = ChannelID(0)

  private static let lifetime: Int64 = 6 * 3600

  package init(_ count: Int, in directory: URL) async throws {
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let instant = Timestamp(seconds: Int64(Date().timeIntervalSince1970))
    let keys = SigningKeys(random: systemRandom)
    try Self.keep(keys, in: directory)
    let random = seededBytes(1)
    people = (1...count).map { _ in AccountID(at: instant, random: random) }
    let signer = AccessTokens(keys: keys)
    tokens = people.map { person in
      signer.issue(subject: "\(person)", session: "\(person)", at: instant, lifetime: Self.lifetime).token
    }
    let database = try await SQLiteDatabase(path: directory.appendingPathComponent("fourcuts.sqlite").path)
    try await database.prepareStores()
    try await addPeople(to: database, until: instant.advanced(seconds: Self.lifetime))
    channel = try await workspace(of: people, in: database, at: instant)
    await database.close()
    let catalogue = try await SQLiteDatabase(path: directory.appendingPathComponent("booths.sqlite").path)
    try await catalogue.prepareCatalogue()
    await catalogue.close()
  }

  private static func keep(_ keys: SigningKeys, in directory: URL) throws {
    let file = directory.appendingPathComponent("keys.json").path
    guard
      FileManager.default.createFile(
        atPath: file, contents: Data(keys.json.utf8), attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Each session has the same identifier as its account.
  private func addPeople(to database: SQLiteDatabase, until end: Timestamp) async throws {
    let people = people
    try await database.write { connection in
      for (number, person) in people.enumerated() {
        let (id, name) = (Value.text(person.description), Value.text("person \(number + 1)"))
        try connection.run(
          """
          INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
          VALUES ($1, $3, '', $2, $2, '', 0)
          """, [id, name, .text("\(number + 1)@example.com")])
        try connection.run(
          "INSERT INTO session (id, account_id, kind, opened_at, expires_at) VALUES ($1, $1, 'rotating', 0, $2)",
          [id, .integer(end.milliseconds)])
      }
    }
  }

  /// Creates a workspace and adds all members in one transaction.
  /// - Returns: Its default channel.
  private func workspace(
    of people: [AccountID], in database: SQLiteDatabase, at instant: Timestamp
  ) async throws -> ChannelID {
    let store = SQLChatStore(database)
    let service = ChatService(store: store, bus: LocalEventBus(), clock: { instant })
    let owner = people[0]
    let workspace = try await service.makeWorkspace(WorkspaceContent(name: "everybody"), by: owner)
    try await store.write { chat in
      _ = try chat.addMembers(Array(people.dropFirst()), to: workspace.id, at: instant)
    }
    return try await service.channels(of: workspace.id, for: owner, direct: false)[0].channel.id
  }
}
