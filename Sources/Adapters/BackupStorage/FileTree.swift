package import Basics
import CSystem
import Glibc

/// Files below a directory, written without waiting for the disk until `synchronize`.
package struct FileTree: Sendable {
  package let root: String

  /// Nothing is made yet.
  package init(_ root: String) { self.root = root }

  private func path(_ relative: String) -> String { "\(root)/\(relative)" }

  /// Appends bytes to a file. Missing directories and the file are made, for this user only.
  package func append(_ bytes: [UInt8], to relative: String) throws(FileFault) {
    try write(bytes, to: relative, O_APPEND)
  }

  /// Stores bytes under a name, which gets all of them at once.
  /// - Parameter isDurable: whether the disk has the file before it gets its name.
  package func put(_ bytes: [UInt8], at relative: String, isDurable: Bool = false) throws(FileFault) {
    var random = SystemRandomNumberGenerator()
    let draft = "\(relative).\(String(random.next(), radix: 36)).part"
    do throws(FileFault) {
      try write(bytes, to: draft, O_EXCL, isDurable: isDurable)
      try replaceFile(path(relative), withFile: path(draft))
    } catch {
      unlink(path(draft))
      throw error
    }
    guard isDurable else { return }
    do {
      try syncDirectory(parent(of: path(relative)))
    } catch  where error.code == ENOENT {
      // The file was removed meanwhile, and the directory with it.
    }
  }

  private func write(
    _ bytes: [UInt8], to relative: String, _ flag: Int32, isDurable: Bool = false
  ) throws(FileFault) {
    let path = path(relative)
    let descriptor = try opened(path, flag)
    var fault: FileFault?
    if !writeAll(bytes[...], to: descriptor) || isDurable && fsync(descriptor) != 0 { fault = FileFault(path) }
    if close(descriptor) != 0 { fault = fault ?? FileFault(path) }
    if let fault { throw fault }
  }

  /// How often a directory is made that is removed before a file is in it.
  private static let maxAttempts = 100

  /// Opens a file for writing; makes it and the directories above it.
  private func opened(_ path: String, _ flag: Int32) throws(FileFault) -> Int32 {
    for _ in 0..<Self.maxAttempts {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flag, 0o600)
      if descriptor >= 0 { return descriptor }
      guard errno == ENOENT else { throw FileFault(path) }
      do {
        try makeDirectories(parent(of: path))
      } catch  where error.code == ENOENT {
        // `remove`, of this process or another, takes away directories that are empty, such as one made just now.
      }
    }
    throw FileFault(path)
  }

  private func parent(of path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  /// Makes a directory and those above it, for this user only.
  package func makeDirectories(_ path: String) throws(FileFault) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path.dropFirst().contains("/") else { throw FileFault(path) }
    try makeDirectories(parent(of: path))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFault(path) }
  }

  package func get(_ relative: String) throws(FileFault) -> [UInt8]? {
    do {
      return try readFile(path(relative))
    } catch  where error.code == ENOENT {
      return nil
    }
  }

  /// The paths of all files below a directory, from the root.
  package func list(_ relative: String) throws(FileFault) -> [String] {
    guard let directory = opendir(path(relative)) else {
      if errno == ENOENT { return [] }
      throw FileFault(path(relative))
    }
    defer { closedir(directory) }
    var paths: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name == "." || name == ".." { continue }
      let path = relative.isEmpty || relative.hasSuffix("/") ? relative + name : "\(relative)/\(name)"
      if isDirectory(path, type: entry.pointee.d_type) { paths += try list(path) } else { paths.append(path) }
    }
    return paths
  }

  private func isDirectory(_ relative: String, type: UInt8) -> Bool {
    guard type == UInt8(DT_UNKNOWN) else { return type == UInt8(DT_DIR) }
    var status = stat()
    return lstat(path(relative), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Removes files, and directories above them that are empty then.
  package func remove(_ relative: [String]) throws(FileFault) {
    for file in relative {
      let path = path(file)
      guard unlink(path) == 0 || errno == ENOENT else { throw FileFault(path) }
      var above = parent(of: path)
      while above.count > root.count, rmdir(above) == 0 { above = parent(of: above) }
    }
  }

  /// Waits until the disk has everything of its file system.
  package func synchronize() throws(FileFault) {
    let descriptor = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFault(root) }
    defer { close(descriptor) }
    guard csystem_sync_file_system(descriptor) == 0 else { throw FileFault(root) }
  }
}
