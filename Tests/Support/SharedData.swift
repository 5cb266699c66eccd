package import Foundation

/// Real files that are not part of the project. Tests that need them are skipped without them.
package enum SharedData {
  /// The directory of real data beside the checkout, or the one of `FOURCUTS_SHARED_DATA`. Nil when absent.
  package static var directory: URL? {
    let named = ProcessInfo.processInfo.environment["FOURCUTS_SHARED_DATA"]
    let url = named.map { URL(fileURLWithPath: $0) } ?? root.appendingPathComponent("../shared/data").standardized
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }

  /// A file below the directory, e.g. `public-csv/seoul-station-master-cp949-wgs84.csv`. Nil when absent.
  package static func file(_ path: String) -> URL? {
    guard let url = directory?.appendingPathComponent(path) else { return nil }
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }

  /// The root of the checkout.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
