/// Properties of a request that change how its response is sent.
struct ShapingOptions {
  let isHead: Bool
  let requestedFeatures: RequestedFeatures
  let compressionThreshold: Int
}

/// A response after conditional requests (304), ranges (206 or 416) and gzip.
enum ShapedResponse {
  case response(Response)
  /// The range lies outside of a body of `count` bytes.
  case unsatisfiable(count: Int)
}

extension Response {
  /// Applies conditions, then range, then compression (in the order of RFC 9110 §13.2.2).
  func shaped(for request: Request, _ terms: ShapingOptions, compressor: () -> Compressor?) -> ShapedResponse {
    guard case .bytes(let bytes) = body else {
      if let unchanged = notModified(request, terms, isGzip: false) { return .response(unchanged) }
      return (terms.isHead ? nil : part(request, terms)) ?? .response(self)
    }
    guard bytes.count >= terms.compressionThreshold || !terms.requestedFeatures.isEmpty else { return .response(self) }
    var response = self
    let coding = bytes.count >= terms.compressionThreshold ? contentCoding : ContentCoding()
    let mayCompress = coding.isPossible
    if mayCompress, !coding.isVaried { response.varyByEncoding() }
    let isGzip = mayCompress && terms.requestedFeatures.contains(.acceptEncoding) && request.acceptsGzip
    if let unchanged = response.notModified(request, terms, isGzip: isGzip) { return .response(unchanged) }
    if !terms.isHead, let part = response.part(request, terms) { return part }
    if isGzip { response.compress(bytes, compressor) }
    return .response(response)
  }

  /// 204 and 304 never have a body.
  var mayHaveBody: Bool { status != 204 && status != 304 }

  /// 304 when the client has the current tag; otherwise nil.
  private func notModified(_ request: Request, _ terms: ShapingOptions, isGzip: Bool) -> Response? {
    guard terms.requestedFeatures.contains(.ifNoneMatch), status == 200,
      request.method == .get || request.method == .head,
      let tag = headers["ETag"],
      matchesTag(request.headers.values(of: "If-None-Match").joined(separator: ","), tag)
    else { return nil }
    var response = Response(status: 304, headers: headers)
    for name in ["Content-Type", "Content-Encoding", "Content-Language", "Content-Range", "Accept-Ranges"] {
      response.headers.remove(name)
    }
    if isGzip { response.headers["ETag"] = weakened(tag) }
    return response
  }

  /// The requested range; nil when the whole body is to be sent.
  private func part(_ request: Request, _ terms: ShapingOptions) -> ShapedResponse? {
    guard terms.requestedFeatures.contains(.range), status == 200, request.method == .get,
      headers["Accept-Ranges"] == "bytes",
      let count = body.knownCount, let asked = request.headers["Range"], isCurrent(request.headers["If-Range"])
    else { return nil }
    switch RequestedRange(asked, count: count) {
    case .whole: return nil
    case .unsatisfiable: return .unsatisfiable(count: count)
    case .part(let range):
      var response = Response(status: 206, headers: headers, body: body.part(range))
      response.headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
      return .response(response)
    }
  }

  /// `If-Range` is compared strongly; a date never counts as strong here.
  private func isCurrent(_ ifRange: String?) -> Bool {
    guard let ifRange else { return true }
    return ifRange.hasPrefix("\"") && ifRange == headers["ETag"]
  }

  var isCompressible: Bool { contentCoding.isPossible }

  /// The header fields about compression, found in one scan.
  private struct ContentCoding {
    /// The body is worth compressing, and is not compressed.
    var isPossible = false
    /// `Vary` ends with `Accept-Encoding`, as handlers set it that save the engine a change.
    var isVaried = false
  }

  private var contentCoding: ContentCoding {
    var coding = ContentCoding()
    guard status >= 200, status != 204, status != 206, status != 304 else { return coding }
    headers.wire.withUnsafeBytes { bytes in
      var hasVary = false
      for field in HeaderFieldSequence(bytes) {
        switch field.name.count {
        case 4 where !hasVary && matches(field.name, "vary"):
          hasVary = true
          coding.isVaried = hasSuffix(field.value, "accept-encoding")
        case 12 where matches(field.name, "content-type"): coding.isPossible = HTTP.isCompressible(field.value)
        case 16 where matches(field.name, "content-encoding"):
          coding.isPossible = false
          return
        default: break
        }
      }
    }
    return coding
  }

