import HTTP
import Support
import Testing
import Workload

private let long = String(repeating: #"{"name":"Sample booth","latitude":37.5}, "#, count: 200)

private func tagged(_ body: String, type: String = "application/json") -> Response {
  Response(
    status: 200,
    headers: Headers([
      ("Content-Type", type), ("ETag", #""v1""#), ("Accept-Ranges", "bytes"), ("Cache-Control", "no-cache"),
    ]),
    body: .bytes(Array(body.utf8)))
}

private let routes = [
  Route(.get, "/short", .immediate { _ in tagged("0123456789") }),
  Route(.get, "/long", .immediate { _ in tagged(long) }),
  Route(.get, "/huge", .immediate { _ in tagged(String(repeating: long, count: 200)) }),
  Route(.get, "/image", .immediate { _ in tagged(long, type: "image/jpeg") }),
  Route(
    .get, "/packed",
    .immediate { _ in
      var response = tagged(long)
      response.headers["Content-Encoding"] = "br"
      return response
    }),
  Route(
    .get, "/varied",
    .immediate { _ in
      var response = tagged(long)
      response.headers["Vary"] = "Accept"
      return response
    }),
  Route(.get, "/plain", .immediate { _ in plain("0123456789") }),
  Route(.post, "/short", .immediate { _ in tagged("0123456789") }),
]

@Suite("The representation of a response")
struct RepresentationTests {
  private func send(_ path: String, _ headers: String...) async throws -> Client.ClientResponse {
    let request = "GET \(path) HTTP/1.1\r\nHost: x\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n"
    return try await withServer(routes) { try exchange($0, request) }
  }

  @Test(
    "A tag that the client has gets 304 by weak comparison",
    arguments: [
      #""v1""#, #"W/"v1""#, #""a", "v1""#, #""a,b" ,W/"v1","c""#, "*",
    ])
  func knowsTags(value: String) async throws {
    let response = try await send("/short", "If-None-Match: \(value)")
    #expect(response.status == 304)
    #expect(response["ETag"] == #""v1""#)
    #expect(response["Cache-Control"] == "no-cache")
    #expect(response["Content-Type"] == nil)
    #expect(response["Content-Length"] == nil)
  }

  @Test("Another tag gets the whole response", arguments: [#""v2""#, "v1", #""v1"#, "", #""W/"v1"""#, #"w/"v1""#])
  func sendsWhole(value: String) async throws {
    #expect(try await send("/short", "If-None-Match: \(value)").status == 200)
  }

  @Test("If-None-Match is ignored for a POST, and for a response without a tag")
  func ignoresTags() async throws {
    #expect(try await send("/plain", "If-None-Match: *").status == 200)
    let response = try await withServer(routes) {
      try exchange($0, "POST /short HTTP/1.1\r\nHost: x\r\nIf-None-Match: *\r\nContent-Length: 0\r\n\r\n")
    }
    #expect(response.status == 200)
  }

  @Test("A 304 for the compressed form has that form's tag and Vary header")
  func knowsCompressedTags() async throws {
    let response = try await send("/long", #"If-None-Match: W/"v1""#, "Accept-Encoding: gzip")
    #expect(response.status == 304)
    #expect(response["ETag"] == #"W/"v1""#)
    #expect(response["Vary"] == "Accept-Encoding")
  }

  @Test(
    "Only the requested range of bytes is sent",
    arguments: [
      ("bytes=0-3", "0123", "bytes 0-3/10"), ("bytes=8-", "89", "bytes 8-9/10"), ("bytes=-3", "789", "bytes 7-9/10"),
      ("bytes=0-999", "0123456789", "bytes 0-9/10"), ("bytes=-999", "0123456789", "bytes 0-9/10"),
      ("Bytes=9-9", "9", "bytes 9-9/10"), ("bytes=5-99999999999999999999999", "56789", "bytes 5-9/10"),
    ])
  func sendsRanges(range: String, body: String, position: String) async throws {
    let response = try await send("/short", "Range: \(range)")
    #expect(response.status == 206)
    #expect(response.text == body)
    #expect(response["Content-Range"] == position)
    #expect(response["ETag"] == #""v1""#)
  }

  @Test(
    "An unsatisfiable range gets 416",
    arguments: ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999999-"])
  func rejectsRanges(range: String) async throws {
    let response = try await send("/short", "Range: \(range)")
    #expect(response.status == 416)
    #expect(response["Content-Range"] == "bytes */10")
    #expect(response["Content-Type"] == "application/problem+json")
  }

  @Test(
    "A Range header that is not one range of bytes is ignored",
    arguments: [
      "bytes=0-1,4-5", "bytes=3-1", "bytes=a-b", "bytes=-", "bytes=", "items=0-1", "bytes 0-1", "bytes=0--1",
      "bytes=+1-2",
    ])
  func ignoresRanges(range: String) async throws {
    let response = try await send("/short", "Range: \(range)")
    #expect(response.status == 200)
    #expect(response.text == "0123456789")
  }

  @Test("A range is sent only if If-Range has the current tag")
  func comparesIfRange() async throws {
    #expect(try await send("/short", "Range: bytes=0-1", #"If-Range: "v1""#).status == 206)
    #expect(try await send("/short", "Range: bytes=0-1", #"If-Range: "v2""#).status == 200)
    #expect(try await send("/short", "Range: bytes=0-1", #"If-Range: W/"v1""#).status == 200)
    #expect(try await send("/short", "Range: bytes=0-1", "If-Range: Sat, 01 Jan 2000 00:00:00 GMT").status == 200)
    #expect(try await send("/plain", "Range: bytes=0-1").status == 200, "the answer does not accept ranges")
  }

  @Test("Long text is compressed for clients that accept it, under a weak tag")
  func compresses() async throws {
    let response = try await send("/long", "Accept-Encoding: gzip, deflate, br")
    #expect(response.status == 200)
    #expect(response["Content-Encoding"] == "gzip")
    #expect(response["Vary"] == "Accept-Encoding")
    #expect(response["ETag"] == #"W/"v1""#)
    #expect(response["Accept-Ranges"] == nil)
    #expect(response.body.count < long.utf8.count / 4)
    #expect(try gunzipped(response.body) == Array(long.utf8))
  }

  @Test("A very long body is compressed piece by piece")
  func compressesPieces() async throws {
    let response = try await send("/huge", "Accept-Encoding: gzip")
    #expect(response["Transfer-Encoding"] == "chunked")
    #expect(try gunzipped(response.body) == Array(String(repeating: long, count: 200).utf8))
  }

  @Test(
    "The weights of Accept-Encoding decide about compression",
    arguments: [
      ("gzip", true), ("GZIP;q=1.0", true), ("x-gzip", true), ("*", true), ("br, *;q=0.1", true),
      ("gzip;q=0.001", true),
      ("gzip;q=0", false), ("gzip;q=0.000", false), ("*;q=0", false), ("gzip;q=0, *", false), ("br", false),
      ("", false),
      ("identity", false), ("gzip;q=0.5, identity;q=0.8", false), ("gzip;q=0.8, identity;q=0.5", true),
      ("gzip ; q=0.5", true), ("gzip;q=high", false), ("gzip;q=2", false), ("gzippy", false),
    ])
  func weighs(value: String, isCompressed: Bool) async throws {
    let response = try await send("/long", "Accept-Encoding: \(value)")
    #expect((response["Content-Encoding"] == "gzip") == isCompressed)
    #expect(response["Vary"] == "Accept-Encoding")
    if !isCompressed {
      #expect(response.text == long)
      #expect(response["ETag"] == #""v1""#)
    }
  }

  @Test("Short bodies, compressed ones, images and ranges are not compressed")
  func leavesAlone() async throws {
    let short = try await send("/short", "Accept-Encoding: gzip")
    #expect(short["Content-Encoding"] == nil)
    #expect(short["Vary"] == nil)
    #expect(try await send("/image", "Accept-Encoding: gzip")["Content-Encoding"] == nil)
    #expect(try await send("/packed", "Accept-Encoding: gzip")["Content-Encoding"] == "br")
    #expect(try await send("/varied", "Accept-Encoding: gzip")["Vary"] == "Accept, Accept-Encoding")
    let part = try await send("/long", "Accept-Encoding: gzip", "Range: bytes=0-1999")
    #expect(part.status == 206)
    #expect(part["Content-Encoding"] == nil)
    #expect(part.body == Array(long.utf8.prefix(2000)))
  }

  @Test("HEAD has the same status and headers as GET")
  func answersHeadAlike() async throws {
    try await withServer(routes) { port in
      for (path, header) in [
        ("/long", "Accept-Encoding: gzip"), ("/long", "A: b"), ("/short", #"If-None-Match: "v1""#),
      ] {
        let get = try exchange(port, "GET \(path) HTTP/1.1\r\nHost: x\r\n\(header)\r\n\r\n")
        let head = try exchange(port, "HEAD \(path) HTTP/1.1\r\nHost: x\r\n\(header)\r\n\r\n", isHead: true)
        #expect(head.status == get.status)
        #expect(
          head.headers.filter { $0.name != "Date" }.map(\.value)
            == get.headers.filter { $0.name != "Date" }.map(\.value))
      }
    }
  }
}
