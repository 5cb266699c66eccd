package import Basics
import CSQLite
import Glibc

/// A foreign SQLite file, which one thread reads, or a new file for others.
///
/// Only plain tables of such a file are used: no views, triggers or virtual tables.
package final class SQLiteFile: @unchecked Sendable {
  /// The maximum size in bytes of a value that is read.
  private static let maxValueBytes: Int32 = 16 << 20

  private let handle: ConnectionHandle
  private var insertion: StatementHandle?

  /// Opens a file for reading. It is not locked, so nobody else should write it.
  /// - Throws: `DomainError` `sqlite-malformed`, `sqlite-in-use` if its last changes are still in its log.
  package init(reading path: String) throws(DomainError) {
    var status = stat()
    guard stat(path + "-wal", &status) != 0 || status.st_size == 0 else {
      throw DomainError(
        .conflict, "sqlite-in-use",
        "The last changes of the file are still in its log; close the program that has it open, and try again.")
    }
    do {
      handle = try ConnectionHandle(path: path, access: .immutable)
    } catch {
      throw Self.malformed("it cannot be opened")
    }
    defend()
  }

  /// Opens a copy in memory for reading.
  /// - Throws: `DomainError` `sqlite-malformed`.
  package init(bytes: [UInt8]) throws(DomainError) {
    do {
      handle = try ConnectionHandle(path: ":memory:", access: .readOnly)
    } catch {
      throw Self.malformed("it cannot be opened")
    }
    // The library frees it.
    let count = Int64(bytes.count)
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
    guard let memory = sqlite3_malloc64(UInt64(max(bytes.count, 1))) else { throw Self.malformed("there is no memory") }
    memory.copyMemory(from: bytes, byteCount: bytes.count)
    let pages = memory.assumingMemoryBound(to: UInt8.self)
    // A copy has no log, which the header may ask for.
    for version in 18...19 where bytes.count > version && pages[version] == 2 { pages[version] = 1 }
    guard sqlite3_deserialize(handle.pointer, "main", pages, count, count, flags) == SQLITE_OK else {
      throw Self.malformed("it cannot be opened")
    }
    defend()
  }

  /// Creates a file, which must not exist.
  /// - Throws: `DomainError` `sqlite-unwritable`.
  package init(creating path: String) throws(DomainError) {
    do {
      handle = try ConnectionHandle(path: path)
    } catch {
      throw DomainError(.unavailable, "sqlite-unwritable", "The file cannot be written: \(path).")
    }
  }

  private func defend() {
    csqlite_defend(handle.pointer)
    sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, Self.maxValueBytes)
    sqlite3_exec(handle.pointer, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", nil, nil, nil)
  }

  /// Runs statements without parameters.
  /// - Throws: `DomainError` `sqlite-unwritable`.
  package func run(_ statements: String) throws(DomainError) {
    guard sqlite3_exec(handle.pointer, statements, nil, nil, nil) == SQLITE_OK else { throw unwritable }
  }

  /// Prepares the statement of `insert`.
  /// - Throws: `DomainError` `sqlite-unwritable`.
  package func prepareInsertion(_ statement: String) throws(DomainError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(handle.pointer, statement, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw unwritable }
    insertion = StatementHandle(prepared)
  }

  package enum Value: Sendable {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)
    case blob([UInt8])
  }

  /// Inserts a row by the prepared statement.
  /// - Throws: `DomainError` `sqlite-unwritable`.
  package func insert(_ values: [Value]) throws(DomainError) {
    guard let statement = insertion?.pointer else { throw unwritable }
    for (index, value) in values.enumerated() {
      let position = Int32(index + 1)
      let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      let code =
        switch value {
        case .null: sqlite3_bind_null(statement, position)
        case .integer(let number): sqlite3_bind_int64(statement, position, number)
        case .number(let number): sqlite3_bind_double(statement, position, number)
        case .text(let text): sqlite3_bind_text(statement, position, text, Int32(text.utf8.count), transient)
        case .blob(let bytes): sqlite3_bind_blob(statement, position, bytes, Int32(bytes.count), transient)
        }
      guard code == SQLITE_OK else { throw unwritable }
    }
    guard sqlite3_step(statement) == SQLITE_DONE, sqlite3_reset(statement) == SQLITE_OK else { throw unwritable }
  }

  private var unwritable: DomainError {
    DomainError(
      .unavailable, "sqlite-unwritable",
      "The file cannot be written: \(String(cString: sqlite3_errmsg(handle.pointer))).")
  }

  /// Starts a query.
  /// - Throws: `DomainError` `sqlite-malformed`.
  package func rows(of query: String, _ parameters: [String] = []) throws(DomainError) -> SQLiteRows {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(handle.pointer, query, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw failure }
    return SQLiteRows(self, prepared, parameters)
  }

  /// Whether there is a plain table of that name.
  /// - Throws: `DomainError` `sqlite-malformed`.
  package func hasTable(_ name: String) throws(DomainError) -> Bool {
    let query = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND lower(name) = lower(?1)"
    return try rows(of: query, [name]).next()
  }

  fileprivate var failure: DomainError {
    Self.malformed(String(cString: sqlite3_errmsg(handle.pointer)))
  }

  private static func malformed(_ reason: String) -> DomainError {
    DomainError(.invalid, "sqlite-malformed", "The file is no SQLite database that can be read: \(reason).")
  }
}

/// The rows of a query. It keeps its file open.
package final class SQLiteRows: @unchecked Sendable {
  private let file: SQLiteFile
  private let statement: StatementHandle
  /// Another step would start the query again.
  private var isAtEnd = false

  fileprivate init(_ file: SQLiteFile, _ prepared: OpaquePointer, _ parameters: [String]) {
    self.file = file
    statement = StatementHandle(prepared)
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (index, text) in parameters.enumerated() {
      sqlite3_bind_text(prepared, Int32(index + 1), text, Int32(text.utf8.count), transient)
    }
  }

  /// Goes to the next row; false at the end.
  /// - Throws: `DomainError` `sqlite-malformed`.
  package func next() throws(DomainError) -> Bool {
    guard !isAtEnd else { return false }
    switch sqlite3_step(statement.pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      isAtEnd = true
      return false
    default: throw file.failure
    }
  }

  package var columns: [String] {
    (0..<sqlite3_column_count(statement.pointer)).map { column in
      sqlite3_column_name(statement.pointer, column).map { String(cString: $0) } ?? ""
    }
  }

  package func value(_ column: Int) -> SQLiteFile.Value {
    let column = Int32(column)
    switch sqlite3_column_type(statement.pointer, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement.pointer, column))
    case SQLITE_FLOAT: return .number(sqlite3_column_double(statement.pointer, column))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(statement.pointer, column)
      let count = Int(sqlite3_column_bytes(statement.pointer, column))
      return .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(statement.pointer, column)
      let count = Int(sqlite3_column_bytes(statement.pointer, column))
      return .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }

  package func text(_ column: Int) -> String? {
    if case .text(let text) = value(column) { text } else { nil }
  }
}
