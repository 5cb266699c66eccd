import COpenSSL
import Foundation
import Support
import Synchronization
import Testing
import Workload

@testable import HTTP

@Suite("Hostile clients over TLS", .serialized, .timeLimit(.minutes(5)))
struct HostileTLSTests {
  /// The number of rounds. `FOURCUTS_FUZZ_ROUNDS` sets more.
  private static let rounds =
    ProcessInfo.processInfo.environment["FOURCUTS_FUZZ_ROUNDS"].flatMap(Int.init) ?? 600

  private func isServed(_ port: Int) throws -> Bool {
    let client = try Client(tls: port)
    client.send(get("/hello"))
    return try client.response().text == "hello"
  }

  @Test("A client that is silent before, within or after the handshake is disconnected at the head's deadline")
  func closesSilent() async throws {
    try await withTLSServer(
      [hello],
      {
        $0.limits.tick = .milliseconds(10); $0.limits.headTime = .milliseconds(150)
      }
    ) { port in
      let opening = TLSChannel(silent: -1).firstMessage()
      for count in [0, 1, 5, 100, opening.count] {
        let client = try Client(port)
        client.send(Array(opening.prefix(count)))
        // With the whole of it, the server's part of the handshake comes before the end.
        #expect(try client.readToEnd().isEmpty == (count < opening.count))
      }
      let client = try Client(tls: port)
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test("A body in one record that arrives at the required rate is accepted")
  func allowsSlowRecords() async throws {
    try await withTLSServer(
      [echo],
      {
        $0.limits.tick = .milliseconds(10)
        $0.limits.bodyWindow = .milliseconds(500)
        $0.limits.bodyRate = 200
      }
    ) { port in
      var channel: TLSChannel?
      let client = try Client(port) {
        channel = try TLSChannel($0)
        return channel!
      }
      client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 6000\r\n\r\n")
      let record = channel!.encrypted([UInt8](repeating: 0x61, count: 6000))
      for start in stride(from: 0, to: record.count, by: 200) {
        #expect(channel!.transmit(Array(record[start..<min(record.count, start + 200)])))
        usleep(50_000)
      }
      let response = try client.response()
      #expect(response.status == 200 && response.body.count == 6000)
    }
  }

  @Test("A client that vanishes at any point ends only its connection")
  func survivesVanishing() async throws {
    let large = Route(
      .get, "/large", .immediate { _ in Response(status: 200, body: .bytes([UInt8](repeating: 7, count: 8_000_000))) })
    try await withTLSServer([hello, large]) { port in
      var random = SeededNumbers(seed: 8446)
      for round in 0..<60 {
        let client = try Client(port)
        var linger = linger(l_onoff: round % 2 == 0 ? 1 : 0, l_linger: 0)
        setsockopt(client.descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        let channel = TLSChannel(silent: client.descriptor)
        let opening = channel.firstMessage()
        let sent = Int.random(in: 0...opening.count, using: &random)
        _ = channel.transmit(Array(opening.prefix(sent)))
        if sent == opening.count || round % 3 == 0 {
          _ = channel.transmit(Array(opening.dropFirst(sent)))
          try channel.shakeHands()
          _ = channel.send(Array(get("/large").utf8))
          usleep(2000)
        }
      }
      #expect(try isServed(port))
    }
  }

  @Test("Random bytes before, within or after the handshake end only their connection")
  func fuzz() async throws {
    try await withTLSServer(
      [hello, echo],
      {
        $0.limits.tick = .milliseconds(10); $0.limits.headTime = .seconds(1); $0.limits.idleTime = .seconds(1)
      }
    ) { port in
      var random = SeededNumbers(seed: 5246)
      for _ in 0..<Self.rounds {
        let client = try Client(port)
        var options = TLSChannel.Options()
        options.version = [nil, 3, 4].randomElement(using: &random)!
        let channel = TLSChannel(silent: client.descriptor, options)
        var bytes: [UInt8]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes = (0..<Int.random(in: 1...600, using: &random)).map { _ in .random(in: 0...255, using: &random) }
        case 1, 2: bytes = channel.firstMessage()
        default:
          try channel.shakeHands()
          bytes = channel.encrypted(Array(get("/hello").utf8)) + channel.keyUpdate()
        }
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let position = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[position] = .random(in: 0...255, using: &random)
          case 1: bytes.insert(.random(in: 0...255, using: &random), at: position)
          case 2: bytes.remove(at: position)
          default: bytes.append(contentsOf: bytes[position...])
          }
          if bytes.isEmpty { bytes = [0x16] }
        }
        _ = channel.transmit(bytes)
        client.finishSending()
        _ = try client.readToEnd()
      }
      #expect(try isServed(port))
    }
  }

  @Test("Complete and broken handshakes leave no descriptor and no memory behind")
  func leavesNothing() async {
    await #expect(processExitsWith: .success) {
      // Before OpenSSL allocates anything.
      guard countOpenSSLAllocations() else { exit(4) }
      let tls = try ServerTLS(TestCertificate().serverCertificate())
      var configuration = ServerConfiguration(port: 0, routes: [hello])
      configuration.loops = 1
      configuration.tls = tls
      let server = try Server(configuration)
      try server.start()
      let port = server.port
      try await onThread {
        func run(_ count: Int) throws {
          for number in 0..<count {
            if number % 5 == 0 {
              let client = try Client(port)
              client.send(number % 2 == 0 ? "garbage garbage" : get("/hello"))
              _ = try client.readToEnd()
            } else {
              let client = try Client(tls: port)
              client.send(get("/hello", "Connection: close"))
              guard try client.response().text == "hello", try client.readToEnd().isEmpty else { exit(1) }
            }
          }
          try eventually { server.connectionCount == 0 }
        }
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        try run(500)
        let (before, memory) = (try descriptors(), opensslAllocations.load(ordering: .relaxed))
        try run(500)
        guard try descriptors() == before else { exit(2) }
        // A session has more than a hundred.
        guard opensslAllocations.load(ordering: .relaxed) - memory < 100 else { exit(3) }
      }
      await server.stop(within: .zero)
    }
  }
}

/// What OpenSSL has allocated and not freed.
private let opensslAllocations = Atomic<Int>(0)

/// Has OpenSSL's allocations counted. False where it has made some already.
private func countOpenSSLAllocations() -> Bool {
  CRYPTO_set_mem_functions(
    { size, _, _ in
      opensslAllocations.add(1, ordering: .relaxed)
      return malloc(size)
    },
    { pointer, size, _, _ in
      if pointer == nil { opensslAllocations.add(1, ordering: .relaxed) }
      return realloc(pointer, size)
    },
    { pointer, _, _ in
      if pointer != nil { opensslAllocations.subtract(1, ordering: .relaxed) }
      free(pointer)
    }) == 1
}
