package import Basics
import Glibc

/// A pull-based stream of bytes.
package protocol ByteSource: Sendable {
  /// The next bytes, at least one and at most `count`; nil at the end.
  mutating func read(upTo count: Int) throws -> [UInt8]?
}

package struct MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The next bytes, at most `count`; nil at the end.
  package mutating func read(upTo count: Int) -> [UInt8]? {
    guard position < bytes.count else { return nil }
    let end = Swift.min(bytes.count, position + max(1, count))
    defer { position = end }
    return Array(bytes[position..<end])
  }
}

/// The bytes of a file, or of anything else that can be opened for reading by its path.
///
/// Copies share one file offset, so only one of them should read.
package struct FileSource: ByteSource {
  /// The size in bytes when it was opened; nil for anything but a regular file.
  package let size: Int?
  package let path: String
  private let file: OpenFile

  /// Opens a file.
  /// - Throws: `DomainError` `file-missing`, `file-forbidden` or `file-unreadable`.
  package init(path: String) throws(DomainError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.domainError(path, errno) }
    let file = OpenFile(descriptor: descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.domainError(path, errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw Self.domainError(path, EISDIR) }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    self.file = file
    self.path = path
  }

  /// The next bytes, at most `count`; nil at the end.
  /// - Throws: `DomainError` `file-unreadable` when the system fails to read on.
  package mutating func read(upTo count: Int) throws -> [UInt8]? {
    let capacity = max(1, count)
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      var got = Glibc.read(file.descriptor, buffer.baseAddress, capacity)
      while got < 0, errno == EINTR { got = Glibc.read(file.descriptor, buffer.baseAddress, capacity) }
      if got < 0 { failure = errno }
      filled = max(0, got)
    }
    guard failure == 0 else { throw Self.domainError("The file", failure) }
    return bytes.isEmpty ? nil : bytes
  }

  private static func domainError(_ path: String, _ code: Int32) -> DomainError {
    switch code {
    case ENOENT, ENOTDIR: DomainError(.notFound, "file-missing", "\(path) does not exist; check the path.")
    case EACCES, EPERM: DomainError(.forbidden, "file-forbidden", "\(path) may not be read by this user.")
    case EISDIR: DomainError(.invalid, "file-unreadable", "\(path) is a folder; name a file in it.")
    default: DomainError(.unavailable, "file-unreadable", "\(path) can't be read: \(String(cString: strerror(code))).")
    }
  }
}

/// Owns a file descriptor. A class, because sources are copied and the descriptor is closed once.
private final class OpenFile: Sendable {
  let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }
}
