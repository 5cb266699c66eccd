import APIKit
package import Accounts
package import Basics
package import Chat
import Synchronization

/// Where people talk: the rules, and whoever listens to this process at the moment.
package final class ChatConnections: Sendable {
  /// Workspaces, channels and messages.
  package let service: ChatService

  package let hub: ChatHub<ChannelListener>
  /// Ends whoever listens by a session that has ended.
  package let sessions: SessionWatch
  private let clock: @Sendable () -> Timestamp
  private let listeners = Mutex<Set<RealtimeListener>>([])

  /// A desk over its service.
  /// - Parameters:
  ///   - bus: tells what the service changes, in this process and perhaps in others.
  ///   - accounts: knows which sessions go on; whose session has ended hears nothing more.
  package init(
    service: ChatService, bus: any EventBus, clock: @escaping @Sendable () -> Timestamp, accounts: AccountService
  ) {
    self.service = service
    self.clock = clock
    hub = ChatHub(source: service, bus: bus)
    sessions = SessionWatch(accounts)
    sessions.add(
      SessionWatch.Connections(
        callers: { [weak self] in self?.callers ?? [] }, end: { [weak self] in await self?.end(of: $0) }))
  }

  /// Tells listeners what is new, and ends those whose time is over, until the task is cancelled. Runs once; without it
  /// nobody hears anything.
  /// - Parameter onFailure: told of each failure to read; it is tried again.
  package func run(onFailure: @escaping @Sendable (any Error) -> Void) async {
    async let following: Void = hub.run(onFailure: onFailure)
    // Apart from each other: a store that is slow holds up no sign of life.
    async let looking: Void = repeatedly { await self.poll(onFailure: onFailure) }
    await repeatedly { await self.tick() }
    await looking
    await following
  }

  /// Does something each second until the task is cancelled.
  private func repeatedly(_ body: () async -> Void) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      await body()
    }
  }

  /// Ends those whose time is over, and gives a sign of life to those who have heard nothing for a while.
  func tick() async {
    let now = clock()
    for listener in listeners.withLock({ Array($0) }) {
      if let domainError = listener.domainError(at: now) {
        await end(listener, domainError)
      } else {
        listener.beat(at: now)
      }
    }
  }

  /// Finds out what nobody here has told of, because another process did it: whose session has ended, and what is new.
  /// Complexity: O(listeners) where anything has changed, in one read each.
  func poll(onFailure: (any Error) -> Void) async {
    do { try await sessions.poll() } catch { onFailure(error) }
    do { try await hub.follow() } catch { onFailure(error) }
  }

  /// By whom connections are held.
  private var callers: Set<Caller> { Set(listeners.withLock { Array($0) }.compactMap(\.caller)) }

  /// Ends the connections of callers whose session has ended.
  private func end(of callers: Set<Caller>) async {
    for listener in listeners.withLock({ Array($0) }) where listener.caller.map(callers.contains) == true {
      await end(listener, .loggedOut)
    }
  }

  private func end(_ listener: RealtimeListener, _ domainError: DomainError) async {
    await exit(listener)
    listener.end(domainError)
  }

  /// Ends all streams, which a server that stops would wait for.
  package func stop() async {
    for listener in listeners.withLock({ Array($0) }) {
      await exit(listener)
      listener.end(nil)
    }
  }

  /// Somebody may listen from now on.
  func enter(_ listener: RealtimeListener) {
    listeners.withLock { _ = $0.insert(listener) }
  }

  /// Somebody listens to nothing any more.
  func exit(_ listener: RealtimeListener) async {
    listeners.withLock { _ = $0.remove(listener) }
    for channel in listener.close() { await hub.leave(.person(listener), channel) }
  }

  /// How many are connected, listening or not.
  var count: Int { listeners.withLock { $0.count } }
}

extension DomainError {
  fileprivate static let loggedOut = DomainError(
    .unauthenticated, "token-unusable", "The session was ended; log in and come back.")
}
