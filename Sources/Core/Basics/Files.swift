#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the operating system refused; for the operator's log.
package struct FileFault: Error, CustomStringConvertible {
  package let path: String
  package let code: Int32

  /// The fault of the call that was made last on this thread.
  package init(_ path: String) {
    self.path = path
    code = errno
  }

  package var description: String { "\(path): \(String(cString: strerror(code)))" }
}

/// All bytes of a file. Symbolic links are not followed.
package func readFile(_ path: String) throws(FileFault) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
  guard descriptor >= 0 else { throw FileFault(path) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw FileFault(path) }
  var fault: FileFault?
  let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
    while count < buffer.count {
      let added = read(descriptor, buffer.baseAddress! + count, buffer.count - count)
      if added < 0 && errno == EINTR { continue }
      if added < 0 { fault = FileFault(path) }
      guard added > 0 else { return }
      count += added
    }
  }
  if let fault { throw fault }
  return bytes
}

/// Opens a file for reading. Symbolic links are not followed.
package func openFile(_ path: String) throws(FileFault) -> OpenFile {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
  guard descriptor >= 0 else { throw FileFault(path) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else {
    let fault = FileFault(path)
    close(descriptor)
    throw fault
  }
  return OpenFile(descriptor: descriptor, size: Int(status.st_size)) { close($0) }
}

/// Writes every byte, going on after interruptions; false if the descriptor takes no more.
package func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
}

/// The same for borrowed bytes in memory.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}

/// Writes a new file, readable by this user alone, and waits until the disk has it. Where that fails nothing is left.
package func writeFile(_ bytes: [UInt8], at path: String) throws(FileFault) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw FileFault(path) }
  var fault: FileFault?
  if !writeAll(bytes[...], to: descriptor) || fsync(descriptor) != 0 { fault = FileFault(path) }
  if close(descriptor) != 0 { fault = fault ?? FileFault(path) }
  guard let fault else { return }
  unlink(path)
  throw fault
}

/// Replaces the contents of a file atomically: a reader finds the old or the new contents, also after a crash.
/// - Parameter draft: where they are written first, on the same disk.
package func replaceFile(_ path: String, with bytes: [UInt8], draft: String) throws(FileFault) {
  try writeFile(bytes, at: draft)
  try replaceFile(path, withFile: draft)
}

/// Replaces a file by a finished draft on the same disk atomically. Where that fails the draft is removed.
package func replaceFile(_ path: String, withFile draft: String) throws(FileFault) {
  guard rename(draft, path) != 0 else { return }
  let fault = FileFault(path)
  unlink(draft)
  throw fault
}

/// Waits until the disk has the names in a folder.
package func syncDirectory(_ path: String) throws(FileFault) {
  let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { throw FileFault(path) }
  defer { close(descriptor) }
  guard fsync(descriptor) == 0 else { throw FileFault(path) }
}
