import Basics
import CLLHTTP
import Glibc

struct RequestHead {
  var method: Method
  /// The range of the path in the head; empty for `OPTIONS *`.
  var path: Range<Int>
  var query: Range<Int>?
  var headers: Headers
  var framing: Framing
  /// Whether a length or chunks were announced, even a length of 0.
  var hasLength: Bool
  var keepAlive: Bool
  /// HTTP/1.0, which has neither chunks nor 100 Continue.
  var isHTTP10: Bool
  var expectsContinue: Bool
  /// The body is compressed or otherwise encoded (`Content-Encoding`).
  var isBodyCoded: Bool
  var requestedFeatures: RequestedFeatures
}

/// How a request's body is delimited.
enum Framing: Equatable {
  case none
  case length(Int)
  case chunked
}

/// Which of the request headers that the engine handles are present.
struct RequestedFeatures: OptionSet {
  let rawValue: UInt8
  static let acceptEncoding = RequestedFeatures(rawValue: 1)
  static let ifNoneMatch = RequestedFeatures(rawValue: 2)
  static let range = RequestedFeatures(rawValue: 4)
}

/// Parses request heads: llhttp splits the fields, and what it tolerates is rejected here.
///
/// Parses a head when it is complete and contiguous; no state is kept between heads.
final class HeadParser {
  private let parser = UnsafeMutablePointer<llhttp_t>.allocate(capacity: 1)
  private let table: UnsafeMutablePointer<FieldTable>
  private let limits: ServerLimits

  init(limits: ServerLimits) {
    self.limits = limits
    parser.initialize(to: llhttp_t())
    table = .allocate(capacity: 1)
    table.initialize(to: FieldTable(capacity: limits.headerCount))
  }

  deinit {
    table.pointee.spans.deallocate()
    table.deallocate()
    parser.deallocate()
  }

  /// Parses a head that ends with its empty line.
  func parse(_ head: UnsafeRawBufferPointer) throws(Fault) -> RequestHead {
    // Before a value is compared with any other.
    guard isASCII(head) || !CombiningMarks.areTooMany(in: text(head)) else { throw .tooManyMarks }
    let line = try RequestLine(head, targetLimit: limits.targetBytes)
    try readFields(head)
    var fields = FieldFindings()
    var headers = Headers()
    headers.reserve(head.count - line.end)
    let isWire = table.pointee.isWire(from: line.end, in: head)
    if isWire { headers.add(checkedWire: UnsafeRawBufferPointer(rebasing: head[line.end..<head.count - 2])) }
    for index in 0..<table.pointee.count {
      let field = table.pointee.field(index, in: head)
      try fields.note(field.name, field.value)
      if !isWire { headers.add(checkedName: field.name, value: field.value) }
    }
    guard fields.hosts == 1 || (fields.hosts == 0 && line.isHTTP10) else { throw .host }
    return RequestHead(
      method: line.method, path: line.path, query: line.query, headers: headers,
      framing: try framing(fields, line), hasLength: fields.lengths + fields.codings > 0,
      keepAlive: llhttp_should_keep_alive(parser) == 1,
      isHTTP10: line.isHTTP10, expectsContinue: fields.expectsContinue && !line.isHTTP10,
      isBodyCoded: fields.isBodyCoded, requestedFeatures: fields.requestedFeatures)
  }

  private func readFields(_ head: UnsafeRawBufferPointer) throws(Fault) {
    llhttp_init(parser, HTTP_REQUEST, headSettings)
    parser.pointee.data = UnsafeMutableRawPointer(table)
    table.pointee.start(head)
    let start = head.baseAddress!.assumingMemoryBound(to: CChar.self)
    let outcome = llhttp_execute(parser, start, head.count)
    if table.pointee.isFull { throw .headersTooLarge }
    switch outcome {
    case HPE_PAUSED: break
    case HPE_UNEXPECTED_CONTENT_LENGTH, HPE_INVALID_CONTENT_LENGTH, HPE_INVALID_TRANSFER_ENCODING: throw .framing
    default: throw .malformedRequest
    }
  }

  private func framing(_ fields: FieldFindings, _ line: RequestLine) throws(Fault) -> Framing {
    let flags = Int(parser.pointee.flags)
    if fields.codings > 0 {
      guard !line.isHTTP10, fields.codings == 1, fields.lengths == 0 else { throw .framing }
      guard fields.isChunkedAlone, flags & Int(F_CHUNKED.rawValue) != 0 else { throw .unknownCoding }
      return .chunked
    }
    guard fields.lengths > 0 else { return .none }
    guard fields.lengths == 1 else { throw .framing }
    guard let length = Int(exactly: parser.pointee.content_length) else { throw .tooLarge }
    return length == 0 ? .none : .length(length)
  }
}

/// The header fields that the engine itself evaluates.
private struct FieldFindings {
  var hosts = 0
  var lengths = 0
  var codings = 0
  var isChunkedAlone = false
  var expectsContinue = false
  var isBodyCoded = false
  var requestedFeatures: RequestedFeatures = []

