import Accounts
import Basics
import Chat
import Foundation
import HTTP
import Support
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Receiving messages by a WebSocket", .timeLimit(.minutes(1)))
struct ChatRealtimeTests {
  @Test("The first message has the exact documents of the protocol")
  func transcript() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let (mina, juno) = (people[0], people[1])
      let listener = try await RealtimeClient(backend.port)
      listener.send(#"{"type":"authenticate","token":"\#(juno.token)"}"#)
      #expect(
        try await listener.text()
          == #"{"type":"authenticated","account":"\#(juno.id)","expires_at":"2026-11-20T10:15:30.000Z"}"#)
      listener.subscribe(channel)
      #expect(try await listener.text() == #"{"type":"subscribed","channel":\#(channel),"revision":0}"#)
      let sent = try await mina.did(.post, "/api/channels/\(channel)/messages", #"{"text":"일곱 시"}"#)
      #expect(
        try await listener.text()
          == #"{"type":"messages","channel":\#(channel),"messages":[\#(sent.text)],"revision":1}"#)
      listener.send(#"{"type":"unsubscribe","channel":\#(channel)}"#)
      #expect(try await listener.text() == #"{"type":"unsubscribed","channel":\#(channel)}"#)
      try await mina.send("not heard", in: channel)
      listener.subscribe(channel, since: 2)
      #expect(try await listener.text() == #"{"type":"subscribed","channel":\#(channel),"revision":2}"#)
    }
  }

  @Test("A client that asks for it is notified of unread messages, and nobody else is")
  func unread() async throws {
    try await withChatServer { backend in
      let (people, workspace, _) = try await backend.circle("mina", "juno")
      let (mina, juno, dami) = (people[0], people[1], try await backend.person("dami"))
      let others = try await juno.connect()
      let listener = try await dami.connect()
      listener.send(#"{"type":"watch_unread"}"#)
      #expect(try await listener.text() == #"{"type":"unread"}"#)
      let post = try #require(
        try await dami.did(.post, "/api/posts", #"{"kind":"feed","text":"네컷"}"#).json["id"].text)
      let causes: [(String, () async throws -> Void)] = [
        ("an invitation", { try await mina.invite(dami, "dami", to: workspace) }),
        ("a like", { _ = try await juno.did(.put, "/api/posts/\(post)/like") }),
        ("a comment", { _ = try await juno.did(.post, "/api/posts/\(post)/comments", #"{"text":"와"}"#) }),
        ("a follow", { _ = try await juno.did(.put, "/api/accounts/\(dami.id)/follow") }),
      ]
      for (cause, happen) in causes {
        try await happen()
        #expect(try await listener.text() == #"{"type":"unread"}"#, "\(cause)")
      }
      // Joining a workspace and a room are memberships of its channels.
      _ = try await dami.did(.post, "/api/invitations/\(workspace)/acceptance")
      #expect(try await listener.text() == #"{"type":"unread"}"#)
      let unread = await dami.get("/api/me/unread").json
      #expect(unread["notice_count"].int == 3 && unread["invitation_count"].int == 0)
      // Juno did not ask: the first message is the answer to the next request.
      others.send(#"{"type":"watch_unread"}"#)
      #expect(try await others.text() == #"{"type":"unread"}"#)
    }
  }

  @Test(
    "A client that resumes from a revision receives missed messages, changes and removals in their current state")
  func resume() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let (mina, juno) = (people[0], people[1])
      var ids: [Int] = []
      for number in 1...3 { ids.append(try await mina.send("m\(number)", in: channel)) }
      _ = try await mina.did(.put, "/api/messages/\(ids[0])", #"{"text":"M1"}"#)
      _ = try await mina.did(.delete, "/api/messages/\(ids[1])")
      let listener = try await juno.connect()
      listener.subscribe(channel, since: 2)
      let missed = try await listener.next()
      #expect(missed["messages"].items.compactMap { $0["text"].text } == ["m3", "M1", ""])
      #expect(missed["revision"].int == 5)
      #expect(try await listener.next()["type"].text == "subscribed")
    }
  }

  @Test("A client that is more than a page behind subscribes again until it has everything")
  func behind() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      for number in 1...90 { try await people[0].send("m\(number)", in: channel) }
      let listener = try await people[1].connect()
      var (texts, revision, type) = ([String](), 0, "behind")
      while type == "behind" {
        listener.subscribe(channel, since: revision)
        var news = try await listener.next()
        while news["type"].text == "messages" {
          texts += news["messages"].items.compactMap { $0["text"].text }
          news = try await listener.next()
        }
        type = try #require(news["type"].text)
        revision = try #require(news["revision"].int)
      }
      #expect(texts == (1...90).map { "m\($0)" } && type == "subscribed" && revision == 90)
    }
  }

  @Test("During messages, changes and removals, broken connections lose and repeat nothing")
  func reconnecting() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let (mina, juno) = (people[0], people[1])
      let count = 120
      async let sending: Void = chatter(mina, channel, count)
      var (revisions, replica, revision) = ([Int](), [Int: String](), 0)
      while revision < count {
        let listener = try await juno.connect()
        listener.subscribe(channel, since: revision)
        // Some news, then the connection is gone, whatever is under way.
        for _ in 0..<4 where revision < count {
          let news = try await listener.next()
          for message in news["messages"].items {
            revisions.append(try #require(message["revision"].int))
            replica[try #require(message["sequence"].int)] = message["text"].text
          }
          if news["type"].text == "behind" { break }
          revision = max(revision, news["revision"].int ?? 0)
        }
      }
      try await sending
      #expect(revisions == revisions.sorted() && Set(revisions).count == revisions.count)
      let there = await juno.get("/api/channels/\(channel)/messages?after=0&limit=100").json["items"].items
      #expect(there.compactMap { $0["text"].text } == replica.sorted { $0.key < $1.key }.map(\.value))
    }
  }

  /// So many revisions.
  private func chatter(_ mina: ChatParticipant, _ channel: Int, _ count: Int) async throws {
    var (numbers, ids) = (SeededNumbers(seed: 11), [Int]())
    for round in 0..<count {
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0 where !ids.isEmpty:
        _ = try await mina.did(
          .put, "/api/messages/\(ids.randomElement(using: &numbers)!)", #"{"text":"changed \#(round)"}"#)
      case 1 where ids.count > 1:
        _ = try await mina.did(
          .delete, "/api/messages/\(ids.remove(at: Int.random(in: 0..<ids.count, using: &numbers)))")
      default: ids.append(try await mina.send("said \(round)", in: channel))
      }
    }
  }

  @Test("Two hundred members each receive every message once, in order")
  func many() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let listeners = try await withThrowingTaskGroup(of: RealtimeClient.self) { group in
        for _ in 0..<8 {
          group.addTask {
            // Eight at a time connect, each on its own thread.
            let listener = try await people[1].connect()
            listener.subscribe(channel)
            _ = try await listener.next()
            return listener
          }
        }
        var listeners: [RealtimeClient] = []
        for try await listener in group {
          listeners.append(listener)
          if listeners.count + 7 < 200 {
            group.addTask {
              let listener = try await people[1].connect()
              listener.subscribe(channel)
              _ = try await listener.next()
              return listener
            }
          }
        }
        return listeners
      }
      #expect(listeners.count >= 200)
      let sent = (1...25).map { "m\($0)" }
      for text in sent { try await people[0].send(text, in: channel) }
      for listener in listeners {
        var received: [String] = []
        while received.count < sent.count {
          received += try await listener.next()["messages"].items.compactMap { $0["text"].text }
        }
        #expect(received == sent)
      }
    }
  }

  @Test("A client that reads too slowly is disconnected, and catches up when it comes back")
  func slow() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let slow = try await people[1].connect(window: 4096)
      slow.subscribe(channel)
      #expect(try await slow.next()["type"].text == "subscribed")
      let quick = try await people[1].connect()
      quick.subscribe(channel)
      _ = try await quick.next()
      let text = String(repeating: "가", count: 5000)
      var count = 0
      // Much more than what waits for a client at most, and what sockets hold.
      while count < 500, backend.connections.count == 2 {
        try await people[0].send(text, in: channel)
        _ = try await quick.next()
        count += 1
      }
      #expect(backend.connections.count == 1)
      #expect(try await slow.drain() < count * 15_000)
      let again = try await people[1].connect()
      again.subscribe(channel, since: count - 2)
      #expect(try await again.all(until: "subscribed").first?["messages"].items.count == 2)
    }
  }

