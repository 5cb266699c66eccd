import Testing
import Workload

@testable import HTTP

/// The times of a server, all different, so that no test passes by the wrong one.
private let times: TimeLimits = {
  var limits = ServerLimits()
  limits.headTime = .seconds(15)
  limits.idleTime = .seconds(60)
  limits.bodyWindow = .seconds(10)
  limits.handlerTime = .seconds(30)
  limits.writeStall = .seconds(35)
  limits.lingerTime = .seconds(2)
  limits.webSocketPing = .seconds(25)
  return TimeLimits(limits)
}()

/// One line of a table: at a time in milliseconds, an event and the action it must lead to.
private struct Line {
  let time: Int64
  let event: ConnectionState.Event
  let action: ConnectionState.Action

  init(_ time: Int64, _ event: ConnectionState.Event, _ action: ConnectionState.Action = .none) {
    (self.time, self.event, self.action) = (time, event, action)
  }
}

/// What happens to a connection from its opening at 0.
private struct History: CustomTestStringConvertible {
  let testDescription: String
  let lines: [Line]

  init(_ name: String, _ lines: Line...) { (testDescription, self.lines) = (name, lines) }
}

private func tick(hasInput: Bool = false, hasOutput: Bool = false, isStopping: Bool = false) -> ConnectionState.Event {
  .tick(
    ConnectionState.Tick(
      times: times, handlerTime: times.handler, bodyRate: 512, hasInput: hasInput, hasOutput: hasOutput,
      isStopping: isStopping))
}

private let get = ConnectionState.Event.requestBegan(body: nil, keepsAlive: true)
private let lastGet = ConnectionState.Event.requestBegan(body: nil, keepsAlive: false)
private let post = ConnectionState.Event.requestBegan(body: .read, keepsAlive: true)
private let respond = ConnectionState.Event.responseBegan(mayKeepAlive: true, isStreamed: false)
private let stream = ConnectionState.Event.responseBegan(mayKeepAlive: true, isStreamed: true)
private let allSent = ConnectionState.Event.flushed(isEmpty: true)

private let requests = [
  History(
    "a request and the next one", Line(0, .headBegan), Line(1, get), Line(2, respond),
    Line(2, .responseEnded, .endRequest),
    Line(2, allSent), Line(9, .headBegan), Line(9, get), Line(9, respond), Line(9, .responseEnded, .endRequest)),
  History(
    "the client's last request", Line(0, lastGet), Line(1, respond), Line(1, .responseEnded),
    Line(1, allSent, .close(.clientGone))),
  History(
    "a response that waits for the client", Line(0, lastGet), Line(1, respond), Line(1, .responseEnded),
    Line(1, .flushed(isEmpty: false)), Line(5, allSent, .close(.clientGone))),
  History(
    "a body before its response", Line(0, post), Line(1, .bodyReceived(bytes: 9)), Line(2, .bodyEnded),
    Line(3, respond),
    Line(3, .responseEnded, .endRequest)),
  History(
    "a response before the end of a body that is read: the rest is not waited for", Line(0, post), Line(1, respond),
    Line(1, .responseEnded), Line(1, allSent, .shutDownSending), Line(2, allSent)),
  History(
    "a short body that is passed over", Line(0, .requestBegan(body: .discarded, keepsAlive: true)), Line(0, respond),
    Line(0, .responseEnded), Line(0, allSent), Line(1, .bodyReceived(bytes: 9)), Line(1, .bodyEnded, .endRequest)),
  History(
    "a body that is refused", Line(0, .requestBegan(body: .refused, keepsAlive: true)), Line(0, respond),
    Line(0, .responseEnded), Line(0, allSent, .shutDownSending)),
  History(
    "a response while the server drains", Line(0, get),
    Line(1, .responseBegan(mayKeepAlive: false, isStreamed: false)), Line(1, .responseEnded),
    Line(1, allSent, .close(.clientGone))),
  History(
    "a streamed response", Line(0, get), Line(1, stream), Line(1, allSent), Line(9, allSent),
    Line(9, .responseEnded, .endRequest)),
  History(
    "a stream whose producer fails", Line(0, get), Line(1, stream), Line(2, .responseAborted),
    Line(2, .flushed(isEmpty: false), .close(.clientGone))),
  History(
    "a handler that gives no response", Line(0, get), Line(1, .responseAborted), Line(1, allSent, .close(.clientGone))),
  History(
    "an upgrade, and an orderly end", Line(0, get), Line(0, .upgraded), Line(1, .framesReceived),
    Line(2, .webSocketClosed(isComplete: false)), Line(2, allSent), Line(3, .framesReceived),
    Line(3, .webSocketClosed(isComplete: true)), Line(3, allSent, .shutDownSending)),
]

