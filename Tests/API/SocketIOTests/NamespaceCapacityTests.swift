import Basics
import SocketIO
import Support
import Testing
import Workload

@Suite("Places in namespaces")
struct NamespaceCapacityTests {
  @Test("A place is free again when its client leaves, ends, or just goes: told once")
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
      try served.waits { $0.left.count == 2 }
      #expect(Set(served.left.map(\.namespace)) == ["/a", "/b"] && served.memberCount("/b") == 0)
      leaving.send("41/a,")
      leaving.send("41/a,")
      leaving.send("1")
      try ending.post("1")
      try served.waits { $0.sockets.sessionCount == 0 }
      #expect(served.left.count == 4 && Set(served.left) == Set(served.reserved))
      #expect(served.memberCount("/a") == 0)
    }
  }

  @Test("Whoever joins again has the later place, and hears everything once")
  func again() async throws {
    try await withSockets { served in
      let client = try SocketIOClient(served.port)
      for _ in 0..<3 { try client.join("/a") }
      try served.waits { $0.left == Array($0.reserved.prefix(2)) }
      for number in 0..<2 { served.sockets.emit("n", Array("\(number)".utf8), to: "/a") }
      #expect(try client.receive() == "42/a,[\"n\",0]")
      #expect(try client.receive() == "42/a,[\"n\",1]")
    }
  }

  @Test("Whoever is refused has no place, and nothing is told of it")
  func rejected() async throws {
    try await withSockets { served in
      let client = try SocketIOClient(served.port)
      client.send("40/nowhere")
      _ = try client.receive()
      try client.join("/a")
      client.send("1")
      try served.waits { $0.sockets.sessionCount == 0 }
      #expect(served.left == [served.reserved[1]])
    }
  }

  @Test("Whoever is disconnected is told so, hears no more there, and goes on elsewhere; the others go on")
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

  @Test("A place that is taken back before it was decided upon is not given any more")
  func takenBack() async throws {
    try await withSockets { served in
      let client = try SocketIOClient(served.port)
      client.send("40/slow,")
      try served.waits { $0.reserved.count == 1 }
      served.sockets.disconnect(served.reserved)
      served.openSlow()
      #expect(try client.receive() == #"44/slow,{"message":"Taken back"}"#)
      try served.waits { $0.left == $0.reserved }
      #expect(served.memberCount("/slow") == 0)
      try client.join("/slow")
    }
  }

  @Test("A client that goes while it is decided upon leaves nothing behind")
  func goneMeanwhile() async throws {
    try await withSockets { served in
      let client = try PollingClient(served.port)
      let posting = try Client(served.port)
      posting.send(PollingClient.request("POST", client.query, "40/slow,"))
      try served.waits { $0.reserved.count == 1 }
      try client.post("1")
      try served.waits { $0.sockets.sessionCount == 0 }
      served.openSlow()
      try served.waits { $0.left == $0.reserved }
      #expect(served.memberCount("/slow") == 0)
    }
  }
}

extension ServedSockets {
  fileprivate func memberCount(_ namespace: String) -> Int { sockets.memberCount(of: namespace) }
}
