import Basics
import Glibc

/// The first byte of a file; nil if it is empty or unreadable.
func firstByte(of file: OpenFile) -> UInt8? {
  var byte: UInt8 = 0
  return pread(file.descriptor, &byte, 1, 0) == 1 ? byte : nil
}

/// Creates a directory for this user only, unless it exists.
func makeDirectory(_ path: String) throws(FileFault) {
  guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFault(path) }
}

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
