import CSQLite
import SQL

/// A prepared statement, which is also its current row.
///
/// It may safely outlive the closure that received it as a row: it then reads as null.
final class SQLiteStatement: PreparedStatement, Row {
  private let handle: StatementHandle
  private let connection: SQLiteConnection.Core
  private let text: String
  /// The library's indexes of `$1`, `$2`, …: it numbers parameters by first appearance, not by their digits.
  private let parameterIndexes: [Int32]
  /// Whether the indexes are 1, 2, …, the usual case, which needs no look-up.
  private let isInOrder: Bool
  /// Enough for the texts of some dozen rows.
  private let scratch = ScratchBlock(size: 1 << 14)
  /// The bytes of the scratch block in use. Apart from it, since the compiler checks each change of a structure in an
  /// object for exclusive access.
  private var scratchCount = 0
  /// Whether rows are being read: the same query then needs another statement.
  private(set) var isBusy = false

  init(_ text: String, on connection: SQLiteConnection.Core) throws {
    self.text = text
    self.connection = connection
    handle = try connection.prepare(text)
    parameterIndexes = try Self.parameterIndexes(of: handle.pointer, text)
    isInOrder = parameterIndexes.enumerated().allSatisfy { $1 == Int32($0 + 1) }
  }

  var parameterCount: Int { parameterIndexes.count }

  func bind(_ position: Int, _ number: Int64) throws {
    try check(sqlite3_bind_int64(handle.pointer, parameterIndex(position), number))
  }

  func bind(_ position: Int, _ number: Double) throws {
    try check(sqlite3_bind_double(handle.pointer, parameterIndex(position), number))
  }

  func bind(_ position: Int, _ text: String) throws {
    try text.utf8.span.withUnsafeBufferPointer { try bindText(position, $0) }
  }

  private func bindText(_ position: Int, _ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard let (start, lifetime) = lend(bytes) else { return try check(emptyText(position)) }
    let code = start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
      sqlite3_bind_text64(
        handle.pointer, parameterIndex(position), start, UInt64(bytes.count), lifetime, UInt8(SQLITE_UTF8))
    }
    try check(code)
  }

  func bind(_ position: Int, _ bytes: [UInt8]) throws {
    try bytes.withUnsafeBufferPointer { bytes in
      guard let (start, lifetime) = lend(bytes) else {
        return try check(sqlite3_bind_zeroblob(handle.pointer, parameterIndex(position), 0))
      }
      try check(sqlite3_bind_blob64(handle.pointer, parameterIndex(position), start, UInt64(bytes.count), lifetime))
    }
  }

  @discardableResult
  func run() throws -> Int {
    defer { reset() }
    let before = connection.changesSinceOpening
    while try step() {}
    return connection.changesSinceOpening == before ? 0 : connection.changesOfLastStatement
  }

  func each(_ body: (any Row) throws -> Void) throws {
    isBusy = true
    defer { reset() }
    while try step() { try body(self) }
  }

  func first<Result>(_ body: (any Row) throws -> Result) throws -> Result? {
    isBusy = true
    defer { reset() }
    return try step() ? body(self) : nil
  }

  private func step() throws -> Bool {
    let code = sqlite3_step(handle.pointer)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else { throw connection.failure(code, text) }
    return false
  }

  private func reset() {
    // The code repeats the error of the last step, which was thrown then.
    sqlite3_reset(handle.pointer)
    sqlite3_clear_bindings(handle.pointer)
    scratchCount = 0
    isBusy = false
  }

  @inline(__always)
  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw connection.failure(code, text) }
  }
}

// MARK: Columns

extension SQLiteStatement {
  func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle.pointer, Int32(column)) == SQLITE_NULL }

  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle.pointer, Int32(column)) }

  func real(_ column: Int) -> Double { sqlite3_column_double(handle.pointer, Int32(column)) }

  func text(_ column: Int) -> String { withUTF8(column) { String(decoding: $0, as: UTF8.self) } }

  func blob(_ column: Int) -> [UInt8] {
    // The pointer must be read before the size, since reading it may convert the value.
    let start = sqlite3_column_blob(handle.pointer, Int32(column))
    let count = Int(sqlite3_column_bytes(handle.pointer, Int32(column)))
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  func withUTF8<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    let start = sqlite3_column_text(handle.pointer, Int32(column))
    let count = Int(sqlite3_column_bytes(handle.pointer, Int32(column)))
    return try body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}

// MARK: Parameters

extension SQLiteStatement {
  /// Makes the library copy the bound bytes: the macro `SQLITE_TRANSIENT`, a cast that Swift does not import.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// The address of bytes to bind, and whether the library must copy them; nil for no bytes.
  ///
  /// The scratch block saves an allocation in the library for each text.
  private func lend(_ bytes: UnsafeBufferPointer<UInt8>) -> (UnsafePointer<UInt8>, sqlite3_destructor_type?)? {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return nil }
    if let copy = scratch.copy(bytes, to: scratchCount) {
      scratchCount += bytes.count
      return (copy, nil)
    }
    return (start, Self.copied)
  }

  private func emptyText(_ position: Int) -> Int32 {
    sqlite3_bind_text64(handle.pointer, parameterIndex(position), "", 0, Self.copied, UInt8(SQLITE_UTF8))
  }

  /// The library's index of a parameter; for an unknown parameter 0, which the library rejects.
  private func parameterIndex(_ position: Int) -> Int32 {
    if isInOrder { return Int32(exactly: position) ?? 0 }
    return position >= 1 && position <= parameterIndexes.count ? parameterIndexes[position - 1] : 0
  }

  private static func parameterIndexes(of statement: OpaquePointer, _ text: String) throws -> [Int32] {
    let count = sqlite3_bind_parameter_count(statement)
    var indexes = [Int32](repeating: 0, count: Int(count))
    for index in 0..<count {
      let name = sqlite3_bind_parameter_name(statement, index + 1).map { String(cString: $0) } ?? "?"
      guard name.first == "$", let number = Int(name.dropFirst()), indexes.indices.contains(number - 1) else {
        throw DatabaseFailure(
          code: Int(SQLITE_RANGE), message: "parameters must be $1 to $\(count), not \(name)", statement: text)
      }
      indexes[number - 1] = index + 1
    }
    return indexes
  }
}
