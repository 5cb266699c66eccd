import Basics
import SocketIO
import Support
import Testing
import Workload

@Suite("Capacity of namespaces", .timeLimit(.minutes(1)))
struct NamespaceCapacityTests {
  @Test("A slot is freed once when its client leaves, closes, or disconnects")
  func free() async throws {
    try await withSockets { served in
      let leaving = try SocketIOClient(served.port)
      let ending = try PollingClient(served.port)
      do {
        let going = try SocketIOClient(served.port)
        try going.join("/a")
        try going.join("/b")
      }
      try leaving.join("/a")
      try ending.join("/a")
      try eventually { served.left.count == 2 }
      #expect(Set(served.left.map(\.namespace)) == ["/a", "/b"] && served.memberCount("/b") == 0)
      leaving.send("41/a,")
      leaving.send("41/a,")
      leaving.send("1")
      try ending.post("1")
      try eventually { served.sockets.sessionCount == 0 }
      #expect(served.left.count == 4 && Set(served.left) == Set(served.reserved))
      #expect(served.memberCount("/a") == 0)
    }
  }

  @Test("A client that joins again has the later slot, and receives each event once")
  func again() async throws {
    try await withSockets { served in
      let client = try SocketIOClient(served.port)
      for _ in 0..<3 { try client.join("/a") }
      try eventually { served.left == Array(served.reserved.prefix(2)) }
      for number in 0..<2 { served.sockets.emit("n", Array("\(number)".utf8), to: "/a") }
      #expect(try client.receive() == "42/a,[\"n\",0]")
      #expect(try client.receive() == "42/a,[\"n\",1]")
    }
  }

  @Test("A refused client has no slot, and none is freed for it")
  func rejected() async throws {
    try await withSockets { served in
      let client = try SocketIOClient(served.port)
      client.send("40/nowhere")
      _ = try client.receive()
      try client.join("/a")
      client.send("1")
      try eventually { served.sockets.sessionCount == 0 }
      #expect(served.left == [served.reserved[1]])
    }
  }

  @Test("A client that is removed from a namespace is notified, and keeps its others; other clients go on")
  func disconnected() async throws {
    try await withSockets { served in
      let (out, other) = (try SocketIOClient(served.port), try SocketIOClient(served.port))
      let polling = try PollingClient(served.port)
      for client in [out, other] { try client.join("/a") }
      try polling.join("/a")
      try out.join("/b")
      served.sockets.emit("n", Array("1".utf8), to: "/a")
      served.sockets.disconnect([served.reserved[0], served.reserved[2]])
      served.sockets.disconnect([served.reserved[0]])
      served.sockets.emit("n", Array("2".utf8), to: "/a")
      served.sockets.emit("n", Array("3".utf8), to: "/b")
      for text in ["42/a,[\"n\",1]", "41/a,", "42/b,[\"n\",3]"] { #expect(try out.receive() == text) }
      for text in ["42/a,[\"n\",1]", "42/a,[\"n\",2]"] { #expect(try other.receive() == text) }
      #expect(try polling.poll().text == "42/a,[\"n\",1]\u{1E}41/a,")
      #expect(Set(served.left) == [served.reserved[0], served.reserved[2]] && served.left.count == 2)
      try out.join("/a")
    }
  }

  @Test("A slot that is withdrawn during the decision is not given")
  func takenBack() async throws {
    try await withSockets { served in
      let client = try SocketIOClient(served.port)
      client.send("40/slow,")
      try eventually { served.reserved.count == 1 }
      served.sockets.disconnect(served.reserved)
      served.openSlow()
      #expect(try client.receive() == #"44/slow,{"message":"Taken back"}"#)
      try eventually { served.left == served.reserved }
      #expect(served.memberCount("/slow") == 0)
      try client.join("/slow")
    }
  }

  @Test("A client that disconnects during the decision leaves no slot behind")
  func goneMeanwhile() async throws {
    try await withSockets { served in
      let client = try PollingClient(served.port)
      let posting = try Client(served.port)
      posting.send(PollingClient.request("POST", client.query, "40/slow,"))
      try eventually { served.reserved.count == 1 }
      try client.post("1")
      try eventually { served.sockets.sessionCount == 0 }
      served.openSlow()
      try eventually { served.left == served.reserved }
      #expect(served.memberCount("/slow") == 0)
    }
  }
}

extension ServedSockets {
  fileprivate func memberCount(_ namespace: String) -> Int { sockets.memberCount(of: namespace) }
}
