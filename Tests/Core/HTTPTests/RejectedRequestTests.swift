import HTTP
import Support
import Testing
import Workload

/// Invalid bytes and the expected status. The connection is closed after each.
struct RejectedBytes: CustomTestStringConvertible, Sendable {
  let what: String
  let status: Int
  let bytes: String

  init(_ what: String, _ status: Int, _ bytes: String) {
    self.what = what
    self.status = status
    self.bytes = bytes
  }

  var testDescription: String { what }
}

private let requestLines = [
  RejectedBytes("another protocol's greeting", 400, "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}"),
  RejectedBytes("a header without a request line", 400, "Host: x\r\n\r\n"),
  RejectedBytes("no version", 400, "GET /hello\r\n\r\n"),
  RejectedBytes("two blanks", 400, "GET  /hello HTTP/1.1\r\nHost: x\r\n\r\n"),
  RejectedBytes("a blank in the target", 400, "GET /hel lo HTTP/1.1\r\nHost: x\r\n\r\n"),
  RejectedBytes("a blank behind the version", 400, "GET /hello HTTP/1.1 \r\nHost: x\r\n\r\n"),
  RejectedBytes("a tab for a blank", 400, "GET\t/hello HTTP/1.1\r\nHost: x\r\n\r\n"),
  RejectedBytes("a target that is no path", 400, "GET hello HTTP/1.1\r\nHost: x\r\n\r\n"),
  RejectedBytes("bytes above ASCII in the target", 400, "GET /부스 HTTP/1.1\r\nHost: x\r\n\r\n"),
  RejectedBytes("a fragment", 400, "GET /hello#top HTTP/1.1\r\nHost: x\r\n\r\n"),
  RejectedBytes("the asterisk without OPTIONS", 400, "GET * HTTP/1.1\r\nHost: x\r\n\r\n"),
  RejectedBytes("an absolute form without a host", 400, "GET http:///hello HTTP/1.1\r\nHost: x\r\n\r\n"),
  RejectedBytes("an absolute form of another scheme", 400, "GET ftp://x/hello HTTP/1.1\r\nHost: x\r\n\r\n"),
  RejectedBytes("a version in lower case", 400, "GET /hello http/1.1\r\nHost: x\r\n\r\n"),
  RejectedBytes("a version with a longer number", 400, "GET /hello HTTP/1.10\r\nHost: x\r\n\r\n"),
  RejectedBytes("another protocol's version", 400, "GET /hello RTSP/1.0\r\nHost: x\r\n\r\n"),
  RejectedBytes("version 0.9", 505, "GET /hello HTTP/0.9\r\n\r\n"),
  RejectedBytes("version 1.2", 505, "GET /hello HTTP/1.2\r\nHost: x\r\n\r\n"),
  RejectedBytes("version 2.0", 505, "GET /hello HTTP/2.0\r\nHost: x\r\n\r\n"),
  RejectedBytes("the preface of HTTP/2", 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  RejectedBytes("a method in lower case", 501, "get /hello HTTP/1.1\r\nHost: x\r\n\r\n"),
  RejectedBytes("CONNECT", 501, "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n"),
  RejectedBytes("TRACE", 501, "TRACE /hello HTTP/1.1\r\nHost: x\r\n\r\n"),
]

private let paths = [
  RejectedBytes("NUL", 400, get("/hello%00")),
  RejectedBytes("an encoded slash", 400, get("/a%2Fb")),
  RejectedBytes("an encoded slash in lower case", 400, get("/a%2fb")),
  RejectedBytes("a broken escape", 400, get("/a%2")),
  RejectedBytes("an escape that is no number", 400, get("/a%zz")),
  RejectedBytes("bytes that are not UTF-8", 400, get("/%ff")),
  RejectedBytes("a surrogate", 400, get("/%ed%a0%80")),
  RejectedBytes("an overlong slash", 400, get("/%c0%af")),
  RejectedBytes("a dot segment", 400, get("/a/./hello")),
  RejectedBytes("two dots", 400, get("/../hello")),
  RejectedBytes("two dots, encoded", 400, get("/%2e%2E/hello")),
  RejectedBytes("two dots at the end", 400, get("/a/..")),
  RejectedBytes("too many combining marks in a row", 400, get("/a" + String(repeating: "%CC%81", count: 101))),
]

private let headers = [
  RejectedBytes("no Host", 400, "GET /hello HTTP/1.1\r\n\r\n"),
  RejectedBytes("two Hosts", 400, "GET /hello HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n"),
  RejectedBytes("two Hosts in HTTP/1.0", 400, "GET /hello HTTP/1.0\r\nHost: x\r\nhost: y\r\n\r\n"),
  RejectedBytes("a Host with a path", 400, "GET /hello HTTP/1.1\r\nHost: x/y\r\n\r\n"),
  RejectedBytes("a Host with a user", 400, "GET /hello HTTP/1.1\r\nHost: me@x\r\n\r\n"),
  RejectedBytes("a folded header", 400, "GET /hello HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n"),
  RejectedBytes("a header folded by a tab", 400, "GET /hello HTTP/1.1\r\nHost: x\r\nA: b\r\n\tc\r\n\r\n"),
  RejectedBytes("a fold behind the request line", 400, "GET /hello HTTP/1.1\r\n Host: x\r\n\r\n"),
  RejectedBytes("a blank before the colon", 400, "GET /hello HTTP/1.1\r\nHost : x\r\n\r\n"),
  RejectedBytes("a header without a name", 400, "GET /hello HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n"),
  RejectedBytes("a header without a colon", 400, "GET /hello HTTP/1.1\r\nHost: x\r\nA\r\n\r\n"),
  RejectedBytes("a name that is no token", 400, "GET /hello HTTP/1.1\r\nHost: x\r\nA;b: c\r\n\r\n"),
  RejectedBytes("a bare CR in a value", 400, "GET /hello HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n"),
  RejectedBytes("a bare CR in the target", 400, "GET /hel\rlo HTTP/1.1\r\nHost: x\r\n\r\n"),
  RejectedBytes("NUL in a value", 400, "GET /hello HTTP/1.1\r\nHost: x\r\nA: b\u{0}c\r\n\r\n"),
  RejectedBytes("a control character in a value", 400, "GET /hello HTTP/1.1\r\nHost: x\r\nA: b\u{1}c\r\n\r\n"),
  RejectedBytes(
    "too many combining marks in a row", 400, get("/hello", "A: b" + String(repeating: "\u{301}", count: 101))),
  RejectedBytes("lines that end with LF", 400, "GET /hello HTTP/1.1\nHost: x\n\n"),
  RejectedBytes("one line that ends with LF", 400, "GET /hello HTTP/1.1\r\nHost: x\nA: b\r\n\r\n"),
  RejectedBytes("an empty line that is LF only", 400, "GET /hello HTTP/1.1\r\nHost: x\r\n\n"),
  RejectedBytes("another expectation", 417, "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n"),
  RejectedBytes("too many headers", 431, get("/hello", String(repeating: "A: b\r\n", count: 100) + "A: b")),
  RejectedBytes("too long headers", 431, get("/hello", "A: " + String(repeating: "b", count: 40_000))),
  RejectedBytes(
    "too long headers without an end", 431, "GET / HTTP/1.1\r\nA: " + String(repeating: "b", count: 40_000)),
  RejectedBytes("too long a target", 414, get("/" + String(repeating: "a", count: 9000))),
  RejectedBytes("too long a target without an end", 414, "GET /" + String(repeating: "a", count: 9000)),
]

private func post(_ headers: String, _ body: String, version: String = "1.1") -> String {
  "POST /echo HTTP/\(version)\r\nHost: x\r\n\(headers)\r\n\r\n\(body)"
}

private let smuggling = [
  RejectedBytes("two lengths that differ", 400, post("Content-Length: 3\r\nContent-Length: 4", "abcd")),
  RejectedBytes("the same length twice", 400, post("Content-Length: 3\r\nContent-Length: 3", "abc")),
  RejectedBytes("a list of lengths", 400, post("Content-Length: 3, 3", "abc")),
  RejectedBytes("a signed length", 400, post("Content-Length: +3", "abc")),
  RejectedBytes("a negative length", 400, post("Content-Length: -3", "abc")),
  RejectedBytes("a hexadecimal length", 400, post("Content-Length: 0x3", "abc")),
  RejectedBytes("an empty length", 400, post("Content-Length:", "abc")),
  RejectedBytes("a length with a blank inside", 400, post("Content-Length: 3 3", "abc")),
  RejectedBytes("a length beyond 64 bits", 400, post("Content-Length: 99999999999999999999999", "abc")),
  RejectedBytes("a length beyond the address space", 413, post("Content-Length: 18446744073709551615", "abc")),
  RejectedBytes("length, then chunks", 400, post("Content-Length: 3\r\nTransfer-Encoding: chunked", "0\r\n\r\n")),
  RejectedBytes("chunks, then length", 400, post("Transfer-Encoding: chunked\r\nContent-Length: 3", "0\r\n\r\n")),
  RejectedBytes(
    "chunks, then an empty length", 400, post("Transfer-Encoding: chunked\r\nContent-Length: 0", "0\r\n\r\n")),
  RejectedBytes("chunked twice", 400, post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n")),
  RejectedBytes("chunked not last", 400, post("Transfer-Encoding: chunked, gzip", "0\r\n\r\n")),
  RejectedBytes("chunked in HTTP/1.0", 400, post("Transfer-Encoding: chunked", "0\r\n\r\n", version: "1.0")),
  RejectedBytes("an unknown coding before chunked", 501, post("Transfer-Encoding: gzip, chunked", "0\r\n\r\n")),
  RejectedBytes("an empty coding", 501, post("Transfer-Encoding:", "0\r\n\r\n")),
  RejectedBytes("a coding with a vertical tab", 400, post("Transfer-Encoding: \u{b}chunked", "0\r\n\r\n")),
  RejectedBytes("a blank before the coding's colon", 400, post("Transfer-Encoding : chunked", "0\r\n\r\n")),
]

private let chunks = [
  RejectedBytes("no size", 400, "\r\nabc\r\n0\r\n\r\n"),
  RejectedBytes("a size that is no number", 400, "x\r\nabc\r\n0\r\n\r\n"),
  RejectedBytes("a negative size", 400, "-3\r\nabc\r\n0\r\n\r\n"),
  RejectedBytes("a size with a prefix", 400, "0x3\r\nabc\r\n0\r\n\r\n"),
  RejectedBytes("a size beyond 64 bits", 400, "FFFFFFFFFFFFFFFFF\r\nabc\r\n0\r\n\r\n"),
  RejectedBytes("a blank before the size", 400, " 3\r\nabc\r\n0\r\n\r\n"),
  RejectedBytes("a blank behind the size", 400, "3 \r\nabc\r\n0\r\n\r\n"),
  RejectedBytes("LF behind the size", 400, "3\nabc\r\n0\r\n\r\n"),
  RejectedBytes("LF behind the content", 400, "3\r\nabc\n0\r\n\r\n"),
  RejectedBytes("more content than the size", 400, "3\r\nabcd\r\n0\r\n\r\n"),
  RejectedBytes("LF in an extension", 400, "3;a=b\nabc\r\n0\r\n\r\n"),
  RejectedBytes("CR in an extension", 400, "3;a\rb\r\nabc\r\n0\r\n\r\n"),
  RejectedBytes("LF for the last empty line", 400, "3\r\nabc\r\n0\r\n\n"),
  RejectedBytes("LF in a trailer", 400, "3\r\nabc\r\n0\r\nA: b\n\r\n"),
  RejectedBytes("a folded trailer", 400, "3\r\nabc\r\n0\r\nA: b\r\n c\r\n\r\n"),
  RejectedBytes("an extension without end", 400, "3;" + String(repeating: "a", count: 50_000)),
  RejectedBytes("trailers without end", 400, "0\r\n" + String(repeating: "A: b\r\n", count: 10_000)),
]

@Suite("Requests that are rejected")
struct RejectedRequestTests {
  /// Sends each on a new connection, followed by a request that must not be answered.
  private func check(_ cases: [RejectedBytes], prefix: String = "") async throws {
    try await withServer([hello, echo]) { port in
      for rejected in cases {
        let client = try Client(port)
        client.send(prefix + rejected.bytes + (rejected.what.hasSuffix("without an end") ? "" : get("/hello")))
        let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 \(rejected.status) "), "\(rejected.what): \(answer.prefix(40))")
        #expect(answer.contains("Connection: close\r\n"), "\(rejected.what)")
        #expect(answer.contains("Content-Type: application/problem+json\r\n"), "\(rejected.what)")
        #expect(answer.components(by: "\r\nDate: ").count == 2, "\(rejected.what): answered more than once")
        #expect(!client.wasReset, "\(rejected.what): reset before the answer was read")
      }
    }
  }

  @Test("A malformed request line is rejected")
  func rejectsRequestLines() async throws { try await check(requestLines) }

  @Test("A malformed path is rejected")
  func rejectsPaths() async throws { try await check(paths) }

  @Test("A malformed header is rejected")
  func rejectsHeaders() async throws { try await check(headers) }

  @Test("A request that two servers could read differently is rejected")
  func rejectsSmuggling() async throws { try await check(smuggling) }

  @Test("A malformed chunk is rejected")
  func rejectsChunks() async throws {
    try await check(chunks, prefix: "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
  }

  @Test("A head is refused in pieces of any size", arguments: [1, 2, 7])
  func rejectsInPieces(size: Int) async throws {
    try await withServer([hello, echo]) { port in
      for rejected in smuggling + requestLines {
        let client = try Client(port)
        let bytes = Array(rejected.bytes.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
          guard client.send(Array(bytes[start..<min(bytes.count, start + size)])) else { break }
        }
        #expect(try client.response().status == rejected.status, "\(rejected.what)")
      }
    }
  }

  @Test("A body that is too large is refused unread, and the client gets the response")
  func rejectsLargeBodies() async throws {
    try await withServer([echo]) { port in
      let client = try Client(port)
      client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n")
      // Sent after the error response: the server keeps the connection open, so that the response is not lost.
      client.send([UInt8](repeating: 0, count: 500_000))
      #expect(try client.response().status == 413)
      #expect(!client.wasReset)
    }
  }

  @Test("A chunked body that grows too large is refused")
  func rejectsLargeChunkedBodies() async throws {
    try await withServer([echo]) { port in
      let client = try Client(port)
      client.send("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = "4000\r\n" + String(repeating: "a", count: 0x4000) + "\r\n"
      for _ in 0..<5 { client.send(chunk) }
      #expect(try client.response().status == 413)
    }
  }

  @Test("An error is described by a problem document of RFC 9457")
  func answersProblems() async throws {
    let response = try await withServer([hello]) { port in try exchange(port, get("/nothing")) }
    #expect(response.status == 404)
    #expect(response["Content-Type"] == "application/problem+json")
    #expect(
      response.text
        == #"{"type":"about:blank","title":"Not Found","status":404,"code":"not-found","#
        + #""detail":"No resource at this path: see the description of the API."}"#)
  }
}
