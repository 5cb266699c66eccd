import Basics
import Glibc
import HTTP
import JSON
import SocketIO
import Support
import Synchronization
import Testing
import Workload

/// A server of Socket.IO behind a real socket, by a clock that is moved by hand.
final class ServedSockets: Sendable {
  let clock = ManualClock()
  let sockets: SocketIOServer
  private let server: Server

  var port: Int { server.port }

  init(_ change: (inout SocketIOSettings) -> Void = { _ in }) throws {
    var settings = SocketIOSettings()
    change(&settings)
    let (reserved, left, gate) = (Inbox<SocketIOSocket>(), Inbox<SocketIOSocket>(), Gate())
    let clock = clock
    sockets = SocketIOServer(
      settings, clock: { clock.now }, random: seededBytes(3),
      network: { $0.headers["Test-Address"].flatMap { IPAddress($0)?.network } ?? .local },
      admit: { join, _ in
        reserved.note(join.socket)
        if join.namespace == "/slow" { await gate.wait() }
        return join.namespace == "/nowhere" ? .rejected("Invalid namespace") : .admitted
      },
      onLeave: { left.note($0) })
    var configuration = ServerConfiguration(port: 0, routes: sockets.routes)
    configuration.loops = 2
    configuration.limits.webSocketMessage = settings.maxPayload
    server = try Server(configuration)
    try server.start()
    (admissions, free, self.gate) = (reserved, left, gate)
  }

  private let admissions: Inbox<SocketIOSocket>
  private let free: Inbox<SocketIOSocket>
  private let gate: Gate

  /// The places that were asked for, in order.
  var reserved: [SocketIOSocket] { admissions.all }
  /// The places that are free again, in order.
  var left: [SocketIOSocket] { free.all }

  /// Lets those in who wait for `/slow`.
  func openSlow() { gate.open() }

  func stop() async {
    sockets.stop()
    await server.stop(within: .seconds(5))
  }
}

/// What was told, in order.
private final class Inbox<Item: Sendable>: Sendable {
  private let state = Mutex<[Item]>([])

  var all: [Item] { state.withLock { $0 } }

  func note(_ item: Item) { state.withLock { $0.append(item) } }
}

/// Runs a test against a new server, on a thread that may block.
func withSockets(
  _ change: (inout SocketIOSettings) -> Void = { _ in }, _ test: @escaping @Sendable (ServedSockets) throws -> Void
) async throws {
  let served = try ServedSockets(change)
  let outcome = await Result { try await onThread { try test(served) } }
  await served.stop()
  try outcome.get()
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
