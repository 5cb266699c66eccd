import APIKit
package import Accounts
package import Basics
package import Chat
import Concurrency
import Synchronization

package final class ChatConnections: Sendable {
  package let service: ChatService

  package let hub: ChatHub<ChannelListener>
  package let sessions: SessionWatch
  private let clock: @Sendable () -> Timestamp
  private let listeners = Mutex<Set<RealtimeListener>>([])
  private let events: AsyncStream<ChatEvent>

  /// - Parameters:
  ///   - bus: reports the service's changes, in this process and perhaps in others.
  ///   - accounts: knows which sessions are open; the connections of others are closed.
  package init(
    service: ChatService, bus: any EventBus, clock: @escaping @Sendable () -> Timestamp, accounts: AccountService
  ) {
    self.service = service
    self.clock = clock
    hub = ChatHub(source: service, bus: bus)
    events = bus.events()
    sessions = SessionWatch(accounts)
    sessions.add(
      SessionWatch.Connections(
        callers: { [weak self] in self?.callers ?? [] }, end: { [weak self] in await self?.end(of: $0) }))
  }

  /// Sends updates to listeners and closes expired connections, until the task is cancelled. Must run once: without it,
  /// nothing is delivered.
  /// - Parameter onFailure: receives each read error; the read is repeated.
  package func run(onFailure: @escaping @Sendable (any Error) -> Void) async {
    async let following: Void = hub.run(onFailure: onFailure)
    async let announcing: Void = announceUnread()
    // In separate tasks, so that a slow store does not delay heartbeats.
    async let looking: Void = repeating(every: .seconds(1)) { await self.poll(onFailure: onFailure) }
    await repeating(every: .seconds(1), tick)
    await looking
    await following
    await announcing
  }

  /// Announces to the connections of accounts that what waits for them may have changed, until the task is cancelled.
  /// Complexity: O(connections) for each event.
  func announceUnread() async {
    for await event in events {
      switch event {
      case .account(let account), .membership(_, let account):
        let listeners = listeners.withLock { $0.filter { $0.isWatchingUnread(of: account) } }
        for listener in listeners { listener.send(.unread) }
      case .channel, .removed: break
      }
    }
  }

  /// Closes expired connections, and sends heartbeats to idle ones.
  func tick() async {
    let now = clock()
    for listener in listeners.withLock({ Array($0) }) {
      if let domainError = listener.domainError(at: now) {
        await end(listener, domainError)
      } else {
        listener.sendHeartbeat(at: now)
      }
    }
  }

  /// Finds changes by other processes that no bus reported: ended sessions and new messages. Complexity: O(listeners)
  /// if anything has changed, in one read each.
  func poll(onFailure: (any Error) -> Void) async {
    do { try await sessions.poll() } catch { onFailure(error) }
    do { try await hub.follow() } catch { onFailure(error) }
  }

  private var callers: Set<Caller> { Set(listeners.withLock { Array($0) }.compactMap(\.caller)) }

  private func end(of callers: Set<Caller>) async {
    for listener in listeners.withLock({ Array($0) }) where listener.caller.map(callers.contains) == true {
      await end(listener, .loggedOut)
    }
  }

  private func end(_ listener: RealtimeListener, _ domainError: DomainError) async {
    await remove(listener)
    listener.end(domainError)
  }

  /// Closes all streams; otherwise a server that stops would wait for them.
  package func stop() async {
    for listener in listeners.withLock({ Array($0) }) {
      await remove(listener)
      listener.end(nil)
    }
  }

  func add(_ listener: RealtimeListener) {
    listeners.withLock { _ = $0.insert(listener) }
  }

  func remove(_ listener: RealtimeListener) async {
    listeners.withLock { _ = $0.remove(listener) }
    for channel in listener.close() { await hub.leave(.client(listener), channel) }
  }

  /// The number of connections, subscribed or not.
  var count: Int { listeners.withLock { $0.count } }
}

extension DomainError {
  fileprivate static let loggedOut = DomainError(
    .unauthenticated, "token-unusable", "The session has ended; log in and reconnect.")
}
