import APIKit
import Foundation
import HTTP
import LegacyAPI
import NativeAPI
import StandardsAPI
import Testing

@Suite("The native API over the HTTP engine")
struct NativeEngineTests {
  private func signUp(_ body: [UInt8], _ served: Served, _ headers: String) async throws -> String {
    try await served.exchange(
      "POST /api/accounts HTTP/1.1", "Content-Type: application/json; charset=utf-8", headers, body: body)
  }

  @Test("A body may come in one piece, in several, or not at all")
  func bodies() async throws {
    let served = try Served(try await Service.inhabited())
    let body = #"{"email":"mina@example.com","password":"correct horse","nickname":"mina"}"#
    let created = try await signUp(Array(body.utf8), served, "Content-Length: \(body.utf8.count)")
    #expect(created.hasPrefix("HTTP/1.1 201 Created\r\n") && created.contains("Location: /api/accounts/"))
    let other = body.replacing("mina", with: "juno")
    let pieces = other.map { "1\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"
    let chunked = try await signUp(Array(pieces.utf8), served, "Transfer-Encoding: chunked")
    #expect(chunked.hasPrefix("HTTP/1.1 201 Created\r\n"))
    let empty = try await signUp([], served, "Content-Length: 0")
    #expect(empty.hasPrefix("HTTP/1.1 400 Bad Request\r\n") && empty.contains(#""code":"json-malformed""#))
    #expect(try await signUp([], served, "X: y").hasPrefix("HTTP/1.1 411 Length Required\r\n"))
    await served.stop()
  }

  @Test("A body of a megabyte is refused with its field, and a larger one without being read")
  func large() async throws {
    let served = try Served(try await Service.inhabited())
    let body = Array(#"{"email":"m@example.com","nickname":"\#(String(repeating: "n", count: 1_048_576))"}"#.utf8)
    let named = try await signUp(body, served, "Content-Length: \(body.count)")
    #expect(named.hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
    #expect(named.contains(#""code":"body-too-large","parameter":"nickname""#))
    let unread = try await signUp([], served, "Content-Length: 50000000")
    #expect(unread.hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
    await served.stop()
  }

  @Test("A photo is served in ranges, revalidated, and answered to HEAD")
  func photo() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let answer = await mina.upload(Upload.form([Upload.picture]))
    let path = try #require(answer.json["photos"][0]["path"].text)
    let size = try #require(answer.json["photos"][0]["size"].int)
    let served = try Served(service)
    let part = try await served.exchange("GET \(path) HTTP/1.1", "Range: bytes=1-3")
    #expect(part.hasPrefix("HTTP/1.1 206 Partial Content\r\n") && part.hasSuffix("\r\n\r\nPNG"))
    #expect(part.contains("Content-Range: bytes 1-3/\(size)\r\n"))
    let tag = try #require(part.firstMatch(of: /ETag: (.*)\r\n/)).1
    let again = try await served.exchange("GET \(path) HTTP/1.1", "If-None-Match: \(tag)", "Accept-Encoding: gzip")
    #expect(again.hasPrefix("HTTP/1.1 304 Not Modified\r\n") && again.contains("ETag: \(tag)\r\n"))
    #expect(again.contains("Cache-Control: private, max-age=600\r\n"))
    let whole = try await served.exchange("GET \(path) HTTP/1.1", "Range: bytes=1-3", #"If-Range: "other""#)
    #expect(whole.hasPrefix("HTTP/1.1 200 OK\r\n"))
    let beyond = try await served.exchange("GET \(path) HTTP/1.1", "Range: bytes=\(size)-")
    #expect(beyond.hasPrefix("HTTP/1.1 416 Range Not Satisfiable\r\n"))
    let head = try await served.exchange("HEAD \(path) HTTP/1.1")
    #expect(head.contains("Content-Length: \(size)\r\n") && head.hasSuffix("\r\n\r\n"))
    await served.stop()
  }

  @Test("An upload is stored while it is sent")
  func upload() async throws {
    let service = try await Service.inhabited()
    let mina = try await service.signUp("mina")
    let served = try Served(service)
    let form = Upload.form([Upload.picture])
    let answer = try await served.exchange(
      "POST /api/photos HTTP/1.1", "Authorization: Bearer \(mina.token)",
      "Content-Type: multipart/form-data; boundary=x", "Content-Length: \(form.count)", body: form)
    #expect(answer.hasPrefix("HTTP/1.1 201 Created\r\n") && answer.contains(#""width":400"#))
    await served.stop()
  }

  @Test("Other origins may do what any client with a token may")
  func preflight() async throws {
    let served = try Served(try await Service.inhabited())
    let post = try await served.exchange(
      "OPTIONS /api/posts/0199c0ffee0123456789abcd HTTP/1.1", "Origin: https://app.example",
      "Access-Control-Request-Method: PUT", "Access-Control-Request-Headers: authorization,content-type")
    #expect(post.hasPrefix("HTTP/1.1 204 No Content\r\n"))
    #expect(post.contains("Access-Control-Allow-Methods: PUT, GET, HEAD, DELETE, OPTIONS\r\n"))
    #expect(
      post.contains(
        "Access-Control-Allow-Headers: Accept, Authorization, Content-Type, Idempotency-Key, If-None-Match, Range\r\n"))
    #expect(post.contains("Access-Control-Allow-Origin: *\r\n") && !post.contains("Allow-Credentials"))
    let sessions = try await served.exchange("OPTIONS /api/sessions HTTP/1.1", "Origin: https://app.example")
    #expect(sessions.contains("Access-Control-Allow-Methods: POST, GET, HEAD, DELETE, OPTIONS\r\n"))
    let rejected = try await served.exchange("GET /api/me HTTP/1.1", "Origin: https://app.example")
    #expect(rejected.hasPrefix("HTTP/1.1 401 Unauthorized\r\n") && rejected.contains("WWW-Authenticate: Bearer\r\n"))
    #expect(
      rejected.contains(
        "Access-Control-Expose-Headers: ETag, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, "
          + "Retry-After, WWW-Authenticate, X-Request-Id\r\n"))
    await served.stop()
  }
}
