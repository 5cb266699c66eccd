package import Foundation

/// A folder that is removed when it goes out of use.
package final class ScratchDirectory: Sendable {
  /// Where it is.
  package let url: URL

  /// Makes a new, empty folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("fourcuts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
