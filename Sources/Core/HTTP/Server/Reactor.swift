import Basics
import CSystem
import Glibc

/// The connections of one event loop and its epoll events. Used on the loop's thread only.
final class Reactor {
  /// The epoll data of the loop's wake-up and of the listener; the generations of connections start at 1.
  static let wakeupData: UInt64 = 0
  static let listenerData: UInt64 = 1
  private static let maxEvents = 256
  static let readSize = 65_536

  let plan: ServerPlan
  unowned let loop: EventLoop
  let out = OutputBuffer()
  let parser: HeadParser
  lazy var compressor = Compressor()
  var clock = LoopClock()
  let received = UnsafeMutableRawBufferPointer.allocate(byteCount: Reactor.readSize, alignment: 16)
  var listener: Listener?
  /// All connections by descriptor; descriptors are small and dense.
  private(set) var table: [ClientConnection?] = []
  private(set) var count = 0
  /// Unsent bytes in memory, of all clients of this loop.
  var backlog = 0
  /// When an excess of them was last reported.
  var backlogReportedAt: Int64?
  /// Deferred handlers that have not answered yet, without those that answer at once or wait for events.
  var work = 0
  /// For identifiers of requests; no secret.
  var randomNumbers = RequestNumbers()
  private let epoll: Int32
  private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: Reactor.maxEvents)
  private var generation: UInt32 = 0
  private var nextTick: Int64 = 0
  private var stopAt: Int64?

  init(plan: ServerPlan, loop: EventLoop, wakeup: Int32) throws(SystemFailure) {
    self.plan = plan
    self.loop = loop
    parser = HeadParser(limits: plan.limits)
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw SystemFailure("epoll_create1") }
    // Edge-triggered, so that the counter never has to be read.
    guard control(EPOLL_CTL_ADD, wakeup, EPOLLIN.rawValue | EPOLLET.rawValue, Self.wakeupData) else {
      throw SystemFailure("epoll_ctl")
    }
  }

  deinit {
    if epoll >= 0 { Glibc.close(epoll) }
    events.deallocate()
    received.deallocate()
  }

  @discardableResult
  func control(_ operation: Int32, _ descriptor: Int32, _ interest: UInt32, _ datum: UInt64) -> Bool {
    var event = epoll_event()
    event.events = interest
    event.data.u64 = datum
    return epoll_ctl(epoll, operation, descriptor, &event) == 0
  }

  // MARK: - The round

  /// Waits for events and handles them, then runs the tick when it is due.
  func wait(atOnce: Bool) {
    let timeout = max(0, min(nextTick, stopAt ?? .max) - clock.now)
    let count = epoll_wait(epoll, events, Int32(Self.maxEvents), atOnce ? 0 : Int32(clamping: timeout))
    clock.update()
    for index in 0..<Int(max(0, count)) { handle(events[index]) }
    if clock.now >= nextTick {
      nextTick = clock.now + plan.times.tick
      tick()
    }
  }

  private func handle(_ event: epoll_event) {
    let datum = event.data.u64
    if datum == Self.wakeupData { return }
    if datum == Self.listenerData { return acceptAll() }
    let key = ConnectionKey(descriptor: Int32(truncatingIfNeeded: datum), generation: UInt32(datum >> 32))
    guard let connection = connection(key) else { return }
    if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { return close(connection, .clientGone) }
    if event.events & EPOLLOUT.rawValue != 0 {
      if connection.transport.isReadingStalled { resumeReading(connection) } else { writable(connection) }
    }
    if event.events & EPOLLIN.rawValue != 0, self.connection(key) != nil { readable(connection) }
  }

  // MARK: - The table

  func connection(_ key: ConnectionKey) -> ClientConnection? {
    let index = Int(key.descriptor)
    guard table.indices.contains(index), let connection = table[index], connection.key == key else { return nil }
    return connection
  }

  /// Takes over an accepted socket.
  func adopt(_ descriptor: Int32, from peer: IPAddress?) {
    generation = generation == .max ? 1 : generation + 1
    let key = ConnectionKey(descriptor: descriptor, generation: generation)
    let session = plan.tls?.session(on: descriptor) ?? nil
    let isReady = plan.tls == nil || session != nil
    guard stopAt == nil, isReady, control(EPOLL_CTL_ADD, descriptor, EPOLLIN.rawValue, key.epollData) else {
      Glibc.close(descriptor)
      return plan.connectionClosed(by: peer)
    }
    let index = Int(descriptor)
    if index >= table.count { table.append(contentsOf: repeatElement(nil, count: index + 1 - table.count)) }
    table[index] = ClientConnection(
      key: key, peer: peer, transport: Transport(descriptor, session), interest: EPOLLIN.rawValue, now: clock.now)
    count += 1
  }

  /// Closes a connection at once and ends its handler, body and stream.
  func close(_ connection: ClientConnection, _ failure: BodyFailure) {
    guard self.connection(connection.key) === connection else { return }
    table[Int(connection.key.descriptor)] = nil
    count -= 1
    backlog -= connection.backlog
    releaseListenerShare(connection)
    if connection.state.ending == .reset {
      resetOnClose(connection.key.descriptor)
    } else {
      connection.transport.endSession()
    }
    Glibc.close(connection.key.descriptor)
    plan.connectionClosed(by: connection.peer)
    abandon(connection, failure)
  }

  /// Lets the client see a reset instead of an orderly end.
  private func resetOnClose(_ descriptor: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }

  private func abandon(_ connection: ClientConnection, _ failure: BodyFailure) {
    connection.writer.take()?.resume(returning: false)
    if let state = connection.webSocket.take() {
      state.inbox.finish()
      state.task?.cancel()
    }
    guard let exchange = connection.exchange.take() else { return }
    finish(exchange)
    if connection.state.isInBody {
      exchange.bodyReader?.fail(failure)
    } else {
      exchange.task?.cancel()
    }
  }

  /// Registers the needed events with epoll. Input is deregistered only after an unwanted event (`eager`), so that
  /// most requests cost no system call.
  func updateInterest(_ connection: ClientConnection, eager: Bool = false) {
    var interest = connection.interest & EPOLLIN.rawValue
    if connection.wantsInput { interest = EPOLLIN.rawValue } else if eager { interest = 0 }
    if !connection.output.isEmpty { interest |= EPOLLOUT.rawValue }
    if connection.transport.isReadingStalled { interest = EPOLLOUT.rawValue }
    guard interest != connection.interest else { return }
    connection.interest = interest
    control(EPOLL_CTL_MOD, connection.key.descriptor, interest, connection.key.epollData)
  }

  // MARK: - The state of a connection

  /// Reports an event to the state of a connection, and carries out what it asks for.
  func handle(_ event: ConnectionState.Event, of connection: ClientConnection) {
    switch connection.state.handle(event, at: clock.now) {
    // Whoever reports a fault also responds with it.
    case .none, .respond: break
    case .close(let failure): close(connection, failure)
    case .shutDownSending: shutDownSending(connection)
    case .endRequest:
      releaseListenerShare(connection)
      connection.exchange = nil
    case .timeOut(let deadline): timeOut(deadline, connection)
    case .ping: ping(connection)
    }
  }

  // MARK: - The end

  var isStopping: Bool { stopAt != nil }

  /// Whether the loop may end: it is stopping, and either no connection is left or the deadline has passed.
  var isFinished: Bool {
    guard let stopAt else { return false }
    return count == 0 || clock.now >= stopAt
  }

  /// Stops accepting connections and requests; requests in flight have until the deadline.
  func stop(within milliseconds: Int64) {
    guard stopAt == nil else { return }
    // The kernel would reset connections that wait to be accepted, although their requests may be there.
    listener?.acceptWaiting(self)
    listener?.close(self)
    listener = nil
    plan.drain()
    stopAt = clock.now + milliseconds
    nextTick = min(nextTick, clock.now)
    for case let connection? in table { closeWebSocket(connection.key, .goingAway, "The server stops.") }
    for case let connection? in table where connection.isIdle {
      // A request may be waiting in the socket, sent before the server announced its end.
      readable(connection)
      if connection.isIdle, connection.state.stage == .idle || milliseconds == 0 { close(connection, .stopping) }
    }
  }

  func shutDown() {
    for case let connection? in table { close(connection, .stopping) }
  }
}
