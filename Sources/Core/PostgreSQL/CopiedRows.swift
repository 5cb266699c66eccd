import Basics
import Glibc
import SQL

/// Rows in the binary form of the server's COPY: the number of columns, then each value after its length.
final class CopiedRows: ValueBinder {
  private let types: [ColumnType]
  private let statement: String
  // Every value passes here: checks of exclusive access would show, and nothing calls back meanwhile.
  @exclusivity(unchecked) private var buffer = CopyBuffer()
  /// The position of the last value of the current row.
  private var bound = 0

  init(_ types: [ColumnType], _ statement: String) {
    self.types = types
    self.statement = statement
  }

  var isLarge: Bool { buffer.isLarge }

  func begin() {
    // "PGCOPY", a line end, 255, a line end of two bytes and 0; then no flags and no extension.
    buffer.append(0x5047_434F_5059_0AFF as UInt64)
    buffer.append(0x0D0A as UInt16)
    buffer.append(0 as UInt8)
    buffer.append(0 as UInt64)
  }

  func beginRow() {
    buffer.append(Int16(types.count))
    bound = 0
  }

  func endRow() { leaveNull(upTo: types.count + 1) }

  func end() { buffer.append(Int16(-1)) }

  func send(_ body: (UnsafeRawBufferPointer) throws -> Void) throws { try buffer.send(body) }

  func clear() { buffer.clear() }

  // MARK: Values

  func bind(_ position: Int, _ number: Int64) throws {
    switch try type(position) {
    case .int8: append(number)
    case .int4: append(try narrowed(number, to: Int32.self))
    case .int2: append(try narrowed(number, to: Int16.self))
    case .bool: append(UInt8(number == 0 ? 0 : 1))
    case .float8: append(Double(number).bitPattern)
    case let type where type.isText: try append(String(number))
    default: throw wrongType
    }
  }

  func bind(_ position: Int, _ number: Double) throws {
    // As SQLite keeps it.
    guard !number.isNaN else { return }
    guard try type(position) == .float8 else { throw wrongType }
    append(number.bitPattern)
  }

  /// - Throws: `DomainError` `text-with-nul` (invalid) if it holds U+0000, which the server keeps in no text.
  func bind(_ position: Int, _ text: String) throws {
    guard try type(position).isText else { throw wrongType }
    try append(text)
  }

  func bind(_ position: Int, _ blob: [UInt8]) throws {
    guard try type(position) == .bytes else { throw wrongType }
    blob.withUnsafeBytes { buffer.append($0) }
  }

  private func type(_ position: Int) throws -> ColumnType {
    guard position > bound, position <= types.count else {
      throw DatabaseFailure.refused("08P01", "values of \(types.count) columns are not in order", statement)
    }
    leaveNull(upTo: position)
    bound = position
    return types[position - 1]
  }

  private func leaveNull(upTo position: Int) {
    for _ in bound + 1..<position { buffer.append(Int32(-1)) }
  }

  private func append(_ number: some FixedWidthInteger) {
    buffer.append(Int32(number.bitWidth / 8))
    buffer.append(number)
  }

  private func append(_ text: String) throws {
    var text = text
    try text.withUTF8 { utf8 in
      guard let start = utf8.baseAddress else { return buffer.append(Int32(0)) }
      guard memchr(start, 0, utf8.count) == nil else { throw DomainError.nulInText }
      buffer.append(UnsafeRawBufferPointer(utf8))
    }
  }

  private var wrongType: DatabaseFailure {
    DatabaseFailure.refused("42804", "a value does not have the type of its column", statement)
  }

  private func narrowed<Number: FixedWidthInteger>(_ number: Int64, to type: Number.Type) throws -> Number {
    guard let narrowed = Number(exactly: number) else {
      throw DatabaseFailure.refused("22003", "a number is out of the range of its column", statement)
    }
    return narrowed
  }
}

/// Bytes on their way to the server. Numbers are big-endian.
private struct CopyBuffer: ~Copyable {
  private static let size = 1 << 16

  private var start = UnsafeMutableRawPointer.allocate(byteCount: size * 2, alignment: 8)
  private var capacity = size * 2
  private var count = 0

  deinit { start.deallocate() }

  var isLarge: Bool { count >= Self.size }

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    reserve(MemoryLayout<Number>.size)
    start.storeBytes(of: number.bigEndian, toByteOffset: count, as: Number.self)
    count += MemoryLayout<Number>.size
  }

  /// Appends bytes after their number.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    append(Int32(clamping: bytes.count))
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  mutating func send(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try body(UnsafeRawBufferPointer(start: start, count: count))
    clear()
  }

  mutating func clear() { count = 0 }

  private mutating func reserve(_ size: Int) {
    guard count + size > capacity else { return }
    capacity = max(2 * capacity, count + size)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    larger.copyMemory(from: start, byteCount: count)
    start.deallocate()
    start = larger
  }
}
