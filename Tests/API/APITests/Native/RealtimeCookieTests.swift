import Accounts
import Foundation
import HTTP
import Support
import Testing
import Workload

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Pages that listen with a session cookie")
struct RealtimeCookieTests {
  @Test("A page of the service listens to its channels without sending a token")
  func listens() async throws {
    try await withChatServer { backend in
      let (people, _, channel) = try await backend.circle("mina", "juno")
      let listener = try await backend.listening(
        "Origin: http://test", "Cookie: a=b; __Host-fourcuts-access=\(people[1].token)")
      let welcome = try await listener.next()
      #expect(welcome["type"].text == "authenticated" && welcome["account"].text == "\(people[1].id)")
      listener.subscribe(channel)
      #expect(try await listener.next()["type"].text == "subscribed")
      try await people[0].send("seven", in: channel)
      #expect(try await listener.next()["messages"][0]["text"].text == "seven")
    }
  }

  @Test("A page receives nothing after the end of its session")
  func ends() async throws {
    try await withChatServer { backend in
      let mina = try await backend.person("mina")
      let listener = try await backend.listening("Origin: http://test", "Cookie: __Host-fourcuts-access=\(mina.token)")
      _ = try await listener.next()
      _ = try await mina.did(.delete, "/api/sessions/current")
      #expect(try await listener.next()["code"].text == "token-unusable")
      #expect(try await listener.closingCode() == 1008)
    }
  }

  @Test(
    "A page of another origin gets no connection",
    arguments: [
      "http://evil.example", "null", "", "http://test:81", "http://test.evil.example", "file://",
      "http://test\r\nSec-Fetch-Site: cross-site", "http://test\r\nSec-Fetch-Site: same-site",
    ])
  func hijacking(_ origin: String) async throws {
    try await withChatServer { backend in
      let mina = try await backend.person("mina")
      let status = try await backend.status("Origin: \(origin)", "Cookie: __Host-fourcuts-access=\(mina.token)")
      #expect(status == 403)
    }
  }

  @Test("A request without an origin comes from a program, whose cookies are ignored")
  func programs() async throws {
    try await withChatServer { backend in
      let mina = try await backend.person("mina")
      let listener = try await backend.listening("Cookie: __Host-fourcuts-access=\(mina.token)")
      listener.subscribe(1)
      #expect(try await listener.next()["code"].text == "token-missing")
    }
  }

  @Test("An unusable cookie closes the connection, as do two different ones")
  func unusable() async throws {
    try await withChatServer { backend in
      let mina = try await backend.person("mina")
      let rejected = try await backend.listening("Origin: http://test", "Cookie: __Host-fourcuts-access=nonsense")
      #expect(try await rejected.next()["code"].text == "token-unusable")
      #expect(try await rejected.closingCode() == 1008)
      let tossed = try await backend.listening(
        "Origin: http://test", "Cookie: __Host-fourcuts-access=nonsense; __Host-fourcuts-access=\(mina.token)")
      tossed.subscribe(1)
      #expect(try await tossed.next()["code"].text == "token-missing")
    }
  }
}

extension ChatTestServer {
  /// A WebSocket that is asked for with some headers.
  fileprivate func listening(_ headers: String...) async throws -> RealtimeClient {
    try await RealtimeClient(port, with: headers.joined(separator: "\r\n"))
  }

  /// What asking for one comes to.
  fileprivate func status(_ headers: String...) async throws -> Int {
    let port = port
    return try await onThread {
      let client = try Client(port)
      client.send(WebSocketClient.request("/api/realtime", with: headers.joined(separator: "\r\n")))
      return try client.head().status
    }
  }
}
