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
  private let listeners = Mutex<Set<RealtimeListener>>([])

  /// A desk over its service.
  /// - Parameter bus: tells what the service changes, in this process and perhaps in others.
  public init(service: ChatService, bus: any EventBus, clock: @escaping @Sendable () -> Timestamp) {
    self.service = service
    self.clock = clock
    hub = ChatHub(source: service, bus: bus)
  }

  /// Tells listeners what is new, and ends those whose time is over, until the task is cancelled. Runs once; without it
  /// nobody hears anything.
  /// - Parameter onFailure: told of each failure to read; it is tried again.
  public func run(onFailure: @escaping @Sendable (any Error) -> Void) async {
    async let following: Void = hub.run(onFailure: onFailure)
    var seconds = 0
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      seconds += 1
      await tick()
      if seconds % Self.lookEvery == 0 { await hub.look() }
    }
    await following
  }

  /// Ends those whose time is over, and gives a sign of life to those who have heard nothing for a while.
  func tick() async {
    let now = clock()
    for listener in listeners.withLock({ Array($0) }) {
      if let refusal = listener.refusal(at: now) {
        await exit(listener)
        listener.end(refusal)
      } else {
        listener.beat(at: now)
      }
    }
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
