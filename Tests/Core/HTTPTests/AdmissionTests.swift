import Basics
import Concurrency
import Glibc
import Support
import Testing
import Workload

@testable import HTTP

/// Starts a server on one loop, so that all of a limit is one loop's.
private func started(_ routes: [Route], _ configure: (inout ServerConfiguration) -> Void) throws -> Server {
  var configuration = ServerConfiguration(port: 0, routes: routes)
  configuration.loops = 1
  configuration.limits.tick = .milliseconds(10)
  configure(&configuration)
  let server = try Server(configuration)
  try server.start()
  return server
}

@Suite("Admission under load", .timeLimit(.minutes(1)))
struct AdmissionTests {
  /// Answers once the gate is open; counts those that wait.
  private func gated(_ path: String, _ gate: Gate, _ waiting: Counter) -> Route {
    Route(
      .get, path,
      .deferred { _ in
        waiting.add()
        await gate.wait()
        return plain("done")
      })
  }

  @Test("Above the limit of work deferred requests get 503 at once, and immediate ones are still served")
  func sheds() async throws {
    let (gate, waiting) = (Gate(), Counter())
    var health = Route(.get, "/health", .deferred { _ in plain("alive") })
    health.cost = 0
    let server = try started([gated("/slow", gate, waiting), health, hello]) { $0.limits.work = 2 }
    let port = server.port
    try await onThread {
      let clients = try (0..<2).map { _ in try Client(port) }
      for client in clients { client.send(get("/slow")) }
      try eventually { waiting.value == 2 }
      let shed = try exchange(port, get("/slow"))
      #expect(shed.status == 503)
      #expect(shed["Retry-After"] == "5")
      #expect(shed.text.contains("overloaded"))
      #expect(try exchange(port, get("/hello")).text == "hello")
      #expect(try exchange(port, get("/health")).text == "alive")
      gate.open()
      for client in clients { #expect(try client.response().text == "done") }
      #expect(try exchange(port, get("/slow")).text == "done")
    }
    await server.stop(within: .zero)
  }

  @Test("A body that is still arriving does not count as work, so slow senders block nobody")
  func ignoresSlowBodies() async throws {
    let begun = Counter()
    let streaming = Route(
      .post, "/stream",
      .streaming { request in
        begun.add()
        guard case .stream(let body) = request.body else { return plain("") }
        var count = 0
        do { for try await chunk in body { count += chunk.count } } catch { return plain("broken") }
        return plain("\(count)")
      })
    let server = try started([streaming]) { $0.limits.work = 1 }
    let port = server.port
    try await onThread {
      let slow = try (0..<5).map { _ in try Client(port) }
      for client in slow { client.send("POST /stream HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab") }
      try eventually { begun.value == 5 }
      let honest = "POST /stream HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab"
      #expect(try exchange(port, honest).text == "2")
      for client in slow {
        client.send("cd")
        #expect(try client.response().text == "4")
      }
    }
    await server.stop(within: .zero)
  }

  @Test("Work counts until its handler has ended, also after its client has disconnected")
  func countsAbandonedWork() async throws {
    let (gate, waiting) = (Gate(), Counter())
    let server = try started([gated("/slow", gate, waiting)]) { $0.limits.work = 1 }
    let port = server.port
    try await onThread {
      var client: Client? = try Client(port)
      client?.send(get("/slow"))
      try eventually { waiting.value == 1 }
      reset(client!)
      client = nil
      try eventually { server.inFlight == 0 }
      #expect(try exchange(port, get("/slow")).status == 503)
      gate.open()
      try eventually { try exchange(port, get("/slow")).status != 503 }
    }
    await server.stop(within: .zero)
  }

  @Test("A client network has a share of WebSockets and streams, and regains it when they end")
  func sharesListeners() async throws {
    let gate = Gate()
    var socket = Route(
      .get, "/socket",
      .immediate { _ in .webSocket { socket in while await socket.next() != nil {} } })
    var stream = Route(
      .get, "/stream",
      .deferred { _ in
        Response(
          status: 200,
          body: .stream {
            await gate.wait()
            return nil
          })
      })
    (socket.isLongLived, stream.isLongLived) = (true, true)
    let server = try started([socket, stream, hello]) { configuration in
      configuration.limits.listenersPerClient = 2
      configuration.proxies = TrustedProxies()
    }
    let port = server.port
    try await onThread {
      let mine = "X-Forwarded-For: 192.0.2.1"
      let talk = try WebSocketClient(port, with: mine)
      let events = try Client(port)
      events.send(get("/stream", mine))
      #expect(try events.head().status == 200)
      let refused = try exchange(port, get("/stream", mine))
      #expect(refused.status == 429)
      #expect(refused.text.contains("too-many-listeners"))
      #expect(try exchange(port, get("/hello", mine)).text == "hello")
      #expect(throws: Client.Failure.self) { try WebSocketClient(port, with: mine) }
      let other = try WebSocketClient(port, with: "X-Forwarded-For: 192.0.2.2")
      gate.open()
      #expect(try events.readToEndOfChunks())
      // The connection of the stream is used again: its place is free.
      events.send(get("/stream", mine))
      #expect(try events.head().status == 200)
      withExtendedLifetime((talk, other)) {}
    }
    await server.stop(within: .zero)
  }

  @Test("A client network has a share of connections; a proxy has none")
  func sharesConnections() async throws {
    for (proxies, isLimited) in [(TrustedProxies.none, true), (TrustedProxies(), false)] {
      let server = try started([hello]) { configuration in
        configuration.limits.connectionsPerClient = 2
        configuration.proxies = proxies
      }
      let port = server.port
      try await onThread {
        var clients = try (0..<2).map { _ in try served(port) }
        let third = try Client(port)
        third.send(get("/hello"))
        if isLimited {
          #expect(throws: Client.Failure.self) { try third.response() }
          #expect(try served(port, from: "127.0.0.2").hasEnded == false)
          clients.removeLast()
          try eventually { (try? served(port)) != nil }
        } else {
          #expect(try third.response().text == "hello")
        }
      }
      await server.stop(within: .zero)
    }
  }

  @Test("At the limit of connections the longest idle one of the client with the most connections is closed")
  func evicts() async throws {
    let (gate, waiting) = (Gate(), Counter())
    let server = try started([hello, gated("/slow", gate, waiting)]) { $0.limits.connections = 4 }
    let port = server.port
    try await onThread {
      let other = try served(port, from: "127.0.0.2")
      let busy = try Client(port)
      busy.send(get("/slow"))
      try eventually { waiting.value == 1 }
      let idle = try served(port)
      usleep(5000)
      let fresh = try served(port)
      let newcomer = try served(port, from: "127.0.0.3")
      #expect(try idle.readToEnd().isEmpty && idle.hasEnded)
      for client in [other, fresh, newcomer] {
        client.send(get("/hello"))
        #expect(try client.response().text == "hello")
      }
      gate.open()
      #expect(try busy.response().text == "done")
    }
    await server.stop(within: .zero)
  }

  @Test("When the system refuses a descriptor, idle connections are closed, though few are open")
  func evictsForDescriptors() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 200, rlim_max: 200)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let reported = Locked<[Shortage]>([])
      // No other deadline makes room.
      let server = try started([hello]) { configuration in
        configuration.limits.idleTime = .seconds(600)
        configuration.onShortage = { shortage in reported.withLock { $0.append(shortage) } }
      }
      let port = server.port
      try await onThread {
        let idle = try (0..<3).map { _ in try served(port) }
        var taken: [Int32] = []
        while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 { taken.append(descriptor) }
        // For the client's own side.
        close(taken.removeLast())
        let newcomer = try Client(port)
        newcomer.send(get("/hello"))
        guard try newcomer.response().text == "hello" else { exit(1) }
        guard try idle[0].readToEnd().isEmpty, idle[0].hasEnded else { exit(2) }
        idle[2].send(get("/hello"))
        guard try idle[2].response().text == "hello" else { exit(3) }
        guard reported.withLock({ $0 }) == [.descriptors(200)] else { exit(4) }
      }
      await server.stop(within: .zero)
    }
  }
}

/// A client that has been served once, from an address of this machine.
private func served(_ port: Int, from source: String = "127.0.0.1") throws -> Client {
  let client = try Client(port, from: source)
  client.send(get("/hello"))
  guard try client.response().text == "hello" else { throw Client.Failure(reason: "not served") }
  return client
}

/// Makes closing a connection a reset.
private func reset(_ client: Client) {
  var linger = linger(l_onoff: 1, l_linger: 0)
  setsockopt(client.descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
}

extension Client {
  /// Reads the last chunk.
  fileprivate func readToEndOfChunks() throws -> Bool { try read(5) == Array("0\r\n\r\n".utf8) }
}
