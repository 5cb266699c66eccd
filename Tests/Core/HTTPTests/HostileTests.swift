import Glibc
import Support
import Testing
import Workload

@testable import HTTP

// The long forms are separate attacks (`make attack`).
@Suite("Hostile clients", .timeLimit(.minutes(5)))
struct HostileTests {
  private let echo = Route(
    .get, "/socket",
    .immediate { _ in .webSocket { socket in while let message = await socket.next() { socket.send(message) } } })

  @Test("Idle, half-sent and half-closed connections do not block others, and leave no descriptor open")
  func abandons() async {
    await #expect(processExitsWith: .success) {
      var configuration = ServerConfiguration(
        port: 0, routes: [hello, Route(.post, "/up", .deferred { _ in plain("") })])
      configuration.loops = 2
      configuration.limits.tick = .milliseconds(10)
      configuration.limits.headTime = .milliseconds(300)
      configuration.limits.bodyWindow = .milliseconds(300)
      configuration.limits.idleTime = .milliseconds(300)
      configuration.limits.lingerTime = .milliseconds(300)
      let server = try Server(configuration)
      try server.start()
      let port = server.port
      try await onThread {
        guard try exchange(port, get("/hello")).text == "hello" else { exit(1) }
        try eventually { descriptors(of: port) == 0 }
        var clients: [Client] = []
        for number in 0..<100 {
          let openings = [
            "", "GET /hel", get("/hello"), "POST /up HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc",
            "nonsense\r\n\r\n",
          ]
          for opening in openings {
            let client = try Client(port)
            client.send(opening)
            if number % 2 == 0 { client.finishSending() }
            clients.append(client)
          }
          guard try exchange(port, get("/hello")).text == "hello" else { exit(2) }
        }
        // All ends without them: they neither read nor close.
        try eventually { descriptors(of: port) == 0 }
        withExtendedLifetime(clients) {}
      }
      await server.stop(within: .zero)
    }
  }

  @Test("A message may come byte by byte, but not in any number of fragments")
  func limitsFragments() async throws {
    try await withServer([echo]) { port in
      let client = try WebSocketClient(port)
      client.client.send(fragments(of: 1000))
      #expect(try client.frame().payload.count == 1000)
      client.client.send(fragments(of: 60_000))
      #expect(try client.closingCode() == 1008)
      let empty = try WebSocketClient(port)
      empty.client.send(
        WebSocketClient.frame(1, [], isFinal: false)
          + (0..<5000).flatMap { _ in WebSocketClient.frame(0, [], isFinal: false) })
      #expect(try empty.closingCode() == 1008)
      #expect(try WebSocketClient(port).isServed())
    }
  }

  @Test("A flood of pings is answered while the client reads, and others are served meanwhile")
  func answersPings() async throws {
    try await withServer([echo, hello]) { port in
      let client = try WebSocketClient(port)
      let pings = (0..<200).flatMap { _ in WebSocketClient.frame(9, Array("are you there?".utf8)) }
      for _ in 0..<20 {
        client.client.send(pings)
        #expect(try exchange(port, get("/hello")).text == "hello")
        for _ in 0..<200 { #expect(try client.frame().opcode == 10) }
      }
    }
  }
}

/// The bytes of a text message in fragments of one byte.
private func fragments(of count: Int) -> [UInt8] {
  (0..<count).flatMap { index in
    WebSocketClient.frame(index == 0 ? 1 : 0, [0x61], isFinal: index == count - 1)
  }
}

extension WebSocketClient {
  /// Whether an echo comes back.
  fileprivate func isServed() throws -> Bool {
    send("still there")
    return try frame().text == "still there"
  }
}

/// The number of the server's connections: the descriptors of this process whose own port is the server's, less the
/// listener.
private func descriptors(of port: Int) -> Int {
  (0..<4096).count { descriptor in
    var (local, remote) = (sockaddr_in(), sockaddr_in())
    var (localLength, remoteLength) = (
      socklen_t(MemoryLayout<sockaddr_in>.size), socklen_t(MemoryLayout<sockaddr_in>.size)
    )
    let isSocket =
      withUnsafeMutablePointer(to: &local) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(Int32(descriptor), $0, &localLength) }
      } == 0
    guard isSocket, UInt16(bigEndian: local.sin_port) == port else { return false }
    // The listener has no other side; neither has a connection that its client has reset.
    return withUnsafeMutablePointer(to: &remote) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(Int32(descriptor), $0, &remoteLength) }
    } == 0
  }
}
