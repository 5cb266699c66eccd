import Basics
import Foundation
import SocketIO
import Support
import Testing
import Workload

@Suite("Socket.IO, revision 5", .timeLimit(.minutes(1)))
struct SocketTests {
  @Test("A client joins the main namespace, or another without the main one", arguments: ["", "/custom,", "/custom"])
  func join(socket: String) async throws {
    try await withSockets { served in
      let talker = try SocketIOClient(served.port)
      talker.send("40\(socket)")
      let named = socket.isEmpty ? "" : "/custom,"
      #expect(try talker.receive().hasPrefix("40\(named){\"sid\":\""))
    }
  }

  @Test("A refused client gets the reason, and may try again")
  func rejected() async throws {
    try await withSockets { served in
      let talker = try SocketIOClient(served.port)
      talker.send("40/nowhere")
      #expect(try talker.receive() == #"44/nowhere,{"message":"Invalid namespace"}"#)
      talker.send(#"40/room,{"token":"unread"}"#)
      #expect(try talker.receive().hasPrefix("40/room,"))
      served.sockets.emit("chat", Array("{}".utf8), to: "/nowhere")
      served.sockets.emit("chat", Array("{}".utf8), to: "/room")
      #expect(try talker.receive() == #"42/room,["chat",{}]"#)
    }
  }

  @Test("A client that joins no namespace is disconnected")
  func unauthorized() async throws {
    try await withSockets { served in
      let outsider = try SocketIOClient(served.port)
      let guest = try SocketIOClient(served.port)
      try guest.join("/a")
      served.clock.advance(milliseconds: 20_000)
      served.sockets.tick()
      served.clock.advance(milliseconds: 5_000)
      served.sockets.tick()
      for talker in [outsider, guest] { talker.send("3") }
      #expect(try outsider.receive() == "2")
      #expect(try guest.receive() == "2")
      // An answer to the ping is in the socket: it is taken before the client says more.
      guest.send("40/b,")
      _ = try guest.receive()
      served.clock.advance(milliseconds: 20_000)
      served.sockets.tick()
      #expect(try outsider.socket.closingCode() == 1000)
      #expect(served.sockets.memberCount(of: "/a") == 1)
    }
  }

  @Test("Events reach the clients of the namespace, on either transport, in order")
  func events() async throws {
    try await withSockets { served in
      let poller = try PollingClient(served.port)
      try poller.join("/room")
      let talkers = try (0..<5).map { _ in try SocketIOClient(served.port) }
      for talker in talkers { try talker.join("/room") }
      let outsider = try SocketIOClient(served.port)
      try outsider.join("/other")
      #expect(served.sockets.memberCount(of: "/room") == 6)
      for number in 0..<50 { served.sockets.emit("chat", Array("{\"n\":\(number)}".utf8), to: "/room") }
      served.sockets.emit("chat", Array("0".utf8), to: "/other")
      let expected = (0..<50).map { "42/room,[\"chat\",{\"n\":\($0)}]" }
      for talker in talkers { for text in expected { #expect(try talker.receive() == text) } }
      #expect(try poller.poll().text.split(separator: "\u{1E}").map(String.init) == expected)
      #expect(try outsider.receive() == "42/other,[\"chat\",0]")
    }
  }

  @Test("A client that leaves a namespace gets no more of its events, and keeps its others")
  func leave() async throws {
    try await withSockets { served in
      let talker = try SocketIOClient(served.port)
      try talker.join("/a")
      try talker.join("/b")
      talker.send("41/a,")
      try eventually { served.sockets.memberCount(of: "/a") == 0 }
      served.sockets.emit("n", Array("1".utf8), to: "/a")
      served.sockets.emit("n", Array("2".utf8), to: "/b")
      #expect(try talker.receive() == "42/b,[\"n\",2]")
    }
  }

  @Test("Events, acknowledgements and bytes of a client are ignored, by WebSocket and by polling")
  func unused() async throws {
    try await withSockets { served in
      let sent = [
        #"42/a,["word",1]"#, #"42/a,7["word"]"#, "43/a,7[]", #"451-/a,9["photo",{"_placeholder":true,"num":0}]"#,
      ]
      let talker = try SocketIOClient(served.port)
      try talker.join("/a")
      for text in sent { talker.send(text) }
      talker.socket.send(2, [1, 2, 3])
      let poller = try PollingClient(served.port)
      try poller.join("/a")
      #expect(try poller.post((sent + ["bAQIDBA=="]).joined(separator: "\u{1E}")).text == "ok")
      // A later packet is answered: the session goes on.
      try talker.join("/b")
      served.sockets.emit("n", Array("1".utf8), to: "/a")
      #expect(try talker.receive() == "42/a,[\"n\",1]")
      #expect(try poller.poll().text == "42/a,[\"n\",1]")
    }
  }

  @Test(
    "A malformed packet ends the session",
    arguments: [
      "4abc", "42word", "40\"x\"", "49", "44", "40/" + String(repeating: "n", count: 300), "2probe", "5",
    ])
  func breaches(text: String) async throws {
    try await withSockets { served in
      let talker = try SocketIOClient(served.port)
      talker.send(text)
      #expect(try talker.socket.closingCode() != nil)
    }
  }

  @Test("A client is in a bounded number of namespaces")
  func namespaces() async throws {
    try await withSockets({ $0.maxNamespaces = 3 }) { served in
      let talker = try SocketIOClient(served.port)
      for number in 0..<3 { try talker.join("/\(number)") }
      talker.send("40/3,")
      #expect(try talker.socket.closingCode() != nil)
    }
  }

  @Test("Two hundred clients each receive two hundred events once, in order")
  func many() async throws {
    try await withSockets { served in
      let talkers = try (0..<200).map { _ in try SocketIOClient(served.port) }
      for talker in talkers { try talker.join("/room") }
      for number in 0..<200 { served.sockets.emit("n", Array("\(number)".utf8), to: "/room") }
      var wrong = 0
      for talker in talkers {
        for number in 0..<200 where try talker.receive() != "42/room,[\"n\",\(number)]" { wrong += 1 }
      }
      #expect(wrong == 0)
    }
  }
}
