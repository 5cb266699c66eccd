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

@Suite("Receiving messages by server-sent events", .timeLimit(.minutes(1)))
struct ChatEventsTests {
  @Test("The first message has the exact bytes of an event stream")
  func transcript() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let stream = try await people[1].stream(channel)
      #expect(stream.type == "text/event-stream" && stream.caching == "no-store")
      #expect(try await stream.next() == "event: subscribed\nid: 0\ndata: {\"channel\":\(channel),\"revision\":0}\n\n")
      let sent = try await people[0].did(.post, "/api/channels/\(channel)/messages", #"{"text":"일곱\n시"}"#)
      #expect(
        try await stream.next()
          == "event: messages\nid: 1\ndata: {\"channel\":\(channel),\"messages\":[\(sent.text)],\"revision\":1}\n\n")
    }
  }

  @Test("A stream with Last-Event-ID goes on where the one before ended")
  func resume() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      var ids: [Int] = []
      for number in 1...100 { ids.append(try await people[0].send("m\(number)", in: channel)) }
      _ = try await people[0].did(.delete, "/api/messages/\(ids[98])")
      // More than is told at once comes all the same, page by page.
      let stream = try await people[1].stream(channel, "Last-Event-ID: 3\r\n")
      var (sequences, event) = ([Int](), "")
      while !event.hasPrefix("event: subscribed") {
        event = try await stream.next()
        sequences += event.data["messages"].items.compactMap { $0["sequence"].int }
      }
      #expect(sequences == Array(4...98) + [100, 99] && event.contains("id: 101\n"))
      let query = try await people[1].stream(channel, "", "?since_revision=100")
      #expect(try await query.next().data["messages"][0]["sequence"].int == 99)
      #expect(
        await people[1].get("/api/channels/\(channel)/events?since_revision=x").domainError
          == "400 parameter-invalid since_revision")
      let wrong = await backend.service.send(
        .get, "/api/channels/\(channel)/events",
        [("Authorization", "Bearer \(people[1].token)"), ("Last-Event-ID", "x")])
      #expect(wrong.domainError == "400 parameter-invalid Last-Event-ID")
    }
  }

  @Test("A keep-alive is sent every fifteen seconds, and the stream ends when the token expires")
  func life() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let stream = try await people[1].stream(channel)
      _ = try await stream.next()
      backend.backend.clock.advance(seconds: 14)
      await backend.connections.tick()
      try await people[0].send("a", in: channel)
      #expect(try await stream.next().hasPrefix("event: messages"))
      backend.backend.clock.advance(seconds: 1)
      await backend.connections.tick()
      #expect(try await stream.next() == ": \n\n")
      backend.backend.clock.advance(seconds: 1000)
      await backend.connections.tick()
      #expect(try await stream.next() == "")
      #expect(backend.connections.count == 0)
      #expect(await backend.connections.hub.count == 0)
    }
  }

  @Test("A removed member gets an event, and no later messages")
  func takenOut() async throws {
    try await withChatServer { backend in
      let (people, workspace, channel) = try await backend.circle("mina", "juno")
      let stream = try await people[1].stream(channel)
      _ = try await stream.next()
      _ = try await people[0].did(.delete, "/api/workspaces/\(workspace)/members/\(people[1].id)")
      try await people[0].send("secret", in: channel)
      #expect(
        try await stream.next() == "event: membership\ndata: {\"channel\":\(channel),\"is_member\":false}\n\n")
      #expect(try await stream.next() == "")
      #expect(await people[1].get("/api/channels/\(channel)/events").domainError == "404 channel-unknown -")
    }
  }

  @Test("A client that disconnects is removed from the listeners")
  func gone() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      do {
        let stream = try await people[1].stream(channel)
        _ = try await stream.next()
        #expect(backend.connections.count == 1)
      }
      // Whoever has closed its side may still be reading: that it is gone is seen when something is sent to it.
      for _ in 0..<2 {
        backend.backend.clock.advance(seconds: 15)
        await backend.connections.tick()
      }
      try await eventually { backend.connections.count == 0 }
      try await eventually { await backend.connections.hub.count == 0 }
    }
  }
}

@Suite("The event queue of a stream", .timeLimit(.minutes(1)))
struct EventQueueTests {
  @Test("An event larger than the limit is sent alone, and another one ends the stream")
  func bounded() async {
    let queue = EventQueue()
    queue.push([UInt8](repeating: 1, count: 2_000_000))
    guard case .send(let bytes)? = await queue.next() else {
      Issue.record("nothing")
      return
    }
    #expect(bytes.count == 2_000_000)
    for _ in 0..<11 { queue.push([UInt8](repeating: 1, count: 100_000)) }
    #expect(await queue.next() == nil)
  }

  @Test("A cancelled task stops waiting")
  func cancelled() async {
    let queue = EventQueue()
    let waiting = Task { await queue.next() == nil }
    waiting.cancel()
    #expect(await waiting.value)
  }
}

extension String {
  /// What an event holds.
  fileprivate var data: Node {
    let line = split(separator: "\n").first { $0.hasPrefix("data: ") }?.dropFirst(6) ?? "null"
    return Node(try? JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed))
  }
}

extension ChatParticipant {
  /// A stream of events of theirs.
  func stream(_ channel: Int, _ headers: String = "", _ query: String = "") async throws -> EventReader {
    try await EventReader(
      backend.port,
      "GET /api/channels/\(channel)/events\(query) HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(token)\r\n\(headers)\r\n"
    )
  }
}

/// A client of a stream.
///
/// Unchecked, because whoever has it waits for each call before the next: no two run at once.
final class EventReader: @unchecked Sendable {
  private let client: Client
  private var text = ""
  let type: String?
  let caching: String?

  init(_ port: Int, _ request: String) async throws {
    let opened = try await onThread {
      let client = try Client(port)
      client.send(request)
      let head = try client.head()
      guard head.status == 200 else { throw Client.Failure(reason: "status \(head.status)") }
      return Opened(client: client, head: head)
    }
    client = opened.client
    (type, caching) = (opened.head["Content-Type"], opened.head["Cache-Control"])
  }

  /// The next event or comment, whole; empty at the end.
  func next() async throws -> String {
    try await onThread { [self] in
      while !text.contains("\n\n") {
        let chunk = try client.chunk()
        if chunk.isEmpty { return "" }
        text += String(decoding: chunk, as: UTF8.self)
      }
      let end = text.range(of: "\n\n")!.upperBound
      defer { text = String(text[end...]) }
      return String(text[..<end])
    }
  }

  private struct Opened: @unchecked Sendable {
    // Handed from the thread that made it to the one that waited for it.
    let client: Client
    let head: Client.ClientResponse
  }
}

extension Client {
  /// The next chunk of a body; empty for the last.
  fileprivate func chunk() throws -> [UInt8] {
    var line: [UInt8] = []
    repeat { line += try read(1) } while line.last != 0x0A
    let size = String(decoding: line.dropLast(2), as: UTF8.self)
    guard let count = Int(size, radix: 16) else { throw Failure(reason: "not a chunk size: \(size)") }
    return Array(try read(count + 2).dropLast(2))
  }
}
