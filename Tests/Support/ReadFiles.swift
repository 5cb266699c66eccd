package import Basics
import Glibc

extension OpenFile {
  /// All its bytes, independent of the file offset.
  package func bytes() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < buffer.count {
        let added = pread(descriptor, buffer.baseAddress! + count, buffer.count - count, off_t(count))
        guard added > 0 else { return }
        count += added
      }
    }
  }
}
