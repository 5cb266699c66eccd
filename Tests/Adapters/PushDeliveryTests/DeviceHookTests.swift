import Basics
import Crypto
import Foundation
import Notices
import PushDelivery
import Support
import Testing
import WebClient
import WebPush

@Suite("Handing notices for apps to the operator's webhook")
struct DeviceHookTests {
  private static let key = [UInt8](1...24)
  private static let notice = Notice(
    id: .numbered(77), kind: .sale, updatedAt: Timestamp(milliseconds: 5), isRead: false, people: [], count: 1,
    subject: .init(), isAccepted: nil, text: "네컷 틀")
  private static let instant = Timestamp(seconds: 1_800_000_000)

  private func client() -> WebClient {
    WebClient(overloadError: DomainError(.unavailable, "push-busy", "Too many notices."))
  }

  private func hook(_ address: String, secret: String? = nil) throws -> DeviceHook {
    try DeviceHook(
      client(), to: try WebAddress(address, field: "url"), secret: secret ?? "whsec_\(Base64.encode(Self.key))"
    ) { notice, language, token in Array("\(language) \(token) \(notice.text)".utf8) }
  }

  private func transports(_ hook: DeviceHook?) -> PushRouter {
    let browsers = WebPushTransport(client(), sender: PushSender(key: P256Key(), contact: "mailto:a@b.example")) {
      _, _ in
      []
    }
    return PushRouter(browsers: browsers, devices: hook)
  }

  private func device(_ token: String) -> PushSubscription {
    PushSubscription(
      endpoint: "device:\(token)", account: .numbered(1), session: .numbered(2), publicKey: "", secret: "",
      language: "ko",
      shownUpTo: Timestamp(milliseconds: 0), dueAt: Timestamp(milliseconds: 0))
  }

  @Test("A message has the token and the notice, and is signed; each attempt has the same identifier")
  func signed() async throws {
    let server = try RawServer { _, _ in
      [.text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]
    }
    defer { server.stop() }
    let all = transports(try hook("\(server.url.absoluteString)/hook"))
    for token in ["abc", "abc", "def"] { try await all.send(Self.notice, to: device(token), at: Self.instant) }
    let received = server.requests
    #expect(received.map(\.path) == ["/hook", "/hook", "/hook"])
    let first = try #require(received.first)
    #expect(String(decoding: first.body, as: UTF8.self) == "ko abc 네컷 틀")
    let ids = received.map { $0.headers["webhook-id"] ?? "" }
    #expect(ids[0] == ids[1] && ids[0] != ids[2] && !ids[0].contains("abc"))
    #expect(first.headers["webhook-timestamp"] == "1800000000")
    let code = HMAC.sha256(of: Array("\(ids[0]).1800000000.".utf8) + Array(first.body), key: Self.key)
    #expect(first.headers["webhook-signature"] == "v1,\(Base64.encode(code))")
  }

  @Test("A token that the webhook does not know any more is forgotten, as are those of a server without one")
  func gone() async throws {
    let server = try RawServer { _, _ in
      [.text("HTTP/1.1 410 Gone\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]
    }
    defer { server.stop() }
    for hook in [try hook(server.url.absoluteString), nil] {
      await #expect(throws: PushFailure.gone) {
        try await transports(hook).send(Self.notice, to: device("abc"), at: Self.instant)
      }
    }
  }

  @Test("Tokens are accepted only where there is a webhook, and if they can be tokens")
  func accepted() throws {
    let all = transports(try hook("https://hook.example"))
    #expect(all.accepts(device("abc")) && !transports(nil).accepts(device("abc")))
    #expect(!all.accepts(device("")) && !all.accepts(device(String(repeating: "a", count: 1001))))
  }

  @Test("A secret is at least 16 bytes", arguments: ["", "abc", "whsec_", "whsec_QUJD", "whsec_%%%%"])
  func secrets(_ secret: String) {
    #expect(throws: DomainError.self) { try hook("https://hook.example", secret: secret) }
  }
}
