package import Basics
import Concurrency
import Glibc
package import Photos

/// Stores photos in a directory: `photos/ab/abcd….jpg` by the first two digits of the name, so that every subdirectory
/// stays small enough to list.
///
/// A file is renamed to its final name once it is fully on disk. Reads and writes run on the store's own threads.
package final class PhotoDirectory: ListedPhotoStore {
  /// The directory where uploads are received and files are written before renaming, on the same disk.
  package let incoming: String
  private let directory: String
  /// Separate, so that reads do not wait for disk writes.
  private let reading: BlockingWork
  private let writing: BlockingWork

  /// The maximum number of waiting reads, each for an active request.
  private static let maxReads = 10_000
  /// The maximum number of waiting writes, each with a photo in memory.
  private static let maxWrites = 100

  /// Opens a directory, and creates it if absent.
  /// - Parameter incoming: another directory for incomplete files, on the same disk.
  /// - Throws: `DomainError` `photos-not-kept` (unavailable).
  package convenience init(_ path: String, incoming: String? = nil) throws {
    self.init(path: path, incoming: incoming ?? "\(path)/incoming")
    do {
      for each in [path, directory, self.incoming] { try makeDirectory(each) }
      for first in UInt8.min ... .max { try makeDirectory("\(directory)/\(hexadecimal([first]))") }
      try syncDirectory(directory)
    } catch {
      throw Self.notStored(error)
    }
  }

  /// An existing directory, in which nothing is made: for reading, also without write permission.
  package convenience init(existing path: String) {
    self.init(path: path, incoming: "\(path)/incoming")
  }

  private init(path: String, incoming: String) {
    reading = BlockingWork("photos: read", parallel: 4, waiting: Self.maxReads, overloadError: Self.overloaded)
    writing = BlockingWork("photos: write", parallel: 4, waiting: Self.maxWrites, overloadError: Self.overloaded)
    directory = "\(path)/kept"
    self.incoming = incoming
  }

  /// File descriptors reserved for other uses.
  private static let keptDescriptors = 64

  /// Stores bytes; see `PhotoStore`. Concurrent writers of the same bytes each write a complete file, and the later
  /// rename wins.
  package func put(_ bytes: [UInt8], under key: PhotoKey) async throws {
    try await writing.run { [self] in
      do {
        let path = path(of: key)
        if try !holds(path, bytes) { try write(bytes, at: path) }
        // Also if the file exists: its writer may not have synced it yet.
        try syncDirectory(directory(of: key))
      } catch {
        throw Self.notStored(error)
      }
    }
  }

  package func get(_ key: PhotoKey) async throws -> [UInt8]? {
    try await reading.run { [self] in
      do {
        return try readFile(path(of: key))
      } catch let fault as FileFault where fault.code == ENOENT {
        return nil
      }
    }
  }

  /// Opens the file of a key; nil when absent.
  package func open(_ key: PhotoKey) async throws -> OpenedBytes? {
    try await reading.run { [self] in
      do {
        let file = try openFile(path(of: key))
        // The system assigns the lowest free descriptor: a high one means that few are left.
        guard Int(file.descriptor) < Self.usableDescriptors else { throw Self.busy }
        return OpenedBytes(file: file, first: firstByte(of: file))
      } catch let fault as FileFault where fault.code == ENOENT {
        return nil
      } catch let fault as FileFault where fault.code == EMFILE || fault.code == ENFILE {
        throw Self.busy
      }
    }
  }

  private static var usableDescriptors: Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let count = Int(clamping: limit.rlim_cur)
    return count - min(keptDescriptors, count / 4)
  }

  /// Whether the file exists with exactly these bytes.
  private func holds(_ path: String, _ bytes: [UInt8]) throws -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size == bytes.count else { return false }
    return try readFile(path) == bytes
  }

  /// The size and hash of a file; nil when absent. Reads the file.
  package func variant(of key: PhotoKey) async throws -> StoredVariant? {
    try await reading.run { [self] in
      do {
        return StoredVariant(of: try readFile(path(of: key)))
      } catch let fault as FileFault where fault.code == ENOENT {
        return nil
      }
    }
  }

  package func remove(_ keys: [PhotoKey]) async throws {
    try await writing.run { [self] in
      for key in keys {
        let path = path(of: key)
        guard unlink(path) == 0 || errno == ENOENT else { throw Self.notStored(FileFault(path)) }
      }
    }
  }

  package var partCount: Int { 256 }

  package func keys(inPart part: Int) async throws -> (keys: [PhotoKey], foreign: Int) {
    try await reading.run { [self] in
      let names = try namesInDirectory("\(directory)/\(hexadecimal([UInt8(part)]))")
      let keys = names.compactMap { PhotoKey($0) }
      return (keys, names.count - keys.count)
    }
  }

  /// Moves files into the directory `aside`, beside that of the photos.
  package func setAside(_ keys: [PhotoKey]) async throws -> String {
    let aside = "\(directory)/../aside"
    try await writing.run { [self] in
      do {
        try makeDirectory(aside)
        for key in keys where rename(path(of: key), "\(aside)/\(key)") != 0 && errno != ENOENT {
          throw FileFault(path(of: key))
        }
        try syncDirectory(aside)
      } catch {
        throw Self.notStored(error)
      }
    }
    return aside.replacing("/kept/..", with: "")
  }

  private func write(_ bytes: [UInt8], at path: String) throws {
    var random = SystemRandomNumberGenerator()
    let temporary = "\(incoming)/\(String(random.next(), radix: 36))\(String(random.next(), radix: 36)).new"
    try replaceFile(path, with: bytes, draft: temporary)
  }

  package static func path(of name: PhotoName, in path: String) -> String {
    "\(path)/kept/\(name.description.prefix(2))/\(name)"
  }

  private func directory(of key: PhotoKey) -> String { "\(directory)/\(key.name.description.prefix(2))" }

  private func path(of key: PhotoKey) -> String { "\(directory(of: key))/\(key)" }

  private static let overloaded = DomainError(
    .rateLimited, "too-many-photos", "Too many photos are being requested right now; try again in a moment.")

  private static let busy = DomainError(
    .unavailable, "photos-busy", "Too many photos are being sent just now; try again in a little while.")

  private static func notStored(_ error: any Error) -> DomainError {
    DomainError(
      .unavailable, "photos-not-kept", "Photos cannot be stored now: the disk is full or the directory unwritable.",
      condition: ServiceCondition(
        .photos, "Photos cannot be stored (\(error)): check the directory's permissions and free space."))
  }
}
