import Foundation
import HTTP
import Support
import Synchronization
import Testing
import Workload

/// Echoes messages until the client closes the connection.
private let echoing = Route(
  .get, "/socket",
  .immediate { _ in
    .webSocket { socket in while let message = await socket.next() { socket.send(message) } }
  })

@Suite("WebSockets", .timeLimit(.minutes(1)))
struct WebSocketTests {
  // MARK: Handshake

  @Test("The answer to the key is that of RFC 6455, section 1.3")
  func acceptance() async throws {
    let response = try await withServer([echoing]) { port in
      let client = try Client(port)
      client.send(WebSocketClient.request("/socket"))
      return try client.head()
    }
    #expect(response.status == 101)
    #expect(response["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(response["Upgrade"] == "websocket")
    #expect(response["Connection"] == "Upgrade")
    #expect(response["Content-Length"] == nil)
  }

  @Test(
    "A malformed upgrade request is refused with 426 or 400",
    arguments: [
      ("Upgrade", "", 426), ("Upgrade", "Upgrade: h2c", 426), ("Connection", "Connection: close", 426),
      ("Sec-WebSocket-Version", "", 426), ("Sec-WebSocket-Version", "Sec-WebSocket-Version: 8", 426),
      ("Sec-WebSocket-Key", "", 400), ("Sec-WebSocket-Key", "Sec-WebSocket-Key: dGhl", 400),
      ("Sec-WebSocket-Key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ??", 400),
    ])
  func domainErrors(left: String, added: String, status: Int) async throws {
    let response = try await withServer([echoing]) { port in
      try exchange(port, WebSocketClient.request("/socket", without: left, with: added))
    }
    #expect(response.status == status)
    if left == "Upgrade" { #expect(response["Upgrade"] == "websocket") }
    if left == "Sec-WebSocket-Version" { #expect(response["Sec-WebSocket-Version"] == "13") }
  }

  @Test("A GET without an upgrade gets 426, and the connection stays open")
  func plainGet() async throws {
    try await withServer([echoing, hello]) { port in
      let client = try Client(port)
      client.send(get("/socket") + get("/hello"))
      #expect(try client.response().status == 426)
      #expect(try client.response().text == "hello")
    }
  }

  @Test("A deferred handler may accept a WebSocket and name its subprotocol")
  func deferred() async throws {
    let route = Route(
      .get, "/socket",
      .deferred { _ in
        await Task.yield()
        return .webSocket(subprotocol: "cuts") { socket in
          socket.send(.text("welcome"))
          _ = await socket.next()
        }
      })
    try await withServer([route]) { port in
      let client = try Client(port)
      client.send(WebSocketClient.request("/socket", with: "Sec-WebSocket-Protocol: chat, cuts"))
      #expect(try client.head()["Sec-WebSocket-Protocol"] == "cuts")
    }
  }

  // MARK: Messages

  @Test(
    "Texts and bytes of every length are echoed unchanged",
    arguments: [0, 1, 125, 126, 127, 128, 65_000, 65_535, 65_536])
  func echoes(length: Int) async throws {
    try await withServer([echoing]) { port in
      let socket = try WebSocketClient(port)
      let payload = [UInt8](repeating: 0x61, count: length)
      socket.send(2, payload)
      #expect(try socket.frame() == .init(opcode: 2, payload: payload))
      socket.send(1, payload)
      #expect(try socket.frame() == .init(opcode: 1, payload: payload))
    }
  }

  @Test("Frames that follow the request at once are not lost")
  func early() async throws {
    try await withServer([echoing]) { port in
      let socket = try WebSocketClient(
        port, sent: WebSocketClient.frame(1, Array("하나".utf8)) + WebSocketClient.frame(1, Array("둘".utf8)))
      #expect(try socket.frame().text == "하나")
      #expect(try socket.frame().text == "둘")
    }
  }

  @Test("Fragments are joined, and a ping between them is answered first")
  func fragments() async throws {
    try await withServer([echoing]) { port in
      let socket = try WebSocketClient(port)
      let bytes =
        WebSocketClient.frame(1, Array("four".utf8), isFinal: false) + WebSocketClient.frame(9, [1, 2])
        + WebSocketClient.frame(0, Array(" cu".utf8), isFinal: false) + WebSocketClient.frame(0, Array("ts".utf8))
      for byte in bytes { socket.client.send([byte]) }
      #expect(try socket.frame() == .init(opcode: 10, payload: [1, 2]))
      #expect(try socket.frame().text == "four cuts")
    }
  }

  @Test("A thousand messages keep their order")
  func order() async throws {
    try await withServer([echoing]) { port in
      let socket = try WebSocketClient(port)
      let all = (0..<1000).flatMap { WebSocketClient.frame(1, Array("\($0)".utf8)) }
      socket.client.send(all)
      for number in 0..<1000 { #expect(try socket.frame().text == "\(number)") }
    }
  }

  // MARK: Closing

  @Test("A client that closes is answered with its code, and the task is notified")
  func clientEnds() async throws {
    try await withServer([echoing]) { port in
      let socket = try WebSocketClient(port)
      socket.send("last")
      socket.send(8, [0x03, 0xE8])
      #expect(try socket.frame().text == "last")
      #expect(try socket.frame().code == 1000)
      #expect(try socket.client.readToEnd().isEmpty)
    }
  }

  @Test("A WebSocket ends with its task, after earlier messages have arrived")
  func taskEnds() async throws {
    let route = Route(
      .get, "/socket",
      .immediate { _ in
        .webSocket { socket in
          socket.send(.text("one"))
          socket.send(.binary([2]))
        }
      })
    try await withServer([route]) { port in
      let socket = try WebSocketClient(port)
      #expect(try socket.frame().text == "one")
      #expect(try socket.frame().payload == [2])
      #expect(try socket.frame().code == 1000)
      socket.send(8, [0x03, 0xE8])
      #expect(try socket.client.readToEnd().isEmpty)
    }
  }

  @Test("A close reason is cut to its maximum length between characters")
  func reason() async throws {
    let route = Route(
      .get, "/socket",
      .immediate { _ in
        .webSocket { $0.close(.policyViolation, reason: String(repeating: "네", count: 100)) }
      })
    try await withServer([route]) { port in
      let closing = try WebSocketClient(port).frame()
      #expect(closing.code == 1008)
      #expect(String(validating: closing.payload.dropFirst(2), as: UTF8.self) == String(repeating: "네", count: 40))
    }
  }

  @Test("A client that disconnects without a close frame ends the reading")
  func clientGone() async throws {
    let (stream, ending) = AsyncStream<Void>.makeStream()
    let route = Route(
      .get, "/socket",
      .immediate { _ in
        .webSocket { socket in
          while await socket.next() != nil {}
          ending.yield()
          ending.finish()
        }
      })
    try await withServer([route]) { port in
      _ = try WebSocketClient(port)
    }
    var learned = 0
    for await _ in stream { learned += 1 }
    #expect(learned == 1)
  }

  @Test("A stopping server sends the close code 1001")
  func stops() async throws {
    let server = try Server(ServerConfiguration(port: 0, routes: [echoing]))
    try server.start()
    let socket = try await onThread { [port = server.port] in
      let socket = try WebSocketClient(port)
      socket.send("here")
      _ = try socket.frame()
      return UnsafeTransfer(socket)
    }
    async let stopped: Void = server.stop(within: .seconds(5))
    let code = try await onThread {
      let code = try socket.socket.frame().code
      socket.socket.send(8, [0x03, 0xE9])
      return code
    }
    await stopped
    #expect(code == 1001)
  }

  // MARK: Protocol violations

  @Test(
    "A violation of the protocol ends the WebSocket with its code",
    arguments: [
      (WebSocketClient.frame(1, [0x61], isMasked: false), 1002), (WebSocketClient.frame(3), 1002),
      (WebSocketClient.frame(1, reserved: 4), 1002), (WebSocketClient.frame(0, [0x61]), 1002),
      (WebSocketClient.frame(9, isFinal: false), 1002),
      (WebSocketClient.frame(9, [UInt8](repeating: 0, count: 126)), 1002),
      // A length encoded in more bytes than needed.
      ([0x81, 0xFE, 0, 5, 0, 0, 0, 0], 1002),
      (WebSocketClient.frame(1, [0xFF, 0xFE]), 1007), (WebSocketClient.frame(1, [0xED, 0xA0, 0x80]), 1007),
      (WebSocketClient.frame(2, [UInt8](repeating: 0, count: 65_537)), 1009),
      (WebSocketClient.frame(8, [0x03, 0xED]), 1002),
    ] as [([UInt8], Int?)])
  func breaches(bytes: [UInt8], code: Int?) async throws {
    let found = try await withServer([echoing]) { port in
      let socket = try WebSocketClient(port)
      socket.client.send(bytes)
      return try socket.closingCode()
    }
    #expect(found == code)
  }

  @Test("The fragments of a message together have the limit of a message")
  func fragmentsTooLarge() async throws {
    let code = try await withServer([echoing]) { port in
      let socket = try WebSocketClient(port)
      for number in 0..<20 {
        let opcode: UInt8 = number == 0 ? 2 : 0
        socket.client.send(WebSocketClient.frame(opcode, [UInt8](repeating: 0, count: 8_000), isFinal: false))
      }
      return try socket.closingCode()
    }
    #expect(code == 1009)
  }

  @Test("Random bytes do not stop the server")
  func random() async throws {
    try await withServer([echoing, hello]) { port in
      var random = SeededNumbers(seed: 5)
      for _ in 0..<300 {
        let socket = try WebSocketClient(port)
        let count = Int.random(in: 1...200, using: &random)
        socket.client.send((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
        socket.client.finishSending()
        _ = try socket.client.readToEnd()
      }
      #expect(try exchange(port, get("/hello")).text == "hello")
      let socket = try WebSocketClient(port)
      socket.send("still here")
      #expect(try socket.frame().text == "still here")
    }
  }

  // MARK: Slow clients

  @Test("A silent client gets pings, stays while it answers them, and is disconnected when it does not")
  func silence() async throws {
    try await withServer(
      [echoing],
      {
        $0.limits.webSocketPing = .milliseconds(60)
        $0.limits.tick = .milliseconds(10)
      },
      { port in
        let socket = try WebSocketClient(port)
        for _ in 0..<3 {
          #expect(try socket.frame().opcode == 9)
          socket.send(10)
        }
        socket.send("still here")
        var frame = try socket.frame()
        if frame.opcode == 9 { frame = try socket.frame() }
        #expect(frame.text == "still here")
        // From now on the client does not respond.
        let left = try socket.client.readToEnd()
        #expect(left.allSatisfy { $0 == 0x89 || $0 == 0 })
      })
  }

  @Test("A client that does not read is disconnected; the others get everything")
  func slowClient() async throws {
    let hub = Hub()
    let frame = WebSocketFrame(.text(String(repeating: "x", count: 10_000)))
    try await withServer([hub.route], { $0.limits.webSocketBacklog = 200_000 }) { port in
      let slow = try WebSocketClient(port, window: 4096)
      let quick = try WebSocketClient(port)
      try hub.wait(for: 2)
      for _ in 0..<1000 {
        hub.send(frame)
        #expect(try quick.frame().payload.count == 10_000)
      }
      // It receives the beginning, but no close frame.
      var count = 0
      while (try? slow.frame()) != nil { count += 1 }
      #expect(count < 1000)
    }
  }

  @Test("A client is read no further while its messages are not read")
  func backPressure() async throws {
    let gate = Gate()
    let route = Route(
      .get, "/socket",
      .immediate { _ in
        .webSocket { socket in
          await gate.wait()
          var count = 0
          while count < 2000, await socket.next() != nil { count += 1 }
          socket.send(.text("\(count)"))
        }
      })
    try await withServer([route], { $0.limits.streamBuffer = 100_000 }) { port in
      let socket = try WebSocketClient(port)
      let message = WebSocketClient.frame(2, [UInt8](repeating: 7, count: 30_000))
      let sent = Mutex(0)
      let descriptor = socket.client.descriptor
      Thread.detachNewThread {
        for _ in 0..<2000 where Client.send(message, on: descriptor) { sent.withLock { $0 += 1 } }
      }
      // The socket buffers of both sides hold a few megabytes; all messages would be 60.
      var last = -1
      while sent.withLock({ $0 }) != last {
        last = sent.withLock { $0 }
        usleep(100_000)
      }
      #expect(last < 2000)
      gate.open()
      #expect(try socket.frame().text == "2000")
    }
  }

  @Test("A broadcast reaches fifty clients in order")
  func many() async throws {
    let hub = Hub()
    try await withServer([hub.route]) { port in
      let clients = try (0..<50).map { _ in try WebSocketClient(port) }
      try hub.wait(for: 50)
      for number in 0..<100 { hub.send(WebSocketFrame(.text("\(number)"))) }
      for client in clients {
        for number in 0..<100 { #expect(try client.frame().text == "\(number)") }
      }
    }
  }
}

/// The connected clients.
private final class Hub: Sendable {
  private let sockets = Mutex<Set<WebSocket>>([])

  var route: Route {
    Route(
      .get, "/socket",
      .immediate { _ in
        .webSocket { socket in
          self.sockets.withLock { _ = $0.insert(socket) }
          while await socket.next() != nil {}
          self.sockets.withLock { _ = $0.remove(socket) }
        }
      })
  }

  func wait(for count: Int) throws { try eventually { sockets.withLock { $0.count } >= count } }

  func send(_ frame: WebSocketFrame) { WebSocket.send(frame, to: sockets.withLock { $0 }) }
}

/// A value used by one thread after the other.
private struct UnsafeTransfer: @unchecked Sendable {
  let socket: WebSocketClient

  init(_ socket: WebSocketClient) { self.socket = socket }
}
