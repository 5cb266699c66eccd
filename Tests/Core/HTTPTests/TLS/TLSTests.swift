import Glibc
import Support
import Testing
import Workload

@testable import HTTP

/// The names by which a client of the tests asks for one version.
enum TLSVersion: Int32, CaseIterable {
  case tls10 = 1
  case tls11 = 2
  case tls12 = 3
  case tls13 = 4

  static let served: [TLSVersion] = [.tls12, .tls13]
}

@Suite("HTTP over TLS", .serialized, .timeLimit(.minutes(5)))
struct TLSTests {
  private func options(
    _ version: TLSVersion? = nil, _ change: (inout TLSChannel.Options) -> Void = { _ in }
  ) -> TLSChannel.Options {
    var options = TLSChannel.Options()
    options.version = version?.rawValue
    change(&options)
    return options
  }

  /// Counts the bytes of a body as they come.
  private let counting = Route(
    .post, "/count", bodyLimit: 1 << 30,
    .streaming { request in
      guard case .stream(let body) = request.body else { return plain("none") }
      var count = 0
      do { for try await chunk in body { count += chunk.count } } catch { return plain("\(error)", status: 500) }
      return plain("\(count)")
    })

  private func large(_ count: Int) -> (route: Route, bytes: [UInt8]) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 251 &* 31 &+ $0) }
    return (Route(.get, "/large", .immediate { _ in Response(status: 200, body: .bytes(bytes)) }), bytes)
  }

  // MARK: Requests and responses

  @Test("Small and large messages are exchanged one after another and pipelined", arguments: TLSVersion.served)
  func serves(version: TLSVersion) async throws {
    let (route, bytes) = large(3_000_000)
    let authority = TestCertificate.authority()
    let options = options(version) { $0.authority = authority }
    try await withTLSServer([hello, echo, counting, route], showing: TestCertificate(issuer: authority)) { port in
      let client = try Client(tls: port, options)
      client.send(get("/hello"))
      #expect(try client.response().text == "hello")
      let body = [UInt8](repeating: 0x61, count: 60_000)
      client.send(Array("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n".utf8) + body)
      #expect(try client.response().body == body)
      client.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n")
      client.send([UInt8](repeating: 0x61, count: 5_000_000))
      #expect(try client.response().text == "5000000")
      client.send(get("/large") + get("/hello") + get("/large") + get("/hello", "Connection: close"))
      for _ in 0..<2 {
        #expect(try client.response().body == bytes)
        #expect(try client.response().text == "hello")
      }
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test("Files are sent whole and in ranges, also to a slow reader", arguments: TLSVersion.served)
  func sendsFiles(version: TLSVersion) async throws {
    let file = try SampleFile(2_000_000)
    let options = options(version)
    try await withTLSServer([file.route, hello]) { port in
      for window: Int32? in [nil, 4096] {
        let client = try Client(tls: port, options, window: window)
        client.send(get("/file") + get("/file", "Range: bytes=16380-70000") + get("/hello"))
        #expect(try client.response().body == file.bytes)
        let part = try client.response()
        #expect(part.status == 206 && part.body == Array(file.bytes[16_380...70_000]))
        #expect(try client.response().text == "hello")
      }
    }
  }

  @Test("A WebSocket and a stream work over TLS")
  func upgrades() async throws {
    let socket = Route(
      .get, "/socket",
      .immediate { _ in .webSocket { socket in while let message = await socket.next() { socket.send(message) } } })
    let stream = Route(
      .get, "/stream",
      .deferred { _ in
        let left = Counter()
        return Response(
          status: 200,
          body: .stream {
            left.add()
            return left.value > 50 ? nil : [UInt8](repeating: 0x62, count: 30_000)
          })
      })
    try await withTLSServer([socket, stream]) { port in
      let client = try WebSocketClient(try Client(tls: port))
      for text in ["hello", String(repeating: "한", count: 20_000)] {
        client.send(text)
        #expect(try client.frame().text == text)
      }
      client.send(8, [3, 232])
      #expect(try client.closingCode() == 1000)
      let listener = try Client(tls: port)
      listener.send(get("/stream"))
      #expect(try listener.response().body == [UInt8](repeating: 0x62, count: 1_500_000))
    }
  }

  @Test("Bytes may arrive one at a time from the handshake on")
  func takesSingleBytes() async throws {
    let options = options { $0.pieceSize = 1 }
    try await withTLSServer([hello, echo]) { port in
      let client = try Client(tls: port, options)
      client.send(get("/hello") + "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
      #expect(try client.response().text == "hello")
      #expect(try client.response().text == "abc")
    }
  }

  @Test("A large response waits for a client that reads late, and others are served meanwhile")
  func waitsForReaders() async throws {
    let (route, bytes) = large(20_000_000)
    try await withTLSServer([route, hello], { $0.loops = 1 }) { port in
      let slow = try (0..<3).map { _ in try Client(tls: port, window: 4096) }
      for client in slow { client.send(get("/large") + get("/hello")) }
      let quick = try Client(tls: port)
      for _ in 0..<20 {
        quick.send(get("/hello"))
        #expect(try quick.response().text == "hello")
      }
      for client in slow {
        #expect(try client.response().body == bytes)
        #expect(try client.response().text == "hello")
      }
    }
  }

  @Test("A client that asks for new keys gets them on the same connection")
  func changesKeys() async throws {
    try await withTLSServer([hello]) { port in
      var channel: TLSChannel?
      let client = try Client(port) {
        channel = try TLSChannel($0)
        return channel!
      }
      for _ in 0..<20 {
        #expect(channel!.transmit(channel!.keyUpdate()))
        client.send(get("/hello"))
        #expect(try client.response().text == "hello")
      }
    }
  }

  @Test("A listener that asks for new keys gets all pending output")
  func changesKeysWhileSending() async throws {
    let text = String(repeating: "x", count: 30_000)
    let socket = Route(
      .get, "/socket",
      .immediate { _ in
        .webSocket { socket in
          while let message = await socket.next() {
            for _ in 0..<300 { socket.send(.text(text)) }
            socket.send(message)
          }
        }
      })
    try await withTLSServer(
      [socket, hello],
      {
        $0.loops = 1; $0.limits.webSocketBacklog = 1 << 30
      }
    ) { port in
      for _ in 0..<10 {
        var channel: TLSChannel?
        let client = try WebSocketClient(
          Client(port, window: 4096) {
            channel = try TLSChannel($0)
            return channel!
          })
        client.send("end")
        #expect(try client.frame().text == text)
        let other = try Client(tls: port)
        for _ in 0..<5 {
          #expect(channel!.transmit(channel!.keyUpdate()))
          // When the loop serves others, it has filled the socket of this one and seen its new key.
          other.send(get("/hello"))
          #expect(try other.response().text == "hello")
        }
        for _ in 1..<300 { #expect(try client.frame().text == text) }
        #expect(try client.frame().text == "end")
      }
    }
  }

  @Test("A handshake that the socket takes in pieces goes on as the client reads")
  func stallsInHandshakes() async throws {
    // A long chain, and little room in the server's socket.
    let chain = (0..<40).reduce(TestCertificate.authority()) { issuer, _ in TestCertificate([], issuer: issuer) }
    let made = TestCertificate(issuer: chain)
    try await withTLSServer([hello], showing: made, { $0.loops = 1 }) { port in
      let client = try Client(port, window: 2048) { descriptor in
        var room: Int32 = 2048
        try eventually {
          guard let side = serverSide(of: descriptor, port) else { return false }
          return setsockopt(side, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size)) == 0
        }
        let channel = TLSChannel(silent: descriptor)
        _ = channel.transmit(channel.firstMessage())
        // Others are served while it waits.
        #expect(try exchange(port, get("/hello")).status == 400)
        try channel.shakeHands()
        return channel
      }
      client.send(get("/hello"))
      #expect(try client.response().text == "hello")
    }
  }

  // MARK: What is agreed on

  @Test("TLS 1.2 and 1.3 are accepted, and older versions are refused", arguments: TLSVersion.allCases)
  func versions(version: TLSVersion) async throws {
    let options = options(version)
    try await withTLSServer([hello]) { port in
      guard TLSVersion.served.contains(version) else {
        let failure = try #require(throws: Client.Failure.self) { try Client(tls: port, options) }
        #expect(failure.reason == "handshake: tlsv1 alert protocol version")
        return
      }
      var version = ""
      _ = try Client(port) {
        let channel = try TLSChannel($0, options)
        version = channel.version
        return channel
      }
      #expect(version == (options.version == TLSVersion.tls12.rawValue ? "TLSv1.2" : "TLSv1.3"))
    }
  }

  @Test(
    "HTTP/1.1 is chosen from the offered protocols, and a client without it is refused",
    arguments: [(["http/1.1"], true), (["h2", "http/1.1"], true), ([], true), (["h2"], false), (["http/1.0"], false)])
  func protocols(offered: [String], isServed: Bool) async throws {
    let options = options { $0.protocols = offered }
    try await withTLSServer([hello]) { port in
      guard isServed else {
        let failure = try #require(throws: Client.Failure.self) { try Client(tls: port, options) }
        #expect(failure.reason == "handshake: tlsv1 alert no application protocol")
        return
      }
      var selected: String?
      let client = try Client(port) {
        let channel = try TLSChannel($0, options)
        selected = channel.selectedProtocol
        return channel
      }
      #expect(selected == (offered.isEmpty ? nil : "http/1.1"))
      client.send(get("/hello"))
      #expect(try client.response().text == "hello")
    }
  }

  @Test("A session is resumed, but not with another certificate", arguments: TLSVersion.served)
  func resumes(version: TLSVersion) async throws {
    let tls = try ServerTLS(TestCertificate().serverCertificate())
    try await withServer([hello], { $0.tls = tls }) { port in
      func isResumed(_ session: TLSClientSession?) throws -> (Bool, TLSClientSession?) {
        var channel: TLSChannel?
        let client = try Client(port) {
          channel = try TLSChannel($0, self.options(version) { $0.session = session })
          return channel!
        }
        client.send(get("/hello"))
        #expect(try client.response().text == "hello")
        // OpenSSL does not resume what a connection without its end has left.
        client.finishSending()
        return (channel!.isResumed, channel!.session)
      }
      let (isFirstResumed, session) = try isResumed(nil)
      #expect(!isFirstResumed)
      #expect(try isResumed(session).0)
      try tls.replace(with: TestCertificate().serverCertificate())
      #expect(try !isResumed(session).0)
    }
  }

  @Test("A replaced certificate serves new connections, and open ones go on")
  func replaces() async throws {
    let authority = TestCertificate.authority()
    let (old, new) = (TestCertificate(issuer: authority), TestCertificate(issuer: authority))
    let tls = try ServerTLS(old.serverCertificate())
    try await withServer([hello], { $0.tls = tls }) { port in
      func isServed(by certificate: TestCertificate) throws -> (Client, Bool) {
        var isFrom = false
        let client = try Client(port) {
          let channel = try TLSChannel($0, TLSChannel.Options(authority: authority))
          isFrom = channel.isFrom(certificate)
          return channel
        }
        client.send(get("/hello"))
        return (client, try client.response().text == "hello" && isFrom)
      }
      let (open, isOld) = try isServed(by: old)
      #expect(isOld)
      try tls.replace(with: new.serverCertificate())
      #expect(try isServed(by: new).1)
      open.send(get("/hello"))
      #expect(try open.response().text == "hello")
    }
  }

  // MARK: The end

  @Test("The server sends close_notify after the last response and after an error")
  func saysTheEnd() async throws {
    try await withTLSServer([hello, echo]) { port in
      let requests = [
        get("/hello", "Connection: close"), "nonsense\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nabc",
      ]
      for request in requests {
        var channel: TLSChannel?
        let client = try Client(port) {
          channel = try TLSChannel($0)
          return channel!
        }
        client.send(request)
        #expect(try client.response().status > 0)
        #expect(try client.readToEnd().isEmpty && channel!.wasClosedProperly)
      }
    }
  }

  @Test("A client that has closed its sending side, with TLS or without, still gets its response")
  func answersAfterTheEnd() async throws {
    let gate = Gate()
    try await withTLSServer([gated(by: gate), hello], { $0.loops = 1 }) { port in
      let (proper, abrupt) = (try Client(tls: port), try Client(tls: port))
      for client in [proper, abrupt] { client.send(get("/slow")) }
      proper.finishSending()
      shutdown(abrupt.descriptor, Int32(SHUT_WR))
      let other = try Client(tls: port)
      other.send(get("/hello"))
      #expect(try other.response().text == "hello")
      gate.open()
      for client in [proper, abrupt] {
        #expect(try client.response().text == "slow")
        #expect(try client.readToEnd().isEmpty)
      }
    }
  }

  @Test("A plain HTTP request gets a response that explains the error", arguments: ["GET", "POST", "HEAD"])
  func answersPlainHTTP(method: String) async throws {
    try await withTLSServer([hello]) { port in
      let response = try exchange(port, "\(method) /hello HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
      #expect(response.status == 400 && response.text.contains("https-required"))
      #expect(response["Connection"] == "close")
      let client = try Client(tls: port)
      client.send(get("/hello"))
      #expect(try client.response().text == "hello")
    }
  }
}

/// The descriptor of this process that is the server's side of a client's connection.
private func serverSide(of client: Int32, _ serverPort: Int) -> Int32? {
  func port(
    _ descriptor: Int32, _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Int? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(descriptor, $0, &length) }
    }
    return result == 0 ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }
  let own = port(client) { getsockname($0, $1, $2) }
  return (0..<4096).first { descriptor in
    port(descriptor) { getpeername($0, $1, $2) } == own && port(descriptor) { getsockname($0, $1, $2) } == serverPort
  }
}
