import Basics
import SQL

/// The values bound to a statement, as they are sent: binary if the type's binary form is known, otherwise as text that
/// the server parses.
struct Parameters {
  private let types: [ColumnType]
  private let statement: String
  /// The position of each value in `bytes`; negative for null.
  private var starts: [Int]
  private var counts: [Int32]
  private var formats: [Int32]
  private var bytes: [UInt8] = []

  init(_ types: [ColumnType], statement: String) {
    self.types = types
    self.statement = statement
    starts = [Int](repeating: -1, count: types.count)
    counts = [Int32](repeating: 0, count: types.count)
    formats = [Int32](repeating: 0, count: types.count)
  }

  var count: Int { types.count }

  /// All are null again; their memory is kept, unless it is large.
  mutating func clear() {
    for index in starts.indices { starts[index] = -1 }
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
  }

  /// Lends pointers to the values, their lengths and their formats, as libpq takes them.
  func withPointers<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { bytes in
      // An empty value that is not null still needs an address.
      let base = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
      let values = starts.map { start in
        start < 0 ? nil : base.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
      }
      return values.withUnsafeBufferPointer { values in
        counts.withUnsafeBufferPointer { counts in
          formats.withUnsafeBufferPointer { formats in
            // A statement without parameters has no arrays, of which libpq then reads nothing.
            guard let values = values.baseAddress, let counts = counts.baseAddress, let formats = formats.baseAddress
            else { return Self.withNoPointers(body) }
            return body(values, counts, formats)
          }
        }
      }
    }
  }

  private static func withNoPointers<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Result
  ) -> Result {
    var value: UnsafePointer<CChar>?
    var number: Int32 = 0
    return withUnsafePointer(to: &value) { value in
      withUnsafePointer(to: &number) { body(value, $0, $0) }
    }
  }
}

// MARK: Binding

extension Parameters {
  mutating func bind(_ position: Int, _ number: Int64) throws {
    let index = try index(position)
    switch types[index] {
    case .int8: setBinary(index, number)
    case .int4: setBinary(index, try narrowed(number, to: Int32.self))
    case .int2: setBinary(index, try narrowed(number, to: Int16.self))
    case .oid: setBinary(index, try narrowed(number, to: UInt32.self))
    case .float8: setBinary(index, Double(number).bitPattern)
    case .float4: setBinary(index, Float(number).bitPattern)
    case .bool: setBinary(index, UInt8(number == 0 ? 0 : 1))
    case .timestamptz:
      guard let microseconds = ServerTime.microseconds(ofMilliseconds: number) else { throw outOfRange }
      setBinary(index, microseconds)
    case .bytes: set(index, format: 1, String(number).utf8)
    default: setText(index, String(number).utf8)
    }
  }

  mutating func bind(_ position: Int, _ number: Double) throws {
    let index = try index(position)
    // As SQLite keeps it.
    if number.isNaN {
      starts[index] = -1
      return
    }
    switch types[index] {
    case .float8: setBinary(index, number.bitPattern)
    case .float4: setBinary(index, Float(number).bitPattern)
    case .int8, .int4, .int2, .oid, .bool, .timestamptz:
      guard let whole = Int64(exactly: number) else { throw outOfRange }
      try bind(position, whole)
    case .bytes: set(index, format: 1, number.description.utf8)
    // The server's spelling is "Infinity".
    default: setText(index, (number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : number.description).utf8)
    }
  }

  /// - Throws: `DomainError` `text-with-nul` (invalid) if it holds U+0000, which the server keeps in no text.
  mutating func bind(_ position: Int, _ text: String) throws {
    let index = try index(position)
    if types[index] == .bytes { return set(index, format: 1, text.utf8) }
    guard !text.utf8.contains(0) else { throw DomainError.nulInText }
    // The server reads a text as any other type, and refuses one that is none.
    if types[index].isText { set(index, format: 1, text.utf8) } else { setText(index, text.utf8) }
  }

  mutating func bind(_ position: Int, _ blob: [UInt8]) throws {
    let index = try index(position)
    if types[index] == .bytes { return set(index, format: 1, blob) }
    guard types[index].isText else { throw DatabaseFailure.refused("42804", "bytes for another type", statement) }
    guard !blob.contains(0) else { throw DomainError.nulInText }
    set(index, format: 1, blob)
  }

  /// Binds all of them.
  mutating func bind(_ values: [Value]) throws {
    guard values.count == count else {
      throw DatabaseFailure.refused("08P01", "\(values.count) values for \(count) parameters", statement)
    }
    for (index, value) in values.enumerated() { try bind(index + 1, value) }
  }

  mutating func bind(_ position: Int, _ value: Value) throws {
    switch value {
    case .null: starts[try index(position)] = -1
    case .integer(let number): try bind(position, number)
    case .real(let number): try bind(position, number)
    case .text(let text): try bind(position, text)
    case .blob(let bytes): try bind(position, bytes)
    }
  }

  private func index(_ position: Int) throws -> Int {
    guard position >= 1, position <= types.count else {
      throw DatabaseFailure.refused("08P01", "the statement has \(types.count) parameters", statement)
    }
    return position - 1
  }

  private var outOfRange: DatabaseFailure {
    DatabaseFailure.refused("22003", "a number is out of the range of its column", statement)
  }

  private func narrowed<Number: FixedWidthInteger>(_ number: Int64, to type: Number.Type) throws -> Number {
    guard let narrowed = Number(exactly: number) else { throw outOfRange }
    return narrowed
  }

  private mutating func setBinary<Number: FixedWidthInteger>(_ index: Int, _ number: Number) {
    withUnsafeBytes(of: number.bigEndian) { set(index, format: 1, $0) }
  }

  /// A value that the server reads: it ends with a zero.
  private mutating func setText(_ index: Int, _ text: some Collection<UInt8>) {
    set(index, format: 0, text)
    bytes.append(0)
  }

  private mutating func set(_ index: Int, format: Int32, _ value: some Collection<UInt8>) {
    starts[index] = bytes.count
    formats[index] = format
    bytes.append(contentsOf: value)
    counts[index] = Int32(clamping: bytes.count - starts[index])
  }
}
