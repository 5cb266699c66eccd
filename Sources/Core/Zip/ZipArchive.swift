package import Basics
import CZip

/// A ZIP archive, which is only read.
package final class ZipArchive: @unchecked Sendable {
  package struct Entry: Sendable {
    package let name: String
    /// The size in bytes that the archive states; what is read is checked against it.
    package let size: Int
    fileprivate let index: UInt64
  }

  /// More entries than any spreadsheet or map has.
  private static let maxEntries = 20_000
  /// The maximum size of an expanded entry: the first megabytes are free, beyond them it may be this many times larger
  /// than in the archive. XML of spreadsheets is 10 to 40 times larger.
  private static let freeBytes = 64 << 20
  private static let maxRatio = 200

  fileprivate let archive: OpaquePointer
  package let entries: [Entry]
  private let memory: UnsafeMutableRawPointer?

  /// Opens an archive by its path.
  /// - Throws: `DomainError` `zip-malformed`.
  package convenience init(path: String) throws(DomainError) {
    var code: Int32 = 0
    guard let archive = zip_open(path, Int32(ZIP_RDONLY), &code) else { throw .zipMalformed }
    try self.init(archive, memory: nil)
  }

  /// Opens an archive in memory.
  /// - Throws: `DomainError` `zip-malformed`.
  package convenience init(bytes: [UInt8]) throws(DomainError) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 1)
    memory.copyMemory(from: bytes, byteCount: bytes.count)
    let source = zip_source_buffer_create(memory, UInt64(bytes.count), 0, nil)
    guard let source, let archive = zip_open_from_source(source, Int32(ZIP_RDONLY), nil) else {
      if let source { zip_source_free(source) }
      memory.deallocate()
      throw .zipMalformed
    }
    try self.init(archive, memory: memory)
  }

  private init(_ archive: OpaquePointer, memory: UnsafeMutableRawPointer?) throws(DomainError) {
    let count = zip_get_num_entries(archive, 0)
    let isAccepted = count >= 0 && count <= Self.maxEntries
    var entries: [Entry] = []
    for index in 0..<UInt64(isAccepted ? count : 0) {
      var status = zip_stat_t()
      zip_stat_init(&status)
      guard zip_stat_index(archive, index, 0, &status) == 0, let name = status.name,
        let size = Int(exactly: status.size)
      else { continue }
      let packed = Int(clamping: status.comp_size)
      guard size <= Self.freeBytes || size / Self.maxRatio <= packed else { continue }
      entries.append(Entry(name: String(cString: name), size: size, index: index))
    }
    self.archive = archive
    self.memory = memory
    self.entries = entries
    guard isAccepted else { throw .zipMalformed }
  }

  deinit {
    zip_discard(archive)
    memory?.deallocate()
  }

  package func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

  /// Opens an entry for reading.
  /// - Throws: `DomainError` `zip-encrypted` or `zip-malformed`.
  package func open(_ entry: Entry) throws(DomainError) -> ZipEntryReader {
    guard let file = zip_fopen_index(archive, entry.index, 0) else {
      let code = zip_error_code_zip(zip_get_error(archive))
      guard code == ZIP_ER_NOPASSWD || code == ZIP_ER_WRONGPASSWD else { throw .zipMalformed }
      throw DomainError(.invalid, "zip-encrypted", "The file is protected by a password; save it without one.")
    }
    return ZipEntryReader(self, file, size: entry.size)
  }

  /// The content of a small entry; nil if there is none of that name.
  /// - Throws: `DomainError`, also for one larger than `maxCount`.
  package func content(_ name: String, maxCount: Int) throws(DomainError) -> [UInt8]? {
    guard let entry = entry(name) else { return nil }
    guard entry.size <= maxCount else { throw .zipMalformed }
    let reader = try open(entry)
    var bytes: [UInt8] = []
    while let chunk = try reader.read(upTo: 1 << 16) { bytes += chunk }
    return bytes
  }
}

/// Reads the content of an entry. It keeps its archive open.
package final class ZipEntryReader: @unchecked Sendable {
  private let archive: ZipArchive
  private let file: OpaquePointer
  private var remaining: Int

  fileprivate init(_ archive: ZipArchive, _ file: OpaquePointer, size: Int) {
    self.archive = archive
    self.file = file
    remaining = size
  }

  deinit { zip_fclose(file) }

  /// The next bytes, at least one and at most `count`; nil at the end.
  /// - Throws: `DomainError` `zip-malformed` for damage, and for more bytes than the archive states.
  package func read(upTo count: Int) throws(DomainError) -> [UInt8]? {
    let capacity = max(1, count)
    var got: Int64 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      got = zip_fread(file, buffer.baseAddress, UInt64(capacity))
      filled = max(0, Int(got))
    }
    guard got >= 0, bytes.count <= remaining else { throw .zipMalformed }
    remaining -= bytes.count
    return bytes.isEmpty ? nil : bytes
  }
}

extension DomainError {
  fileprivate static var zipMalformed: DomainError {
    DomainError(
      .invalid, "zip-malformed",
      "The file is a damaged ZIP archive, or expands to far more than it holds; save or download it again.")
  }
}