  private mutating func varyByEncoding() {
    guard let vary = headers["Vary"] else { return headers.add("Vary", "Accept-Encoding") }
    let names = vary.lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
    if !names.contains("*") && !names.contains("accept-encoding") { headers["Vary"] = vary + ", Accept-Encoding" }
  }

  /// The largest body that is compressed on the event loop, which takes about half a millisecond.
  private static let maxInlineCompression = 32_768

  /// Compresses small bodies at once, and large ones piece by piece off the event loop.
  private mutating func compress(_ bytes: [UInt8], _ compressor: () -> Compressor?) {
    if bytes.count > Self.maxInlineCompression {
      let pieces = CompressedPieces(bytes)
      body = .stream { try await pieces.next() }
      heldBytes = bytes.count
    } else {
      guard let compressed = compressor()?.compress(bytes) else { return }
      body = .bytes(compressed)
    }
    headers["Content-Encoding"] = "gzip"
    headers.remove("Accept-Ranges")
    if let tag = headers["ETag"] { headers["ETag"] = weakened(tag) }
  }
}

extension ResponseBody {
  /// The size in bytes, when known before sending.
  var knownCount: Int? {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(_, let range): range.count
    case .empty: 0
    case .stream, .abort, .webSocket: nil
    }
  }

  fileprivate func part(_ range: Range<Int>) -> ResponseBody {
    switch self {
    case .bytes(let bytes): .bytes(Array(bytes[range]))
    case .file(let file, let whole):
      .file(file, whole.lowerBound + range.lowerBound..<whole.lowerBound + range.upperBound)
    case .empty, .stream, .abort, .webSocket: self
    }
  }
}

/// How the end of a response's body is marked.
enum ResponseFraming: Equatable {
  /// No body and no length: 204 and 304.
  case none
  case length(Int)
  case chunked
  /// By closing the connection, for HTTP/1.0.
  case close
}

enum ConnectionOption {
  case unspecified
  case close
  case keepAlive
  case upgrade
}

extension OutputBuffer {
  /// The status line, Date, the response's own fields, and the fields that only the engine sets.
  ///
  /// - Parameter added: Further fields, those of the middleware.
  func append(
    head response: Response, _ added: Headers = Headers(), date: [UInt8], framing: ResponseFraming,
    option: ConnectionOption
  ) {
    if response.status == 200 {
      append("HTTP/1.1 200 OK\r\n")
    } else {
      append("HTTP/1.1 ")
      append(decimal: response.status)
      append(" ")
      append(reasonPhrase(response.status))
      append("\r\n")
    }
    append(date)
    append(fields: response.headers)
    append(fields: added)
    append(framing)
    switch option {
    case .unspecified: append("\r\n")
    case .close: append("Connection: close\r\n\r\n")
    case .keepAlive: append("Connection: keep-alive\r\n\r\n")
    case .upgrade: append("Connection: Upgrade\r\n\r\n")
    }
  }

  private func append(_ framing: ResponseFraming) {
    switch framing {
    case .none, .close: break
    case .chunked: append("Transfer-Encoding: chunked\r\n")
    case .length(let length):
      append("Content-Length: ")
      append(decimal: length)
      append("\r\n")
    }
  }

  private func append(fields headers: Headers) {
    headers.wire.withUnsafeBytes { bytes in
      guard HeaderFieldSequence(bytes).contains(where: { isEngineOwned($0.name) }) else { return append(bytes) }
      for field in HeaderFieldSequence(bytes) where !isEngineOwned(field.name) { append(field.line) }
    }
  }
}

/// Only the engine may write the fields of framing and connection: duplicates would be a security hole.
private func isEngineOwned(_ name: UnsafeRawBufferPointer) -> Bool {
  switch name.count {
  case 4: matches(name, "date")
  case 10: matches(name, "connection") || matches(name, "keep-alive")
  case 14: matches(name, "content-length")
  case 17: matches(name, "transfer-encoding")
  default: false
  }
}
