import Basics
import Foundation
import Support
import Synchronization
import Testing
import WebClient

@Suite("Methods, signatures and bodies that are received in pieces")
struct MethodTests {
  private let client = WebClient(overloadError: DomainError(.rateLimited, "full", "There is no room."))

  private func request(_ server: RawServer, _ method: WebRequest.Method?) throws -> WebRequest {
    var request = WebRequest(
      try WebAddress(server.url.absoluteString, field: "url"), segments: ["b", "k"], query: [("uploads", "")])
    request.method = method
    return request
  }

  @Test("PUT, DELETE and HEAD are sent with or without a body")
  func methods() async throws {
    let server = try RawServer { request, _ in
      request.method == "HEAD"
        ? [.text("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), .nextRequest] : .kept(200, "abc")
    }
    defer { server.stop() }
    var put = try request(server, .put)
    put.body = .bytes([1, 2], contentType: "image/png")
    #expect(try await client.send(put).status == 200)
    #expect(try await client.send(request(server, .delete)).body.count == 3)
    let head = try await client.send(request(server, .head))
    #expect(head.status == 200 && head.body.isEmpty && head[header: "Content-Length"] == "5")
    #expect(server.requests.map(\.method) == ["PUT", "DELETE", "HEAD"])
    #expect(server.requests[0].body == [1, 2] && server.requests[0].headers["content-type"] == "image/png")
    #expect(server.requests.map(\.connection) == [0, 0, 0])
    #expect(server.requests.allSatisfy { $0.headers["authorization"] == nil })
  }

  @Test("A signed request names its key and what is signed, and does not print the secret")
  func signature() async throws {
    let server = try RawServer { _, _ in .answer(200, "") }
    defer { server.stop() }
    var signed = try request(server, nil)
    signed.headers = [("x-amz-content-sha256", "abc")]
    signed.signingKey = WebRequest.SigningKey(identifier: "id", secret: "s3cret", region: "r", service: "s3")
    _ = try await client.send(signed)
    _ = try await client.send(request(server, nil))
    let header = try #require(server.requests.first?.headers["authorization"])
    #expect(header.hasPrefix("AWS4-HMAC-SHA256 Credential=id/"))
    #expect(header.contains("/r/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature="))
    #expect(!header.contains("s3cret"))
    // The next request of the same handle is not signed.
    #expect(server.requests.last?.headers["authorization"] == nil)
    #expect(!String(reflecting: signed).contains("s3cret") && !"\(signed.signingKey as Any)".contains("s3cret"))
  }

  @Test("The body of a success can be received in pieces, and that of an error stays with the answer")
  func pieces() async throws {
    let server = try RawServer { request, _ in
      .answer(request.path == "/missing" ? 404 : 200, String(repeating: "x", count: 100_000))
    }
    defer { server.stop() }
    let address = try WebAddress(server.url.absoluteString, field: "url")
    let received = Mutex(0)
    var whole = WebRequest(address, "/whole")
    whole.receive = { bytes in received.withLock { $0 += bytes.count } == () }
    let answer = try await client.send(whole)
    #expect(answer.body.isEmpty && received.withLock(\.self) == 100_000)
    var missing = WebRequest(address, "/missing")
    missing.receive = { _ in false }
    #expect(try await client.send(missing).body.count == 100_000)
    var refused = WebRequest(address, "/whole")
    refused.receive = { _ in false }
    let unread = refused
    await #expect(throws: WebFailure.tooLarge) { try await client.send(unread) }
    var large = whole
    large.maxBytes = 99_999
    let limited = large
    await #expect(throws: WebFailure.tooLarge) { try await client.send(limited) }
  }
}
