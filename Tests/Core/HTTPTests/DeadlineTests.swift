import Glibc
import HTTP
import Support
import Testing
import Workload

/// Checks deadlines every few milliseconds. Only the tested one is short, so that no other expires on a busy machine.
private func with(_ change: @escaping (inout ServerLimits) -> Void) -> (inout ServerConfiguration) -> Void {
  { configuration in
    configuration.limits.tick = .milliseconds(10)
    change(&configuration.limits)
  }
}

@Suite("Deadlines", .timeLimit(.minutes(1)))
struct DeadlineTests {
  @Test("A header section that arrives too slowly gets 408, however steadily its bytes come")
  func limitsHeads() async throws {
    try await withServer([hello], with { $0.headTime = .milliseconds(150) }) { port in
      for path in ["/hello", "/" + String(repeating: "a", count: 5000)] {
        let client = try Client(port)
        for byte in get(path).utf8 {
          guard client.send([byte]) else { break }
          usleep(5000)
          if byte == 0x0A || path.count < 100 { usleep(10_000) }
        }
        #expect(try client.response().status == 408)
      }
    }
  }

  @Test("A connection that sends nothing, or only empty lines, is closed without a response")
  func closesSilent() async throws {
    try await withServer([hello], with { $0.headTime = .milliseconds(150) }) { port in
      #expect(try Client(port).readToEnd().isEmpty)
      let client = try Client(port)
      client.send("\r\n\r\n")
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test("An idle connection is closed without a response")
  func closesIdle() async throws {
    try await withServer([hello], with { $0.idleTime = .milliseconds(150) }) { port in
      let client = try Client(port)
      client.send(get("/hello"))
      #expect(try client.response().status == 200)
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test("A body that arrives too slowly gets 408, and a streaming handler gets the error")
  func limitsBodies() async throws {
    let failure = Slot<BodyFailure>()
    let stream = Route(
      .post, "/up",
      .streaming { request in
        guard case .stream(let body) = request.body else { return plain("") }
        do {
          for try await _ in body {}
        } catch {
          if let known = error as? BodyFailure { failure.set(known) }
        }
        return plain("late")
      })
    try await withServer(
      [echo, stream],
      with {
        $0.bodyWindow = .milliseconds(150)
        $0.bodyRate = 10_000
      }
    ) { port in
      for path in ["/echo", "/up"] {
        let client = try Client(port)
        client.send("POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n")
        while client.send("a") {
          usleep(5000)
          var byte: UInt8 = 0
          if recv(client.descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) >= 0 { break }
        }
        #expect(try client.response().status == 408)
      }
    }
    #expect(await failure.wait() == .tooSlow)
  }

  @Test("A long body at the required rate is accepted, and a handler's own slowness does not count against it")
  func allowsSteadyBodies() async throws {
    let slow = Route(
      .post, "/up", bodyLimit: 1 << 30,
      .streaming { request in
        guard case .stream(let body) = request.body else { return plain("") }
        var count = 0
        do {
          for try await chunk in body {
            if count == 0 { try await Task.sleep(for: .milliseconds(1300)) }
            count += chunk.count
          }
        } catch {
          return plain("\(error)")
        }
        return plain("\(count)")
      })
    let limits = with {
      $0.bodyWindow = .seconds(1)
      $0.bodyRate = 1000
    }
    let thousand = [UInt8](repeating: 0x61, count: 1000)
    let many = [UInt8](repeating: 0x61, count: 10_000_000)
    try await withServer([echo, slow], limits) { port in
      let client = try Client(port)
      client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n")
      for _ in 0..<60 {
        client.send(thousand)
        usleep(20_000)
      }
      #expect(try client.response().body.count == 60_000)
      client.send("POST /up HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n")
      client.send(many)
      #expect(try client.response().text == "10000000")
    }
  }

  @Test("A body that is discarded must arrive in time as well, or its connection is closed")
  func limitsUnwantedBodies() async throws {
    try await withServer(
      [hello],
      with {
        $0.bodyWindow = .milliseconds(150)
        $0.bodyRate = 10_000
        $0.connections = 1
      }
    ) { port in
      let client = try Client(port)
      client.send("POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc")
      #expect(try client.response().status == 404)
      #expect(try exchange(port, get("/hello")).text == "hello")
    }
  }

  @Test("A handler that takes too long is cancelled, and the client gets 503")
  func limitsHandlers() async throws {
    let cancelled = Gate()
    let slow = Route(
      .get, "/slow",
      .deferred { _ in
        try? await Task.sleep(for: .seconds(60))
        if Task.isCancelled { cancelled.open() }
        return plain("late")
      })
    let response = try await withServer([slow], with { $0.handlerTime = .milliseconds(150) }) {
      try exchange($0, get("/slow"))
    }
    #expect(response.status == 503)
    await cancelled.wait()
  }

  @Test("A route may have its own deadline; the 503 of a deadline has a Retry-After")
  func limitsRoutes() async throws {
    let gate = Gate()
    var patient = Route(
      .get, "/patient",
      .deferred { _ in
        await gate.wait()
        return plain("done")
      })
    patient.handlerTime = .seconds(600)
    let hasty = Route(
      .get, "/hasty",
      .deferred { _ in
        await gate.wait()
        return plain("late")
      })
    let routes = [patient, hasty]
    try await withServer(routes, with { $0.handlerTime = .milliseconds(150) }) { port in
      let waiting = try Client(port)
      waiting.send(get("/patient"))
      let response = try exchange(port, get("/hasty"))
      #expect(response.status == 503 && response["Retry-After"] == "5")
      gate.open()
      #expect(try waiting.response().text == "done")
    }
  }

  @Test("A client that does not read its response is disconnected")
  func limitsStalls() async throws {
    let large = Route(
      .get, "/large",
      .immediate { _ in
        Response(status: 200, body: .bytes([UInt8](repeating: 0, count: 50_000_000)))
      })
    try await withServer(
      [large, hello],
      with {
        $0.writeStall = .milliseconds(150)
        $0.connections = 1
      }
    ) { port in
      let stalled = try Client(port, window: 65_536)
      stalled.send(get("/large"))
      #expect(try exchange(port, get("/hello")).text == "hello")
      #expect(throws: Client.Failure.self) { try stalled.response() }
    }
  }

  @Test("A refused client that goes on sending is disconnected")
  func limitsLingering() async throws {
    try await withServer(
      [hello],
      with {
        $0.lingerTime = .milliseconds(150)
        $0.connections = 1
      }
    ) { port in
      let stubborn = try Client(port)
      stubborn.send("nonsense\r\n\r\n")
      #expect(try stubborn.response().status == 400)
      let sender = Counter()
      Task { [descriptor = stubborn.descriptor] in
        try? await onThread {
          while Glibc.send(descriptor, "a", 1, Int32(MSG_NOSIGNAL)) == 1 { usleep(5000) }
          sender.add()
        }
      }
      #expect(try exchange(port, get("/hello")).text == "hello")
      try eventually { sender.value > 0 }
    }
  }
}
