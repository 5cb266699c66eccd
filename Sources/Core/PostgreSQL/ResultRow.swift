import Basics
import CPQ
import SQL

/// The current row of a result. Kept longer than its rows it reads as null, without harm.
final class ResultRow: Row {
  /// The location of the row's bytes.
  private enum Place {
    case nowhere
    /// In a result that holds one row.
    case result
    /// In a spooled record.
    case record
  }

  private var place = Place.nowhere
  private var result: ResultHandle?
  private var record = SpooledRecord()
  private var types: [ColumnType] = []
  private var isBinary = false

  func move(to result: consuming ResultHandle) {
    if types.isEmpty { describe(result) }
    self.result = consume result
    place = .result
  }

  /// Moves to a spooled row.
  func move(to record: SpooledRecord) {
    self.record = record
    result = nil
    place = .record
  }

  /// Moves to no row.
  func clear() {
    place = .nowhere
    result = nil
    record = SpooledRecord()
  }

  /// All rows of a result are alike.
  private func describe(_ result: borrowing ResultHandle) {
    types = (0..<PQnfields(result.pointer)).map { ColumnType(number: PQftype(result.pointer, $0)) }
    isBinary = PQfformat(result.pointer, 0) == 1
  }

  /// Lends the bytes of a column; nil for null and for a column that is not there.
  private func withBytes<Result>(
    _ column: Int, _ body: (UnsafeBufferPointer<UInt8>?) throws -> Result
  ) rethrows -> Result {
    guard types.indices.contains(column) else { return try body(nil) }
    switch place {
    case .nowhere: return try body(nil)
    case .record: return try record.withBytes(column, body)
    case .result:
      // The result stays alive while it is lent: a statement inside the body does not touch the row.
      guard let pointer = result?.pointer, PQgetisnull(pointer, 0, Int32(column)) == 0,
        let start = PQgetvalue(pointer, 0, Int32(column))
      else { return try body(nil) }
      let count = Int(PQgetlength(pointer, 0, Int32(column)))
      return try start.withMemoryRebound(to: UInt8.self, capacity: count) {
        try body(UnsafeBufferPointer(start: $0, count: count))
      }
    }
  }

  private func scalar(_ column: Int) -> Scalar {
    withBytes(column) { bytes in
      guard let bytes else { return .null }
      return isBinary ? Scalar(binary: bytes, of: types[column]) : Scalar(text: bytes, of: types[column])
    }
  }

  /// Whether the bytes of a column are those of its text or blob.
  private func isPlain(_ column: Int) -> Bool {
    guard types.indices.contains(column) else { return true }
    let type = types[column]
    if type == .bytes { return isBinary }
    return type.isText || !isBinary && type != .bool && type != .timestamptz
  }
}

// MARK: Columns

extension ResultRow {
  func isNull(_ column: Int) -> Bool { withBytes(column) { $0 == nil } }

  func integer(_ column: Int) -> Int64 { scalar(column).integer }

  func real(_ column: Int) -> Double { scalar(column).real }

  func text(_ column: Int) -> String { withUTF8(column) { String(decoding: $0, as: UTF8.self) } }

  func blob(_ column: Int) -> [UInt8] { withUTF8(column) { Array($0) } }

  func withUTF8<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    if isPlain(column) {
      return try withBytes(column) { try body($0 ?? UnsafeBufferPointer(start: nil, count: 0)) }
    }
    return try scalar(column).bytes.withUnsafeBufferPointer(body)
  }
}
