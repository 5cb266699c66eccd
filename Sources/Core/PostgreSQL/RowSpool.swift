import Basics
import CPQ
import Glibc
import SQL

/// Rows that are spooled because another statement runs before all were read.
///
/// The wire carries one result at a time. What is still on its way is taken off and kept, so that memory stays bounded:
/// the first megabyte here, the rest in a file without a name among the temporary ones.
///
/// Considered: a cursor for each query (`DECLARE`, `FETCH`), which leaves the rows with the server. For a page of
/// twenty rows it costs 1.3 to 2.2 times as much, though sent in one go, and it can't take `RETURNING`. A query that is
/// large and has statements run in between is the exception.
struct RowSpool: ~Copyable {
  private static let maxBytesInMemory = 1 << 20

  private var records: [SpooledRecord] = []
  private var next = 0
  private var bytesInMemory = 0
  private var file = SpoolFile()

  mutating func append(_ result: borrowing ResultHandle) throws {
    let record = SpooledRecord(result)
    guard !file.isInUse && bytesInMemory < Self.maxBytesInMemory else { return try file.append(record) }
    bytesInMemory += record.byteCount
    records.append(record)
  }

  /// Takes the first row; nil if there is none.
  mutating func takeFirst() throws -> SpooledRecord? {
    guard next < records.count else { return try file.takeFirst() }
    defer { next += 1 }
    return records[next]
  }
}

/// A row's bytes, column by column.
struct SpooledRecord {
  fileprivate var bytes: [UInt8] = []
  /// The end of each column; a negative end means null, at the end of the column before.
  private var ends: [Int32] = []

  init() {}

  init(_ result: borrowing ResultHandle) {
    for column in 0..<PQnfields(result.pointer) {
      guard PQgetisnull(result.pointer, 0, column) == 0, let start = PQgetvalue(result.pointer, 0, column) else {
        ends.append(-Int32(bytes.count) - 1)
        continue
      }
      let raw = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result.pointer, 0, column)))
      bytes.append(contentsOf: raw)
      ends.append(Int32(bytes.count))
    }
  }

  fileprivate init(bytes: [UInt8], ends: [Int32]) {
    self.bytes = bytes
    self.ends = ends
  }

  var byteCount: Int { bytes.count + ends.count * 4 + 64 }

  func withBytes<Result>(
    _ column: Int, _ body: (UnsafeBufferPointer<UInt8>?) throws -> Result
  ) rethrows -> Result {
    guard ends.indices.contains(column), ends[column] >= 0 else { return try body(nil) }
    let start = column == 0 ? 0 : ends[column - 1] < 0 ? -ends[column - 1] - 1 : ends[column - 1]
    return try bytes.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[Int(start)..<Int(ends[column])]))
    }
  }

  fileprivate func withParts(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    let counts = [Int32(ends.count), Int32(bytes.count)]
    try counts.withUnsafeBytes(body)
    try ends.withUnsafeBytes(body)
    try bytes.withUnsafeBytes(body)
  }
}

/// Rows in a file without a name.
private struct SpoolFile: ~Copyable {
  private var file: UnsafeMutablePointer<FILE>?
  private var isRead = false

  var isInUse: Bool { file != nil }

  deinit {
    if let file { fclose(file) }
  }

  mutating func append(_ record: SpooledRecord) throws {
    if file == nil { file = try Self.open() }
    try record.withParts { part in
      guard fwrite(part.baseAddress, 1, part.count, file) == part.count else { throw Self.failure }
    }
  }

  mutating func takeFirst() throws -> SpooledRecord? {
    guard let file else { return nil }
    if !isRead {
      guard fflush(file) == 0 else { throw Self.failure }
      rewind(file)
      isRead = true
    }
    var counts: [Int32] = [0, 0]
    let found = counts.withUnsafeMutableBytes { fread($0.baseAddress, 1, $0.count, file) }
    guard found > 0 else { return nil }
    var ends = [Int32](repeating: 0, count: Int(counts[0]))
    var bytes = [UInt8](repeating: 0, count: Int(counts[1]))
    let isWhole = ends.withUnsafeMutableBytes { fread($0.baseAddress, 1, $0.count, file) == $0.count }
    guard isWhole, fread(&bytes, 1, bytes.count, file) == bytes.count else { throw Self.failure }
    return SpooledRecord(bytes: bytes, ends: ends)
  }

  private static func open() throws -> UnsafeMutablePointer<FILE> {
    let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    guard let unnamed = try? UnnamedFile(in: directory) else { throw failure }
    let descriptor = unnamed.release()
    guard let file = fdopen(descriptor, "w+") else {
      close(descriptor)
      throw failure
    }
    return file
  }

  private static var failure: DatabaseFailure {
    DatabaseFailure.refused("58030", "rows cannot be laid aside in the folder for temporary files", nil)
  }
}
