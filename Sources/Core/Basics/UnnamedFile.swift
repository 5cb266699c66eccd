#if canImport(Glibc)
  import Glibc

  /// Owns an open file without a name: it goes with its owner, however the process ends.
  package struct UnnamedFile: ~Copyable, Sendable {
    package private(set) var descriptor: Int32
    private let directory: String
    private let mode: UInt32

    /// - Parameter mode: The rights that it has once it gets a name, less those that the process masks.
    package init(in directory: String, mode: UInt32 = 0o600) throws(FileFault) {
      let descriptor = open(directory, Self.withoutName | O_RDWR | O_CLOEXEC, mode)
      if descriptor >= 0 {
        self.init(descriptor, directory, mode)
      } else {
        try self.init(unlinkedIn: directory, mode: mode)
      }
    }

    /// For file systems without `O_TMPFILE`.
    init(unlinkedIn directory: String, mode: UInt32 = 0o600) throws(FileFault) {
      let path = "\(directory)/unnamed-\(String(UInt64.random(in: .min ... .max), radix: 36))"
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw FileFault(directory) }
      unlink(path)
      self.init(descriptor, directory, mode)
    }

    private init(_ descriptor: Int32, _ directory: String, _ mode: UInt32) {
      (self.descriptor, self.directory, self.mode) = (descriptor, directory, mode)
    }

    deinit {
      if descriptor >= 0 { close(descriptor) }
    }

    /// `O_TMPFILE`.
    private static let withoutName = 0o20000000 | O_DIRECTORY

    package func append(_ bytes: [UInt8]) throws(FileFault) {
      guard writeAll(bytes[...], to: descriptor) else { throw FileFault(directory) }
    }

    package func overwriteStart(with bytes: [UInt8]) throws(FileFault) {
      guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { throw FileFault(directory) }
    }

    /// Gives the file a name, in place of the file that has it.
    /// - Parameter draft: A name that it has in between, on the same disk.
    package func replaceFile(_ path: String, draft: String) throws(FileFault) {
      unlink(draft)
      if linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, draft, AT_SYMLINK_FOLLOW) != 0 {
        try copy(to: draft)
      }
      try Basics.replaceFile(path, withFile: draft)
    }

    /// A file that was unlinked cannot be linked again.
    private func copy(to path: String) throws(FileFault) {
      let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard target >= 0 else { throw FileFault(path) }
      defer { close(target) }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      var offset = 0
      while true {
        let count = pread(descriptor, &bytes, bytes.count, off_t(offset))
        if count < 0 && errno == EINTR { continue }
        if count == 0 { return }
        guard count > 0, writeAll(bytes[..<count], to: target) else {
          let fault = FileFault(path)
          unlink(path)
          throw fault
        }
        offset += count
      }
    }

    package consuming func opened() throws(FileFault) -> OpenFile {
      let size = lseek(descriptor, 0, SEEK_END)
      guard size >= 0 else { throw FileFault(directory) }
      return OpenFile(descriptor: release(), size: Int(size)) { close($0) }
    }

    /// The descriptor, which belongs to the caller from now on.
    package consuming func release() -> Int32 {
      defer { descriptor = -1 }
      return descriptor
    }
  }
#endif
