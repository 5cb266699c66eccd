import Glibc
import HTTP
import Support
import Testing
import Workload

/// Counts the bytes of a streamed body. A failure is stored in `failure`.
private func counting(_ failure: Slot<BodyFailure>? = nil, after gate: Gate? = nil) -> Handler {
  .streaming { request in
    guard case .stream(let body) = request.body else { return plain("no stream") }
    await gate?.wait()
    var count = 0
    do {
      for try await chunk in body { count += chunk.count }
      return plain("\(count)")
    } catch {
      if let known = error as? BodyFailure { failure?.set(known) }
      return plain("failed", status: 500)
    }
  }
}

private let start = "POST /up HTTP/1.1\r\nHost: x\r\n"

@Suite("Streaming both ways", .timeLimit(.minutes(1)))
struct StreamingTests {
  @Test("One connection takes a large body by length, one by chunks, and another request")
  func takesLargeBodies() async throws {
    try await withServer([Route(.post, "/up", bodyLimit: 1 << 30, counting()), hello]) { port in
      let client = try Client(port)
      let megabyte = [UInt8](repeating: 0x61, count: 1_048_576)
      client.send(start + "Content-Length: \(megabyte.count * 20)\r\n\r\n")
      for _ in 0..<20 { client.send(megabyte) }
      #expect(try client.response().text == "\(megabyte.count * 20)")
      client.send(start + "Transfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<20 { client.send(Array("100000\r\n".utf8) + megabyte + [13, 10]) }
      client.send("0\r\n\r\n" + get("/hello"))
      #expect(try client.response().text == "\(megabyte.count * 20)")
      #expect(try client.response().text == "hello")
    }
  }

  @Test("A handler can abort its connection without a response, and others are served")
  func closesConnections() async throws {
    let truncated = Route(.post, "/cut", .deferred { _ in Response(status: 200, body: .abort) })
    let cutAtOnce = Route(.get, "/cut", .immediate { _ in Response(status: 200, body: .abort) })
    try await withServer([truncated, cutAtOnce, hello]) { (port: Int) throws in
      for request in ["POST /cut HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab", get("/cut")] {
        let client = try Client(port)
        client.send(request)
        #expect(try client.readToEnd().isEmpty)
        #expect(client.hasEnded)
      }
      let client = try Client(port)
      client.send(get("/hello") + get("/cut") + get("/hello"))
      #expect(try client.response().text == "hello")
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test("A handler that does not read slows the client down, and the buffered bytes are bounded")
  func stopsReading() async throws {
    let gate = Gate()
    try await withServer([Route(.post, "/up", bodyLimit: 1 << 30, counting(after: gate))]) { port in
      let client = try Client(port)
      var window: Int32 = 65_536
      setsockopt(client.descriptor, SOL_SOCKET, SO_SNDBUF, &window, 4)
      let total = 200 << 20
      client.send(start + "Content-Length: \(total)\r\n\r\n")
      var sent = try sendUntilStuck(client, total)
      // The rest is what the kernel keeps for the socket on both sides.
      #expect(sent < 32 << 20)
      gate.open()
      let piece = [UInt8](repeating: 0, count: 1 << 20)
      while sent < total {
        let count = min(piece.count, total - sent)
        #expect(client.send(Array(piece[..<count])))
        sent += count
      }
      #expect(try client.response().text == "\(total)")
    }
  }

  /// Sends until nothing is accepted for a while. Returns the number of sent bytes.
  private func sendUntilStuck(_ client: Client, _ total: Int) throws -> Int {
    let piece = [UInt8](repeating: 0, count: 65_536)
    var sent = 0
    var timeout = 30
    while sent < total && timeout > 0 {
      let count = send(
        client.descriptor, piece, min(piece.count, total - sent), Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      if count > 0 {
        sent += count
        timeout = 30
      } else {
        timeout -= 1
        usleep(10_000)
      }
    }
    return sent
  }

  @Test("A streaming handler gets an error if its client disconnects within the body")
  func reportsClientGone() async throws {
    let failure = Slot<BodyFailure>()
    try await withServer([Route(.post, "/up", counting(failure))]) { port in
      let client = try Client(port)
      client.send(start + "Content-Length: 1000\r\n\r\nabc")
      client.finishSending()
      _ = try client.readToEnd()
    }
    #expect(await failure.wait() == .clientGone)
  }

  @Test("A chunked body that grows too large gets 413, and its handler gets the error")
  func reportsTooLarge() async throws {
    let failure = Slot<BodyFailure>()
    try await withServer([Route(.post, "/up", bodyLimit: 1000, counting(failure))]) { port in
      let client = try Client(port)
      client.send(start + "Transfer-Encoding: chunked\r\n\r\n3E8\r\n" + String(repeating: "a", count: 1000) + "\r\n")
      client.send("1\r\na\r\n")
      #expect(try client.response().status == 413)
    }
    #expect(await failure.wait() == .tooLarge)
  }

  @Test("Malformed chunks get 400, and the handler gets the error")
  func reportsMalformed() async throws {
    let failure = Slot<BodyFailure>()
    try await withServer([Route(.post, "/up", counting(failure))]) { port in
      let client = try Client(port)
      client.send(start + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nxyz\r\n")
      #expect(try client.response().status == 400)
    }
    #expect(await failure.wait() == .malformed)
  }

  @Test("A handler gets an error when the server stops")
  func reportsStopping() async throws {
    let failure = Slot<BodyFailure>()
    try await withServer([Route(.post, "/up", counting(failure))]) { port in
      let client = try Client(port)
      client.send(start + "Expect: 100-continue\r\nContent-Length: 1000\r\n\r\n")
      #expect(try client.response().status == 100)
      // The client stays connected until the server has closed.
      Task { [client = UnsafeTransfer(client)] in
        await onThreadIgnoringErrors { _ = try client.value.readToEnd() }
      }
    }
    #expect(await failure.wait() == .stopping)
  }

  @Test("A streaming route requires a length, which may be 0")
  func needsLength() async throws {
    try await withServer([Route(.post, "/up", counting())]) { (port: Int) throws in
      #expect(try exchange(port, start + "\r\n").status == 411)
      #expect(try exchange(port, start + "Content-Length: 0\r\n\r\n").text == "0")
      #expect(try exchange(port, start + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n").text == "0")
    }
  }

  @Test("An early answer reaches a client that is still sending, and the connection is closed")
  func answersEarly() async throws {
    let refusing = Route(.post, "/up", bodyLimit: 1 << 30, .streaming { _ in plain("no", status: 403) })
    try await withServer([refusing]) { port in
      let client = try Client(port)
      client.send(start + "Content-Length: 100000000\r\n\r\n")
      client.send([UInt8](repeating: 0, count: 300_000))
      let response = try client.response()
      #expect(response.status == 403)
      #expect(response["Connection"] == "close")
      #expect(try client.readToEnd().isEmpty)
      #expect(!client.wasReset)
    }
  }

  @Test("A streamed answer is chunked, ends an HTTP/1.0 connection, and is left out for HEAD")
  func streamsAnswers() async throws {
    let route = Route(
      .get, "/down",
      .immediate { _ in
        let tally = Counter()
        return Response(
          status: 200,
          body: .stream {
            tally.add()
            return tally.value <= 3
              ? Array("piece \(tally.value);".utf8) : tally.value == 4 ? [] : tally.value == 5 ? [33] : nil
          })
      })
    let deferred = Route(
      .get, "/later",
      .deferred { _ in
        let tally = Counter()
        return Response(
          status: 200,
          body: .stream {
            tally.add()
            return tally.value == 1 ? Array("later".utf8) : nil
          })
      })
    try await withServer([route, deferred]) { port in
      let client = try Client(port)
      client.send(get("/down") + "HEAD /down HTTP/1.1\r\nHost: x\r\n\r\n" + get("/later"))
      let response = try client.response()
      #expect(response["Transfer-Encoding"] == "chunked")
      #expect(response.text == "piece 1;piece 2;piece 3;!")
      let head = try client.response(isHead: true)
      #expect(head["Transfer-Encoding"] == "chunked")
      #expect(try client.response().text == "later")
      let old = try exchange(port, "GET /down HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(old["Transfer-Encoding"] == nil)
      #expect(old["Connection"] == "close")
      #expect(old.text == "piece 1;piece 2;piece 3;!")
    }
  }

  @Test("A producer is asked for no more than the client reads")
  func asksPatiently() async throws {
    let tally = Counter()
    let pieces = 1000
    let route = Route(
      .get, "/down",
      .immediate { _ in
        Response(
          status: 200,
          body: .stream {
            guard tally.value < pieces else { return nil }
            tally.add()
            return [UInt8](repeating: 0x61, count: 65_536)
          })
      })
    try await withServer([route]) { port in
      let client = try Client(port)
      client.send(get("/down"))
      var before = -1
      while tally.value != before {
        before = tally.value
        usleep(200_000)
      }
      // The rest is what the kernel keeps for the socket on both sides.
      #expect(tally.value < 500)
      #expect(try client.response().body.count == pieces * 65_536)
    }
  }

  @Test("The response of a producer that throws does not look complete")
  func resetsFailedStreams() async throws {
    struct Broken: Error {}
    let route = Route(
      .get, "/down",
      .immediate { _ in
        let tally = Counter()
        return Response(
          status: 200,
          body: .stream {
            tally.add()
            if tally.value > 1 { throw Broken() }
            return Array("begun".utf8)
          })
      })
    try await withServer([route]) { port in
      #expect(throws: Client.Failure.self) { try exchange(port, get("/down")) }
      let old = try Client(port)
      old.send("GET /down HTTP/1.0\r\n\r\n")
      _ = try? old.response()
      #expect(old.wasReset, "HTTP/1.0 has no other sign")
    }
  }

  @Test("The producer and the handler of a disconnected client are cancelled")
  func cancels() async throws {
    let begun = [Gate(), Gate()]
    let cancelled = [Gate(), Gate()]
    let streaming = Route(
      .get, "/down",
      .immediate { _ in
        Response(
          status: 200,
          body: .stream {
            begun[0].open()
            try? await Task.sleep(for: .seconds(60))
            if Task.isCancelled { cancelled[0].open() }
            return nil
          })
      })
    let slow = Route(
      .get, "/slow",
      .deferred { _ in
        begun[1].open()
        try? await Task.sleep(for: .seconds(60))
        if Task.isCancelled { cancelled[1].open() }
        return plain("")
      })
    try await withServer([streaming, slow]) { port in
      for (path, begun) in zip(["/down", "/slow"], begun) {
        let client = try Client(port)
        client.send(get(path))
        try eventually { begun.isOpen }
        var reset = linger(l_onoff: 1, l_linger: 0)
        setsockopt(client.descriptor, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
      }
      try eventually { cancelled.allSatisfy(\.isOpen) }
    }
  }
}

/// Transfers a client to another thread.
private struct UnsafeTransfer<Value>: @unchecked Sendable {
  // Transferred once and not used by the sender afterwards.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

private func onThreadIgnoringErrors(_ work: @escaping @Sendable () throws -> Void) async {
  try? await onThread(work)
}
