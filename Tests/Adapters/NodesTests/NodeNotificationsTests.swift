import Basics
import Chat
import Concurrency
import Foundation
import PostgreSQL
import SQL
import Stores
import Support
import Testing

@testable import Nodes

@Suite("Notifications between nodes on one database")
struct NodeNotificationsTests {
  private let server: PostgreSQLServer
  private let address: String

  init() async throws {
    server = try .shared
    address = server.address(of: try server.makeDatabase())
  }

  private func node() throws -> NodeNotifications { NodeNotifications(try PostgreSQLDatabase(address)) }

  /// Publishes until something arrives: a node may not listen yet.
  private func first(of events: AsyncStream<ChatEvent>, _ publish: @escaping @Sendable () -> Void) async -> ChatEvent? {
    let publishing = Task {
      while !Task.isCancelled {
        publish()
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    defer { publishing.cancel() }
    return await events.first { _ in true }
  }

  @Test("An event of any kind reaches the listeners of the other node")
  func events() async throws {
    let (one, other) = (try node(), try node())
    let running = [one, other].map { node in Task { await node.run() } }
    defer { for task in running { task.cancel() } }
    let account = AccountID.numbered(7)
    for event in [
      ChatEvent.channel(ChannelID(3), revision: 12), .removed(ChannelID(4)), .membership(ChannelID(5), account),
      .account(account),
    ] {
      let events = other.events()
      let found = await first(of: events.filterOnly(event)) { one.publish(event) }
      #expect(found == event)
    }
  }

  @Test("A node receives its own events once, also without a database")
  func own() async throws {
    let one = NodeNotifications(try PostgreSQLDatabase("host=/nowhere dbname=none"))
    var events = one.events().makeAsyncIterator()
    for revision in 1...3 { one.publish(.channel(ChannelID(1), revision: revision)) }
    for revision in 1...3 { #expect(await events.next() == .channel(ChannelID(1), revision: revision)) }
  }

  @Test("A change of the catalogue by any process wakes its followers")
  func catalogue() async throws {
    let database = try PostgreSQLDatabase(address)
    try await database.prepareStores()
    let node = try node()
    let running = Task { await node.run() }
    defer { running.cancel() }
    // What wakes when the node begins to listen.
    #expect(await node.catalogueChanged.wait(for: .seconds(60)))
    let before = ContinuousClock.now
    try await database.write { try $0.run("UPDATE catalogue SET version = version + 1") }
    #expect(await node.catalogueChanged.wait(for: .seconds(60)))
    // Without the notification the wait would have ended by itself.
    #expect(ContinuousClock.now - before < .seconds(60))
  }

  @Test("Pending events of a channel are merged, and split into messages within the server's limit")
  func pending() throws {
    var pending = PendingEvents()
    for channel in 1...1000 {
      pending.add(.channel(ChannelID(Int64(channel)), revision: 1))
      pending.add(.channel(ChannelID(Int64(channel)), revision: 7))
      pending.add(.channel(ChannelID(Int64(channel)), revision: 3))
    }
    pending.add(.membership(ChannelID(1), .numbered(1)))
    #expect(pending.count == 1001)
    let messages = pending.takeAll()
    #expect(pending.count == 0)
    #expect(messages.allSatisfy { $0.utf8.count < 7900 })
    let events = messages.flatMap { $0.split(separator: "\n") }.map { ChatEvent(line: $0) }
    #expect(events.first == .membership(ChannelID(1), .numbered(1)))
    #expect(Set(events.dropFirst()) == Set((1...1000).map { .channel(ChannelID($0), revision: 7) }))
  }

  @Test(
    "A malformed line is ignored", arguments: ["", "x", "revision 1", "revision a 1", "membership 1 zz"])
  func malformed(_ line: String) {
    #expect(ChatEvent(line: line[...]) == nil)
  }

  private static var machineTime: Timestamp {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  @Test("The clock is that of the database server", arguments: [0, -3_600_000, 86_400_000])
  func clock(_ error: Int64) async throws {
    let machine: @Sendable () -> Timestamp = { Self.machineTime.advanced(milliseconds: error) }
    let clock = try await DatabaseClock(try PostgreSQLDatabase(address), machine)
    // Both run on this machine; a busy one may be slow between two looks.
    #expect(abs(clock.now.milliseconds - Self.machineTime.milliseconds) < 5_000)
  }
}

extension AsyncStream<ChatEvent> {
  /// Only one event: others come from earlier attempts.
  fileprivate func filterOnly(_ event: ChatEvent) -> AsyncStream<ChatEvent> {
    AsyncStream { continuation in
      let task = Task { for await each in self where each == event { continuation.yield(each) } }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
