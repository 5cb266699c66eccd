import Basics
import Foundation
import JSON
import SocketIO
import Support
import Testing
import Workload

@Suite("Engine.IO, revision 4", .timeLimit(.minutes(1)))
struct EngineTests {
  // MARK: Beginning

  @Test("A session by polling begins with its complete handshake")
  func polling() async throws {
    try await withSockets { served in
      let response = try PollingClient.send(served.port, "GET", "transport=polling&b64=1&EIO=4")
      #expect(response.status == 200)
      let welcome = try JSONReader.value(of: Array(response.text.utf8.dropFirst()))
      #expect(response.text.first == "0")
      #expect(welcome["upgrades"] == .array(["websocket"]))
      #expect(welcome["pingInterval"] == 25_000)
      #expect(welcome["pingTimeout"] == 20_000)
      #expect(welcome["maxPayload"] == 65_536)
      #expect(try sessionID(of: response.text).count == 20)
      let (first, second) = (try PollingClient(served.port), try PollingClient(served.port))
      #expect(first.id != second.id)
    }
  }

  @Test("A session on a WebSocket has nothing to upgrade to")
  func webSocket() async throws {
    try await withSockets { served in
      let welcome = try SocketIOClient(served.port).openPacket
      #expect(try JSONReader.value(of: Array(welcome.utf8.dropFirst()))["upgrades"] == .array([]))
    }
  }

  @Test(
    "An invalid request gets the protocol's error",
    arguments: [
      ("GET", "transport=polling", 5), ("GET", "EIO=3&transport=polling", 5), ("GET", "EIO=abc&transport=polling", 5),
      ("GET", "EIO=4", 0), ("GET", "EIO=4&transport=abc", 0), ("POST", "EIO=4&transport=polling", 2),
      ("PUT", "EIO=4&transport=polling", 2), ("GET", "EIO=4&transport=polling&sid=unknown", 1),
      ("POST", "EIO=4&transport=polling&sid=unknown", 1), ("GET", "EIO=4&transport=websocket&sid=unknown", 1),
      ("GET", "transport=websocket", 5), ("GET", "", 0),
    ])
  func domainErrors(method: String, query: String, code: Int) async throws {
    try await withSockets { served in
      let response = try PollingClient.send(served.port, method, query)
      #expect(response.status == 400)
      #expect(try JSONReader.value(of: response.body)["code"] == .integer(code))
    }
  }

  @Test("A plain GET for a WebSocket gets 426")
  func upgradeRequired() async throws {
    try await withSockets { served in
      let response = try PollingClient.send(served.port, "GET", "EIO=4&transport=websocket")
      #expect(response.status == 426)
    }
  }

  @Test("A network has at most its share of the sessions")
  func share() async throws {
    try await withSockets({ $0.maxSessionsPerNetwork = 2 }) { served in
      func send(_ address: String) throws -> Client.ClientResponse {
        try PollingClient.send(
          served.port, "GET", "EIO=4&transport=polling", headers: "Test-Address: \(address)\r\n")
      }
      let first = try send("192.0.2.1")
      // Of IPv6 a /64 is one.
      let addresses = [
        "192.0.2.1", "192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::3",
      ]
      var statuses: [Int] = []
      for address in addresses { statuses.append(try send(address).status) }
      #expect(first.status == 200 && statuses == [200, 503, 200, 200, 200, 503, 200])
      let id = try sessionID(of: first.text)
      _ = try PollingClient.send(served.port, "POST", "EIO=4&transport=polling&sid=\(id)", "1")
      #expect(try send("192.0.2.1").status == 200)
      #expect(try send("192.0.2.1").status == 503)
      #expect(served.sockets.sessionCount == 6)
    }
  }

  @Test("The number of sessions is bounded")
  func full() async throws {
    try await withSockets({ $0.maxSessions = 2 }) { served in
      let first = try PollingClient(served.port)
      _ = try PollingClient(served.port)
      #expect(try PollingClient.send(served.port, "GET", "EIO=4&transport=polling").status == 503)
      try first.post("1")
      _ = try PollingClient(served.port)
    }
  }

