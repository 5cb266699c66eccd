import Synchronization

/// A file that is open for reading: its descriptor, closed with the last reference, and its size when it was opened.
///
/// Whoever reads it names the position (`pread`, `sendfile`), so that several may read at once.
public final class OpenFile: Sendable {
  /// The operating system's number of it.
  public let descriptor: Int32
  /// In bytes.
  public let size: Int
  private let close: @Sendable (Int32) -> Void
  private static let open = Atomic<Int>(0)

  /// How many are open in this process: a server counts them among the descriptors that it may have.
  public static var count: Int { open.load(ordering: .relaxed) }

  /// Takes over a descriptor; `close` closes it.
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