private let faults = [
  History("a head that is none", Line(0, .headBegan), Line(0, .faulted, .respond), Line(0, allSent, .shutDownSending)),
  History(
    "a malformed body", Line(0, post), Line(1, .faulted, .respond), Line(1, respond), Line(1, .responseEnded),
    Line(1, allSent, .shutDownSending)),
  History(
    "a malformed body beside a streamed response: it must not look complete", Line(0, post), Line(1, stream),
    Line(2, .faulted), Line(2, allSent, .close(.clientGone))),
  History(
    "a malformed body after the response", Line(0, .requestBegan(body: .discarded, keepsAlive: true)), Line(0, respond),
    Line(0, .responseEnded), Line(1, .faulted), Line(1, allSent, .close(.clientGone))),
  History("a broken socket", Line(0, get), Line(1, .broken), Line(1, .flushed(isEmpty: false), .close(.clientGone))),
  History("no request, and the end of input", Line(0, .inputEnded(hasOutput: false), .close(.clientGone))),
  History(
    "a request, and the end of input: it is answered", Line(0, get), Line(1, .inputEnded(hasOutput: false)),
    Line(2, respond), Line(2, .responseEnded, .endRequest), Line(2, .flushed(isEmpty: false)),
    Line(3, allSent, .close(.clientGone))),
  History(
    "the end of input while a response waits for the client", Line(0, get), Line(1, respond),
    Line(1, .responseEnded, .endRequest), Line(2, .inputEnded(hasOutput: true)), Line(3, allSent, .close(.clientGone))),
  History("a body that ends too early", Line(0, post), Line(1, .inputEnded(hasOutput: false), .close(.clientGone))),
]

private let deadlines = [
  History("a silent connection", Line(15_000, tick()), Line(15_001, tick(), .close(.clientGone))),
  History(
    "a head that dribbles in, from the opening of the connection", Line(9000, .headBegan),
    Line(15_000, tick(hasInput: true)),
    Line(15_001, tick(hasInput: true), .timeOut(.head)), Line(15_001, .faulted, .respond),
    Line(15_001, allSent, .shutDownSending), Line(17_001, tick()), Line(17_002, tick(), .close(.clientGone))),
  History(
    "an idle connection", Line(0, get), Line(100, respond), Line(100, .responseEnded, .endRequest),
    Line(60_100, tick()), Line(60_101, tick(), .close(.clientGone))),
  History(
    "a later head, from its first byte", Line(0, get), Line(0, respond), Line(0, .responseEnded, .endRequest),
    Line(50_000, .headBegan), Line(65_000, tick(hasInput: true)), Line(65_001, tick(hasInput: true), .timeOut(.head))),
  History(
    "a body that keeps its rate, then slows down", Line(0, post), Line(5000, .bodyReceived(bytes: 5121)),
    Line(10_001, tick()), Line(15_000, .bodyReceived(bytes: 5119)), Line(20_001, tick()),
    Line(20_002, tick(), .timeOut(.body)), Line(20_002, .faulted, .respond)),
  History(
    "a handler that does not read", Line(0, post), Line(1, .readerFull), Line(99_000, tick()),
    Line(100_000, .readerReady),
    Line(110_000, tick()), Line(110_001, tick(), .timeOut(.body))),
  History(
    "a slow handler, from the end of the body", Line(0, post), Line(1000, .bodyEnded), Line(31_000, tick()),
    Line(31_001, tick(), .timeOut(.handler))),
  History("a response that is streamed for a day", Line(0, get), Line(1, stream), Line(86_400_000, tick())),
  History(
    "a client that accepts no bytes", Line(0, get), Line(7, .sending), Line(35_007, tick(hasOutput: true)),
    Line(35_008, tick(hasOutput: true), .close(.clientGone))),
  History(
    "a WebSocket's silence", Line(0, get), Line(0, .upgraded), Line(25_001, tick(), .ping),
    Line(30_000, .framesReceived),
    Line(55_001, tick(), .ping), Line(80_001, tick()), Line(80_002, tick(), .close(.clientGone))),
  History(
    "a WebSocket that is not closed by the client", Line(0, get), Line(0, .upgraded),
    Line(10_000, .webSocketClosed(isComplete: false)), Line(11_000, .framesReceived),
    Line(12_001, tick(), .close(.clientGone))),
  History(
    "a stop before the first request", Line(1000, tick(isStopping: true)),
    Line(1001, tick(isStopping: true), .close(.stopping))),
  History(
    "a stop within a request", Line(0, get), Line(1001, tick(isStopping: true)), Line(2000, respond),
    Line(2000, .responseEnded, .endRequest), Line(3001, tick(isStopping: true), .close(.stopping))),
]

@Suite("The state of a connection")
struct ConnectionStateTests {
  @Test("A connection goes from request to request", arguments: requests)
  fileprivate func follows(_ history: History) { check(history) }

  @Test("A connection ends after a fault has been answered", arguments: faults)
  fileprivate func ends(_ history: History) { check(history) }

  @Test("Each deadline of a connection is exact to the millisecond", arguments: deadlines)
  fileprivate func waits(_ history: History) { check(history) }

  private func check(_ history: History) {
    var state = ConnectionState(now: 0)
    for (number, line) in history.lines.enumerated() {
      #expect(state.handle(line.event, at: line.time) == line.action, "line \(number + 1)")
    }
  }

