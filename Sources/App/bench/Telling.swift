import Basics
import Glibc
import Synchronization
import Workload

/// Everybody who listens, and somebody who speaks.
final class Telling {
  /// How many listen.
  let count: Int
  private let ears: ListeningCrowd
  private let port: Int
  private let crowd: SeededCrowd
  /// When each message was answered, by its sequence, in nanoseconds; 0 where it was not yet.
  private var answers = MomentList()
  /// When each came, with its sequence.
  private var arrivals: [(sequence: Int, moment: UInt64)] = []

  /// Has everybody listen at a port.
  init(_ port: Int, _ crowd: SeededCrowd) throws {
    (self.port, self.crowd) = (port, crowd)
    count = crowd.tokens.count
    ears = try ListeningCrowd(port, crowd.tokens, to: crowd.channel)
    try ears.connect(0..<count)
    ears.onMessage = { [unowned self] in arrivals.append(($0, Moment.now)) }
  }

  /// How many bytes a member got of a message.
  var bytesOfOne: Int { ears.bytes / max(1, ears.frames) }

  /// Says messages and returns once everybody has heard them, each in order and once.
  /// - Returns: Seconds.
  func tell(_ messages: Int, every interval: Duration) throws -> Double {
    (answers, arrivals) = (MomentList(), [])
    let (answers, port, crowd) = (answers, port, crowd)
    return try hear(messages) {
      let speaker = try Speaker(port, crowd.tokens[0], in: crowd.channel)
      try speaker.say(messages, every: interval) { _ in answers.add(Moment.now) }
    }
  }

  /// Has something done, and returns once everybody has heard the messages that come of it.
  /// - Returns: Seconds.
  func hear(_ messages: Int, from work: @escaping @Sendable () throws -> Void) throws -> Double {
    arrivals.reserveCapacity(messages * count)
    let target = ears.total + messages * count
    let start = ContinuousClock.now
    let speaking = Worker(work)
    try ears.hear { ears.total >= target || speaking.hasFailed }
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
      return arrival.moment > answer ? Double(arrival.moment - answer) * 1e-9 : 0
    }
  }
}

/// Moments that one thread notes and another reads.
private final class MomentList: Sendable {
  private let moments = Mutex<[UInt64]>([])

  func add(_ moment: UInt64) { moments.withLock { $0.append(moment) } }
  var all: [UInt64] { moments.withLock { $0 } }
}

private enum Moment {
  /// Nanoseconds of the monotonic clock.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
