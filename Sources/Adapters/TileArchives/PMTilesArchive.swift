package import Basics
import Compression
import Concurrency
import Glibc
import JSON
package import MapTiles
import Synchronization

/// A PMTiles archive (version 3). Each tile is read by ranges of the file: the directories on the way, which
/// are kept, and its bytes.
package final class PMTilesArchive: TileArchive {
  package let information: TileArchiveInformation
  private let file: OpenFile
  private let header: PMTilesHeader
  private let root: PMTilesDirectory
  private let work: BlockingWork
  /// The directories below the root that were read last, by their offsets.
  private let leaves = Mutex<[UInt64: PMTilesDirectory]>([:])

  private static let maxDirectoryBytes = 1 << 20
  private static let maxExpandedBytes = 8 << 20
  private static let maxMetadataBytes = 1 << 20
  /// Writers make one or two levels below the root.
  private static let maxDepth = 4
  private static let maxKeptLeaves = 64

  /// Opens an archive.
  /// - Throws: `DomainError` `tiles-invalid`, which names the file.
  package init(path: String) throws(DomainError) {
    do {
      file = try openFile(path)
    } catch {
      throw .tileArchiveInvalid(path, "cannot be opened: \(error)")
    }
    guard let start = Self.bytes(of: file, 0..<UInt64(PMTilesHeader.count)),
      let header = PMTilesHeader(start, fileSize: UInt64(file.size))
    else { throw .tileArchiveInvalid(path, "is no PMTiles archive of version 3") }
    let isVector = header.contents == .vector
    guard [.none, .unknown].contains(header.tileCompression) || isVector && header.tileCompression == .gzip else {
      throw .tileArchiveInvalid(
        path,
        isVector
          ? "has tiles that are compressed by something else than gzip"
          : "has images that are compressed once more: write them as they are")
    }
    guard [.none, .gzip].contains(header.directoryCompression) else {
      throw .tileArchiveInvalid(path, "has directories compressed by something else than gzip")
    }
    guard header.zooms.upperBound <= TileAddress.maxZoom,
      let root = Self.directory(of: file, header.root, header.directoryCompression)
    else { throw .tileArchiveInvalid(path, "has a directory that cannot be read") }
    (self.header, self.root) = (header, root)
    let metadata = Self.metadata(of: file, header)
    information = TileArchiveInformation(
      attribution: Self.attribution(in: metadata), zooms: header.zooms,
      schema: isVector ? try VectorSchema.recognized(by: vectorLayers(of: metadata), in: path) : nil,
      date: TileArchiveInformation.day(of: metadata?[TileArchiveInformation.dateKey]?.string))
    work = BlockingWork(
      "map tiles", parallel: 2, waiting: 512,
      overloadError: DomainError(
        .rateLimited, "too-many-tiles", "Too many tiles are being read: try again in a moment.", retryAfter: 1))
  }

  package func tile(at address: TileAddress) async throws -> [UInt8]? {
    guard header.zooms.contains(address.zoom) else { return nil }
    return try await work.run { try self.readTile(address.hilbertNumber) }
  }

  private func readTile(_ number: UInt64) throws(DomainError) -> [UInt8]? {
    var directory = root
    for _ in 0...Self.maxDepth {
      guard let entry = directory.entry(for: number) else { return nil }
      let section = entry.runLength == 0 ? header.leaves : header.tiles
      guard let range = Self.range(entry, in: section) else { throw .tilesDamaged }
      if entry.runLength > 0 {
        guard entry.length <= TileArchiveInformation.maxTileBytes, let tile = Self.bytes(of: file, range) else {
          throw .tilesDamaged
        }
        return tile
      }
      directory = try leaf(at: range)
    }
    throw .tilesDamaged
  }

  private func leaf(at range: Range<UInt64>) throws(DomainError) -> PMTilesDirectory {
    if let kept = leaves.withLock({ $0[range.lowerBound] }) { return kept }
    guard let read = Self.directory(of: file, range, header.directoryCompression) else { throw .tilesDamaged }
    leaves.withLock { leaves in
      if leaves.count >= Self.maxKeptLeaves { leaves.removeAll() }
      leaves[range.lowerBound] = read
    }
    return read
  }

  /// Where an entry lies in the file; nil if that is outside of its section.
  private static func range(_ entry: PMTilesDirectory.Entry, in section: Range<UInt64>) -> Range<UInt64>? {
    let (start, isOver) = section.lowerBound.addingReportingOverflow(entry.offset)
    guard !isOver, start <= section.upperBound, entry.length <= section.upperBound - start else { return nil }
    return start..<start + entry.length
  }

  private static func directory(
    of file: OpenFile, _ range: Range<UInt64>, _ compression: PMTilesHeader.Compression
  ) -> PMTilesDirectory? {
    guard range.count <= maxDirectoryBytes, let bytes = bytes(of: file, range) else { return nil }
    if compression == .none { return PMTilesDirectory(bytes) }
    return Gzip.expanded(bytes, maxCount: maxExpandedBytes).flatMap(PMTilesDirectory.init)
  }

  /// The metadata; nil if there are none that can be read.
  private static func metadata(of file: OpenFile, _ header: PMTilesHeader) -> JSONValue? {
    guard header.metadata.count <= maxMetadataBytes, let stored = bytes(of: file, header.metadata),
      let text = header.directoryCompression == .gzip ? Gzip.expanded(stored, maxCount: maxMetadataBytes) : stored
    else { return nil }
    return try? JSONReader.value(of: text)
  }

  private static func attribution(in metadata: JSONValue?) -> String {
    guard let attribution = metadata?["attribution"]?.string else { return "" }
    return TileArchiveInformation.plainAttribution(attribution)
  }

  /// A range of a file; nil if it is cut off or cannot be read.
  private static func bytes(of file: OpenFile, _ range: Range<UInt64>) -> [UInt8]? {
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < buffer.count {
        let added = pread(
          file.descriptor, buffer.baseAddress! + count, buffer.count - count, Int(range.lowerBound) + count)
        if added < 0 && errno == EINTR { continue }
        guard added > 0 else {
          isWhole = false
          return
        }
        count += added
      }
    }
    return isWhole ? bytes : nil
  }
}
