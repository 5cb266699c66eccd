public import Accounts
public import Basics
public import Chat
import Synchronization

/// Where people talk: the rules, and whoever listens to this process at the moment.
public final class ChatDesk: Sendable {
  /// Workspaces, channels and messages.
  public let service: ChatService

  /// In seconds: how often the store is looked at without having been told.
  private static let lookEvery = 5

  let hub: ChatHub<DeskListener>
  private let clock: @Sendable () -> Timestamp
  private let isLoggedIn: @Sendable (Caller) async throws -> Bool
  private let listeners = Mutex<Set<RealtimeListener>>([])

  /// A desk over its service.
  /// - Parameters:
  ///   - bus: tells what the service changes, in this process and perhaps in others.
  ///   - isLoggedIn: whether a session goes on; who has logged out hears nothing more.
  public init(
    service: ChatService, bus: any EventBus, clock: @escaping @Sendable () -> Timestamp,
    isLoggedIn: @escaping @Sendable (Caller) async throws -> Bool
  ) {
    self.service = service
    self.clock = clock
    self.isLoggedIn = isLoggedIn
    hub = ChatHub(source: service, bus: bus)
  }

  /// Tells listeners what is new, and ends those whose time is over, until the task is cancelled. Runs once; without it
  /// nobody hears anything.
  /// - Parameter onFailure: told of each failure to read; it is tried again.
  public func run(onFailure: @escaping @Sendable (any Error) -> Void) async {
    async let following: Void = hub.run(onFailure: onFailure)
    // Apart from each other: a store that is slow holds up no sign of life.
    async let looking: Void = repeatedly(every: Self.lookEvery) { await self.look(onFailure: onFailure) }
    await repeatedly(every: 1) { await self.tick() }
    await looking
    await following
  }

  /// Does something every so many seconds until the task is cancelled.
  private func repeatedly(every seconds: Int, _ body: () async -> Void) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(seconds))
      await body()
    }
  }

  /// Ends those whose time is over, and gives a sign of life to those who have heard nothing for a while.
  func tick() async {
    let now = clock()
    for listener in listeners.withLock({ Array($0) }) {
      if let refusal = listener.refusal(at: now) {
        await end(listener, refusal)
      } else {
        listener.beat(at: now)
      }
    }
  }

  /// Finds out what nobody has told of: who has logged out, and what is new. Complexity: O(listeners) short reads.
  func look(onFailure: (any Error) -> Void) async {
    for listener in listeners.withLock({ Array($0) }) {
      guard let caller = listener.caller else { continue }
      do {
        if try await !isLoggedIn(caller) { await end(listener, .loggedOut) }
      } catch { onFailure(error) }
    }
    await hub.look()
  }

  private func end(_ listener: RealtimeListener, _ refusal: Refusal) async {
    await exit(listener)
    listener.end(refusal)
  }

  /// Ends all streams, which a server that stops would wait for.
  public func stop() async {
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

extension Refusal {
  fileprivate static let loggedOut = Refusal(
    .unauthenticated, "token-unusable", "The session was ended; log in and come back.")
}
