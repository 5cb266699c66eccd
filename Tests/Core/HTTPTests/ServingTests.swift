import Basics
import Concurrency
import Support
import Testing
import Workload

@testable import HTTP

@Suite("Serving requests", .timeLimit(.minutes(1)))
struct ServingTests {
  private let booths = [
    hello, echo,
    Route(.get, "/booths/{id}", .immediate { plain("booth \($0.parameters["id"] ?? "")") }),
    Route(.delete, "/booths/{id}", .immediate { _ in Response(status: 204) }),
    Route(.get, "/booths/near", .immediate { plain("near \($0.query ?? "without query")") }),
    Route(
      .get, "/booths/{id}/photos/{photo}", .immediate { plain($0.parameters.values.sorted().joined(separator: "+")) }),
    Route(.get, "/", .immediate { _ in plain("root") }),
    Route(
      .get, "/slow",
      .deferred { request in
        try? await Task.sleep(for: .milliseconds(20))
        return plain("slow \(request.query ?? "")")
      }),
    Route(
      .post, "/later",
      .deferred { request in
        guard case .bytes(let bytes) = request.body else { return plain("nothing") }
        await Task.yield()
        return Response(status: 200, body: .bytes(bytes))
      }),
  ]

  @Test("A whole answer has the expected bytes")
  func answersWhole() async throws {
    let answer = try await withServer(booths) { port in
      let client = try Client(port)
      client.send(get("/hello", "Connection: close"))
      return String(decoding: try client.readToEnd(), as: UTF8.self)
    }
    let lines = answer.components(by: "\r\n")
    #expect(lines[0] == "HTTP/1.1 200 OK")
    #expect(lines[1].wholeMatch(of: /Date: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/) != nil)
    #expect(
      Array(lines[2...]) == ["Content-Type: text/plain", "Content-Length: 5", "Connection: close", "", "hello"])
  }

  @Test(
    "A path finds its route, and a literal goes before a parameter",
    arguments: [
      ("/", "root"), ("/booths/near", "near without query"), ("/booths/near?lat=1&lon=2", "near lat=1&lon=2"),
      ("/booths/near?", "near "), ("/booths/nearby", "booth nearby"), ("/booths/%ED%99%8D", "booth 홍"),
      ("/booths/a%20b+c", "booth a b+c"), ("/booths/1/photos/2", "1+2"), ("/booths/near/photos/2", "2+near"),
      ("http://test/booths/7?x", "booth 7"), ("/booths/...", "booth ..."),
    ])
  func routes(path: String, expected: String) async throws {
    let response = try await withServer(booths) { try exchange($0, get(path)) }
    #expect(response.status == 200)
    #expect(response.text == expected)
  }

  @Test(
    "A path that matches no route gets 404",
    arguments: [
      "/booths", "/booths/", "/booths/1//", "//hello", "//hello/", "/hello//", "/later/", "/HELLO", "/HELLO/",
    ])
  func missesRoutes(path: String) async throws {
    #expect(try await withServer(booths) { try exchange($0, get(path)) }.status == 404)
  }

  @Test(
    "A slash after a readable path redirects to that path on the same host, with the query",
    arguments: [
      ("/hello/", "/hello"), ("/booths/1/", "/booths/1"), ("/booths/%ED%99%8D/", "/booths/%ED%99%8D"),
      ("/booths/near/?lat=1&a=%2F/", "/booths/near?lat=1&a=%2F/"), ("/hello/?", "/hello?"),
      ("http://test/hello/?x", "/hello?x"),
    ])
  func leadsWithoutSlash(path: String, target: String) async throws {
    let (answer, head, post) = try await withServer(booths) { port in
      let others = ["HEAD", "POST"].map { "\($0) \(path) HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n" }
      return (
        try exchange(port, get(path)), try exchange(port, others[0], isHead: true), try exchange(port, others[1])
      )
    }
    #expect(answer.status == 308 && answer["Location"] == target && answer.text.isEmpty)
    #expect(head.status == 308 && head["Location"] == target)
    #expect(post.status == 404)
  }

  @Test("HEAD gets the response to GET without its body")
  func answersHead() async throws {
    let (head, next) = try await withServer(booths) { port in
      let client = try Client(port)
      client.send("HEAD /hello HTTP/1.1\r\nHost: x\r\n\r\n" + get("/hello"))
      return (try client.response(isHead: true), try client.response())
    }
    #expect(head.status == 200)
    #expect(head["Content-Length"] == "5")
    #expect(next.text == "hello")
  }

  @Test("HEAD does not run a GET that has an effect")
  func rejectsUnsafeHead() async throws {
    var leave = Route(.get, "/leave", .immediate { _ in plain("left") })
    leave.isSafe = false
    let (head, whole) = try await withServer([leave]) { port in
      let client = try Client(port)
      client.send("HEAD /leave HTTP/1.1\r\nHost: x\r\n\r\n" + get("/leave"))
      return (try client.response(isHead: true), try client.response())
    }
    #expect(head.status == 405)
    #expect(head["Allow"] == "GET, OPTIONS")
    #expect(whole.text == "left")
  }

  @Test("OPTIONS and 405 name the allowed methods")
  func namesMethods() async throws {
    try await withServer(booths) { port in
      let client = try Client(port)
      client.send("OPTIONS /booths/1 HTTP/1.1\r\nHost: x\r\n\r\n")
      let options = try client.response()
      #expect(options.status == 204)
      #expect(options["Allow"] == "DELETE, GET, HEAD, OPTIONS")
      #expect(options["Content-Length"] == nil)
      client.send("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.response()["Allow"] == "DELETE, GET, HEAD, OPTIONS, POST")
      client.send("PUT /booths/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
      let rejected = try client.response()
      #expect(rejected.status == 405)
      #expect(rejected["Allow"] == "DELETE, GET, HEAD, OPTIONS")
      client.send(get("/hello"))
      #expect(
        try client.response().text == "hello", "the short body of the refused request was read, the connection kept")
    }
  }

  @Test("Pipelined requests are answered in order, immediate and deferred ones mixed")
  func keepsOrder() async throws {
    try await withServer(booths) { port in
      let client = try Client(port)
      var requests = ""
      for index in 0..<40 { requests += index % 3 == 0 ? get("/slow?\(index)") : get("/booths/\(index)") }
      client.send(requests)
      for index in 0..<40 {
        #expect(try client.response().text == (index % 3 == 0 ? "slow \(index)" : "booth \(index)"))
      }
    }
  }

  @Test("Thousands of pipelined requests whose answers are not read fill no memory and are all answered")
  func answersPatiently() async throws {
    let body = [UInt8](repeating: 0x61, count: 20_000)
    let large = Route(.get, "/large", .immediate { _ in Response(status: 200, body: .bytes(body)) })
    try await withServer([large]) { port in
      let client = try Client(port)
      let count = 1500
      client.send(String(repeating: get("/large"), count: count))
      for _ in 0..<count { #expect(try client.response().body.count == 20_000) }
    }
  }

  @Test("Bodies by length and by chunks arrive alike in pieces of any size", arguments: [1, 3, 1000])
  func takesBodies(size: Int) async throws {
    try await withServer(booths) { port in
      let client = try Client(port)
      for path in ["/echo", "/later"] {
        let start = "POST \(path) HTTP/1.1\r\nHost: x\r\n"
        let requests = [
          start + "Content-Length: 11\r\n\r\nhello world",
          start + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;a=\"b\"\r\n world\r\n0\r\n\r\n",
          start + "transfer-encoding: CHUNKED\r\n\r\nB\r\nhello world\r\n000\r\nTrailer: x\r\nB: c\r\n\r\n",
        ]
        for request in requests {
          let bytes = Array(request.utf8)
          for from in stride(from: 0, to: bytes.count, by: size) {
            client.send(Array(bytes[from..<min(bytes.count, from + size)]))
          }
          #expect(try client.response().text == "hello world")
        }
      }
    }
  }

  @Test(
    "A body with a content coding is refused unread, and the connection goes on", arguments: ["gzip", "br, gzip", "x"])
  func codedBodies(coding: String) async throws {
    try await withServer([echo, hello]) { port in
      let client = try Client(port)
      let head = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Encoding: \(coding)\r\n"
      client.send(head + "Content-Length: 3\r\n\r\nabc")
      let response = try client.response()
      #expect(
        response.status == 415 && response["Accept-Encoding"] == "identity" && response.text.contains("content-coding"))
      client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Encoding: Identity\r\nContent-Length: 3\r\n\r\nabc")
      #expect(try client.response().text == "abc")
      // Without a body the content coding does not matter.
      client.send("GET /hello HTTP/1.1\r\nHost: x\r\nContent-Encoding: \(coding)\r\n\r\n")
      #expect(try client.response().text == "hello")
      #expect(try exchange(port, head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n").status == 415)
    }
  }

  @Test("A body of length 0 counts as none, and empty lines before a request are skipped")
  func takesNothing() async throws {
    try await withServer(booths) { port in
      let client = try Client(port)
      client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n\r\n\r\n" + get("/hello"))
      #expect(try client.response().text == "nothing")
      #expect(try client.response().text == "hello")
    }
  }

  @Test("100 Continue is sent only while the server waits for the body")
  func saysContinue() async throws {
    try await withServer(booths) { port in
      let client = try Client(port)
      let head = "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: "
      client.send(head + "3\r\n\r\n")
      #expect(try client.response().status == 100)
      client.send("abc")
      #expect(try client.response().text == "abc")
      client.send(head + "3\r\n\r\nabc")
      #expect(try client.response().status == 200)
      client.send(head + "3000000\r\n\r\n")
      #expect(try client.response().status == 413)
    }
  }

  @Test("An HTTP/1.0 connection is closed after the answer unless it asks to be kept")
  func speaksOldVersion() async throws {
    try await withServer(booths) { port in
      let client = try Client(port)
      client.send("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(try client.response()["Connection"] == "keep-alive")
      client.send("GET /hello HTTP/1.0\r\n\r\n")
      #expect(try client.response()["Connection"] == "close")
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test("A client that has closed its sending side still gets its answers")
  func answersHalfClosed() async throws {
    try await withServer(booths) { port in
      for requests in [[get("/slow?1"), get("/hello")], [get("/hello"), get("/slow"), get("/slow?2"), get("/hello")]] {
        let client = try Client(port)
        client.send(requests.joined())
        client.finishSending()
        for _ in requests { #expect(try client.response().status == 200) }
        #expect(try client.readToEnd().isEmpty)
      }
    }
  }

  @Test("An unknown upgrade is ignored")
  func ignoresUpgrade() async throws {
    try await withServer(booths) { port in
      let client = try Client(port)
      client.send(get("/hello", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c") + get("/hello"))
      #expect(try client.response().status == 200)
      #expect(try client.response().status == 200)
    }
  }

  @Test("A header value cannot start a new line, and only the server sets framing headers")
  func sanitisesHeaders() async throws {
    let route = Route(
      .get, "/",
      .immediate { _ in
        var response = plain("hello")
        response.headers.add("Location", "/a\r\nSet-Cookie: b=c\r\n\r\nbody")
        response.headers.add("Bad\r\nName", "x")
        response.headers.add("content-length", "99")
        response.headers.add("Transfer-Encoding", "chunked")
        response.headers.add("Connection", "upgrade")
        return response
      })
    let response = try await withServer([route]) { try exchange($0, get("/")) }
    #expect(response.text == "hello")
    #expect(response["Location"] == "/a  Set-Cookie: b=c    body")
    #expect(response["Bad--Name"] == "x")
    #expect(response.headers.map(\.name).filter { $0.lowercased() == "content-length" }.count == 1)
    #expect(response["Transfer-Encoding"] == nil)
    #expect(response["Connection"] == nil)
  }

  @Test("An invalid status of a handler becomes 500")
  func rejectsStatus() async throws {
    let route = Route(.get, "/", .immediate { _ in Response(status: 99) })
    #expect(try await withServer([route]) { try exchange($0, get("/")) }.status == 500)
  }

  @Test("Ambiguous and malformed routes are rejected when the server is made")
  func rejectsRoutes() {
    #expect(throws: DomainError.self) {
      try Server(
        ServerConfiguration(
          port: 0,
          routes: [
            Route(.get, "/{a}", .immediate { _ in plain("") }), Route(.get, "/{b}", .immediate { _ in plain("") }),
          ]))
    }
    #expect(throws: DomainError.self) {
      try Server(ServerConfiguration(port: 0, routes: [Route(.get, "hello", .immediate { _ in plain("") })]))
    }
  }
}
