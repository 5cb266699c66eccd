import Basics
import Glibc
import Synchronization
import Workload

/// Everybody who listens, and somebody who speaks.
final class Telling {
  /// How many listen.
  let count: Int
  private let listeners: ListeningCrowd
  private let port: Int
  private let crowd: SeededCrowd
  /// When each message was answered, by its sequence, in nanoseconds; 0 where it was not yet.
  private var answers = InstantList()
  /// When each came, with its sequence.
  private var arrivals: [(sequence: Int, instant: UInt64)] = []

  /// Has everybody listen at a port.
  init(_ port: Int, _ crowd: SeededCrowd) throws {
    (self.port, self.crowd) = (port, crowd)
    count = crowd.tokens.count
    listeners = try ListeningCrowd(port, crowd.tokens, to: crowd.channel)
    try listeners.connect(0..<count)
    listeners.onMessage = { [unowned self] in arrivals.append(($0, Instant.now)) }
  }

  /// How many bytes a member got of a message.
  var bytesOfOne: Int { listeners.bytes / max(1, listeners.frames) }

  /// Says messages and returns once everybody has heard them, each in order and once.
  /// - Returns: Seconds.
  func send(_ messages: Int, every interval: Duration) throws -> Double {
    (answers, arrivals) = (InstantList(), [])
    let (answers, port, crowd) = (answers, port, crowd)
    return try receive(messages) {
      let speaker = try Speaker(port, crowd.tokens[0], in: crowd.channel)
      try speaker.send(messages, every: interval) { _ in answers.add(Instant.now) }
    }
  }

  /// Has something done, and returns once everybody has heard the messages that come of it.
  /// - Returns: Seconds.
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

  /// From the answer to each message until each member had it, in seconds; 0 for those who had it before.
  func delays() -> [Double] {
    let answers = answers.all
    let first = arrivals.map(\.sequence).min() ?? 0
    return arrivals.map { arrival in
      let answer = answers[arrival.sequence - first]
      return arrival.instant > answer ? Double(arrival.instant - answer) * 1e-9 : 0
    }
  }
}

/// Moments that one thread notes and another reads.
private final class InstantList: Sendable {
  private let instants = Mutex<[UInt64]>([])

  func add(_ instant: UInt64) { instants.withLock { $0.append(instant) } }
  var all: [UInt64] { instants.withLock { $0 } }
}

private enum Instant {
  /// Nanoseconds of the monotonic clock.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
