import Basics
import CPQ
import Dispatch
import Glibc
import SQL
import Synchronization

/// What a listener on a channel gets.
package enum PostgreSQLNotification: Hashable, Sendable {
  /// Listening began, or began again after the connection was lost: notifications may have been missed, so check.
  case listening
  /// The payload of a `NOTIFY`.
  case payload(String)
}

extension PostgreSQLDatabase {
  /// Listens on a channel, on a separate connection that is opened again whenever it is lost.
  ///
  /// Notifications are wake-ups: if more than `buffer` wait, the oldest are dropped, and those sent while there is no
  /// connection are lost. PgBouncer in transaction mode does not pass them: listen through a database whose address is
  /// the server's.
  /// - Parameter channel: its name, as in `NOTIFY`: lower case letters, digits and underscores.
  package func notifications(on channel: String, buffer: Int = 256) -> AsyncStream<PostgreSQLNotification> {
    precondition(!channel.isEmpty && channel.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    let (stream, continuation) = AsyncStream.makeStream(
      of: PostgreSQLNotification.self, bufferingPolicy: .bufferingNewest(buffer))
    let listener = Listener(connector, channel, continuation)
    continuation.onTermination = { _ in listener.stop() }
    listener.start()
    return stream
  }
}

/// Waits for notifications on a separate thread.
private final class Listener: Sendable {
  /// How often it checks whether it was stopped.
  private static let interval: Int32 = 500
  /// How long a silent connection stays unchecked.
  private static let maxIdle: Duration = .seconds(20)
  private static let maxPause = 1_000_000

  private let connector: Connector
  private let channel: String
  private let continuation: AsyncStream<PostgreSQLNotification>.Continuation
  private let isStopped = Atomic(false)

  init(_ connector: Connector, _ channel: String, _ continuation: AsyncStream<PostgreSQLNotification>.Continuation) {
    self.connector = connector
    self.channel = channel
    self.continuation = continuation
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  func start() {
    DispatchQueue(label: "database notifications").async { self.run() }
  }

  private func run() {
    var pause = 50_000
    while !isStopped.load(ordering: .relaxed) {
      // Transactions meet the same failures and report them.
      if (try? listen(onSuccess: { pause = 50_000 })) == nil {
        usleep(UInt32(Int.random(in: pause / 2...pause)))
        pause = min(2 * pause, Self.maxPause)
      }
    }
  }

  /// Listens until it is stopped.
  /// - Throws: Where the connection is lost.
  private func listen(onSuccess: () -> Void) throws {
    let link = try connector.connect()
    try link.execute("LISTEN \(channel)")
    onSuccess()
    continuation.yield(.listening)
    var lastHeard = ContinuousClock.now
    while !isStopped.load(ordering: .relaxed) {
      let payloads = try link.notifications(waiting: Self.interval)
      for payload in payloads { continuation.yield(.payload(payload)) }
      if !payloads.isEmpty { lastHeard = .now }
      if .now - lastHeard > Self.maxIdle {
        try link.execute("SELECT 1")
        lastHeard = .now
      }
    }
  }
}

extension Link {
  /// The notifications of the channels, after waiting for at most `milliseconds`.
  fileprivate func notifications(waiting milliseconds: Int32) throws -> [String] {
    var descriptor = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
    if poll(&descriptor, 1, milliseconds) > 0 {
      guard PQconsumeInput(pointer) == 1 else { throw lost("the server closed it") }
    }
    var payloads: [String] = []
    while let notification = PQnotifies(pointer) {
      payloads.append(String(cString: notification.pointee.extra))
      PQfreemem(notification)
    }
    return payloads
  }
}
