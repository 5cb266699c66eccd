import Basics
import Glibc
import Synchronization
import Workload

/// Measures deliveries: many listening members and one client that posts messages.
final class DeliveryBenchmark {
  let count: Int
  private let listeners: ListeningCrowd
  private let port: Int
  private let token: String
  private let channel: ChannelID
  /// The time of the response to each message, by sequence number, in nanoseconds. 0 before the response.
  private var answers = InstantList()
  /// The time of each delivery, with the sequence number of the message.
  private var arrivals: [(sequence: Int, instant: UInt64)] = []

  convenience init(_ port: Int, _ crowd: SeededCrowd) throws {
    try self.init([port], crowd.tokens, crowd.channel)
  }

  /// Connects all listeners to ports in turn. Messages are posted to the first one.
  init(_ ports: [Int], _ tokens: [String], _ channel: ChannelID) throws {
    (port, token, self.channel) = (ports[0], tokens[0], channel)
    count = tokens.count
    listeners = try ListeningCrowd(ports, tokens, to: channel)
    try listeners.connect(0..<count)
    listeners.onMessage = { [unowned self] in arrivals.append(($0, Instant.now)) }
  }

  var bytesOfOne: Int { listeners.bytes / max(1, listeners.frames) }

  /// Posts messages and waits until every listener has received each of them once, in order.
  /// - Returns: The time in seconds.
  func send(_ messages: Int, every interval: Duration) throws -> Double {
    (answers, arrivals) = (InstantList(), [])
    let (answers, port, token, channel) = (answers, port, token, channel)
    return try receive(messages) {
      let speaker = try MessageSender(port, token, in: channel)
      try speaker.send(messages, every: interval) { _ in answers.add(Instant.now) }
    }
  }

  /// Runs work and waits until every listener has received the messages that it causes.
  /// - Returns: The time in seconds.
  func receive(_ messages: Int, from work: @escaping @Sendable () throws -> Void) throws -> Double {
    arrivals.reserveCapacity(messages * count)
    let target = listeners.total + messages * count
    let start = ContinuousClock.now
    let speaking = Worker(work)
    try listeners.receive { listeners.total >= target || speaking.hasFailed }
    let time = (ContinuousClock.now - start) / .seconds(1)
    try speaking.outcome()
    return time
  }

  /// The time from the response to each message until its delivery to each member, in seconds. 0 if delivered before.
  func delays() -> [Double] {
    let answers = answers.all
    let first = arrivals.map(\.sequence).min() ?? 0
    return arrivals.map { arrival in
      let answer = answers[arrival.sequence - first]
      return arrival.instant > answer ? Double(arrival.instant - answer) * 1e-9 : 0
    }
  }
}

/// Timestamps that one thread records and another reads.
private final class InstantList: Sendable {
  private let instants = Mutex<[UInt64]>([])

  func add(_ instant: UInt64) { instants.withLock { $0.append(instant) } }
  var all: [UInt64] { instants.withLock { $0 } }
}

private enum Instant {
  /// The monotonic clock in nanoseconds.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
