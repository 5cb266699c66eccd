import Glibc

/// Memory for randomly accessed tables: from four megabytes on it requests huge pages, which avoid most TLB misses;
/// they would otherwise cost as much as the reads.
package enum LargeMemory {
  private static let hugePage = 2 << 20

  /// Uninitialised memory, aligned at least to a cache line; freed by `free`.
  package static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer {
    let isLarge = bytes >= 2 * hugePage
    var memory: UnsafeMutableRawPointer?
    let code = posix_memalign(&memory, isLarge ? hugePage : 64, max(64, bytes))
    guard code == 0, let memory else { fatalError("No memory for \(bytes) bytes of an index.") }
    if isLarge { madvise(memory, bytes, MADV_HUGEPAGE) }
    return memory
  }

  package static func allocate<Value: BitwiseCopyable>(_ type: Value.Type, count: Int) -> UnsafeMutablePointer<Value> {
    allocate(count * MemoryLayout<Value>.stride).bindMemory(to: type, capacity: count)
  }
}
