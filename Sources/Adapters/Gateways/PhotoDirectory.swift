package import Basics
import Concurrency
import Crypto
import Glibc
package import Photos

/// Photos in a folder of the disk: `photos/ab/abcd….jpg` by the first two digits of the name, so that no folder grows
/// too large for a person to list.
///
/// A file gets its name when the disk has all of it. Reading and writing run on threads of the folder's own.
package final class PhotoDirectory: PhotoStore {
  /// Where uploads are received and files are written before they have their names: on the same disk.
  package let incoming: String
  private let directory: String
  /// Reading does not wait for the disk to have written.
  private let reading: BlockingWork
  private let writing: BlockingWork

  /// How many readings wait, each for a request that is there anyway.
  private static let maxReads = 10_000
  /// How many writings wait; each holds a photo in memory.
  private static let maxWrites = 100

  /// Opens a folder, making it where there is none.
  /// - Parameter incoming: Another place for what has no name yet, on the same disk.
  /// - Throws: `DomainError` `photos-not-kept` (unavailable).
  package init(_ path: String, incoming: String? = nil) throws {
    reading = BlockingWork("photos: read", parallel: 4, waiting: Self.maxReads, overloadError: Self.overloaded)
    writing = BlockingWork("photos: write", parallel: 4, waiting: Self.maxWrites, overloadError: Self.overloaded)
    directory = "\(path)/kept"
    self.incoming = incoming ?? "\(path)/incoming"
    do {
      for each in [path, directory, self.incoming] { try makeDirectory(each) }
      for first in UInt8.min ... .max { try makeDirectory("\(directory)/\(hexadecimal([first]))") }
      try syncDirectory(directory)
    } catch {
      throw Self.notStored(error)
    }
  }

  /// Descriptors that are left to others.
  private static let keptDescriptors = 64

  /// Keeps bytes; see `PhotoStore`. Two that write the same at the same time each write it whole, and the later name
  /// wins.
  package func put(_ bytes: [UInt8], under key: PhotoKey) async throws {
    try await writing.run { [self] in
      do {
        let path = path(of: key)
        if try !holds(path, bytes) { try write(bytes, at: path) }
        // Also where it is there: whoever wrote it may not have come so far yet.
        try syncDirectory(directory(of: key))
      } catch {
        throw Self.notStored(error)
      }
    }
  }

  /// The bytes under a key; nil where there are none.
  package func get(_ key: PhotoKey) async throws -> [UInt8]? {
    try await reading.run { [self] in
      do {
        return try wholeFile(path(of: key))
      } catch let fault as FileFault where fault.code == ENOENT {
        return nil
      }
    }
  }

  /// Opens what is under a key.
  package func open(_ key: PhotoKey) async throws -> OpenedBytes? {
    try await reading.run { [self] in
      do {
        let file = try openFile(path(of: key))
        // The system gives the lowest number that is free: a high one means that few are left.
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

  /// Whether a file is there that holds just these bytes.
  private func holds(_ path: String, _ bytes: [UInt8]) throws -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size == bytes.count else { return false }
    return try wholeFile(path) == bytes
  }

  /// Removes what is under keys, on the caller's thread.
  package func remove(_ keys: [PhotoKey]) throws {
    for key in keys {
      let path = path(of: key)
      guard unlink(path) == 0 || errno == ENOENT else { throw FileFault(path) }
    }
  }

  private func write(_ bytes: [UInt8], at path: String) throws {
    var random = SystemRandomNumberGenerator()
    let temporary = "\(incoming)/\(String(random.next(), radix: 36))\(String(random.next(), radix: 36)).new"
    do {
      try writeFile(bytes, at: temporary)
      guard rename(temporary, path) == 0 else { throw FileFault(path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// The file of a photo as it was uploaded, in a folder that was opened with the path.
  package static func path(of name: PhotoName, in path: String) -> String {
    "\(path)/kept/\(name.description.prefix(2))/\(name)"
  }

  private func directory(of key: PhotoKey) -> String { "\(directory)/\(key.name.description.prefix(2))" }

  private func path(of key: PhotoKey) -> String { "\(directory(of: key))/\(key)" }

  private static let overloaded = DomainError(
    .rateLimited, "too-many-photos", "Too many photos are being asked for just now; try again in a little while.")

  private static let busy = DomainError(
    .unavailable, "photos-busy", "Too many photos are being sent just now; try again in a little while.")

  private static func notStored(_ error: any Error) -> DomainError {
    DomainError(
      .unavailable, "photos-not-kept", "Photos cannot be kept now: the disk is full or its folder cannot be written.",
      condition: ServiceCondition(.photos, "Photos cannot be kept (\(error)): check the folder's rights and its room."))
  }
}
