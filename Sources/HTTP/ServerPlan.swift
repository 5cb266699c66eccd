import Synchronization

/// What all loops of a server share: routes, limits and hooks, fixed, and the number of open connections.
final class ServerPlan: Sendable {
  let router: Router
  let fallback: Endpoint?
  let limits: ServerLimits
  let times: TimeLimits
  /// Bytes that may wait for the WebSockets of a loop.
  let backlogOfLoop: Int
  let decorate: (@Sendable (Request, inout Response) -> Void)?
  let log: (@Sendable (AccessRecord) -> Void)?
  let onShortage: (@Sendable (Shortage) -> Void)?
  private let open = Atomic<Int>(0)
  private let errorBody: (@Sendable (Fault, Request?) -> Response)?

  init(_ configuration: ServerConfiguration, _ router: Router, loops: Int) {
    self.router = router
    fallback = configuration.fallback.map {
      Endpoint(pattern: "*", parameterNames: [], bodyLimit: 65_536, isSafe: true, handler: $0)
    }
    limits = configuration.limits
    times = TimeLimits(configuration.limits)
    backlogOfLoop = configuration.limits.webSocketBacklogOfAll / loops
    decorate = configuration.decorate
    log = configuration.log
    onShortage = configuration.onShortage
    errorBody = configuration.errorBody
  }

  /// Whether another connection may be taken.
  var hasRoom: Bool { open.load(ordering: .relaxed) < limits.connections }

  func connectionOpened() {
    open.add(1, ordering: .relaxed)
  }

  func connectionClosed() {
    open.subtract(1, ordering: .relaxed)
  }

  /// The answer for a fault, not decorated yet.
  func answer(_ fault: Fault, _ request: Request?) -> Response {
    var response = errorBody?(fault, request) ?? fault.problem
    if let allow = fault.allow { response.headers["Allow"] = allow }
    return response
  }
}

/// The durations of the limits in milliseconds, as the loops count.
struct TimeLimits: Sendable {
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
