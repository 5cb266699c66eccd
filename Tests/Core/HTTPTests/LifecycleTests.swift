import Basics
import Glibc
import HTTP
import Support
import Testing
import Workload

@Suite("Starting, stopping and many connections", .serialized, .timeLimit(.minutes(1)))
struct LifecycleTests {
  private func server(
    _ routes: [Route], _ limits: ServerLimits = ServerLimits(), onShortage: (@Sendable (Shortage) -> Void)? = nil
  ) throws -> Server {
    var configuration = ServerConfiguration(port: 0, routes: routes)
    configuration.loops = 2
    configuration.limits = limits
    configuration.onShortage = onShortage
    let server = try Server(configuration)
    try server.start()
    return server
  }

  @Test("A taken port, a wrong port and an unknown address are refused by name")
  func rejectsAddresses() async throws {
    let first = try server([hello])
    func domainError(_ address: String, _ port: Int) -> DomainError? {
      do throws(DomainError) {
        _ = try Server(ServerConfiguration(address: address, port: port, routes: []))
        return nil
      } catch {
        return error
      }
    }
    #expect(domainError("127.0.0.1", first.port)?.code == "address-in-use")
    #expect(domainError("127.0.0.1", 70_000)?.field == "port")
    #expect(domainError("203.0.113.1", 0)?.field == "address")
    #expect(domainError("not an address", 0)?.field == "address")
    await first.stop()
  }

  @Test("A server listens on IPv6")
  func servesIPv6() throws {
    let server = try Server(ServerConfiguration(address: "::1", port: 0, routes: []))
    #expect(server.port > 0)
  }

  @Test("Stopping twice, and stopping a server that never ran, returns")
  func stopsAnyway() async throws {
    let running = try server([hello])
    await running.stop()
    await running.stop()
    await running.untilStopped()
    await (try Server(ServerConfiguration(port: 0, routes: []))).stop()
  }

  @Test("Requests in flight are finished, idle connections are closed, and new ones are not accepted")
  func stopsGracefully() async throws {
    let (begun, goOn, isIdle) = (Gate(), Gate(), Gate())
    let slow = Route(
      .get, "/slow",
      .deferred { _ in
        begun.open()
        await goOn.wait()
        return plain("finished")
      })
    let server = try server([slow, hello])
    let port = server.port
    let idle = Slot<Bool>()
    Task {
      idle.set(
        try await onThread {
          let client = try Client(port)
          client.send(get("/hello"))
          let isRight = try client.response().status == 200
          isIdle.open()
          return try isRight && client.readToEnd().isEmpty
        })
    }
    async let response = onThread { try exchange(port, get("/slow")) }
    await begun.wait()
    await isIdle.wait()
    async let stopped: Void = server.stop(within: .seconds(20))
    #expect(await idle.wait(), "the idle connection ends although another is in flight")
    #expect(throws: Client.Failure.self) { try Client(port) }
    goOn.open()
    #expect(try await response.text == "finished")
    #expect(try await response["Connection"] == "close")
    await stopped
  }

  @Test("A draining server answers new and open connections once and closes them")
  func drains() async throws {
    let server = try server([hello])
    let port = server.port
    try await onThread {
      let open = try Client(port)
      open.send(get("/hello"))
      #expect(try open.response()["Connection"] == nil)
      server.drain()
      for client in [open, try Client(port)] {
        client.send(get("/hello"))
        let response = try client.response()
        #expect(response.text == "hello" && response["Connection"] == "close")
        #expect(try client.readToEnd().isEmpty)
      }
    }
    await server.stop()
  }

  @Test("Connections that wait to be accepted are served before the server stops")
  func servesWaiting() async throws {
    var configuration = ServerConfiguration(port: 0, routes: [hello])
    configuration.loops = 2
    let server = try Server(configuration)
    let port = server.port
    // Nothing accepts yet.
    let clients = try await onThread {
      let clients = try (0..<200).map { _ in try Client(port) }
      for client in clients.dropFirst() { client.send(get("/hello")) }
      return UncheckedClients(clients)
    }
    try server.start()
    async let stopped: Void = server.stop(within: .seconds(20))
    let answered = try await onThread {
      clients.all[0].send(get("/hello"))
      return try clients.all.filter { try $0.response().text == "hello" }.count
    }
    #expect(answered == 200)
    await stopped
  }

