import Basics
import Foundation

/// A file that holds secrets. Only its owner can read it, and it is written atomically.
struct SecretFile: Sendable {
  let path: String
  /// How the operator replaces an exposed secret; part of an error message.
  var replacing = "'fourcuts keys rotate --revoke'"

  /// The contents of the file, which is created when absent. When several processes create it at the same time, one
  /// wins and all read its contents.
  /// - Throws: `DomainError` `secret-exposed` when other users may read it, `secret-unusable` when it cannot be read
  ///   or created.
  func contents(orNew make: () -> [UInt8]) throws(DomainError) -> [UInt8] {
    if let contents = try contents() { return contents }
    let draft = draftPath
    try orUnusable { () throws(FileFault) in try writeFile(make(), at: draft) }
    // Unlike `rename`, `link` does not replace a file that another process has created meanwhile.
    let result = link(draft, path)
    let reason = errno
    unlink(draft)
    guard result == 0 || reason == EEXIST, let contents = try contents() else { throw unusable }
    try orUnusable { () throws(FileFault) in try syncDirectory(directoryPath) }
    return contents
  }

  /// The contents of the file. Nil when absent.
  /// - Throws: As above.
  func contents() throws(DomainError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw unusable
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unusable }
    guard status.st_mode & forbiddenMode == 0 else {
      throw DomainError(
        .conflict, "secret-exposed",
        "\(path) holds secrets and is open to others: close it with 'chmod 600', and replace the secrets if they may "
          + "have been read (\(replacing)).")
    }
    guard let contents = try? handle.readToEnd() else { return [] }
    return [UInt8](contents)
  }

  /// Systemd gives the service's user access to its credentials by an ACL, which shows as a permission of the group. Their
  /// directory is closed to others.
  private var forbiddenMode: mode_t {
    let directory = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) } ?? ""
    return !directory.isEmpty && path.hasPrefix(directory + "/") ? 0o037 : 0o077
  }

  /// Replaces the contents atomically: a reader sees either the old or the new ones.
  /// - Throws: `DomainError` `secret-unusable`.
  func replace(with contents: [UInt8]) throws(DomainError) {
    try orUnusable { () throws(FileFault) in
      try replaceFile(path, with: contents, draft: draftPath)
      try syncDirectory(directoryPath)
    }
  }

  /// Runs `body` under an exclusive lock of the file's directory.
  /// - Throws: `DomainError` `secret-unusable`, and what the body throws.
  func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
    let directory = open(directoryPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw unusable }
    defer { close(directory) }
    guard flock(directory, LOCK_EX) == 0 else { throw unusable }
    return try body()
  }

  private func orUnusable(_ body: () throws(FileFault) -> Void) throws(DomainError) {
    do throws(FileFault) { try body() } catch { throw unusable }
  }

  /// A new file beside this one.
  private var draftPath: String { "\(path).\(UUID().uuidString)" }

  private var directoryPath: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  private var unusable: DomainError {
    DomainError(
      .unavailable, "secret-unusable", "\(path) cannot be read or written: check its folder's rights and free space.")
  }
}
