import Basics
import Glibc

/// The bytes that an event loop is about to send: one buffer for all its connections, filled and sent within the
/// handling of one event.
final class OutputBuffer {
  private var storage: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 65_536) {
    storage = .allocate(byteCount: capacity, alignment: 16)
    self.capacity = capacity
  }

  deinit {
    storage.deallocate()
  }

  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: storage, count: count)
  }

  /// Empties the buffer; frees memory that a burst has allocated.
  func reset() {
    count = 0
    if capacity > 1_048_576 {
      storage.deallocate()
      capacity = 65_536
      storage = .allocate(byteCount: capacity, alignment: 16)
    }
  }

  @inline(__always)
  private func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    moved.copyMemory(from: storage, byteCount: count)
    storage.deallocate()
    storage = moved
    capacity = larger
  }

  @inline(__always)
  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    reserve(bytes.count)
    (storage + count).copyMemory(from: base, byteCount: bytes.count)
    count += bytes.count
  }

  @inline(__always)
  func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  func append(decimal number: Int) {
    append(number, radix: 10)
  }

  func append(hexadecimal number: Int) {
    append(number, radix: 16)
  }

  /// The digits of a number, which must not be negative.
  private func append(_ number: Int, radix: Int) {
    withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
      var start = 20
      var rest = number
      repeat {
        let digit = UInt8(truncatingIfNeeded: rest % radix)
        start -= 1
        digits[start] = digit < 10 ? digit + 0x30 : digit + 0x57
        rest /= radix
      } while rest > 0
      append(UnsafeRawBufferPointer(rebasing: digits[start...]))
    }
  }
}

/// Unsent output of a client: whole arrays and ranges of files in order, so that large bodies wait without being
/// copied.
struct PendingOutput {
  enum Chunk {
    case bytes([UInt8])
    case file(OpenFile, Range<Int>)

    var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(_, let range): range.count
      }
    }
  }

  private var chunks: [Chunk] = []
  private var first = 0
  /// How many bytes of the first chunk were sent.
  private var offset = 0
  /// Bytes in memory; files do not count.
  private(set) var count = 0

  var isEmpty: Bool { first == chunks.count }

  mutating func append(_ bytes: [UInt8], from start: Int = 0) {
    guard start < bytes.count else { return }
    count += bytes.count - start
    if isEmpty { offset = start }
    // Only the first chunk may start inside its array.
    chunks.append(.bytes(isEmpty || start == 0 ? bytes : Array(bytes[start...])))
  }

  mutating func append(_ file: OpenFile, _ range: Range<Int>) {
    if !range.isEmpty { chunks.append(.file(file, range)) }
  }

  /// The next chunk to send; of a file, the rest of its range.
  var next: Chunk {
    guard case .file(let file, let range) = chunks[first] else { return chunks[first] }
    return .file(file, range.dropFirst(offset))
  }

  /// The next bytes to send; none when the next chunk is a file.
  func withNext<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard case .bytes(let bytes) = chunks[first] else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
  }

  /// Records that bytes of the next chunk were sent.
  mutating func advance(_ bytes: Int) {
    offset += bytes
    if case .bytes = chunks[first] { count -= bytes }
    guard offset == chunks[first].count else { return }
    chunks[first] = .bytes([])
    first += 1
    offset = 0
    if first == chunks.count {
      self = PendingOutput()
    } else if first >= 64, first * 2 > chunks.count {
      // The list would grow without bound for a client that reads on but never catches up.
      chunks.removeFirst(first)
      first = 0
    }
  }
}