  @Test("Each request is answered at most once, and a broken connection is never reused")
  func keepsInvariants() {
    for seed in 1...2000 {
      var run = RandomRun(seed: UInt64(seed))
      for _ in 0..<60 where !run.isClosed { run.step() }
      #expect(run.violations == [], "seed \(seed)")
    }
  }

  @Test("A connection of a silent client is closed unless a handler streams or does not read")
  func ends() {
    var ended = 0
    for seed in 1...2000 {
      var run = RandomRun(seed: UInt64(seed))
      for _ in 0..<(seed % 40) where !run.isClosed { run.step() }
      let isHandlers = run.isWaitingForHandler
      run.fallSilent()
      #expect(run.isClosed || isHandlers, "seed \(seed): \(run.state)")
      if run.isClosed { ended += 1 }
    }
    #expect(ended > 1000)
  }
}

/// Events at random, of those that a reactor can report, and what it does about the actions.
private struct RandomRun {
  var state = ConnectionState(now: 0)
  private(set) var isClosed = false
  private(set) var violations: [String] = []
  private var random: SeededNumbers
  private var now: Int64 = 0
  private var hasOutput = false
  private var responses = 0

  init(seed: UInt64) { random = SeededNumbers(seed: seed) }

  var isWaitingForHandler: Bool { state.response == .streaming || state.isReaderFull }

  mutating func step() {
    now += Int64.random(in: 0...3000, using: &random)
    guard let event = possibleEvents.randomElement(using: &random) else { return }
    report(event)
    if !isClosed { report(.flushed(isEmpty: !hasOutput)) }
  }

  /// The client neither sends nor accepts anything from now on.
  mutating func fallSilent() {
    for _ in 0..<400 where !isClosed {
      now += 1000
      report(tick(hasInput: false, hasOutput: hasOutput))
      if !isClosed { report(.flushed(isEmpty: !hasOutput)) }
    }
  }

  private var possibleEvents: [ConnectionState.Event] {
    var events: [ConnectionState.Event] = [.broken, .inputEnded(hasOutput: hasOutput), tick(hasOutput: hasOutput)]
    if state.ending == .none, state.wantsInput(hasOutput: hasOutput) {
      switch state.stage {
      case .idle, .head:
        events +=
          [.headBegan, .faulted] + [nil, .read, .discarded, .refused].map { .requestBegan(body: $0, keepsAlive: true) }
        events += [lastGet]
      case .body: events += [.bodyReceived(bytes: 3000), .bodyEnded, .readerFull, .faulted]
      case .webSocket:
        events += [
          .framesReceived, .readerFull, .webSocketClosed(isComplete: true), .webSocketClosed(isComplete: false),
        ]
      case .complete, .lingering: break
      }
    }
    if state.isReaderFull { events.append(.readerReady) }
    if !state.isBetweenRequests, !state.isWebSocket, state.stage != .lingering {
      switch state.response {
      case .none: events += [respond, stream, .responseAborted] + (state.stage == .complete ? [.upgraded] : [])
      case .streaming: events += [.responseEnded, .responseAborted]
      case .done: break
      }
    }
    // The client accepts what waits for it; more common than each failure.
    return events + events.dropFirst(3) + events.dropFirst(3)
  }

  private mutating func report(_ event: ConnectionState.Event) {
    let before = state
    if case .requestBegan = event { responses = 0 }
    if case .responseBegan = event { responses += 1 }
    let action = state.handle(event, at: now)
    check(event, before)
    switch action {
    case .none: break
    case .close: isClosed = true
    case .shutDownSending: break
    case .endRequest: if before.response != .done && responses != 1 { violations.append("ended without a response") }
    case .respond, .timeOut: respondWithFault(action)
    case .ping: hasOutput = Bool.random(using: &random)
    }
    if case .responseBegan(_, let isStreamed) = event, !isStreamed { report(.responseEnded) }
    if case .flushed = event, !isClosed { hasOutput = hasOutput && Bool.random(using: &random) }
  }

  private mutating func respondWithFault(_ action: ConnectionState.Action) {
    if action != .respond, state.handle(.faulted, at: now) != .respond { return }
    guard !state.isBetweenRequests, state.stage != .lingering else { return }
    report(respond)
  }

  private mutating func check(_ event: ConnectionState.Event, _ before: ConnectionState) {
    if responses > 1 { violations.append("two responses to a request: \(event)") }
    if before.ending == .reset, state.ending != .reset { violations.append("revived: \(event)") }
    if before.ending != .none, state.ending == .none { violations.append("kept after all: \(event)") }
    if state.ending != .none, state.stage != .lingering, state.wantsInput(hasOutput: false) {
      violations.append("reads before its end: \(event)")
    }
    if hasOutput, state.isBetweenRequests, state.wantsInput(hasOutput: true) {
      violations.append("takes requests of a client that reads no responses: \(event)")
    }
  }
}
