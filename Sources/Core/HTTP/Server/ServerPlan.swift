import Basics
import Synchronization

/// State shared by all loops of a server: routes, limits and middleware, which never change, the number of open
/// connections, and whether it drains.
final class ServerPlan: Sendable {
  let router: Router
  let limits: ServerLimits
  let times: TimeLimits
  /// The maximum of unsent bytes for the clients of one loop.
  let backlogOfLoop: Int
  /// The maximum of handlers at work on one loop.
  let workOfLoop: Int
  let proxies: TrustedProxies
  let tls: ServerTLS?
  let listeners: ClientShares
  private let connections: ClientShares
  let receivers: [@Sendable (inout IncomingRequest) -> Fault?]
  let finishers: [@Sendable (AccessRecord, Request?) -> Void]
  let onShortage: (@Sendable (Shortage) -> Void)?
  private let open = Atomic<Int>(0)
  private let draining = Atomic(false)
  private let errorBody: (@Sendable (Fault, Request?) -> Response)?

  init(_ configuration: ServerConfiguration, _ router: Router, loops: Int) {
    self.router = router
    limits = configuration.limits
    times = TimeLimits(configuration.limits)
    backlogOfLoop = configuration.limits.backlogOfAll / loops
    workOfLoop = max(1, configuration.limits.work / loops)
    proxies = configuration.proxies
    tls = configuration.tls
    listeners = ClientShares(maxCount: configuration.limits.listenersPerClient)
    connections = ClientShares(maxCount: configuration.limits.connectionsPerClient)
    receivers = configuration.middleware.compactMap(\.receive)
    finishers = configuration.middleware.reversed().compactMap(\.finish)
    onShortage = configuration.onShortage
    errorBody = configuration.errorBody
  }

  /// Why no more connections can be accepted now; nil when they can. A file that is being sent counts as a
  /// descriptor.
  var shortage: Shortage? {
    let taken = connectionCount
    if taken >= limits.connections { return .connections(limits.connections) }
    let limit = descriptorLimit()
    return taken + OpenFile.count < usableDescriptors(of: limit) ? nil : .descriptors(limit)
  }

  /// Whether every response closes its connection, so that clients go elsewhere.
  var isDraining: Bool { draining.load(ordering: .relaxed) }

  func drain() { draining.store(true, ordering: .relaxed) }

  /// The number of open connections.
  var connectionCount: Int { open.load(ordering: .relaxed) }

  /// Counts a connection; false when its client network has its share already. A proxy has no share.
  func connectionOpened(by peer: IPAddress?) -> Bool {
    if let peer, !proxies.contains(peer), !connections.take(peer.network) { return false }
    open.add(1, ordering: .relaxed)
    return true
  }

  func connectionClosed(by peer: IPAddress?) {
    open.subtract(1, ordering: .relaxed)
    if let peer, !proxies.contains(peer) { connections.release(peer.network) }
  }

  func finish(_ record: AccessRecord, _ request: Request?) {
    for finish in finishers { finish(record, request) }
  }

  /// The response to a fault, without the fields that the middleware adds.
  func answer(_ fault: Fault, _ request: Request?) -> Response {
    var response = errorBody?(fault, request) ?? fault.problem
    if let remedy = fault.remedyHeader { response.headers[remedy.name] = remedy.value }
    return response
  }
}

/// The durations of the limits in milliseconds.
struct TimeLimits: Sendable, Equatable {
  let head: Int64
  let idle: Int64
  let bodyWindow: Int64
  let handler: Int64
  let writeStall: Int64
  let linger: Int64
  let webSocketPing: Int64
  let tick: Int64

  init(_ limits: ServerLimits) {
    head = limits.headTime.milliseconds
    idle = limits.idleTime.milliseconds
    bodyWindow = max(1, limits.bodyWindow.milliseconds)
    handler = limits.handlerTime.milliseconds
    writeStall = limits.writeStall.milliseconds
    linger = limits.lingerTime.milliseconds
    webSocketPing = max(1, limits.webSocketPing.milliseconds)
    tick = max(1, limits.tick.milliseconds)
  }
}
