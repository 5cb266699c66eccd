/// The state of a client's connection, and the next action: a pure state machine.
///
/// The reactor reports events and carries out the actions; it reads, writes and closes. The state knows neither bytes
/// nor sockets, and it is given the time, so that tests move it by hand.
struct ConnectionState: Equatable {
  /// The state of the reading side.
  enum Stage: Equatable {
    /// Between requests.
    case idle
    /// Within a head, or before the first byte of the first one.
    case head
    case body(Body)
    /// The request is complete; nothing more is read until it is answered.
    case complete
    /// Upgraded to a WebSocket: there are no more requests.
    case webSocket(WebSocketPhase)
    /// The sending side is shut down; further input is discarded.
    case lingering
  }

  /// The handling of the body of a request.
  enum Body: Equatable {
    case read
    /// It is short: it is read and thrown away, so that the connection can be kept.
    case discarded
    /// It is not read; the connection ends after the response.
    case refused
  }

  enum WebSocketPhase: Equatable {
    case open
    /// A ping was sent and not answered yet.
    case pinged
    /// The close frame was sent.
    case closing
  }

  /// The response to the current request.
  enum ResponseState: Equatable {
    case none
    case streaming
    case done
  }

  /// What to do once all output is sent.
  enum Ending: Equatable {
    case none
    case close
    /// Shut down the sending side and wait: a close while the client is still sending would destroy the response.
    case linger
    /// The connection is broken; nothing more is sent.
    case reset
  }

  enum Event: Equatable {
    /// The first byte of a head, or an empty line before it.
    case headBegan
    /// The head is valid. `body` is nil when the request has none.
    case requestBegan(body: Body?, keepsAlive: Bool)
    case bodyReceived(bytes: Int)
    case bodyEnded
    /// The reader of a body or of a WebSocket has no room for more.
    case readerFull
    case readerReady
    /// The input or the handler broke a rule; what follows in the connection cannot be trusted.
    case faulted
    /// The head of a response was written.
    case responseBegan(mayKeepAlive: Bool, isStreamed: Bool)
    case responseEnded
    /// The handler asks to close the connection without a response, or has failed within a streamed one.
    case responseAborted
    case upgraded
    case framesReceived
    /// The close frame of a WebSocket was sent. `isComplete`: the client's was received, or is not awaited.
    case webSocketClosed(isComplete: Bool)
    /// Bytes were offered to the socket.
    case sending
    /// All that could be sent was sent. `isEmpty`: nothing waits.
    case flushed(isEmpty: Bool)
    /// The socket failed, or the client is too slow to be kept.
    case broken
    /// The client has shut down its sending side. `hasOutput`: there are bytes that it has not accepted yet.
    case inputEnded(hasOutput: Bool)
    case tick(Tick)
  }

  /// The input of a check of the deadlines. Times are in milliseconds.
  struct Tick: Equatable {
    let times: TimeLimits
    /// The timeout of the current request's handler.
    let handlerTime: Int64
    /// The minimum rate of a body, in bytes per second.
    let bodyRate: Int
    let hasInput: Bool
    let hasOutput: Bool
    let isStopping: Bool
  }

  enum Action: Equatable {
    case none
    case close(BodyFailure)
    /// Shut down the sending side, and forget the request.
    case shutDownSending
    /// The request was received and answered: forget it, and continue with the next one.
    case endRequest
    case respond
    case timeOut(Deadline)
    case ping
  }

  enum Deadline: Equatable {
    case head
    case body
    case handler
  }

  private(set) var stage = Stage.head
  private(set) var ending = Ending.none
  private(set) var response = ResponseState.none
  /// The connection stays open after the current response.
  private(set) var keepsAlive = true
  private(set) var hasInputEnded = false
  /// Reading waits until the reader of a body or of a WebSocket has made room.
  private(set) var isReaderFull = false
  private var isFaulted = false
  /// The start of the period that the next deadline is counted from: that of the stage, of a window in which the rate of
  /// a body is measured, or of a WebSocket's silence.
  private(set) var since: Int64
  /// The bytes of the body received since then.
  private var windowBytes = 0
  /// When bytes were last offered to the socket.
  private(set) var lastSent: Int64 = 0

  init(now: Int64) {
    since = now
  }

  // MARK: - Questions

  /// No request was begun that is not ended.
  var isBetweenRequests: Bool { stage == .idle || stage == .head }

  var isWebSocket: Bool {
    if case .webSocket = stage { true } else { false }
  }

  /// A body is expected or passed over.
  var isInBody: Bool {
    if case .body = stage { true } else { false }
  }

  /// Whether received bytes can be used now.
  func wantsInput(hasOutput: Bool) -> Bool {
    guard !hasInputEnded else { return false }
    switch stage {
    case .idle, .head: return !hasOutput && ending == .none
    case .body(let body): return body != .refused && !isReaderFull && ending == .none
    case .complete: return false
    case .webSocket: return !isReaderFull && ending == .none
    case .lingering: return true
    }
  }
}

// MARK: - Events

