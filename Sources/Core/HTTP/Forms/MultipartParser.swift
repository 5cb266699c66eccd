import Basics
import Glibc

/// An incremental parser of multipart bodies (RFC 2046 §5.1); accepts pieces of any size.
///
/// The line break after the first delimiter, CR LF or LF alone, applies to the whole form, so that a file which holds
/// the other kind is not mistaken for structure. Buffers at most one chunk and the head of one part.
struct MultipartParser {
  enum Event {
    case partBegins(PartHead)
    case content(ArraySlice<UInt8>)
    case partEnds
  }

  private enum State {
    case preamble
    /// After a boundary, before the end of its line.
    case delimiter
    case head
    /// Before the line break that ends a head.
    case contentStart
    case content
    case epilogue
  }

  static let maxHeadBytes = 8192
  /// The maximum number of blanks after a boundary.
  private static let maxPaddingBytes = 256

  private var state = State.preamble
  private var isAtLineStart = true
  private let dashBoundary: [UInt8]
  /// With the boundary, once the first one has been seen.
  private var lineBreak: [UInt8] = []
  private var delimiter: [UInt8] = []
  private var pending: [UInt8] = []
  /// The offset in `pending` up to which bytes are consumed.
  private var start = 0
  /// The offset up to which the end of a head was searched for.
  private var searched = 0
  /// Whether the head has a quoted file name that is not closed up to `searched`.
  private var isInFileName = false

  init(boundary: [UInt8]) {
    dashBoundary = Array("--".utf8) + boundary
  }

  /// Parses the next bytes and passes the events to `onEvent` in order. After an error the parser must not be used
  /// again.
  mutating func feed(_ chunk: [UInt8], _ onEvent: (Event) throws -> Void) throws {
    pending.append(contentsOf: chunk)
    while start < pending.count, try advance(onEvent) {}
    pending.removeSubrange(..<start)
    searched = max(0, searched - start)
    start = 0
  }

  /// Ends the body.
  /// - Throws: `DomainError` `form-malformed` when the form is incomplete.
  func finish() throws(DomainError) {
    guard state == .epilogue else { throw .formMalformed("it ends before its final boundary") }
  }

  /// One step; false when more bytes are needed.
  private mutating func advance(_ onEvent: (Event) throws -> Void) throws -> Bool {
    switch state {
    case .preamble: return skipPreamble()
    case .delimiter: return try endDelimiter()
    case .head: return try readHead(onEvent)
    case .contentStart: return try startContent(onEvent)
    case .content: return try readContent(onEvent)
    case .epilogue:
      start = pending.count
      return false
    }
  }

  private mutating func skipPreamble() -> Bool {
    if isAtLineStart {
      switch match(dashBoundary, at: start) {
      case .whole:
        start += dashBoundary.count
        state = .delimiter
        return true
      case .partial: return false
      case .none: break
      }
    }
    let lineEnd = index(of: 0x0A, from: start)
    isAtLineStart = lineEnd != nil
    start = lineEnd.map { $0 + 1 } ?? pending.count
    return isAtLineStart
  }

  /// A boundary is followed by two hyphens, or by blanks and a line break.
  private mutating func endDelimiter() throws -> Bool {
    if pending[start] == UInt8(ascii: "-") {
      guard start + 1 < pending.count else { return false }
      guard pending[start + 1] == UInt8(ascii: "-") else {
        throw DomainError.formMalformed("a boundary's line goes on")
      }
      state = .epilogue
      return true
    }
    guard let end = pending[start...].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else {
      guard pending.count - start <= Self.maxPaddingBytes else {
        throw DomainError.formMalformed("a boundary's line goes on")
      }
      return false
    }
    if pending[end] == 0x0D && end + 1 == pending.count { return false }
    let found: [UInt8] = pending[end] == 0x0D ? [0x0D, 0x0A] : [0x0A]
    guard match(found, at: end) == .whole else { throw DomainError.formMalformed("a boundary's line goes on") }
    if lineBreak.isEmpty {
      lineBreak = found
      delimiter = found + dashBoundary
    }
    start = end + found.count
    searched = start
    state = .head
    return true
  }

  /// A head ends with an empty line, except within a quoted file name: clients write line breaks into those.
  private mutating func readHead(_ onEvent: (Event) throws -> Void) throws -> Bool {
    // The head is scanned at most twice: a file name continues to its closing quote, even across empty lines.
    if isInFileName { skipFileName() }
    while !isInFileName, let end = emptyLine(from: searched), end - start <= Self.maxHeadBytes {
      let head = pending[start..<end]
      guard PartHead.isWhole(head) else {
        searched = end
        skipFileName()
        continue
      }
      try onEvent(.partBegins(PartHead(head)))
      start = end
      state = .contentStart
      return true
    }
    guard pending.count - start <= Self.maxHeadBytes else {
      throw DomainError.formMalformed("the head of a part is too long")
    }
    if !isInFileName { searched = max(searched, pending.count - 2 * lineBreak.count + 1) }
    return false
  }

  private mutating func skipFileName() {
    let quote = index(of: UInt8(ascii: "\""), from: searched)
    searched = quote.map { $0 + 1 } ?? pending.count
    isInFileName = quote == nil
  }

  /// The first pair of line breaks at or after `first`.
  private func emptyLine(from first: Int) -> Int? {
    let twice = lineBreak + lineBreak
    var position = first
    while let found = index(of: lineBreak[0], from: position) {
      if match(twice, at: found) == .whole { return found }
      position = found + 1
    }
    return nil
  }

  /// When a part has no content, the line break that ends its head may also begin the next delimiter.
  private mutating func startContent(_ onEvent: (Event) throws -> Void) throws -> Bool {
    let afterHead = start + lineBreak.count
    switch match(delimiter, at: afterHead) {
    case .whole:
      start = afterHead + delimiter.count
      state = .delimiter
      try onEvent(.partEnds)
    case .partial: return false
    case .none:
      start = afterHead + lineBreak.count
      state = .content
    }
    return true
  }

  private mutating func readContent(_ onEvent: (Event) throws -> Void) throws -> Bool {
    var position = start
    while let found = index(of: delimiter[0], from: position) {
      switch match(delimiter, at: found) {
      case .whole:
        if found > start { try onEvent(.content(pending[start..<found])) }
        try onEvent(.partEnds)
        start = found + delimiter.count
        state = .delimiter
        return true
      case .partial:
        if found > start { try onEvent(.content(pending[start..<found])) }
        start = found
        return false
      case .none: position = found + 1
      }
    }
    try onEvent(.content(pending[start...]))
    start = pending.count
    return false
  }

  private enum Match {
    case whole
    /// Matches as far as bytes are available.
    case partial
    case none
  }

  private func match(_ expected: [UInt8], at position: Int) -> Match {
    let available = min(expected.count, max(0, pending.count - position))
    for offset in 0..<available where pending[position + offset] != expected[offset] { return .none }
    return available == expected.count ? .whole : .partial
  }

  private func index(of byte: UInt8, from position: Int) -> Int? {
    guard position < pending.count else { return nil }
    return pending.withUnsafeBytes { bytes in
      memchr(bytes.baseAddress! + position, Int32(byte), bytes.count - position)
        .map { UnsafeRawPointer($0) - bytes.baseAddress! }
    }
  }
}