  mutating func note(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(Fault) {
    switch name.count {
    case 0: throw .malformedRequest
    case 4 where matches(name, "host"):
      hosts += 1
      guard isHost(value) else { throw .host }
    case 5 where matches(name, "range"): requestedFeatures.insert(.range)
    case 6 where matches(name, "expect"):
      guard matches(value, "100-continue") else { throw .expectation }
      expectsContinue = true
    case 13 where matches(name, "if-none-match"): requestedFeatures.insert(.ifNoneMatch)
    case 14 where matches(name, "content-length"): lengths += 1
    case 16 where matches(name, "content-encoding"):
      if !value.isEmpty && !matches(value, "identity") { isBodyCoded = true }
    case 15 where matches(name, "accept-encoding"): requestedFeatures.insert(.acceptEncoding)
    case 17 where matches(name, "transfer-encoding"):
      codings += 1
      isChunkedAlone = matches(value, "chunked")
    default: break
    }
  }
}

/// Without an early exit, so that many bytes are tested at a time.
private func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
  var bits: UInt8 = 0
  for byte in bytes { bits |= byte }
  return bits < 0x80
}

/// The bytes of `host [":" port]` (RFC 3986 §3.2.2); empty is allowed.
private func isHost(_ value: UnsafeRawBufferPointer) -> Bool {
  for byte in value {
    switch byte {
    case 0x30...0x3B, 0x3D, 0x41...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E, 0x21, 0x24...0x2E: break
    default: return false
    }
  }
  return true
}

// MARK: - llhttp's callbacks

/// The spans of names and values, as offsets from the first byte of the head.
private struct FieldTable {
  struct Span {
    var name = 0
    var nameLength = 0
    var value = 0
    var valueLength = 0
  }

  let spans: UnsafeMutablePointer<Span>
  let capacity: Int
  var count = 0
  var isFull = false
  private var inName = false
  private var base = UnsafeRawPointer(bitPattern: 1)!

  init(capacity: Int) {
    self.capacity = capacity
    spans = .allocate(capacity: max(1, capacity))
  }

  mutating func start(_ head: UnsafeRawBufferPointer) {
    base = head.baseAddress!
    count = 0
    isFull = false
    inName = false
  }

  /// Returns 0, or -1 when the table is full.
  mutating func name(_ at: UnsafeRawPointer, _ length: Int) -> Int32 {
    if inName {
      spans[count - 1].nameLength += length
      return 0
    }
    guard count < capacity else {
      isFull = true
      return -1
    }
    spans[count] = Span(name: at - base, nameLength: length)
    count += 1
    inName = true
    return 0
  }

  mutating func value(_ at: UnsafeRawPointer, _ length: Int) -> Int32 {
    guard count > 0 else { return -1 }
    if inName { spans[count - 1].value = at - base }
    spans[count - 1].valueLength += length
    inName = false
    return 0
  }

  /// Whether each field is `Name: value` CR LF from an offset to the empty line, as nearly all clients send them.
  func isWire(from start: Int, in head: UnsafeRawBufferPointer) -> Bool {
    var next = start
    for index in 0..<count {
      let span = spans[index]
      let (colon, end) = (span.name + span.nameLength, span.value + span.valueLength)
      guard span.name == next, span.value == colon + 2, head[colon + 1] == 0x20, span.valueLength > 0,
        head[end - 1] > 0x20, head[end] == 0x0D
      else { return false }
      next = end + 2
    }
    return next == head.count - 2
  }

  func field(
    _ index: Int, in head: UnsafeRawBufferPointer
  ) -> (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    let span = spans[index]
    var length = span.valueLength
    while length > 0, head[span.value + length - 1] == 0x20 || head[span.value + length - 1] == 0x09 { length -= 1 }
    return (
      UnsafeRawBufferPointer(rebasing: head[span.name..<span.name + span.nameLength]),
      UnsafeRawBufferPointer(rebasing: head[span.value..<span.value + length])
    )
  }
}

private func table(of parser: UnsafeMutablePointer<llhttp_t>?) -> UnsafeMutablePointer<FieldTable> {
  parser!.pointee.data.assumingMemoryBound(to: FieldTable.self)
}

/// Written once, before the first parser, and read by llhttp only.
nonisolated(unsafe) private let headSettings: UnsafeMutablePointer<llhttp_settings_t> = {
  let settings = UnsafeMutablePointer<llhttp_settings_t>.allocate(capacity: 1)
  settings.initialize(to: llhttp_settings_t())
  settings.pointee.on_header_field = { parser, at, length in table(of: parser).pointee.name(at!, length) }
  settings.pointee.on_header_value = { parser, at, length in table(of: parser).pointee.value(at!, length) }
  settings.pointee.on_headers_complete = { _ in Int32(HPE_PAUSED.rawValue) }
  return settings
}()