extension ConnectionState {
  /// Changes the state by what has happened.
  /// - Parameter now: The milliseconds of the loop's clock.
  /// - Returns: What has to be done about it.
  mutating func handle(_ event: Event, at now: Int64) -> Action {
    switch event {
    case .headBegan:
      if stage == .idle { enter(.head, now) }
    case .requestBegan(let body, let keepsAlive): begin(body, keepsAlive, now)
    case .bodyReceived(let bytes): windowBytes += bytes
    case .bodyEnded:
      enter(.complete, now)
      return nextRequest(now)
    case .readerFull: isReaderFull = true
    case .readerReady:
      isReaderFull = false
      // The time in which the reader had no room does not count.
      if isInBody { beginWindow(now) }
    case .faulted: return fault()
    case .responseBegan(let mayKeepAlive, let isStreamed):
      if !mayKeepAlive || stage == .body(.read) || stage == .body(.refused) { keepsAlive = false }
      if isStreamed { response = .streaming }
    case .responseEnded: return endResponse(now)
    case .responseAborted:
      if response == .none { end(.close) } else { ending = .reset }
      (response, keepsAlive) = (.done, false)
    case .upgraded:
      enter(.webSocket(.open), now)
      (response, isReaderFull) = (.done, false)
    case .framesReceived:
      if stage != .webSocket(.closing) { enter(.webSocket(.open), now) }
    case .webSocketClosed(let isComplete):
      if stage != .webSocket(.closing) { enter(.webSocket(.closing), now) }
      if isComplete { end(.linger) }
    case .sending: lastSent = now
    case .flushed(let isEmpty): return flushed(isEmpty, now)
    case .broken: ending = .reset
    case .inputEnded(let hasOutput): return inputEnded(hasOutput)
    case .tick(let tick): return check(tick, now)
    }
    return .none
  }

  private mutating func enter(_ stage: Stage, _ now: Int64) {
    self.stage = stage
    since = now
  }

  /// The first reason to end the connection is kept.
  private mutating func end(_ ending: Ending) {
    if self.ending == .none { self.ending = ending }
  }

  private mutating func begin(_ body: Body?, _ keepsAlive: Bool, _ now: Int64) {
    enter(body.map(Stage.body) ?? .complete, now)
    (response, isReaderFull, windowBytes) = (.none, false, 0)
    self.keepsAlive = keepsAlive
  }

  private mutating func beginWindow(_ now: Int64) {
    (since, windowBytes) = (now, 0)
  }

  private mutating func fault() -> Action {
    keepsAlive = false
    if isBetweenRequests {
      end(.linger)
      return .respond
    }
    switch response {
    case .none:
      isFaulted = true
      return .respond
    case .streaming: ending = .reset
    case .done: end(.close)
    }
    return .none
  }

  private mutating func endResponse(_ now: Int64) -> Action {
    response = .done
    if !keepsAlive { end(isInBody || isFaulted ? .linger : .close) }
    return nextRequest(now)
  }

  /// Goes on with the next request when the current one was received and answered.
  private mutating func nextRequest(_ now: Int64) -> Action {
    guard stage == .complete, response == .done, ending == .none else { return .none }
    enter(.idle, now)
    return .endRequest
  }

  private mutating func flushed(_ isEmpty: Bool, _ now: Int64) -> Action {
    if ending == .reset { return .close(.clientGone) }
    guard isEmpty, stage != .lingering else { return .none }
    switch ending {
    case .none: return hasInputEnded && isBetweenRequests ? .close(.clientGone) : .none
    case .linger where !hasInputEnded:
      enter(.lingering, now)
      return .shutDownSending
    default: return .close(.clientGone)
    }
  }

  /// A complete request is still answered.
  private mutating func inputEnded(_ hasOutput: Bool) -> Action {
    hasInputEnded = true
    switch stage {
    case .idle, .head: return hasOutput ? .none : .close(.clientGone)
    case .complete: return .none
    case .body, .webSocket, .lingering: return .close(.clientGone)
    }
  }
}

// MARK: - Deadlines

extension ConnectionState {
  /// How long a connection without a request may stay while the server stops: one may be on its way.
  private static let firstRequestTime: Int64 = 1000

  private mutating func check(_ tick: Tick, _ now: Int64) -> Action {
    func isOver(_ start: Int64, _ timeout: Int64) -> Bool { now - start > timeout }

    if stage != .lingering, tick.hasOutput {
      guard isOver(lastSent, tick.times.writeStall) else { return .none }
      ending = .reset
      return .close(.clientGone)
    }
    switch stage {
    case .lingering: return isOver(since, tick.times.linger) ? .close(.clientGone) : .none
    case .idle, .head:
      if tick.isStopping, !tick.hasInput, isOver(since, Self.firstRequestTime) { return .close(.stopping) }
      guard isOver(since, stage == .idle ? tick.times.idle : tick.times.head) else { return .none }
      return tick.hasInput ? .timeOut(.head) : .close(.clientGone)
    case .body(.read), .body(.discarded): return checkBody(tick, now)
    case .complete, .body(.refused):
      return response == .none && isOver(since, tick.handlerTime) ? .timeOut(.handler) : .none
    case .webSocket(.closing): return isOver(since, tick.times.linger) ? .close(.clientGone) : .none
    case .webSocket(let phase):
      guard isOver(since, tick.times.webSocketPing) else { return .none }
      if phase == .pinged { return .close(.clientGone) }
      enter(.webSocket(.pinged), now)
      return .ping
    }
  }

  /// A body must deliver its minimum of bytes in each window, however long it is; time during which the handler is not
  /// reading does not count.
  private mutating func checkBody(_ tick: Tick, _ now: Int64) -> Action {
    guard !isReaderFull, now - since > tick.times.bodyWindow else { return .none }
    guard Int64(windowBytes) < Int64(tick.bodyRate) * (now - since) / 1000 else {
      beginWindow(now)
      return .none
    }
    return .timeOut(.body)
  }
}
