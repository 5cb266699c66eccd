import Basics
import Glibc

/// Opens a file for reading. Symbolic links are not followed.
func openFile(_ path: String) throws(FileFault) -> OpenFile {
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

/// The first byte of a file; nil if it is empty or unreadable.
func firstByte(of file: OpenFile) -> UInt8? {
  var byte: UInt8 = 0
  return pread(file.descriptor, &byte, 1, 0) == 1 ? byte : nil
}

/// Creates a directory for this user only, unless it exists.
func makeDirectory(_ path: String) throws(FileFault) {
  guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFault(path) }
}

/// The names of a directory's entries.
func namesInDirectory(_ path: String) throws(FileFault) -> [String] {
  guard let directory = opendir(path) else { throw FileFault(path) }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}
