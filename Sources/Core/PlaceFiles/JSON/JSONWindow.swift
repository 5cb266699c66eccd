import Basics
import Tabular

/// A window of a JSON text that comes in chunks.
struct JSONWindow: Sendable {
  /// The maximum size in bytes of a value that is read as a whole.
  static let maxValueBytes = 1 << 20
  private static let chunkBytes = 1 << 17

  private var source: any ByteSource
  private(set) var bytes: [UInt8] = []
  /// The position in `bytes`.
  var position = 0
  private var isAtEnd = false
  private(set) var bytesRead = 0

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// The next byte that is not white space; nil at the end.
  mutating func peek() throws -> UInt8? {
    while true {
      while position < bytes.count {
        let byte = bytes[position]
        guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
        position += 1
      }
      guard try fill() else { return nil }
    }
  }

  /// Appends the next chunk, at least as long as what is waiting, so that a long value is not scanned again and again.
  /// Drops the text before the position. False at the end.
  mutating func fill() throws -> Bool {
    guard !isAtEnd else { return false }
    bytes.removeFirst(position)
    position = 0
    let wanted = max(Self.chunkBytes, bytes.count)
    let before = bytes.count
    while bytes.count < before + wanted {
      guard let chunk = try source.read(upTo: before + wanted - bytes.count) else {
        isAtEnd = true
        break
      }
      bytes += chunk
      bytesRead += chunk.count
    }
    return bytes.count > before
  }

  /// Scans a value that begins here, and moves behind it. `body` is called again from the start of the value when the
  /// window ends within it.
  /// - Throws: `JSONFault.malformed`, and errors of the source.
  mutating func scan<Value>(_ body: (inout JSONScanner) throws(JSONFault) -> Value) throws -> Value {
    while true {
      switch attempt(body) {
      case .success(let result):
        guard result.end - position <= Self.maxValueBytes else { throw Self.tooLong }
        position = result.end
        return result.value
      case .failure(.incomplete):
        guard bytes.count - position <= Self.maxValueBytes else { throw Self.tooLong }
        guard try fill() else { throw JSONFault.malformed("it ends in the middle of a value") }
      case .failure(let fault): throw fault
      }
    }
  }

  private static let tooLong = JSONFault.malformed("a value is longer than \(maxValueBytes) bytes")

  private struct Scanned<Value> {
    var value: Value
    var end: Int
  }

  private func attempt<Value>(
    _ body: (inout JSONScanner) throws(JSONFault) -> Value
  ) -> Result<Scanned<Value>, JSONFault> {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = JSONScanner(bytes: buffer, position: position)
      do throws(JSONFault) {
        let value = try body(&scanner)
        guard Self.isUTF8(buffer.extracting(position..<scanner.position)) else {
          return .failure(.malformed("it is not UTF-8"))
        }
        return .success(Scanned(value: value, end: scanner.position))
      } catch {
        return .failure(error)
      }
    }
  }

  private static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    (try? UTF8Span(validating: bytes.span)) != nil
  }

  /// Skips the value that begins here, however long it is; `depth` counts the brackets that are open already.
  mutating func skipValue(depth open: Int = 0) throws {
    var depth = open
    var isText = false
    var isEscaped = false
    _ = try peek()
    while true {
      while position < bytes.count {
        let byte = bytes[position]
        if isText {
          position += 1
          if isEscaped {
            isEscaped = false
          } else if byte == 0x5C {
            isEscaped = true
          } else if byte == 0x22 {
            isText = false
            if depth == 0 { return }
          }
          continue
        }
        switch byte {
        case 0x22: isText = true
        case 0x7B, 0x5B: depth += 1
        case 0x7D, 0x5D:
          // The end of the container of a number.
          if depth == 0 { return }
          depth -= 1
          if depth == 0 {
            position += 1
            return
          }
        case 0x2C, 0x20, 0x0A, 0x0D, 0x09: if depth == 0 { return }
        default: break
        }
        position += 1
      }
      guard try fill() else { throw JSONFault.malformed("it ends in the middle of a value") }
    }
  }

  /// Whether the text is a sequence of objects: its first object is a GeoJSON feature, or another one follows it.
  mutating func beginsSequence() throws -> Bool {
    while true {
      switch attempt({ (scanner) throws(JSONFault) in try Self.isSequence(&scanner) }) {
      case .success(let isSequence): return isSequence.value
      case .failure(.malformed): return false
      case .failure(.incomplete):
        guard bytes.count - position <= Self.maxValueBytes, try fill() else { return false }
      }
    }
  }

  private static func isSequence(_ scanner: inout JSONScanner) throws(JSONFault) -> Bool {
    try scanner.enter(0)
    var isFirst = true
    var isCollection = false
    while let key = try scanner.nextKey(&isFirst) {
      if scanner.isEqual(key, "features") || scanner.isEqual(key, "elements") { isCollection = true }
      let start = scanner.position
      try scanner.skipValue(depth: 1)
      let value = JSONScanner.Text(range: start..<scanner.position, isEscaped: false)
      if scanner.isEqual(key, "type"), scanner.isEqual(value, "\"Feature\"") { return true }
    }
    guard !isCollection else { return false }
    return try scanner.peek() == 0x7B
  }
}