  // MARK: Breaches

  @Test(
    "A wrong packet ends the session", arguments: ["abc", "", "7", "0{}", "4abc", "4", "40\u{1E}"])
  func wrongPacket(body: String) async throws {
    try await withSockets { served in
      let poller = try PollingClient(served.port)
      #expect(try poller.post(body).status == 400)
      #expect(try poller.poll().status == 400)
      let talker = try SocketIOClient(served.port)
      talker.send(body)
      #expect(try talker.socket.closingCode() != nil)
    }
  }

  @Test("Two concurrent polls end the session, and the waiting one gets a close packet")
  func twoPolls() async throws {
    try await withSockets { served in
      let poller = try PollingClient(served.port)
      let first = try Client(served.port)
      first.send(PollingClient.request("GET", poller.query))
      // Either may come first.
      let answers = [try poller.poll(), try first.response()]
      #expect(answers.map(\.status).sorted() == [200, 400])
      #expect(answers.contains { $0.text == "1" })
      #expect(try poller.poll().status == 400)
    }
  }

  @Test("A body that is too large is refused before it is read")
  func tooLarge() async throws {
    try await withSockets({ $0.maxPayload = 100 }) { served in
      let poller = try PollingClient(served.port)
      #expect(try poller.post("4" + String(repeating: "a", count: 100)).status == 413)
    }
  }

  // MARK: Heartbeat

  @Test("A client gets a ping each interval, and stays while it answers")
  func heartbeat() async throws {
    try await withSockets { served in
      let poller = try PollingClient(served.port)
      let talker = try SocketIOClient(served.port)
      for _ in 0..<3 {
        served.clock.advance(milliseconds: 25_000)
        served.sockets.tick()
        #expect(try poller.poll().text == "2")
        #expect(try talker.receive() == "2")
        #expect(try poller.post("3").text == "ok")
        talker.send("3")
        talker.send("40/a,")
        try poller.post("40/a,")
        _ = try talker.receive()
        _ = try poller.poll()
      }
      #expect(served.sockets.sessionCount == 2)
    }
  }

  @Test("A client that does not answer a ping is disconnected")
  func silence() async throws {
    try await withSockets { served in
      let poller = try PollingClient(served.port)
      try poller.join("/a")
      let talker = try SocketIOClient(served.port)
      try talker.join("/a")
      served.clock.advance(milliseconds: 25_000)
      served.sockets.tick()
      served.clock.advance(milliseconds: 19_999)
      served.sockets.tick()
      #expect(served.sockets.sessionCount == 2)
      served.clock.advance(milliseconds: 1)
      served.sockets.tick()
      #expect(served.sockets.sessionCount == 0)
      #expect(served.sockets.memberCount(of: "/a") == 0)
      #expect(try poller.poll().status == 400)
      #expect(try talker.socket.closingCode() == 1000)
    }
  }

  // MARK: Ending

  @Test("A close packet by polling ends the client's waiting poll")
  func close() async throws {
    try await withSockets { served in
      let poller = try PollingClient(served.port)
      let waiting = try Client(served.port)
      waiting.send(PollingClient.request("GET", poller.query))
      usleep(50_000)
      #expect(try poller.post("1").text == "ok")
      #expect(try waiting.response().text == "6")
      #expect(try poller.poll().status == 400)
    }
  }

  @Test("A client that closes its WebSocket, or disconnects, ends its session")
  func closeWebSocket() async throws {
    try await withSockets { served in
      let talker = try SocketIOClient(served.port)
      try talker.join("/a")
      talker.send("1")
      #expect(try talker.socket.closingCode() == 1000)
      _ = try SocketIOClient(served.port)
      try eventually { served.sockets.sessionCount == 0 }
    }
  }

  // MARK: Upgrade

