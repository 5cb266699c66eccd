import Basics
import Crypto
import Photos
import Synchronization

/// The directory in which objects are received as unnamed files, which vanish with their last reader or with the
/// process. The bytes of all of them together are bounded, so that slow readers cannot fill the disk.
final class Spool: Sendable {
  private let directory: String
  private let maxBytes: Int
  private let used = Mutex(0)

  init(directory: String, maxBytes: Int) {
    (self.directory, self.maxBytes) = (directory, maxBytes)
  }

  var usedBytes: Int { used.withLock(\.self) }

  func makeFile() throws(FileFault) -> SpooledFile {
    SpooledFile(try UnnamedFile(in: directory), self)
  }

  /// - Returns: Whether there is room for more bytes.
  fileprivate func take(_ count: Int) -> Bool {
    used.withLock { used in
      guard used + count <= maxBytes else { return false }
      used += count
      return true
    }
  }

  fileprivate func release(_ count: Int) { used.withLock { $0 -= count } }
}

/// A file that receives an object; closed with the last reference.
final class SpooledFile: Sendable {
  private struct Received {
    var size = 0
    var first: UInt8?
    var digest = Digest()
  }

  private let file: UnnamedFile
  private let spool: Spool
  private let received = Mutex(Received())

  fileprivate init(_ file: consuming UnnamedFile, _ spool: Spool) {
    self.file = file
    self.spool = spool
  }

  deinit {
    spool.release(received.withLock(\.size))
  }

  /// Appends bytes.
  /// - Returns: Whether they were written.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    received.withLock { received in
      guard spool.take(bytes.count) else { return false }
      received.size += bytes.count
      received.first = received.first ?? bytes.first
      received.digest.update(bytes)
      return writeAll(bytes, to: file.descriptor)
    }
  }

  /// The file, to be sent; it keeps this object alive.
  var opened: OpenedBytes {
    let (size, first) = received.withLock { ($0.size, $0.first) }
    return OpenedBytes(file: OpenFile(descriptor: file.descriptor, size: size) { [self] _ in _ = self }, first: first)
  }

  /// The size and hash of what was appended.
  var variant: StoredVariant { received.withLock { StoredVariant(size: $0.size, hash: $0.digest.hexadecimal) } }
}
