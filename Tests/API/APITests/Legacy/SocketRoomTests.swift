import Accounts
import Basics
import Chat
import Contracts
import Foundation
import HTTP
import Support
import Synchronization
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Receiving messages by Socket.IO", .timeLimit(.minutes(1)))
struct SocketRoomTests {
  @Test("The first message has the exact packets of the contract, also for its sender")
  func transcript() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let namespace = "/ws-channel-\(channel)"
      let listener = try await SocketListener(backend.port)
      #expect(try await listener.join(for: "/").hasPrefix(#"40{"sid":""#))
      #expect(try await listener.join(for: namespace).hasPrefix("40\(namespace),{\"sid\":\""))
      let id = try await people[0].send("일곱 시", in: channel)
      let number = try await backend.backend.services.accounts.numbered([people[0].id])[people[0].id]?.number.value ?? 0
      let received = try await listener.receive()
      #expect(
        received == """
          42\(namespace),["channel",{"channel_id":\(channel),"channelName":"모임","chat_id":\(id),"content":"일곱 시",\
          "createdAt":"2026-11-20T10:00:30.000Z","files":[],\
          "user":{"user_id":\(number),"email":"","nickname":"mina","profileImage":null}}]
          """)
    }
  }

  @Test("Heartbeats follow the monotonic clock, not the wall clock")
  func movedClock() async throws {
    try await withChatServer { backend in
      let (_, _, channel) = try await backend.circle("mina", "juno", origin: .slp)
      let (steady, namespace) = (ManualClock(), "/ws-channel-\(channel)")
      var setup = backend.service.setup
      setup.steadyClock = { steady.now }
      let sockets = SLPSockets(
        on: SocketConfiguration(
          services: LegacyServices(setup.services, applications: [:]),
          environment: setup.environment(of: backend.backend), isOpen: true))
      let server = try Server(ServerConfiguration(port: 0, routes: sockets.routes))
      try server.start()
      let listener = try await SocketListener(server.port, in: namespace)
      // A ping would come before what it is answered.
      for seconds in [86_400, -3 * 86_400] as [Int64] {
        backend.backend.clock.advance(seconds: seconds)
        sockets.tick()
        sockets.tick()
        try await listener.settle(in: namespace)
      }
      steady.advance(milliseconds: 25_000)
      sockets.tick()
      #expect(try await listener.receive() == "2")
      steady.advance(milliseconds: 20_000)
      sockets.tick()
      await #expect(throws: (any Error).self) { try await listener.receive() }
      sockets.stop()
      await server.stop()
    }
  }

  @Test("A message of a room of two is a direct message")
  func direct() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, workspace, _) = try await backend.circle("mina", "juno")
      let room = try await backend.direct(people[0], people[1], in: workspace)
      let listener = try await SocketListener(backend.port, in: "/ws-dm-\(room)")
      let message = try await backend.connections.service.send("쉿", in: ChannelID(Int64(room)), by: people[1].id)
      let channel = try #require(try await backend.connections.service.channel(message.channel))
      let document = try await backend.backend.services.slpDirectMessage(message, of: channel, includingEmails: false)
      #expect(
        try await listener.receive() == "42/ws-dm-\(room),[\"dm\",\(String(decoding: document.bytes, as: UTF8.self))]")
    }
  }

  @Test("Five hundred messages arrive once and in order by polling, by WebSocket and during an upgrade")
  func transports() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let (port, namespace) = (backend.port, "/ws-channel-\(channel)")
      let (polling, upgraded) = try await onThread {
        let clients = (try PollingClient(port), try PollingClient(port))
        try clients.0.join(namespace)
        try clients.1.join(namespace)
        return clients
      }
      let socket = try await SocketListener(port, in: namespace)
      async let sending: Void = backend.chatter(1...500, in: channel, by: people[0].id)
      async let polled = onThread { try polling.contents(500, of: namespace) }
      async let went = onThread { try upgraded.contents(500, of: namespace, goingOverAfter: 150) }
      let expected = (1...500).map(String.init)
      #expect(try await socket.contents(500, of: namespace) == expected)
      #expect(try await polled == expected)
      #expect(try await went == expected)
      try await sending
    }
  }

  @Test("Each room has its own messages, and a client may be in several")
  func severalRooms() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, workspace, channel) = try await backend.circle("mina", "juno")
      let other = try await backend.direct(people[0], people[1], in: workspace)
      let namespaces = ["/ws-channel-\(channel)", "/ws-dm-\(other)"]
      let both = try await SocketListener(backend.port, in: namespaces[0])
      #expect(try await both.join(for: namespaces[1]).hasPrefix("40/ws-dm-"))
      let listeners = [
        try await SocketListener(backend.port, in: namespaces[0]),
        try await SocketListener(backend.port, in: namespaces[1]),
      ]
      #expect(backend.roomCount == 2)
      for number in 1...5 {
        try await backend.chatter([number], in: channel, by: people[0].id)
        #expect(try await both.content(of: namespaces[0]) == "\(number)")
        try await backend.chatter([-number], in: other, by: people[0].id)
        #expect(try await both.content(of: namespaces[1]) == "\(-number)")
      }
      #expect(try await listeners[0].contents(5, of: namespaces[0]) == (1...5).map { "\($0)" })
      #expect(try await listeners[1].contents(5, of: namespaces[1]) == (1...5).map { "\(-$0)" })
    }
  }

  @Test("Only new messages are sent, without changes, removals and earlier messages")
  func changes() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let namespace = "/ws-channel-\(channel)"
      try await people[0].send("before", in: channel)
      let listener = try await SocketListener(backend.port, in: namespace)
      let id = try await people[0].send("a", in: channel)
      #expect(try await listener.content(of: namespace) == "a")
      _ = try await people[0].did(.put, "/api/messages/\(id)", #"{"text":"A"}"#)
      _ = try await people[0].did(.delete, "/api/messages/\(id)")
      try await people[0].send("b", in: channel)
      #expect(try await listener.content(of: namespace) == "b")
    }
  }

  @Test("Messages of another process are sent at the next poll, in order, in their current state, without removed ones")
  func elsewhere() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let namespace = "/ws-channel-\(channel)"
      let listener = try await SocketListener(backend.port, in: namespace)
      try await backend.settle(listener, in: channel, by: people[0])
      let (elsewhere, id) = (backend.elsewhere, ChannelID(Int64(channel)))
      var sent: [MessageID] = []
      for text in ["a", "b", "c", "d"] { sent.append(try await elsewhere.send(text, in: id, by: people[0].id).id) }
      _ = try await elsewhere.change(sent[0], to: "A", by: people[0].id)
      _ = try await elsewhere.remove(sent[1], by: people[0].id)
      try await backend.connections.hub.poll()
      #expect(try await listener.contents(3, of: namespace) == ["A", "c", "d"])
    }
  }

  @Test("A last message that is removed is skipped, and does not block later ones")
  func removedLast() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let namespace = "/ws-channel-\(channel)"
      let listener = try await SocketListener(backend.port, in: namespace)
      try await backend.settle(listener, in: channel, by: people[0])
      let (elsewhere, id) = (backend.elsewhere, ChannelID(Int64(channel)))
      for _ in 0..<3 {
        let sent = try await elsewhere.send("x", in: id, by: people[0].id)
        _ = try await elsewhere.remove(sent.id, by: people[0].id)
      }
      try await backend.connections.hub.poll()
      try await people[0].send("a", in: channel)
      #expect(try await listener.content(of: namespace) == "a")
    }
  }

  @Test("After a lost subscription or an overflow no message is lost or repeated")
  func behind() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let (namespace, id) = ("/ws-channel-\(channel)", ChannelID(Int64(channel)))
      let listener = try await SocketListener(backend.port, in: namespace)
      let name = try #require(SocketNamespace(namespace))
      let room = try #require(backend.sockets?.rooms.room(name))
      var next = 0
      for kind in [ChannelUpdate.Kind.behind(revision: 0), .failed, .behind(revision: 7)] {
        try await backend.chatter([next], in: channel, by: people[0].id)
        #expect(try await listener.content(of: namespace) == "\(next)")
        // As the hub does it: the place is gone, and then it is told.
        await backend.connections.hub.leave(.relay(room), id)
        try await backend.chatter(next + 1...next + 120, in: channel, by: people[0].id)
        ChannelListener.notify(ChannelUpdate(id, kind), to: [.relay(room)])
        #expect(try await listener.contents(120, of: namespace) == (next + 1...next + 120).map(String.init))
        next += 121
      }
      let flood = (0...SocketRoom.maxQueuedMessages).map { number in
        ChatMessage(
          id: MessageID(Int64(1_000_000 + number)), channel: id, sequence: 10_000 + number, revision: 10_000 + number,
          author: nil, text: "not kept", photos: [], createdAt: backend.backend.clock.now)
      }
      ChannelListener.notify(ChannelUpdate(id, .messages(flood, revision: 20_000)), to: [.relay(room)])
      try await backend.chatter([next], in: channel, by: people[0].id)
      #expect(try await listener.content(of: namespace) == "\(next)")
    }
  }

  @Test("While clients come and go, each receives later messages once and in order")
  func comingAndGoing() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let namespace = "/ws-channel-\(channel)"
      let isOver = Mutex(false)
      async let sending: Void = {
        var number = 0
        while !isOver.withLock({ $0 }) {
          number += 1
          try await backend.chatter([number], in: channel, by: people[0].id)
        }
      }()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for seed in 0..<4 {
          group.addTask {
            var numbers = SeededNumbers(seed: UInt64(seed))
            for _ in 0..<6 {
              // Sometimes nobody is left, and the room begins anew.
              let newest = try await backend.connections.service.channel(ChannelID(Int64(channel)))?.lastSequence ?? 0
              let listener = try await SocketListener(backend.port, in: namespace)
              let count = Int.random(in: 1...12, using: &numbers)
              let received = try await listener.contents(count, of: namespace).compactMap { Int($0) }
              #expect(received == Array(received[0]..<received[0] + count) && received[0] > newest)
            }
          }
        }
        defer { isOver.withLock { $0 = true } }
        try await group.waitForAll()
      }
      try await sending
      try await eventually { await backend.isQuiet() }
    }
  }

  @Test("The state of a room is freed when its last client leaves, and the next one begins anew")
  func freed() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let namespace = "/ws-channel-\(channel)"
      for number in 1...3 {
        let listener = try await SocketListener(backend.port, in: namespace)
        let second = try await SocketListener(backend.port, in: namespace)
        try await backend.chatter([number], in: channel, by: people[0].id)
        for listener in [listener, second] { #expect(try await listener.content(of: namespace) == "\(number)") }
        listener.send("41\(namespace),")
        second.send("1")
        try await eventually { await backend.isQuiet() }
        try await backend.chatter([-number], in: channel, by: people[0].id)
      }
    }
  }

  @Test("When a channel is removed, its clients are disconnected from the namespace")
  func removed() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let namespace = "/ws-channel-\(channel)"
      let listener = try await SocketListener(backend.port, in: namespace)
      try await people[0].send("a", in: channel)
      #expect(try await listener.content(of: namespace) == "a")
      _ = try await people[0].did(.delete, "/api/channels/\(channel)")
      try await backend.connections.hub.poll()
      #expect(try await listener.receive() == "41\(namespace),")
      #expect(try await listener.join(for: namespace) == "44\(namespace),{\"message\":\"E13\"}")
      try await eventually { backend.roomCount == 0 }
    }
  }

  @Test("An invalid namespace is refused, and the session goes on")
  func hostileNamespaces() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, workspace, channel) = try await backend.circle("mina", "juno")
      let room = try await backend.direct(people[0], people[1], in: workspace)
      let listener = try await SocketListener(backend.port)
      for namespace in [
        "/ws-channel-\(room)", "/ws-dm-\(channel)", "/ws-channel-999999", "/ws-channel-0", "/ws-channel--1",
        "/ws-channel-0\(channel)", "/ws-channel-+\(channel)", "/ws-channel-\(channel) ", "/ws-channel-\(channel)/",
        "/ws-channel-", "/ws-channel", "/ws-channel-9223372036854775807", "/ws-channel-9223372036854775808",
        "/ws-channel-\(channel).0", "/ws-channel-1e0", "/ws-channel-0x1", "/ws-channel-１", "/WS-CHANNEL-\(channel)",
        "/ws-direct-\(room)", "/chats-\(channel)", "//ws-channel-\(channel)", "/ws-channel-\(channel)\u{0}",
        "/ws-channel-1' OR '1'='1", "/" + String(repeating: "9", count: 190),
      ] {
        #expect(try await listener.join(for: namespace) == "44\(namespace),{\"message\":\"E13\"}", "\(namespace)")
      }
      #expect(backend.roomCount == 0)
      try await listener.settle(in: "/ws-channel-\(channel)")
    }
  }

  @Test("Events that clients emit are ignored, and not acknowledged")
  func emitted() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let namespace = "/ws-channel-\(channel)"
      let (listener, other) = (
        try await SocketListener(backend.port, in: namespace), try await SocketListener(backend.port, in: namespace)
      )
      listener.send(#"42\#(namespace),1["channel",{"content":"forged","chat_id":1}]"#)
      listener.send(#"42\#(namespace),["channel","forged"]"#)
      try await listener.settle(in: namespace)
      try await people[0].send("a", in: channel)
      for listener in [listener, other] { #expect(try await listener.content(of: namespace) == "a") }
    }
  }

  @Test("Without a configured application of the contract no endpoint is served")
  func notServed() async throws {
    try await withChatServer { backend in
      #expect(backend.service.legacy.sockets == nil)
      let port = backend.port
      let status = try await onThread { try PollingClient.send(port, "GET", "EIO=4&transport=polling").status }
      #expect(status == 404)
    }
  }
}

