import Accounts
import Basics
import Chat
import Foundation
import HTTP
import SocketIO
import Support
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Access to messages by Socket.IO")
struct StrictSocketTests {
  @Test("Only members with key and token receive messages, and they see addresses")
  func members() async throws {
    try await withLegacyListeners { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno", origin: .slp)
      let namespace = "/ws-channel-\(channel)"
      let listeners = [
        try await SocketListener(backend.port, in: namespace, people[0].shown()),
        try await SocketListener(backend.port, in: namespace, people[1].shown(behind: "Bearer ")),
      ]
      try await people[0].send("a", in: channel)
      for listener in listeners { #expect(try await listener.receive().contains(#""email":"mina@example.com""#)) }
    }
  }

  @Test("An event equals the sender's response byte for byte")
  func answered() async throws {
    try await withLegacyListeners { backend in
      let (people, workspace, channel) = try await backend.circle("mina", "juno")
      let room = try await backend.direct(people[0], people[1], in: workspace)
      let name = String(
        decoding: "모임".utf8.flatMap { Array("%\(String($0, radix: 16, uppercase: true))".utf8) }, as: UTF8.self)
      for (namespace, event, path) in [
        ("/ws-channel-\(channel)", "channel", "channels/\(name)/chats"), ("/ws-dm-\(room)", "dm", "dms/\(room)/chats"),
      ] {
        let listener = try await SocketListener(backend.port, in: namespace, people[1].shown())
        let type = "multipart/form-data; boundary=x"
        let form = "--x\r\nContent-Disposition: form-data; name=\"content\"\r\n\r\n몇 시? \u{1F4F7}\r\n--x--\r\n"
        let answer = await backend.service.send(
          .post, "/v1/workspaces/\(workspace)/\(path)", people[0].shown() + [("Content-Type", type)],
          body: .bytes(Array(form.utf8)))
        try #require(answer.status == 200, "\(answer.text)")
        #expect(try await listener.receive() == "42\(namespace),[\"\(event)\",\(answer.text)]")
      }
    }
  }

  @Test("Missing or wrong credentials get an error of the contract, and no messages")
  func unauthorized() async throws {
    try await withLegacyListeners { backend in
      let (people, workspace, channel) = try await backend.circle("mina", "juno")
      let outsider = try await backend.person("dami")
      let room = try await backend.direct(people[0], people[1], in: workspace)
      let namespace = "/ws-channel-\(channel)"
      for (headers, namespace, code) in [
        ([], namespace, "E01"), ([], "/", "E01"), ([("SesacKey", "wrong")], namespace, "E01"),
        ([("SesacKey", "4cuts-key"), ("Authorization", people[0].token)], namespace, "E01"),
        ([("Authorization", people[0].token)], namespace, "E01"), ([("SesacKey", "slp-key")], namespace, "E02"),
        ([("SesacKey", "slp-key"), ("Authorization", "")], namespace, "E02"),
        ([("SesacKey", "slp-key"), ("Authorization", people[0].token + "x")], namespace, "E02"),
        (outsider.shown(), namespace, "E13"), (outsider.shown(), "/ws-dm-\(room)", "E13"),
        (people[0].shown(), "/ws-channel-999999", "E13"),
      ] as [([(String, String)], String, String)] {
        let answer = try await SocketListener(backend.port, headers).join(for: namespace)
        #expect(
          answer == "44\(namespace == "/" ? "" : namespace + ","){\"message\":\"\(code)\"}", "\(headers) \(namespace)")
      }
      backend.backend.clock.advance(seconds: 3600)
      #expect(
        try await SocketListener(backend.port, people[0].shown()).join(for: namespace)
          == "44\(namespace),{\"message\":\"E05\"}")
      #expect(backend.roomCount == 0)
    }
  }

  @Test("A removed member is disconnected before the next message; the others go on")
  func takenOut() async throws {
    try await withLegacyListeners { backend in
      let (people, workspace, channel) = try await backend.circle("mina", "juno", "dami")
      let namespace = "/ws-channel-\(channel)"
      var listeners: [SocketListener] = []
      for person in people { listeners.append(try await SocketListener(backend.port, in: namespace, person.shown())) }
      async let sending: Void = backend.chatter(1...100, in: channel, by: people[0].id)
      #expect(try await listeners[1].content(of: namespace) == "1")
      _ = try await people[0].did(.delete, "/api/workspaces/\(workspace)/members/\(people[1].id)")
      let newest = try await backend.connections.service.channel(ChannelID(Int64(channel)))?.lastSequence ?? 0
      try await sending
      try await backend.chatter([101], in: channel, by: people[0].id)
      var last = 1
      for next in 2... {
        let text = try await listeners[1].receive()
        if text == "41\(namespace)," { break }
        #expect(text.contains("\"content\":\"\(next)\""))
        last = next
      }
      // What was said before may still have been under way.
      #expect(last <= newest)
      for listener in [listeners[0], listeners[2]] {
        #expect(try await listener.contents(101, of: namespace) == (1...101).map(String.init))
      }
      #expect(try await listeners[1].join(for: namespace) == "44\(namespace),{\"message\":\"E13\"}")
    }
  }

  @Test("No message sent after a member's removal reaches that member")
  func takenOutBefore() async throws {
    try await withLegacyListeners { backend in
      let (people, workspace, channel) = try await backend.circle("mina", "juno")
      let namespace = "/ws-channel-\(channel)"
      let out = try await SocketListener(backend.port, in: namespace, people[1].shown())
      let staying = try await SocketListener(backend.port, in: namespace, people[0].shown())
      _ = try await people[0].did(.delete, "/api/workspaces/\(workspace)/members/\(people[1].id)")
      try await people[0].send("secret", in: channel)
      #expect(try await staying.content(of: namespace) == "secret")
      #expect(try await out.receive() == "41\(namespace),")
    }
  }

  @Test("A client whose token expires is disconnected at the next tick, or before the next message")
  func expiry() async throws {
    try await withLegacyListeners { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let namespace = "/ws-channel-\(channel)"
      let (early, late) = (try await SocketListener(backend.port, in: namespace, people[1].shown()), people[0])
      let fresh = try await backend.fresh(late, after: 600)
      let staying = try await SocketListener(backend.port, in: namespace, fresh.shown())
      backend.backend.clock.advance(seconds: 400)
      try await fresh.send("after", in: channel)
      #expect(try await staying.content(of: namespace) == "after")
      #expect(try await early.receive() == "41\(namespace),")
      backend.backend.clock.advance(seconds: 600)
      backend.sockets?.rooms.disconnect(at: backend.backend.clock.now)
      #expect(try await staying.receive() == "41\(namespace),")
      try await eventually { await backend.isQuiet() }
    }
  }

  @Test("In open mode workspaces of contract clients need no credentials, and no address is shown")
  func opened() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let namespace = "/ws-channel-\(channel)"
      var listeners = [try await SocketListener(backend.port, in: namespace, people[0].shown())]
      for headers in [[], [("SesacKey", "wrong")], [("Authorization", "x")]] {
        listeners.append(try await SocketListener(backend.port, in: namespace, headers))
      }
      try await people[0].send("a", in: channel)
      for listener in listeners {
        let text = try await listener.receive()
        #expect(text.contains(#""content":"a""#) && text.contains(#""email":"""#) && !text.contains("@"))
      }
    }
  }

  @Test("In open mode everything else needs membership, key and token")
  func openedElsewhere() async throws {
    try await withLegacyListeners(isOpen: true) { backend in
      let (people, workspace, channel) = try await backend.circle("mina", "juno", origin: .native)
      let room = try await backend.direct(people[0], people[1], in: workspace)
      let outsider = try await backend.person("dami")
      for namespace in ["/ws-channel-\(channel)", "/ws-dm-\(room)", "/ws-channel-999999"] {
        for (headers, code) in [
          ([], "E13"), ([("Authorization", "x")], "E13"), ([("SesacKey", "wrong")], "E01"),
          ([("SesacKey", "slp-key")], "E02"), (outsider.shown(), "E13"),
        ] as [([(String, String)], String)] {
          let answer = try await SocketListener(backend.port, headers).join(for: namespace)
          #expect(answer == "44\(namespace),{\"message\":\"\(code)\"}", "\(headers)")
        }
      }
      #expect(backend.roomCount == 0)
      let member = try await SocketListener(backend.port, in: "/ws-channel-\(channel)", people[1].shown())
      try await people[0].send("a", in: channel)
      #expect(try await member.content(of: "/ws-channel-\(channel)") == "a")
    }
  }

  @Test(
    "Pages of other origins get no session, by polling or by WebSocket, in either mode",
    arguments: [
      "Origin: http://evil.example", "Origin: null", "Origin: http://test:81", "Origin: ws://evil.example",
      "Origin: wss://test.evil.example", "Origin: ws://", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
    ], [true, false])
  func foreignPages(_ header: String, isOpen: Bool) async throws {
    try await withLegacyListeners(isOpen: isOpen) { backend in
      let port = backend.port
      try await onThread {
        for (method, query) in [
          ("GET", "EIO=4&transport=polling"), ("GET", "EIO=4&transport=polling&sid=x"),
          ("POST", "EIO=4&transport=polling&sid=x"),
        ] {
          let response = try PollingClient.send(port, method, query, headers: header + "\r\n")
          #expect(response.status == 403 && response.text.contains("Forbidden"), "\(method) \(query): \(response.text)")
        }
        let client = try Client(port)
        client.send(WebSocketClient.request("/socket.io/?EIO=4&transport=websocket", with: header))
        #expect(try client.head().status == 403)
      }
      #expect(backend.sockets?.server.sessionCount == 0)
    }
  }

  @Test(
    "The service's own pages get a session, and so do the iOS clients, whose library sends its target as the origin",
    arguments: [
      "Origin: http://test", "Origin: https://test", "Origin: ws://test", "Origin: wss://test", "Origin: ws://test:80",
      "Origin: wss://test:443", "Sec-Fetch-Site: same-origin", "User-Agent: none",
    ])
  func ownPages(_ header: String) async throws {
    try await withLegacyListeners { backend in
      let port = backend.port
      try await onThread {
        let (polling, socket) = (try PollingClient(port, header + "\r\n"), try SocketIOClient(port, with: header))
        #expect(!polling.id.isEmpty && socket.openPacket.first == "0")
      }
    }
  }
}

extension ChatParticipant {
  /// The headers of a handshake that says who it is.
  fileprivate func shown(behind scheme: String = "") -> [(String, String)] {
    [("SesacKey", "slp-key"), ("Authorization", scheme + token)]
  }
}

extension ChatTestServer {
  /// Somebody with a token that was given some seconds later.
  fileprivate func fresh(_ person: ChatParticipant, after seconds: Int64) async throws -> ChatParticipant {
    backend.clock.advance(seconds: seconds)
    let token = try await backend.services.accounts.openSession(for: person.id, .rotating).access
    return ChatParticipant(backend: self, id: person.id, token: token)
  }
}