  @Test("A removed member receives no later messages")
  func takenOut() async throws {
    try await withChatServer { backend in
      let (people, workspace, channel) = try await backend.circle("mina", "juno", "dami")
      let (out, other) = (try await people[1].connect(), try await people[2].connect())
      for listener in [out, other] {
        listener.subscribe(channel)
        _ = try await listener.next()
      }
      _ = try await people[0].did(.delete, "/api/workspaces/\(workspace)/members/\(people[1].id)")
      try await people[0].send("secret", in: channel)
      #expect(try await other.next()["messages"][0]["text"].text == "secret")
      #expect(try await out.text() == #"{"type":"membership","channel":\#(channel),"is_member":false}"#)
      out.subscribe(channel, since: 0)
      #expect(try await out.next()["code"].text == "channel-not-joined")
    }
  }

  @Test("A session that logs out receives nothing more, at once; other sessions do")
  func loggedOut() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let juno = people[1]
      let caller = try await backend.service.setup.services.accounts.caller(withAccessToken: juno.token)
      let tokens = try await backend.service.setup.services.accounts.openSession(for: caller.account, .rotating)
      let other = try await RealtimeClient(backend.port, with: "Authorization: Bearer \(tokens.access)")
      let listener = try await juno.connect()
      _ = try await other.next()
      for listening in [listener, other] {
        listening.subscribe(channel)
        #expect(try await listening.next()["type"].text == "subscribed")
      }
      await backend.connections.poll { Issue.record($0) }
      _ = try await juno.did(.delete, "/api/sessions/current")
      #expect(backend.connections.count == 1)
      try await people[0].send("still there?", in: channel)
      #expect(try await listener.next()["code"].text == "token-unusable")
      #expect(try await listener.closingCode() == 1008)
      #expect(try await other.next()["messages"][0]["text"].text == "still there?")
    }
  }

  @Test("Subscribers of a removed channel get an event at once")
  func removed() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let listener = try await people[1].connect()
      listener.subscribe(channel)
      _ = try await listener.next()
      _ = try await people[0].did(.delete, "/api/channels/\(channel)")
      #expect(try await listener.text() == #"{"type":"membership","channel":\#(channel),"is_member":false}"#)
    }
  }

  @Test("An invalid message gets an error with its channel and field, and the connection goes on")
  func domainErrors() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let listener = try await people[1].connect()
      for (json, code, parameter) in [
        ("", "json-malformed", nil), ("[]", "body-not-object", nil), ("{}", "field-missing", "type"),
        (#"{"type":"shout"}"#, "field-invalid", "type"), (#"{"type":"subscribe"}"#, "field-missing", "channel"),
        (#"{"type":"subscribe","channel":"7"}"#, "field-invalid", "channel"),
        (#"{"type":"subscribe","channel":0}"#, "field-invalid", "channel"),
        (#"{"type":"subscribe","channel":7,"since_revision":1.5}"#, "field-invalid", "since_revision"),
        (#"{"type":"subscribe","channel":7,"x":1}"#, "field-unknown", "x"),
        (#"{"type":"authenticate"}"#, "field-missing", "token"),
        (#"{"type":"authenticate","token":"x"}"#, "token-unusable", nil),
        (#"{"type":"authenticate","token":"\#(people[0].token)"}"#, "account-differs", "token"),
        (String(repeating: "[", count: 40_000), "json-too-deep", "[0]"),
      ] as [(String, String, String?)] {
        listener.send(json)
        let answer = try await listener.next()
        #expect(answer["type"].text == "error" && answer["code"].text == code, "\(json.prefix(60)): \(answer)")
        #expect(answer["parameter"].text == parameter && answer["detail"].text?.isEmpty == false, "\(json.prefix(60))")
      }
      listener.send(#"{"type":"subscribe","channel":999999}"#)
      let unknown = try await listener.next()
      #expect(unknown["code"].text == "channel-not-joined" && unknown["channel"].int == 999_999)
      // A revision far ahead hides nothing.
      listener.subscribe(channel, since: 1_000_000_000_000)
      #expect(try await listener.next()["type"].text == "subscribed")
      try await people[0].send("heard", in: channel)
      #expect(try await listener.next()["messages"][0]["text"].text == "heard")
    }
  }

  @Test("A connection without a token receives nothing, and is closed after ten seconds")
  func unknown() async throws {
    try await withChatServer { backend in
      let (_, _, channel) = try await backend.circle("mina", "juno")
      let listener = try await RealtimeClient(backend.port)
      listener.subscribe(channel)
      #expect(try await listener.next()["code"].text == "token-missing")
      backend.backend.clock.advance(milliseconds: 9_999)
      await backend.connections.tick()
      listener.subscribe(channel)
      #expect(try await listener.next()["code"].text == "token-missing")
      backend.backend.clock.advance(milliseconds: 1)
      await backend.connections.tick()
      #expect(try await listener.next()["code"].text == "token-missing")
      #expect(try await listener.closingCode() == 1008)
      let wrong = try await RealtimeClient(backend.port)
      wrong.send(#"{"type":"authenticate","token":"x"}"#)
      #expect(try await wrong.next()["code"].text == "token-unusable")
      #expect(try await wrong.closingCode() == 1008)
      #expect(backend.connections.count == 0)
    }
  }

  @Test("A connection is closed when its token expires, unless it sends a new one before")
  func expiry() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let (staying, ending) = (try await people[1].connect(), try await people[1].connect())
      for listener in [staying, ending] {
        listener.subscribe(channel)
        _ = try await listener.next()
      }
      backend.backend.clock.advance(seconds: 600)
      let fresh = try await backend.backend.services.accounts.openSession(for: people[1].id, .rotating).access
      staying.send(#"{"type":"authenticate","token":"\#(fresh)"}"#)
      #expect(try await staying.next()["type"].text == "authenticated")
      backend.backend.clock.advance(seconds: 400)
      await backend.connections.tick()
      #expect(try await ending.next()["code"].text == "token-expired")
      #expect(try await ending.closingCode() == 1008)
      let mina = try await backend.backend.services.accounts.openSession(for: people[0].id, .rotating).access
      try await ChatParticipant(backend: backend, id: people[0].id, token: mina).send("still", in: channel)
      #expect(try await staying.next()["messages"][0]["text"].text == "still")
      #expect(await backend.connections.hub.count == 1)
    }
  }

  @Test("Pages of other origins are refused, and so are requests without an upgrade")
  func origins() async throws {
    try await withChatServer { backend in
      for (origin, isTaken) in [
        ("http://test", true), ("https://test", true), ("http://test.example", false), ("https://evil.example", false),
        ("null", false), ("http://test:81", false), ("", false), ("httpx://test", false),
      ] {
        let answer = try await backend.upgrade("Origin: \(origin)")
        #expect(answer.status == (isTaken ? 101 : 403), "\(origin)")
        if !isTaken { #expect(answer.text.contains("origin-foreign")) }
      }
      #expect(try await backend.upgrade("Authorization: Bearer x").status == 401)
      let plain = await backend.service.get("/api/realtime", [("Origin", "https://evil.example")])
      #expect(plain.domainError == "403 origin-foreign -")
    }
  }
}

extension ChatTestServer {
  /// What asking for a WebSocket with a header comes to.
  fileprivate func upgrade(_ header: String) async throws -> (status: Int, text: String) {
    let port = port
    return try await onThread {
      let client = try Client(port)
      client.send(WebSocketClient.request("/api/realtime", with: header))
      let head = try client.head()
      guard head.status != 101, let length = head["Content-Length"].flatMap(Int.init) else { return (head.status, "") }
      return (head.status, String(decoding: try client.read(length), as: UTF8.self))
    }
  }
}