extension PollingClient {
  /// The contents of so many messages; after some of them the session goes over to a WebSocket, as clients do it.
  fileprivate func contents(_ count: Int, of namespace: String, goingOverAfter maxCount: Int = .max) throws -> [String]
  {
    var contents: [String] = []
    while contents.count < min(count, maxCount) {
      for packet in try poll().text.split(separator: "\u{1E}") { contents += try content(of: packet, namespace) }
    }
    guard contents.count < count else { return contents }
    let socket = try WebSocketClient(port, path: "/socket.io/?EIO=4&transport=websocket&sid=\(id)")
    socket.send("2probe")
    guard try socket.frame().text == "3probe" else { throw Client.Failure(reason: "no probe") }
    for packet in try poll().text.split(separator: "\u{1E}") { contents += try content(of: packet, namespace) }
    socket.send("5")
    while contents.count < count { contents += try content(of: try socket.frame().text[...], namespace) }
    return contents
  }

  private func content(of packet: Substring, _ namespace: String) throws -> [String] {
    let prefix = "42\(namespace),"
    guard packet.hasPrefix(prefix) else { return [] }
    let items = Node(try JSONSerialization.jsonObject(with: Data(packet.utf8.dropFirst(prefix.utf8.count))))
    return [items[1]["content"].text ?? "-"]
  }
}