  @Test("An upgrade to a WebSocket loses no message")
  func upgrade() async throws {
    try await withSockets { served in
      let poller = try PollingClient(served.port)
      try poller.join("/a")
      let socket = try WebSocketClient(served.port, path: "/socket.io/?EIO=4&transport=websocket&sid=\(poller.id)")
      served.sockets.emit("n", Array("1".utf8), to: "/a")
      #expect(try poller.poll().text == "42/a,[\"n\",1]")
      let waiting = try Client(served.port)
      waiting.send(PollingClient.request("GET", poller.query))
      usleep(50_000)
      socket.send("2probe")
      #expect(try socket.frame().text == "3probe")
      #expect(try waiting.response().text == "6")
      served.sockets.emit("n", Array("2".utf8), to: "/a")
      served.sockets.emit("n", Array("3".utf8), to: "/a")
      #expect(try poller.poll().text == "6")
      socket.send("5")
      #expect(try socket.frame().text == "42/a,[\"n\",2]")
      #expect(try socket.frame().text == "42/a,[\"n\",3]")
      served.sockets.emit("n", Array("4".utf8), to: "/a")
      #expect(try socket.frame().text == "42/a,[\"n\",4]")
      // Requests and WebSockets with the old name are of no use any more.
      #expect(try poller.poll().status == 400)
      let second = try WebSocketClient(served.port, path: "/socket.io/?EIO=4&transport=websocket&sid=\(poller.id)")
      second.send("2probe")
      #expect(try second.closingCode() == 1000)
      served.sockets.emit("n", Array("5".utf8), to: "/a")
      #expect(try socket.frame().text == "42/a,[\"n\",5]")
    }
  }

  @Test("A WebSocket that was probed and closed leaves the session to polling")
  func abandonedUpgrade() async throws {
    try await withSockets { served in
      let poller = try PollingClient(served.port)
      try poller.join("/a")
      do {
        let socket = try WebSocketClient(served.port, path: "/socket.io/?EIO=4&transport=websocket&sid=\(poller.id)")
        socket.send("2probe")
        _ = try socket.frame()
        socket.send(8, [0x03, 0xE8])
        _ = try socket.closingCode()
      }
      served.sockets.emit("n", Array("1".utf8), to: "/a")
      var text = "6"
      try eventually {
        text = try poller.poll().text
        return text != "6"
      }
      #expect(text == "42/a,[\"n\",1]")
    }
  }

  @Test("A WebSocket that does not upgrade in time is closed, and the session goes on by polling", arguments: [0, 1])
  func slowUpgrade(sent: Int) async throws {
    try await withSockets { served in
      let poller = try PollingClient(served.port)
      try poller.join("/a")
      let socket = try WebSocketClient(served.port, path: "/socket.io/?EIO=4&transport=websocket&sid=\(poller.id)")
      if sent == 1 {
        socket.send("2probe")
        _ = try socket.frame()
      }
      // It is waited for once it is answered.
      socket.send(9)
      #expect(try socket.frame().opcode == 10)
      usleep(50_000)
      served.clock.advance(seconds: 9)
      served.sockets.tick()
      socket.send(9)
      #expect(try socket.frame().opcode == 10)
      served.clock.advance(seconds: 1)
      served.sockets.tick()
      #expect(try socket.closingCode() == 1008)
      served.sockets.emit("n", Array("1".utf8), to: "/a")
      var text = "6"
      try eventually {
        text = try poller.poll().text
        return text != "6"
      }
      #expect(text == "42/a,[\"n\",1]")
    }
  }

  @Test("A client that polls too slowly is disconnected when its queue is full")
  func backlog() async throws {
    try await withSockets({ $0.maxQueuedBytes = 10_000 }) { served in
      let poller = try PollingClient(served.port)
      try poller.join("/a")
      for _ in 0..<20 { served.sockets.emit("n", Array("\"\(String(repeating: "x", count: 1000))\"".utf8), to: "/a") }
      #expect(served.sockets.sessionCount == 0)
      #expect(try poller.poll().status == 400)
    }
  }
}
