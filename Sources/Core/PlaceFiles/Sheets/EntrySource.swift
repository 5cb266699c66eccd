import Basics
import Tabular
import Zip

struct EntrySource: ByteSource {
  private let reader: ZipEntryReader

  /// - Throws: `DomainError` for a damaged or encrypted entry.
  init(_ archive: ZipArchive, _ entry: ZipArchive.Entry) throws(DomainError) {
    reader = try archive.open(entry)
  }

  func read(upTo count: Int) throws -> [UInt8]? { try reader.read(upTo: count) }
}

extension ZipArchive {
  /// The maximum size in bytes of an archive that has no path.
  private static let maxMemoryBytes = 64 << 20

  /// Opens the archive of a source, by its path if it has one.
  /// - Throws: `DomainError` `zip-malformed`, `too-large`, and errors of the source.
  static func of(_ source: any ByteSource) throws -> ZipArchive {
    if let file = source as? FileSource { return try ZipArchive(path: file.path) }
    return try ZipArchive(bytes: try wholeContent(of: source, maxCount: maxMemoryBytes))
  }
}

/// The content of a source that cannot be read piece by piece.
/// - Throws: `DomainError` `too-large`, and errors of the source.
func wholeContent(of source: any ByteSource, maxCount: Int) throws -> [UInt8] {
  var source = source
  var bytes: [UInt8] = []
  while let chunk = try source.read(upTo: 1 << 20) {
    bytes += chunk
    guard bytes.count <= maxCount else {
      throw DomainError(
        .tooLarge, "too-large", "The file is larger than \(maxCount >> 20) MiB; name it by its path instead.")
    }
  }
  return bytes
}
