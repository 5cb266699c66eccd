import Basics
import Concurrency
import Crypto
import Foundation
import Notices
import PushDelivery
import Support
import Testing
import WebClient
import WebPush

/// A push service on a real socket, and a browser that has subscribed to it.
private final class PushServer: Sendable {
  let status = Locked(201)
  private let server: RawServer
  private let browser = P256Key()
  private let secret = [UInt8](1...16)
  let transport: WebPushTransport

  init() throws {
    let status = status
    server = try RawServer { _, _ in
      [.text("HTTP/1.1 \(status.withLock { $0 }) x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]
    }
    let client = WebClient(overloadError: DomainError(.unavailable, "push-busy", "Too many notices."))
    transport = WebPushTransport(
      client, sender: PushSender(key: P256Key(), contact: "mailto:a@b.example"), isPublicOnly: false
    ) { notice, language in Array("\(language) \(notice.text)".utf8) }
  }

  func stop() { server.stop() }

  var received: [RawServer.Request] { server.requests }

  var origin: String { server.url.absoluteString }

  func subscription(_ path: String = "/send/abc", origin: String? = nil) -> PushSubscription {
    PushSubscription(
      endpoint: (origin ?? self.origin) + path, account: .numbered(1), session: .numbered(2),
      publicKey: Base64URL.encode(browser.publicKey), secret: Base64URL.encode(secret), language: "ko",
      shownUpTo: Timestamp(milliseconds: 0), dueAt: Timestamp(milliseconds: 0))
  }
}

@Suite("Handing notices to push services")
struct WebPushTransportTests {
  private static let notice = Notice(
    id: .numbered(77), kind: .sale, updatedAt: Timestamp(milliseconds: 0), isRead: false, people: [], count: 1,
    subject: .init(), isAccepted: nil, text: "네컷 틀")

  @Test("A notice arrives encrypted, with its topic and who sends it")
  func arrives() async throws {
    let push = try PushServer()
    try await push.transport.send(Self.notice, to: push.subscription(), at: Timestamp(seconds: 1_800_000_000))
    let received = try #require(push.received.first)
    #expect(received.path == "/send/abc")
    #expect(received.headers["content-encoding"] == "aes128gcm" && received.headers["ttl"] == "86400")
    #expect(received.headers["topic"] == NoticeID.numbered(77).description)
    #expect(received.headers["authorization"]?.hasPrefix("vapid t=") == true)
    // `PushTargetTests` has what is in it.
    #expect(received.body.count > 103 && !String(decoding: received.body, as: UTF8.self).contains("네컷"))
    push.stop()
  }

  @Test(
    "The answer of a push service decides",
    arguments: [
      (404, PushFailure.gone), (410, .gone), (429, .refused(429)), (500, .refused(500)), (301, .refused(301)),
    ])
  func failures(_ status: Int, _ failure: PushFailure) async throws {
    let push = try PushServer()
    push.status.withLock { $0 = status }
    await #expect(throws: failure) {
      try await push.transport.send(Self.notice, to: push.subscription(), at: Timestamp(milliseconds: 0))
    }
    push.stop()
    await #expect(throws: PushFailure.unreachable) {
      try await push.transport.send(Self.notice, to: push.subscription(), at: Timestamp(milliseconds: 0))
    }
  }

  @Test(
    "Only addresses of the Internet are accepted",
    arguments: [
      ("https://push.example/a?token=b%2Fc", true), ("http://push.example/a", false), ("http://127.0.0.1:1/a", false),
      ("https://user:secret@push.example/a", false), ("https://push.example", false), ("ftp://push.example/a", false),
      ("https://push.example/a#b", false), ("https://push.example/a b", false), ("", false), ("https:///a", false),
      ("https://push.example/\(String(repeating: "a", count: 1000))", false),
    ])
  func addresses(_ endpoint: String, _ isAccepted: Bool) throws {
    let push = try PushServer()
    let strict = WebPushTransport(
      WebClient(overloadError: DomainError(.unavailable, "push-busy", "Too many notices.")),
      sender: PushSender(key: P256Key(), contact: "mailto:a@b.example")
    ) { _, _ in [] }
    #expect(strict.accepts(push.subscription(endpoint, origin: "")) == isAccepted)
  }

  @Test("No host of a private network is asked, whatever its name")
  func privateNetwork() async throws {
    let strict = WebPushTransport(
      WebClient(overloadError: DomainError(.unavailable, "push-busy", "Too many notices.")),
      sender: PushSender(key: P256Key(), contact: "mailto:a@b.example")
    ) { _, _ in [] }
    let push = try PushServer()
    let inside = push.subscription(origin: push.origin.replacing("http://127.0.0.1", with: "https://localhost"))
    await #expect(throws: PushFailure.unreachable) {
      try await strict.send(Self.notice, to: inside, at: Timestamp(milliseconds: 0))
    }
    #expect(push.received.isEmpty)
    push.stop()
  }
}
