import Basics
import HTTP
import JSON
import SocketIO
import Support
import Synchronization
import Testing

/// A server of Socket.IO behind a real socket, by a clock that is moved by hand.
final class ServedSockets: Sendable {
  let clock = MovedClock()
  let sockets: SocketIOServer
  private let server: Server

  var port: Int { server.port }

  init(_ change: (inout SocketIOSettings) -> Void = { _ in }) throws {
    var settings = SocketIOSettings()
    change(&settings)
    let heard = Heard()
    let clock = clock
    sockets = SocketIOServer(
      settings, clock: { clock.now }, random: seededBytes(3),
      admit: { join in
        if join.namespace == "/secret", join.auth?["token"] != "open" { return .refused("Not for you") }
        return join.namespace == "/nowhere" ? .refused("Invalid namespace") : .admitted
      },
      onEvent: { event, _ in
        heard.note(event.name)
        return event.arguments
      })
    var configuration = ServerConfiguration(port: 0, routes: sockets.routes)
    configuration.loops = 2
    configuration.limits.webSocketMessage = settings.maxPayload
    server = try Server(configuration)
    try server.start()
    self.words = heard
  }

  private let words: Heard

  /// The names of the events that clients sent.
  var events: [String] { words.names }

  func stop() async {
    sockets.stop()
    await server.stop(within: .seconds(5))
  }
}

private final class Heard: Sendable {
  private let state = Mutex<[String]>([])

  var names: [String] { state.withLock { $0 } }

  func note(_ name: String) { state.withLock { $0.append(name) } }
}

/// Runs a test against a server of its own, on a thread that may wait.
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

/// A client that polls.
struct Poller {
  let port: Int
  let id: String

  /// Opens a session.
  init(_ port: Int) throws {
    self.port = port
    let reply = try Poller.ask(port, "GET", "EIO=4&transport=polling")
    guard reply.status == 200, reply.text.first == "0" else { throw Client.Failure(reason: reply.text) }
    id = try sessionID(of: reply.text)
  }

  static func ask(_ port: Int, _ method: String, _ query: String, _ body: String = "") throws -> Client.Reply {
    let client = try Client(port)
    client.send(request(method, query, body))
    return try client.reply()
  }

  static func request(_ method: String, _ query: String, _ body: String = "") -> String {
    let length = method == "GET" ? "" : "Content-Length: \(body.utf8.count)\r\n"
    return "\(method) /socket.io/?\(query) HTTP/1.1\r\nHost: test\r\n\(length)\r\n\(body)"
  }

  var query: String { "EIO=4&transport=polling&sid=\(id)" }

  func poll() throws -> Client.Reply { try Poller.ask(port, "GET", query) }

  @discardableResult
  func post(_ body: String) throws -> Client.Reply { try Poller.ask(port, "POST", query, body) }

  /// Joins a namespace and takes the welcome.
  func join(_ namespace: String) throws {
    try post("40\(namespace),")
    let welcome = try poll().text
    guard welcome.hasPrefix("40\(namespace),{\"sid\":\"") else { throw Client.Failure(reason: welcome) }
  }
}

/// A client on a WebSocket.
final class Talker {
  let socket: WebSocketClient
  let welcome: String

  init(_ port: Int) throws {
    socket = try WebSocketClient(port, path: "/socket.io/?EIO=4&transport=websocket")
    welcome = try socket.frame().text
  }

  func say(_ text: String) { socket.say(text) }

  func hear() throws -> String { try socket.frame().text }

  /// Joins a namespace and takes the welcome.
  func join(_ namespace: String) throws {
    say("40\(namespace),")
    let welcome = try hear()
    guard welcome.hasPrefix("40\(namespace),{\"sid\":\"") else { throw Client.Failure(reason: welcome) }
  }
}

/// The session that a welcome names.
func sessionID(of welcome: String) throws -> String {
  guard case .string(let id)? = try JSONReader.value(of: Array(welcome.utf8.dropFirst()))["sid"] else {
    throw Client.Failure(reason: welcome)
  }
  return id
}