  /// Unchecked: one thread at a time uses them.
  private struct UncheckedClients: @unchecked Sendable {
    let all: [Client]

    init(_ all: [Client]) { self.all = all }
  }

  @Test("Requests that are not finished within the deadline are closed and cancelled")
  func stopsInTime() async throws {
    let (begun, cancelled) = (Gate(), Gate())
    let endless = Route(
      .get, "/endless",
      .deferred { _ in
        begun.open()
        try? await Task.sleep(for: .seconds(600))
        if Task.isCancelled { cancelled.open() }
        return plain("")
      })
    let server = try server([endless])
    let port = server.port
    async let answer = onThread {
      let client = try Client(port)
      client.send(get("/endless"))
      return try client.readToEnd()
    }
    await begun.wait()
    await server.stop(within: .milliseconds(50))
    #expect(try await answer.isEmpty)
    await cancelled.wait()
  }

  @Test("1,200 concurrent connections are answered, and their places are freed")
  func servesMany() async throws {
    var limits = ServerLimits()
    limits.connections = 1200
    limits.tick = .milliseconds(20)
    let server = try server([hello], limits)
    let port = server.port
    let answered = try await onThread {
      let clients = try (0..<1200).map { _ in try Client(port) }
      for client in clients { client.send("GET /hello HTTP/1.1\r\n") }
      for client in clients { client.send("Host: x\r\n\r\n") }
      return try clients.filter { try $0.response().text == "hello" }.count
    }
    #expect(answered == 1200)
    #expect(try await onThread { try exchange(port, get("/hello")).status } == 200)
    await server.stop()
  }

  @Test("Above the limit a connection waits until another one ends, if none is idle")
  func limitsConnections() async throws {
    var limits = ServerLimits()
    limits.connections = 3
    limits.tick = .milliseconds(20)
    let (gate, begun, shortages) = (Gate(), Counter(), Counter())
    let slow = gated(by: gate) { begun.add() }
    let server = try server([hello, slow], limits) { _ in shortages.add() }
    let port = server.port
    try await onThread {
      let clients = try (0..<3).map { _ in try Client(port) }
      for client in clients { client.send(get("/slow", "Connection: close")) }
      try eventually { begun.value == 3 }
      let waiting = try Client(port)
      waiting.send(get("/hello"))
      try eventually { shortages.value == 1 }
      var byte: UInt8 = 0
      #expect(recv(waiting.descriptor, &byte, 1, Int32(MSG_DONTWAIT)) == -1)
      gate.open()
      #expect(try waiting.response().text == "hello")
      for client in clients { #expect(try client.response().text == "slow") }
    }
    await server.stop()
  }

  @Test("Without descriptors and idle connections the server waits, and later goes on serving")
  func survivesDescriptorShortage() async {
    await #expect(processExitsWith: .success) {
      let (gate, begun) = (Gate(), Counter())
      let slow = gated(by: gate) { begun.add() }
      var configuration = ServerConfiguration(port: 0, routes: [hello, slow])
      configuration.limits.tick = .milliseconds(20)
      let server = try Server(configuration)
      try server.start()
      let port = server.port
      try await onThread {
        let busy = try (0..<2).map { _ in try Client(port) }
        for client in busy { client.send(get("/slow")) }
        try eventually { begun.value == 2 }
        // Files opened from here on use up the remaining descriptors.
        var limit = rlimit(rlim_cur: 64, rlim_max: 64)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let late = try Client(port)
        var taken: [Int32] = []
        while case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }
        late.send(get("/hello"))
        usleep(200_000)
        for descriptor in taken { close(descriptor) }
        guard try late.response().text == "hello" else { exit(1) }
        gate.open()
        for client in busy {
          guard try client.response().text == "slow" else { exit(2) }
        }
      }
      await server.stop()
    }
  }
}
