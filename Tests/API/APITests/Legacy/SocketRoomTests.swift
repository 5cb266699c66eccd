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

@Suite("Hearing what is said, by Socket.IO")
struct SocketRoomTests {
  @Test("From the namespace to the first message, word for word; the sender hears it too")
  func transcript() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let place = "/ws-channel-\(channel)"
      let ear = try await SocketEar(town.port)
      #expect(try await ear.asks(for: "/").hasPrefix(#"40{"sid":""#))
      #expect(try await ear.asks(for: place).hasPrefix("40\(place),{\"sid\":\""))
      let id = try await people[0].say("일곱 시", in: channel)
      let number = try await town.town.services.accounts.numbered([people[0].id])[people[0].id]?.number.value ?? 0
      let heard = try await ear.hear()
      #expect(
        heard == """
          42\(place),["channel",{"channel_id":\(channel),"channelName":"모임","chat_id":\(id),"content":"일곱 시",\
          "createdAt":"2026-11-20T10:00:30.000Z","files":[],\
          "user":{"user_id":\(number),"email":"","nickname":"mina","profileImage":null}}]
          """)
    }
  }

  @Test("A message of a room of two is a direct message")
  func direct() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, workspace, _) = try await town.circle("mina", "juno")
      let room = try await town.direct(people[0], people[1], in: workspace)
      let ear = try await SocketEar(town.port, in: "/ws-dm-\(room)")
      let message = try await town.desk.service.send("쉿", in: ChannelID(Int64(room)), by: people[1].id)
      let channel = try #require(try await town.desk.service.channel(message.channel))
      let document = try await town.town.services.slpDirectMessage(message, of: channel, tellingAddresses: false)
      #expect(try await ear.hear() == "42/ws-dm-\(room),[\"dm\",\(String(decoding: document.bytes, as: UTF8.self))]")
    }
  }

  @Test("By polling, by WebSocket, and from one to the other: each of five hundred messages once, in order")
  func transports() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let (port, place) = (town.port, "/ws-channel-\(channel)")
      let (polling, upgraded) = try await onThread {
        let clients = (try PollingClient(port), try PollingClient(port))
        try clients.0.join(place)
        try clients.1.join(place)
        return clients
      }
      let socket = try await SocketEar(port, in: place)
      async let talking: Void = town.chatter(1...500, in: channel, by: people[0].id)
      async let polled = onThread { try polling.contents(500, of: place) }
      async let went = onThread { try upgraded.contents(500, of: place, goingOverAfter: 150) }
      let expected = (1...500).map(String.init)
      #expect(try await socket.contents(500, of: place) == expected)
      #expect(try await polled == expected)
      #expect(try await went == expected)
      try await talking
    }
  }

  @Test("Each room hears its own, and one client may be in several")
  func severalRooms() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, workspace, channel) = try await town.circle("mina", "juno")
      let other = try await town.direct(people[0], people[1], in: workspace)
      let places = ["/ws-channel-\(channel)", "/ws-dm-\(other)"]
      let both = try await SocketEar(town.port, in: places[0])
      #expect(try await both.asks(for: places[1]).hasPrefix("40/ws-dm-"))
      let ears = [
        try await SocketEar(town.port, in: places[0]), try await SocketEar(town.port, in: places[1]),
      ]
      #expect(town.roomCount == 2)
      for number in 1...5 {
        try await town.chatter([number], in: channel, by: people[0].id)
        #expect(try await both.content(of: places[0]) == "\(number)")
        try await town.chatter([-number], in: other, by: people[0].id)
        #expect(try await both.content(of: places[1]) == "\(-number)")
      }
      #expect(try await ears[0].contents(5, of: places[0]) == (1...5).map { "\($0)" })
      #expect(try await ears[1].contents(5, of: places[1]) == (1...5).map { "\(-$0)" })
    }
  }

  @Test("Only what is new is told: no changes, no removals, nothing that was said before")
  func changes() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let place = "/ws-channel-\(channel)"
      try await people[0].say("before", in: channel)
      let ear = try await SocketEar(town.port, in: place)
      let id = try await people[0].say("a", in: channel)
      #expect(try await ear.content(of: place) == "a")
      _ = try await people[0].did(.put, "/api/messages/\(id)", #"{"text":"A"}"#)
      _ = try await people[0].did(.delete, "/api/messages/\(id)")
      try await people[0].say("b", in: channel)
      #expect(try await ear.content(of: place) == "b")
    }
  }

  @Test("What another process says is told at the next look: in its order, as it stands then, without what is removed")
  func elsewhere() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let place = "/ws-channel-\(channel)"
      let ear = try await SocketEar(town.port, in: place)
      try await town.settle(ear, in: channel, by: people[0])
      let (elsewhere, id) = (town.elsewhere, ChannelID(Int64(channel)))
      var said: [MessageID] = []
      for text in ["a", "b", "c", "d"] { said.append(try await elsewhere.send(text, in: id, by: people[0].id).id) }
      _ = try await elsewhere.change(said[0], to: "A", by: people[0].id)
      _ = try await elsewhere.remove(said[1], by: people[0].id)
      try await town.desk.hub.poll()
      #expect(try await ear.contents(3, of: place) == ["A", "c", "d"])
    }
  }

  @Test("What is removed last of all is passed over, and does not hold up what comes")
  func removedLast() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let place = "/ws-channel-\(channel)"
      let ear = try await SocketEar(town.port, in: place)
      try await town.settle(ear, in: channel, by: people[0])
      let (elsewhere, id) = (town.elsewhere, ChannelID(Int64(channel)))
      for _ in 0..<3 {
        let said = try await elsewhere.send("x", in: id, by: people[0].id)
        _ = try await elsewhere.remove(said.id, by: people[0].id)
      }
      try await town.desk.hub.poll()
      try await people[0].say("a", in: channel)
      #expect(try await ear.content(of: place) == "a")
    }
  }

  @Test("When the hub lets go of a room, or more comes than waits, nothing is lost and nothing told twice")
  func behind() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let (place, id) = ("/ws-channel-\(channel)", ChannelID(Int64(channel)))
      let ear = try await SocketEar(town.port, in: place)
      let name = try #require(SocketNamespace(place))
      let room = try #require(town.sockets?.rooms.room(name))
      var next = 0
      for kind in [ChannelUpdate.Kind.behind(revision: 0), .failed, .behind(revision: 7)] {
        try await town.chatter([next], in: channel, by: people[0].id)
        #expect(try await ear.content(of: place) == "\(next)")
        // As the hub does it: the place is gone, and then it is told.
        await town.desk.hub.leave(.relay(room), id)
        try await town.chatter(next + 1...next + 120, in: channel, by: people[0].id)
        DeskListener.notify(ChannelUpdate(id, kind), to: [.relay(room)])
        #expect(try await ear.contents(120, of: place) == (next + 1...next + 120).map(String.init))
        next += 121
      }
      let flood = (0...SocketRoom.mostWaiting).map { number in
        ChatMessage(
          id: MessageID(Int64(1_000_000 + number)), channel: id, sequence: 10_000 + number, revision: 10_000 + number,
          author: nil, text: "not kept", photos: [], createdAt: town.town.clock.now)
      }
      DeskListener.notify(ChannelUpdate(id, .messages(flood, revision: 20_000)), to: [.relay(room)])
      try await town.chatter([next], in: channel, by: people[0].id)
      #expect(try await ear.content(of: place) == "\(next)")
    }
  }

  @Test("While clients come and go, whoever is there hears once and in order what is said from then on")
  func comingAndGoing() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let place = "/ws-channel-\(channel)"
      let isOver = Mutex(false)
      async let talking: Void = {
        var number = 0
        while !isOver.withLock({ $0 }) {
          number += 1
          try await town.chatter([number], in: channel, by: people[0].id)
        }
      }()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for seed in 0..<4 {
          group.addTask {
            var numbers = SeededNumbers(seed: UInt64(seed))
            for _ in 0..<6 {
              // Sometimes nobody is left, and the room begins anew.
              let newest = try await town.desk.service.channel(ChannelID(Int64(channel)))?.lastSequence ?? 0
              let ear = try await SocketEar(town.port, in: place)
              let count = Int.random(in: 1...12, using: &numbers)
              let heard = try await ear.contents(count, of: place).compactMap { Int($0) }
              #expect(heard == Array(heard[0]..<heard[0] + count) && heard[0] > newest)
            }
          }
        }
        defer { isOver.withLock { $0 = true } }
        try await group.waitForAll()
      }
      try await talking
      try await town.waits { await $0.isQuiet() }
    }
  }

  @Test("When the last client has left, nothing of the room is kept; it begins anew with whoever comes")
  func freed() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let place = "/ws-channel-\(channel)"
      for number in 1...3 {
        let ear = try await SocketEar(town.port, in: place)
        let second = try await SocketEar(town.port, in: place)
        try await town.chatter([number], in: channel, by: people[0].id)
        for ear in [ear, second] { #expect(try await ear.content(of: place) == "\(number)") }
        ear.say("41\(place),")
        second.say("1")
        try await town.waits { await $0.isQuiet() }
        try await town.chatter([-number], in: channel, by: people[0].id)
      }
    }
  }

  @Test("When a channel is removed, its clients are told that they are in it no more")
  func removed() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let place = "/ws-channel-\(channel)"
      let ear = try await SocketEar(town.port, in: place)
      try await people[0].say("a", in: channel)
      #expect(try await ear.content(of: place) == "a")
      _ = try await people[0].did(.delete, "/api/channels/\(channel)")
      try await town.desk.hub.poll()
      #expect(try await ear.hear() == "41\(place),")
      #expect(try await ear.asks(for: place) == "44\(place),{\"message\":\"E13\"}")
      try await town.waits { $0.roomCount == 0 }
    }
  }

  @Test("A namespace that is none is refused, whatever it is made of, and the session goes on")
  func hostileNamespaces() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, workspace, channel) = try await town.circle("mina", "juno")
      let room = try await town.direct(people[0], people[1], in: workspace)
      let ear = try await SocketEar(town.port)
      for place in [
        "/ws-channel-\(room)", "/ws-dm-\(channel)", "/ws-channel-999999", "/ws-channel-0", "/ws-channel--1",
        "/ws-channel-0\(channel)", "/ws-channel-+\(channel)", "/ws-channel-\(channel) ", "/ws-channel-\(channel)/",
        "/ws-channel-", "/ws-channel", "/ws-channel-9223372036854775807", "/ws-channel-9223372036854775808",
        "/ws-channel-\(channel).0", "/ws-channel-1e0", "/ws-channel-0x1", "/ws-channel-１", "/WS-CHANNEL-\(channel)",
        "/ws-direct-\(room)", "/chats-\(channel)", "//ws-channel-\(channel)", "/ws-channel-\(channel)\u{0}",
        "/ws-channel-1' OR '1'='1", "/" + String(repeating: "9", count: 190),
      ] {
        #expect(try await ear.asks(for: place) == "44\(place),{\"message\":\"E13\"}", "\(place)")
      }
      #expect(town.roomCount == 0)
      try await ear.settle(in: "/ws-channel-\(channel)")
    }
  }

  @Test("What clients emit is passed over, and not acknowledged")
  func emitted() async throws {
    try await withOldEars(isOpen: true) { town in
      let (people, _, channel) = try await town.circle("mina", "juno")
      let place = "/ws-channel-\(channel)"
      let (ear, other) = (try await SocketEar(town.port, in: place), try await SocketEar(town.port, in: place))
      ear.say(#"42\#(place),1["channel",{"content":"forged","chat_id":1}]"#)
      ear.say(#"42\#(place),["channel","forged"]"#)
      try await ear.settle(in: place)
      try await people[0].say("a", in: channel)
      for ear in [ear, other] { #expect(try await ear.content(of: place) == "a") }
    }
  }

  @Test("Nothing is served where no application of the contract is configured")
  func notServed() async throws {
    try await withChatTown { town in
      #expect(town.service.legacy.sockets == nil)
      let port = town.port
      let status = try await onThread { try PollingClient.ask(port, "GET", "EIO=4&transport=polling").status }
      #expect(status == 404)
    }
  }
}

extension PollingClient {
  /// The contents of so many messages; after some of them the session goes over to a WebSocket, as clients do it.
  fileprivate func contents(_ count: Int, of namespace: String, goingOverAfter most: Int = .max) throws -> [String] {
    var contents: [String] = []
    while contents.count < min(count, most) {
      for packet in try poll().text.split(separator: "\u{1E}") { contents += try content(of: packet, namespace) }
    }
    guard contents.count < count else { return contents }
    let socket = try WebSocketClient(port, path: "/socket.io/?EIO=4&transport=websocket&sid=\(id)")
    socket.say("2probe")
    guard try socket.frame().text == "3probe" else { throw Client.Failure(reason: "no probe") }
    for packet in try poll().text.split(separator: "\u{1E}") { contents += try content(of: packet, namespace) }
    socket.say("5")
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
