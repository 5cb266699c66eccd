import Glibc
import Support
import Synchronization
import Testing
import Workload

@testable import HTTP

@Suite("Output that waits for slow readers", .timeLimit(.minutes(1)))
struct BacklogTests {
  @Test("A client that sends pings and reads no pong is disconnected")
  func pings() async throws {
    let route = Route(
      .get, "/socket", .immediate { _ in .webSocket { socket in while await socket.next() != nil {} } })
    try await withServer([route], { $0.limits.webSocketBacklog = 100_000 }) { port in
      let client = try WebSocketClient(port, window: 4096)
      let pings = Array(repeatElement(WebSocketClient.frame(9, [UInt8](repeating: 7, count: 125)), count: 100).joined())
      var rounds = 0
      // The responses would be 125 megabytes.
      while rounds < 10_000, client.client.send(pings) { rounds += 1 }
      #expect(rounds < 10_000)
    }
  }

  @Test("The backlog of all clients together is bounded, and clients that read nothing are disconnected")
  func together() async throws {
    for (count, isKept) in [(1, true), (12, false)] {
      let room = Room()
      try await withServer(
        [room.route],
        {
          $0.loops = 1
          $0.limits.backlogOfAll = 1_200_000
        },
        { port in
          let slow = try (0..<count).map { _ in try WebSocketClient(port, window: 4096) }
          let quick = try WebSocketClient(port)
          try room.wait(for: count + 1)
          // Less than the backlog limit of one client.
          for _ in 0..<90 {
            room.send(WebSocketFrame(.binary([UInt8](repeating: 7, count: 10_000))))
            #expect(try quick.frame().payload.count == 10_000)
          }
          let gone = slow.count { Self.frames(of: $0, atMost: 90) < 90 }
          #expect((gone == 0) == isKept)
          // The remaining clients hold at most twice the limit.
          #expect((count - gone) * 700_000 <= 2 * 1_200_000)
        })
    }
  }

  @Test("Clients that do not read ordinary responses are disconnected, and others are served")
  func answers() async throws {
    let size = 8_000_000
    let reported = Mutex<[Shortage]>([])
    let large = Route(
      .get, "/large", .immediate { _ in Response(status: 200, body: .bytes([UInt8](repeating: 7, count: size))) })
    try await withServer(
      [large, hello],
      {
        $0.loops = 1
        $0.limits.backlogOfAll = 30_000_000
        $0.onShortage = { shortage in reported.withLock { $0.append(shortage) } }
      },
      { port in
        let silent = try (0..<20).map { _ in try Client(port, window: 4096) }
        for client in silent {
          client.send(get("/large"))
          // Complete responses are still served meanwhile.
          #expect(try exchange(port, get("/large")).body.count == size)
        }
        #expect(try exchange(port, get("/hello")).text == "hello")
        let served = silent.count { (try? $0.response().body.count) == size }
        #expect(served >= 1 && served <= 3)
      })
    #expect(reported.withLock { $0 } == [.output(30_000_000)])
  }

  private static func frames(of client: WebSocketClient, atMost count: Int) -> Int {
    var frames = 0
    while frames < count, (try? client.frame()) != nil { frames += 1 }
    return frames
  }

  @Test("Pending output is sent in order, however few bytes are written at a time")
  func order() {
    var (numbers, pending) = (SeededNumbers(seed: 5), PendingOutput())
    var (added, sent) = ([UInt8](), [UInt8]())
    for round in 0..<20_000 {
      // At first more is produced than consumed, then less.
      if round < 15_000 || pending.isEmpty {
        let chunk = (0..<Int.random(in: 1...9, using: &numbers)).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        let start = pending.isEmpty ? Int.random(in: 0..<chunk.count, using: &numbers) : 0
        pending.append(chunk, from: start)
        added += chunk[start...]
      }
      let taken = pending.withNext { bytes in Array(bytes.prefix(Int.random(in: 1...5, using: &numbers))) }
      pending.advance(taken.count)
      sent += taken
      #expect(pending.count == added.count - sent.count)
    }
    #expect(added.starts(with: sent) && sent.count > 20_000)
  }

  @Test("A shortage of connections is reported once, and waiting connections are served when there is room")
  func shortage() async throws {
    let reported = Mutex<[Shortage]>([])
    try await withServer(
      [hello],
      {
        $0.limits.connections = 2
        $0.limits.tick = .milliseconds(10)
        $0.onShortage = { shortage in reported.withLock { $0.append(shortage) } }
      },
      { port in
        let first = [try Client(port), try Client(port)]
        for client in first {
          client.send(get("/hello"))
          #expect(try client.response().text == "hello")
        }
        #expect(reported.withLock { $0 } == [])
        let waiting = try Client(port)
        waiting.send(get("/hello"))
        try eventually { reported.withLock { !$0.isEmpty } }
        #expect(try waiting.response().text == "hello")
        withExtendedLifetime(first) {}
      })
    #expect(reported.withLock { $0 } == [.connections(2)])
    #expect(Shortage.connections(2).message.hasPrefix("2 connections are open"))
  }
}

/// The connected clients.
private final class Room: Sendable {
  private let sockets = Mutex<Set<WebSocket>>([])

  var route: Route {
    Route(
      .get, "/socket",
      .immediate { _ in
        .webSocket { socket in
          self.sockets.withLock { _ = $0.insert(socket) }
          while await socket.next() != nil {}
          // The server would never be freed.
          self.sockets.withLock { _ = $0.remove(socket) }
        }
      })
  }

  func wait(for count: Int) throws { try eventually { sockets.withLock { $0.count } >= count } }

  func send(_ frame: WebSocketFrame) { WebSocket.send(frame, to: sockets.withLock { $0 }) }
}
