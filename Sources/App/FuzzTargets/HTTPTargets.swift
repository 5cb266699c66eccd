import Basics

@testable import HTTP

let httpTargets = [
  FuzzTarget("http-head") { bytes in
    bytes.withUnsafeBytes { all in
      let whole = HeadEnd.find(in: all, from: 0)
      var (resume, found) = (0, HeadEnd.incomplete(resume: 0))
      for end in 1...max(1, all.count) {
        guard case .incomplete(let next) = found else { break }
        resume = next
        found = HeadEnd.find(in: UnsafeRawBufferPointer(rebasing: all[..<min(end, all.count)]), from: resume)
      }
      switch (whole, found) {
      case (.incomplete, .incomplete): break
      default: require(whole == found, "the end of a head is \(found) in pieces, \(whole) as a whole")
      }
      guard case .at(let end) = whole else { return }
      let head = UnsafeRawBufferPointer(rebasing: all[..<end])
      guard let parsed = try? HeadParser(limits: ServerLimits()).parse(head) else { return }
      let request = Request(
        method: parsed.method, path: Array(head[parsed.path]).text, query: parsed.query.map { Array(head[$0]).text },
        headers: parsed.headers, peer: IPAddress("127.0.0.1"))
      _ = (request.clientAddress(behind: TrustedProxies()), request.acceptsGzip)
      _ = try? QueryParameters(parsing: request.query)
      _ = FormBoundary.read(from: request.headers)
    }
  },
  FuzzTarget("chunks") { bytes in
    var input = InputReader(bytes)
    let size = Int(input.byte()) % 17 + 1
    let body = Array(input.rest)
    let (whole, pieces) = (DecodedChunks([body]), DecodedChunks(body.pieces(of: size)))
    require(whole == pieces, "chunks in pieces: \(pieces), as a whole: \(whole)")
  },
  FuzzTarget("multipart") { bytes in
    var input = InputReader(bytes)
    let size = Int(input.byte()) % 17 + 1
    let body = Array(input.rest)
    let (whole, pieces) = (ParsedForm([body]), ParsedForm(body.pieces(of: size)))
    require(whole == pieces, "a form in pieces: \(pieces), as a whole: \(whole)")
  },
  FuzzTarget("query") { bytes in
    guard let parsed = try? QueryParameters(parsing: bytes.text) else { return }
    let written = parsed.all.map { "\(percentEncoded($0.name))=\(percentEncoded($0.value))" }.joined(separator: "&")
    // A parameter without a name and a value is not written.
    guard !written.isEmpty else { return }
    require((try? QueryParameters(parsing: written))?.all == parsed.all, "a written query is read otherwise")
  },
  FuzzTarget("fields") { bytes in
    let text = bytes.text
    if case .part(let range) = RequestedRange(text, count: 1000) {
      require(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= 1000, "a range lies outside")
    }
    _ = (acceptsGzip(text), matchesTag(text, "\"a\""), IPAddress(text))
    bytes.withUnsafeBytes { bytes in _ = (percentDecoded(bytes, plusIsBlank: true), isClean(path: bytes)) }
    // As a head may have it.
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return }
    for name in ["X-Forwarded-For", "Forwarded", "Content-Type"] {
      let request = Request(
        method: .get, path: "/", headers: Headers([(name, text)]), peer: IPAddress("127.0.0.1"))
      _ = (request.clientAddress(behind: TrustedProxies()), FormBoundary.read(from: request.headers))
    }
  },
  FuzzTarget("websocket") { bytes in
    var input = InputReader(bytes)
    let size = Int(input.byte()) % 17 + 1
    let frames = Array(input.rest)
    let (whole, pieces) = (messages([frames]), messages(frames.pieces(of: size)))
    require(whole == pieces, "messages in pieces: \(pieces), as a whole: \(whole)")
  },
]

/// What a chunked body is, however it arrives.
private struct DecodedChunks: Equatable {
  var content: [UInt8] = []
  var consumed = 0
  var isComplete = false
  var isRefused = false

  init(_ pieces: [[UInt8]]) {
    let decoder = ChunkedDecoder()
    for piece in pieces where !isComplete && !isRefused {
      do {
        let part = try piece.withUnsafeBytes { try decoder.decode($0) }
        consumed += part.consumed
        isComplete = part.isComplete
        content += decoder.drainContent()
      } catch {
        // What came before may have been passed on or not.
        (content, consumed, isRefused) = ([], 0, true)
      }
    }
  }
}

/// What a form is, however it arrives.
private struct ParsedForm: Equatable {
  var heads: [PartHead] = []
  var contents: [[UInt8]] = []
  var ends = 0
  var isRefused = false

  init(_ pieces: [[UInt8]]) {
    var parser = MultipartParser(boundary: Array("b".utf8))
    do {
      for piece in pieces {
        try parser.feed(piece) { event in
          switch event {
          case .partBegins(let head):
            heads.append(head)
            contents.append([])
          case .content(let bytes): contents[contents.count - 1] += bytes
          case .partEnds: ends += 1
          }
        }
      }
      try parser.finish()
    } catch {
      (heads, contents, ends, isRefused) = ([], [], 0, true)
    }
  }
}

private func messages(_ pieces: [[UInt8]]) -> [WebSocketMessage] {
  let output = OutputBuffer(capacity: 1024)
  let codec = WebSocketCodec(maxMessageBytes: 1000, output: output)
  return pieces.flatMap { piece in
    codec.isReading ? piece.withUnsafeBytes { codec.receive($0) } : []
  }
}
