package import Foundation

/// A temporary directory that is removed when deallocated.
package final class ScratchDirectory: Sendable {
  package let url: URL

  /// Creates a new, empty directory.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("fourcuts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
