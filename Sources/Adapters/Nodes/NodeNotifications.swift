package import Chat
package import Concurrency
package import PostgreSQL
import SQL
import Synchronization

/// What the nodes on one PostgreSQL database tell each other at once: events of chats, and that the catalogue has
/// changed. One connection listens for all of it.
///
/// Notifications only wake: one that is lost is made up for by the polls of those who listen.
package final class NodeNotifications: EventBus {
  /// The channel of `NOTIFY`. The database's trigger on the catalogue uses it too.
  static let channel = "fourcuts"
  /// Pending events beyond this number are dropped: the other nodes find the changes with their next poll.
  private static let maxPending = 10_000

  /// Given after each change of the catalogue by any process, and when something may have been missed.
  package let catalogueChanged = WakeSignal()
  private let database: PostgreSQLDatabase
  private let local = LocalEventBus()
  /// Distinguishes this node's notifications from those of other nodes.
  private let node = String(UInt64.random(in: .min ... .max), radix: 36)
  private let pending = Mutex(PendingEvents())
  private let hasPending = WakeSignal()

  /// - Parameter database: its address must be the server's own: notifications don't pass PgBouncer in transaction mode.
  package init(_ database: PostgreSQLDatabase) {
    self.database = database
  }

  /// Sends an event to the listeners of this node at once, and to those of the others soon.
  package func publish(_ event: ChatEvent) {
    local.publish(event)
    pending.withLock { if $0.count < Self.maxPending { $0.add(event) } }
    hasPending.wake()
  }

  package func events() -> AsyncStream<ChatEvent> { local.events() }

  /// Sends and receives until the task is cancelled.
  package func run() async {
    async let sending: Void = repeating(every: .seconds(60), or: hasPending, onFailure: { _ in }) { try await send() }
    for await notification in database.notifications(on: Self.channel) { receive(notification) }
    await sending
  }

  /// Sends what is pending. What cannot be sent is dropped: the database says elsewhere that it is gone.
  private func send() async throws {
    let messages = pending.withLock { $0.takeAll() }.map { "chat \(node)\n\($0)" }
    guard !messages.isEmpty else { return }
    try await database.write { connection in
      for message in messages {
        try connection.run("SELECT pg_notify($1, $2)", [.text(Self.channel), .text(message)])
      }
    }
  }

  private func receive(_ notification: PostgreSQLNotification) {
    guard case .payload(let payload) = notification else { return catalogueChanged.wake() }
    let lines = payload.split(separator: "\n")
    switch lines.first {
    case "catalogue": catalogueChanged.wake()
    case "chat \(node)", nil: break
    default: for event in lines.dropFirst().compactMap({ ChatEvent(line: $0) }) { local.publish(event) }
    }
  }
}
