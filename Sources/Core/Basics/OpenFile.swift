import Synchronization

/// An open file for reading: its descriptor, closed with the last reference, and its size at opening.
///
/// Readers pass an offset (`pread`, `sendfile`), so that several can read at once.
public final class OpenFile: Sendable {
  /// The file descriptor.
  public let descriptor: Int32
  /// The size in bytes at opening.
  public let size: Int
  private let close: @Sendable (Int32) -> Void
  private static let open = Atomic<Int>(0)

  /// The number of open files in this process, which a server counts against its limit of descriptors.
  public static var count: Int { open.load(ordering: .relaxed) }

  /// Takes ownership of a descriptor; `close` closes it.
  public init(descriptor: Int32, size: Int, close: @escaping @Sendable (Int32) -> Void) {
    self.descriptor = descriptor
    self.size = size
    self.close = close
    Self.open.add(1, ordering: .relaxed)
  }

  deinit {
    close(descriptor)
    Self.open.subtract(1, ordering: .relaxed)
  }
}
