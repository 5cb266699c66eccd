import Glibc

/// The first line of a request: `GET /path?query HTTP/1.1`, with exactly two blanks.
struct RequestLine {
  let method: Method
  /// The range of the path in the head; empty for `OPTIONS *`.
  let path: Range<Int>
  let query: Range<Int>?
  let isHTTP10: Bool
  /// The offset of the first header field.
  let end: Int

  /// Parses the line at the start of a head; checks the version before the method, and the method before the target.
  init(_ head: UnsafeRawBufferPointer, targetLimit: Int) throws(Fault) {
    guard let lineFeed = head.position(of: 0x0A), lineFeed > 0, head[lineFeed - 1] == 0x0D,
      let first = head.position(of: 0x20), let second = head.position(of: 0x20, from: first + 1),
      second > first + 1, second < lineFeed
    else { throw .malformedRequest }
    for byte in UnsafeRawBufferPointer(rebasing: head[..<first]) where !isToken(byte) { throw .malformedRequest }
    for byte in UnsafeRawBufferPointer(rebasing: head[(first + 1)..<second]) where byte <= 0x20 || byte >= 0x7F {
      throw .unencodedTarget
    }
    isHTTP10 = try Self.isOld(UnsafeRawBufferPointer(rebasing: head[(second + 1)..<(lineFeed - 1)]))
    method = try Self.method(UnsafeRawBufferPointer(rebasing: head[..<first]))
    guard second - first - 1 <= targetLimit else { throw .targetTooLong }
    (path, query) = try Self.split(head, first + 1..<second, method)
    end = lineFeed + 1
  }

  private static func isOld(_ version: UnsafeRawBufferPointer) throws(Fault) -> Bool {
    guard version.count == 8, begins(version, with: "HTTP/"), version[6] == UInt8(ascii: "."),
      (0x30...0x39).contains(version[5]), (0x30...0x39).contains(version[7])
    else { throw .malformedRequest }
    guard version[5] == UInt8(ascii: "1"), version[7] <= UInt8(ascii: "1") else { throw .version }
    return version[7] == UInt8(ascii: "0")
  }

  private static func method(_ bytes: UnsafeRawBufferPointer) throws(Fault) -> Method {
    if bytes.count == 3, begins(bytes, with: "GET") { return .get }
    for method in Method.allCases where bytes.elementsEqual(method.rawValue.utf8) { return method }
    throw .unknownMethod
  }

  /// Splits origin-form, absolute-form and the asterisk of OPTIONS into path and query.
  private static func split(
    _ head: UnsafeRawBufferPointer, _ target: Range<Int>, _ method: Method
  ) throws(Fault) -> (Range<Int>, Range<Int>?) {
    guard head.position(of: UInt8(ascii: "#"), from: target.lowerBound, to: target.upperBound) == nil else {
      throw .malformedPath
    }
    if target.count == 1, head[target.lowerBound] == UInt8(ascii: "*") {
      guard method == .options else { throw .malformedPath }
      return (target.lowerBound..<target.lowerBound, nil)
    }
    let start = try pathStart(head, target)
    let mark = head.position(of: UInt8(ascii: "?"), from: start, to: target.upperBound)
    let path = start..<(mark ?? target.upperBound)
    guard !path.isEmpty, isClean(path: UnsafeRawBufferPointer(rebasing: head[path])) else { throw .malformedPath }
    return (path, mark.map { $0 + 1..<target.upperBound })
  }

  /// The offset of the path: after `http://authority` in the absolute form, which must have a path.
  private static func pathStart(_ head: UnsafeRawBufferPointer, _ target: Range<Int>) throws(Fault) -> Int {
    if head[target.lowerBound] == UInt8(ascii: "/") { return target.lowerBound }
    for scheme in ["http://", "https://"] where head[target].starts(with: scheme.utf8) {
      let authority = target.lowerBound + scheme.utf8.count..<target.upperBound
      guard let slash = head[authority].firstIndex(of: UInt8(ascii: "/")), slash > authority.lowerBound,
        !head[authority.lowerBound..<slash].contains(UInt8(ascii: "?"))
      else { throw .malformedPath }
      return slash
    }
    throw .malformedPath
  }
}

extension UnsafeRawBufferPointer {
  /// The index of the first such byte, found by `memchr`.
  func position(of byte: UInt8, from start: Int = 0, to end: Int? = nil) -> Int? {
    let end = end ?? count
    guard let baseAddress, start < end else { return nil }
    return memchr(baseAddress + start, Int32(byte), end - start).map { UnsafeRawPointer($0) - baseAddress }
  }
}

/// The search for the end of a head while its bytes arrive.
enum HeadEnd: Equatable {
  /// The index after the empty line.
  case at(Int)
  /// More bytes are needed; resume at this index.
  case incomplete(resume: Int)
  /// A line does not end with CR LF, or a line is folded.
  case malformed

  /// Searches from `resume`; the lines before it were checked earlier. Linear in the bytes after `resume`.
  static func find(in bytes: UnsafeRawBufferPointer, from resume: Int) -> HeadEnd {
    var start = resume
    while start < bytes.count, let found = memchr(bytes.baseAddress! + start, 0x0A, bytes.count - start) {
      let index = UnsafeRawPointer(found) - bytes.baseAddress!
      guard index > 0, bytes[index - 1] == 0x0D else { return .malformed }
      if index >= 3, bytes[index - 2] == 0x0A { return .at(index + 1) }
      guard index + 1 < bytes.count else { return .incomplete(resume: index) }
      guard bytes[index + 1] != 0x20, bytes[index + 1] != 0x09 else { return .malformed }
      start = index + 1
    }
    return .incomplete(resume: resume > start ? resume : start)
  }
}
