import Basics
import Support
import Testing

@testable import HTTP

@Suite("Header fields")
struct HeadersTests {
  @Test("Fields are found without regard to case, with their values as given, in order")
  func finds() {
    var headers = Headers([("Accept", "a"), ("X", ""), ("accept", "b: c")])
    #expect(headers["ACCEPT"] == "a")
    #expect(headers["x"] == "")
    #expect(headers["y"] == nil)
    #expect(headers.values(of: "Accept") == ["a", "b: c"])
    headers["Accept"] = "d"
    #expect(headers.fields.map(\.name) == ["X", "Accept"])
    headers["X"] = nil
    #expect(headers.fields.map(\.value) == ["d"])
    headers.add("Name", "네컷")
    #expect(headers["name"] == "네컷")
  }

  @Test("Headers with equal fields in the same order are equal")
  func compares() {
    #expect(Headers([("A", "b")]) == Headers([("A", "b")]))
    #expect(Headers([("A", "b")]) != Headers([("a", "b")]))
    #expect(Headers([("A", "b"), ("C", "d")]) != Headers([("C", "d"), ("A", "b")]))
    #expect(Headers().fields.isEmpty)
  }
}

@Suite("Heads of requests")
struct HeadTests {
  @Test(
    "Fields are kept as sent, without the blanks around their values",
    arguments: [
      ("A: b", "A", "b"), ("A:b", "A", "b"), ("A:  b", "A", "b"), ("A: b ", "A", "b"), ("A:\tb\t", "A", "b"),
      ("A: ", "A", ""), ("A:", "A", ""), ("a-B_c: d: e  f", "a-B_c", "d: e  f"), ("A: 네컷", "A", "네컷"),
    ])
  func fields(_ line: String, _ name: String, _ value: String) throws {
    for head in [
      "GET / HTTP/1.1\r\nHost: x\r\n\(line)\r\n\r\n", "GET / HTTP/1.1\r\n\(line)\r\nHost: x\r\n\r\n",
      "GET / HTTP/1.1\r\nhost:x\r\n\(line)\r\nZ: y\r\n\r\n",
    ] {
      let parsed = try Array(head.utf8).withUnsafeBytes { try HeadParser(limits: ServerLimits()).parse($0) }
      #expect(parsed.headers[name] == value)
      #expect(parsed.headers["Host"] == "x" && parsed.headers.fields.count == (head.contains("Z: y") ? 3 : 2))
    }
  }
}

@Suite("Query parameters")
struct QueryParametersTests {
  @Test(
    "Parameters are decoded in order",
    arguments: [
      (nil, []), ("", []), ("a=1", [("a", "1")]), ("a=1&b=2&a=3", [("a", "1"), ("b", "2"), ("a", "3")]),
      ("a", [("a", "")]), ("a=", [("a", "")]), ("=a", [("", "a")]), ("a=b=c", [("a", "b=c")]), ("&a=1&&", [("a", "1")]),
      ("q=%ED%99%8D+%2B&%6e=x", [("q", "홍 +"), ("n", "x")]), ("a;b=c", [("a;b", "c")]),
      ("bbox=126,37,127,38", [("bbox", "126,37,127,38")]),
    ] as [(String?, [(String, String)])])
  func decodes(query: String?, pairs: [(String, String)]) throws {
    let parameters = try QueryParameters(parsing: query)
    #expect(parameters.all.map(\.name) == pairs.map(\.0))
    #expect(parameters.all.map(\.value) == pairs.map(\.1))
  }

  @Test("A parameter is found by name")
  func finds() throws {
    let parameters = try QueryParameters(parsing: "tag=a&tag=b")
    #expect(parameters["tag"] == "a")
    #expect(parameters["Tag"] == nil)
    #expect(parameters.values(of: "tag") == ["a", "b"])
  }

  @Test(
    "A parameter that cannot be decoded is rejected by name",
    arguments: [
      ("lat=1&lon=%", "lon"), ("lon=%4", "lon"), ("lon=%zz", "lon"), ("lon=%ff", "lon"), ("lon=a%00b", "lon"),
      ("lon=%ed%a0%80", "lon"), ("%ff=1", nil),
    ] as [(String, String?)])
  func rejects(query: String, field: String?) {
    #expect {
      try QueryParameters(parsing: query)
    } throws: { error in
      let domainError = error as? DomainError
      return domainError?.code == "malformed-parameter" && domainError?.field == field && domainError?.kind == .invalid
    }
  }

  @Test("A name or value with more than a hundred combining marks in a row is rejected")
  func marks() throws {
    let run = String(repeating: "%CC%81", count: 100)
    #expect(try QueryParameters(parsing: "q=a\(run)b\(run)").all.count == 1)
    for (query, field) in [("q=a\(run)%CC%96", "q"), ("a\(run)%CC%96=q", nil)] {
      let error = #expect(throws: DomainError.self) { try QueryParameters(parsing: query) }
      #expect(error?.code == "text-invalid" && error?.field == field)
    }
  }

  @Test("The number of parameters is bounded")
  func bounds() throws {
    let most = Array(repeating: "a=1", count: QueryParameters.maxCount).joined(separator: "&")
    #expect(try QueryParameters(parsing: most).all.count == QueryParameters.maxCount)
    #expect(throws: DomainError.self) { try QueryParameters(parsing: most + "&a=1") }
  }
}

@Suite("Parts of the engine")
struct PartsTests {
  @Test(
    "Dates are written in the format of HTTP",
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (1_709_210_096, "Thu, 29 Feb 2024 12:34:56 GMT"),
    ])
  func writesDates(seconds: Int64, date: String) {
    #expect(httpDate(seconds: seconds) == date)
  }

  @Test("A decoder consumes the bytes of its body and no others, wherever the input is split")
  func decodesChunksSplitAnywhere() throws {
    let body = Array("4;name=\"v\"\r\nabcd\r\n00a\r\n0123456789\r\n0\r\nA: b\r\nC: d\r\n\r\n".utf8)
    let next = Array("GET / HTTP/1.1\r\n".utf8)
    for truncated in 0...body.count {
      let decoder = ChunkedDecoder()
      var content: [UInt8] = []
      var consumed = 0
      var isComplete = false
      for piece in [body[..<truncated], (body + next)[truncated...]] where !isComplete {
        let step = try piece.withUnsafeBytes { try decoder.decode($0) }
        content += decoder.drainContent()
        consumed += step.consumed
        isComplete = step.isComplete
      }
      #expect(isComplete)
      #expect(consumed == body.count)
      #expect(String(decoding: content, as: UTF8.self) == "abcd0123456789")
    }
  }

  @Test("A pipe joins small chunks, reports when it is full, and asks for more at half")
  func pipes() async throws {
    let asked = Counter()
    let pipe = BodyPipe(capacity: 100) { asked.add() }
    for _ in 0..<100 { #expect(!pipe.push([1])) }
    #expect(pipe.push([UInt8](repeating: 2, count: 16_384)))
    pipe.finish()
    var lengths: [Int] = []
    for try await chunk in pipe.stream { lengths.append(chunk.count) }
    #expect(lengths == [100, 16_384])
    #expect(asked.value == 1)
  }

  @Test("A failed pipe drops its content and keeps throwing")
  func failsPipes() async {
    let pipe = BodyPipe(capacity: 100) {}
    _ = pipe.push([1])
    pipe.fail(.clientGone)
    pipe.finish()
    for _ in 0..<2 {
      await #expect(throws: BodyFailure.clientGone) {
        for try await _ in pipe.stream {}
      }
    }
  }
}
